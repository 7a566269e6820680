/**
 * What checks need and a Dataset does not hold: how a run says it began and ended, the order of rows across files, what
 * rows state about themselves. Collected by a second pass over the files (ingest), on demand. Plain data.
 */
export interface Evidence {
  /** One entry per file and kind of row. Empty: the files keep no such records. */
  readonly lists: readonly ListEvidence[];
  /** Rows whose question or state stands a second time in the same list. */
  readonly duplicates: Tally;
  /** Rows that name a question or state which is not in the dataset. */
  readonly strangers: Tally;
  /** Native runs that state their searches and show their steps, against the executed ones. */
  readonly searchCalls: Tally;
  /** Rows that state both state_index and searches_used (or carry the index in their id), against each other. */
  readonly stateIndex: Tally;
  readonly budget: BudgetEvidence;
  /** Contexts that do not hold the previous context of their question. */
  readonly contexts: Tally;
  /** Texts beside a hash of theirs, recomputed. */
  readonly textHashes: Tally;
  /** Hashes that two files state for the same state. */
  readonly sharedHashes: Tally;
  /** Hashes of whole files that a side file states, recomputed. */
  readonly fileHashes: Tally;
  /** Probe rows: action ANSWER, no parse error, an answer. */
  readonly probes: Tally;
  readonly judges: readonly JudgeEvidence[];
  /** Fields that a label could hide behind, in rows that a model or judge was fed with. */
  readonly forbidden: { readonly rows: number; readonly fields: readonly ForbiddenField[] };
  /** Prompts recorded in the rows, and those that give the gold answer away beyond question and context. */
  readonly prompts: Tally;
  /** Correctness that rows store. */
  readonly stored: readonly StoredColumn[];
  /** Per state: a fingerprint of what the probe or judge was fed with, NaN where none is recorded. null: nowhere. */
  readonly inputPrints: Float64Array | null;
  /** Executed searches without a query or an observation. */
  readonly searchTexts: Tally;
}

/** One row a check points at. */
export interface EvidenceRow {
  readonly file: string | null;
  /** From 1. */
  readonly line: number | null;
  readonly id: string | null;
  /** What is wrong with it, in words. */
  readonly note: string;
}

export interface Tally {
  readonly checked: number;
  readonly count: number;
  /** The first of them. */
  readonly rows: readonly EvidenceRow[];
}

export type RowKind = 'input' | 'label' | 'trajectory' | 'first-answer' | 'state' | 'probe' | 'judge_score';

/** Rows of one kind in one file. */
export interface ListEvidence {
  readonly file: string;
  readonly kind: RowKind;
  /** Of judge scores, else null. */
  readonly judge: string | null;
  /** The same for all parts of one run: folder, kind and name without part numbers. */
  readonly group: string;
  readonly rows: number;
  /** Rows that say a call failed. */
  readonly errors: number;
  /** Rows with an output that parsed; null where the kind knows no parsing. */
  readonly parsed: number | null;
  readonly starts: readonly RunStart[];
  readonly ends: readonly RunEnd[];
  readonly sequence: SequenceEvidence;
  /** Per row: index of its question (input, label, trajectory, first answer) or state in the dataset; -1 unknown. */
  readonly subjects: Int32Array;
  readonly lines: Int32Array;
}

/** Fields of `run_start`; null where it does not say. */
export interface RunStart {
  readonly line: number;
  readonly labelsMounted: boolean | null;
  readonly goldFields: number | null;
  readonly expectedCount: number | null;
  readonly budget: number | null;
}

export interface RunEnd {
  readonly line: number;
  readonly status: string | null;
  readonly completedCount: number | null;
  readonly parsedCount: number | null;
  readonly errorCount: number | null;
}

export interface SequenceEvidence {
  /** Rows that state a sequence_index. */
  readonly stated: number;
  readonly first: number | null;
  readonly last: number | null;
  readonly breaks: Tally;
}

export interface BudgetEvidence {
  /** As runs state it in run_start. */
  readonly stated: readonly number[];
  /** searches_used + remaining_search_budget of the state rows that state both. */
  readonly totals: { readonly rows: number; readonly least: number; readonly most: number } | null;
  /** Rows whose remaining budget is below 0. */
  readonly overdrawn: Tally;
}

export interface JudgeEvidence {
  readonly judge: string;
  readonly finite: Tally;
  /** Rows with both log-probabilities: score = true_logprob - false_logprob. */
  readonly arithmetic: Tally;
  readonly schema: {
    /** Parsed outputs that were looked at. */
    readonly rows: number;
    readonly shape: Tally;
    readonly keyOrder: Tally;
    readonly categories: Tally;
    /** gap_items empty if and only if sufficient. */
    readonly gaps: Tally;
    /** Raw completions that do not say what `parsed` says. */
    readonly raw: Tally;
  };
}

export interface ForbiddenField {
  /** As in `context.gold_answer`. */
  readonly path: string;
  readonly kind: RowKind;
  readonly count: number;
  readonly rows: readonly EvidenceRow[];
}

export interface StoredColumn {
  /** As the files spell it, with the kind of row: "probe.official_em". */
  readonly name: string;
  readonly subject: 'native' | 'probe';
  readonly measure: 'match' | 'f1';
  /** Per question (native) or state (probe); NaN where nothing is stored. */
  readonly values: Float64Array;
}

/** Rows that a check keeps to show; the count is exact however many there are. */
export const MOST_ROWS = 200;

/** A tally while it is counted. */
export class TallyCounter implements Tally {
  checked = 0;
  count = 0;
  readonly rows: EvidenceRow[] = [];

  /** Counts one thing looked at; `fault` says what is wrong with it. */
  look(fault: EvidenceRow | null): void {
    this.checked += 1;
    if (fault !== null) this.fault(fault);
  }

  fault(row: EvidenceRow): void {
    this.count += 1;
    if (this.rows.length < MOST_ROWS) this.rows.push(row);
  }
}

export const EMPTY_TALLY: Tally = { checked: 0, count: 0, rows: [] };

/** Evidence of files that keep no records beyond the dataset. */
export const NO_EVIDENCE: Evidence = {
  lists: [],
  duplicates: EMPTY_TALLY,
  strangers: EMPTY_TALLY,
  searchCalls: EMPTY_TALLY,
  stateIndex: EMPTY_TALLY,
  budget: { stated: [], totals: null, overdrawn: EMPTY_TALLY },
  contexts: EMPTY_TALLY,
  textHashes: EMPTY_TALLY,
  sharedHashes: EMPTY_TALLY,
  fileHashes: EMPTY_TALLY,
  probes: EMPTY_TALLY,
  judges: [],
  forbidden: { rows: 0, fields: [] },
  prompts: EMPTY_TALLY,
  stored: [],
  inputPrints: null,
  searchTexts: EMPTY_TALLY,
};
