import type { Dataset, SourceFile } from '../../core/terms.ts';
import type { Draft } from '../draft/draft.ts';
import type { ProblemLog } from '../problems.ts';
import type { OrderJoin } from './by-order.ts';
import { joinGroups } from './groups.ts';
import { joinJudges } from './judges.ts';
import { joinLabels } from './labels.ts';
import { joinQuestions } from './questions.ts';
import { joinStates } from './states.ts';
import { joinStored } from './stored.ts';

/**
 * Rows to columns. What does not fit together is set aside and reported. `sources` is asked last, when all rows have
 * been judged.
 */
export const join = (
  draft: Draft,
  name: string,
  problems: ProblemLog,
  sources: () => readonly SourceFile[],
  isOrderConfirmed: (file: number) => boolean,
): { readonly dataset: Dataset; readonly orderJoins: readonly OrderJoin[] } => {
  const orderJoins = joinLabels(draft, problems, isOrderConfirmed);
  const questions = joinQuestions(draft.questions, problems);
  const joined = joinStates(draft.states, draft.questions.keys.ids, questions.indexOf, questions.searches, problems);
  const judges = joinJudges(draft, joined.picker, joined.indexOf, joined.states, problems);
  const group = joinGroups(draft, questions.keys, problems);
  const stored = joinStored(draft, questions.keys, joined.picker.keys, problems);
  const dataset: Dataset = {
    name,
    notice: draft.notice,
    questions: {
      ...questions.build(joined.stateStart, joined.searches),
      ...(group === undefined ? {} : { group }),
    },
    states: joined.states,
    judges,
    ranges: draft.ranges.filter(({ from }) => from < questions.keys.length),
    sources: sources(),
    ...(draft.originals === null ? {} : { originals: draft.originals }),
    ...(stored === undefined ? {} : { stored }),
  };
  return { dataset, orderJoins };
};
