import { findAnswerRule } from '../../core/answers/index.ts';
import type { Evaluation } from '../../core/correctness.ts';
import { type SelectionSpec, select } from '../../core/selection.ts';
import { type Sweep, sweep } from '../../core/sweep.ts';
import type { Judge } from '../../core/terms.ts';
import type { Ingested } from '../../ingest/index.ts';
import type { Evaluator } from '../evaluate.ts';
import type { Reply } from '../job-context.ts';
import { QuestionTables } from './tables.ts';
import { QuestionTexts } from './texts.ts';

/** What these jobs need of the loaded dataset. */
export interface Loaded {
  readonly ingested: Ingested;
  readonly evaluator: Evaluator;
}

/** Figures of one policy over one selection under one rule. */
export interface PolicyView {
  readonly datasetId: number;
  readonly selection: SelectionSpec;
  readonly answerRule: string;
  /** The user calls the figures descriptive: then roles may be pooled. */
  readonly isDescriptive?: boolean;
}

export interface Workspace extends Loaded {
  readonly tables: QuestionTables;
  readonly texts: QuestionTexts;
  /** The stops of a judge at every threshold, without figures; the last one is kept for the next step of a walk. */
  readonly stopsOf: (evaluation: Evaluation, judge: Judge, selection: SelectionSpec) => Sweep;
}
export type OpenWorkspace = (datasetId: number) => Workspace;

/** Tables and texts of each dataset, made when first asked for. `find` throws in words when the dataset is gone. */
export function workspaces(find: (datasetId: number) => Loaded): OpenWorkspace {
  const memory = new WeakMap<Ingested, Omit<Workspace, keyof Loaded>>();
  return (datasetId) => {
    const { ingested, evaluator } = find(datasetId);
    let own = memory.get(ingested);
    if (own === undefined) {
      own = {
        tables: new QuestionTables(ingested.dataset, evaluator),
        texts: new QuestionTexts(ingested),
        stopsOf: keepLast((evaluation, judge, selection) =>
          sweep(evaluation, judge, select(ingested.dataset, selection), []),
        ),
      };
      memory.set(ingested, own);
    }
    return { ingested, evaluator, ...own };
  };
}

function keepLast(make: Workspace['stopsOf']): Workspace['stopsOf'] {
  let last: { evaluation: Evaluation; key: string; stops: Sweep } | null = null;
  return (evaluation, judge, selection) => {
    const key = JSON.stringify([judge.id, selection]);
    if (last?.evaluation !== evaluation || last.key !== key) {
      last = { evaluation, key, stops: make(evaluation, judge, selection) };
    }
    return last.stops;
  };
}

export const plain = <T>(value: T): Reply<T> => ({ value, transfer: [] });

export function ruleOf(id: string) {
  const rule = findAnswerRule(id);
  if (rule === null) throw new Error(`no answer rule ${id}`);
  return rule;
}
