import { findAnswerRule } from '../../core/answers/index.ts';
import type { SelectionSpec } from '../../core/selection.ts';
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
}
export type OpenWorkspace = (datasetId: number) => Workspace;

/** Tables and texts of each dataset, made when first asked for. `find` throws in words when the dataset is gone. */
export function workspaces(find: (datasetId: number) => Loaded): OpenWorkspace {
  const memory = new WeakMap<Ingested, Pick<Workspace, 'tables' | 'texts'>>();
  return (datasetId) => {
    const { ingested, evaluator } = find(datasetId);
    let own = memory.get(ingested);
    if (own === undefined) {
      own = { tables: new QuestionTables(ingested.dataset, evaluator), texts: new QuestionTexts(ingested) };
      memory.set(ingested, own);
    }
    return { ingested, evaluator, ...own };
  };
}

export const plain = <T>(value: T): Reply<T> => ({ value, transfer: [] });

export function ruleOf(id: string) {
  const rule = findAnswerRule(id);
  if (rule === null) throw new Error(`no answer rule ${id}`);
  return rule;
}
