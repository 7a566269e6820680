import type { Problem } from '../core/result.ts';
import type { FrozenThreshold, NamedRange, SourceFile } from '../core/terms.ts';
import type { ProtocolHandle } from './audit-session.ts';

/** What the page knows of a dataset; the data itself stays in the worker. */
export interface DatasetHandle {
  readonly id: number;
  readonly name: string;
  /** What notes on its questions are kept under. */
  readonly runKey: string;
  readonly notice: string | null;
  readonly questionCount: number;
  readonly stateCount: number;
  readonly judges: readonly JudgeHandle[];
  readonly splits: readonly string[];
  /** Names of the metadata columns of the questions. */
  readonly metaNames: readonly string[];
  readonly ranges: readonly NamedRange[];
  readonly sources: readonly SourceFile[];
  /** Files state what was correct: the answer rule "as stored" can be chosen. */
  readonly hasStored: boolean;
  readonly problems: ProblemReport;
  /** Files that only their order could join, or has joined. */
  readonly orderJoins: readonly OrderJoinLook[];
  /** Splits with their roles, what is sealed, and the log. */
  readonly protocol: ProtocolHandle;
}
/** What the user looks at before labels are joined row by row. */
export interface OrderJoinLook {
  readonly labelsFile: string;
  readonly runsFile: string;
  readonly count: number;
  /** The first rows side by side, in words. A label that is sealed is not shown. */
  readonly first: readonly { readonly label: string; readonly run: string }[];
  readonly isConfirmed: boolean;
}
export interface JudgeHandle {
  readonly id: string;
  readonly name: string;
  readonly frozen: FrozenThreshold | null;
}

/** Problems grouped by code, with the first examples of each. Counts are exact. */
export interface ProblemReport {
  readonly groups: readonly ProblemGroup[];
  readonly rowsAside: number;
}
export interface ProblemGroup {
  readonly code: string;
  readonly severity: Problem['severity'];
  readonly count: number;
  readonly examples: readonly Problem[];
}
