import type { Evaluation } from '../correctness.ts';
import type { Severity } from '../result.ts';
import type { Steps } from '../steps.ts';
import type { FileOrigin, SplitRole } from '../terms.ts';
import type { Evidence, EvidenceRow } from './evidence.ts';

/** How many problems of one kind reading the files met. */
export interface ProblemTotal {
  readonly code: string;
  readonly severity: Severity;
  readonly count: number;
}

/** A split with its questions, ascending. */
export interface AuditSplit {
  readonly name: string;
  readonly role: SplitRole | null;
  readonly members: Int32Array;
}

/** One judge's precision where its threshold was chosen, and where it was frozen for. */
export interface PrecisionTransfer {
  readonly judge: string;
  readonly judgeName: string;
  readonly minimumPrecision: number;
  readonly chosenOn: { readonly split: string; readonly stops: number; readonly hits: number };
  readonly lookedAtOn: { readonly split: string; readonly stops: number; readonly hits: number };
}

export interface AuditInput {
  /** Sealed labels are not in it: whatever needs one leaves the question out. */
  readonly evaluation: Evaluation;
  readonly evidence: Evidence;
  readonly problems: readonly ProblemTotal[];
  readonly splits: readonly AuditSplit[];
  /** Searches a run may make, where the user says so; else what the files say. */
  readonly budget: number | null;
  /** After the unseal; else empty. */
  readonly transfers: readonly PrecisionTransfer[];
}

export type CheckStatus = 'fail' | 'warn' | 'pass' | 'not-applicable';

/** What one check found. */
export interface Outcome {
  readonly status: CheckStatus;
  /** The number that says it: "71 / 157 / 189". Empty where there is nothing to count. */
  readonly figure: string;
  /** What the number counts: "of 3 456 rows each". */
  readonly unit: string;
  /** One or two sentences: what was found, in this data. */
  readonly finding: string;
  /** The title where a finding has a better one than the check. */
  readonly title?: string;
  readonly rows: readonly EvidenceRow[];
  /** All rows concerned, of which `rows` may be the first. */
  readonly rowCount: number;
}

export interface Check {
  /** Stable: on the command line, in JUnit and in addresses. */
  readonly id: string;
  /** What holds when it passes: "Search calls equal executed searches". */
  readonly title: string;
  /** One sentence: why it matters. */
  readonly why: string;
  run(input: AuditInput): Outcome;
  /** The same in steps, where it may take long. */
  readonly inSteps?: (input: AuditInput) => Steps<unknown, Outcome>;
}

export interface CheckResult extends Outcome {
  readonly id: string;
  readonly title: string;
  readonly why: string;
}

export interface AuditReport {
  readonly dataset: string;
  readonly notice: string | null;
  readonly files: number;
  readonly sources: readonly FileOrigin[];
  readonly questions: number;
  /** Questions whose labels were not looked at. */
  readonly sealedQuestions: number;
  readonly answerRule: string;
  /** Fails first, then warnings, passes, not applicable. */
  readonly results: readonly CheckResult[];
  readonly counts: Readonly<Record<CheckStatus, number>>;
}
