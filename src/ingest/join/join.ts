import type { Dataset, SourceFile } from '../../core/terms.ts';
import type { Draft } from '../draft/draft.ts';
import type { ProblemLog } from '../problems.ts';
import { joinJudges } from './judges.ts';
import { joinQuestions } from './questions.ts';
import { joinStates } from './states.ts';

/**
 * Rows to columns. What does not fit together is set aside and reported. `sources` is asked last, when all rows have
 * been judged.
 */
export const join = (
  draft: Draft,
  name: string,
  problems: ProblemLog,
  sources: () => readonly SourceFile[],
): Dataset => {
  const questions = joinQuestions(draft.questions, problems);
  const joined = joinStates(draft.states, draft.questions.keys.ids, questions.indexOf, questions.searches, problems);
  const judges = joinJudges(draft, joined.picker, joined.indexOf, joined.states, problems);
  return {
    name,
    notice: draft.notice,
    questions: questions.build(joined.stateStart, joined.searches),
    states: joined.states,
    judges,
    ranges: draft.ranges.filter(({ from }) => from < questions.keys.length),
    sources: sources(),
  };
};
