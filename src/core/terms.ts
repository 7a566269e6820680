/**
 * The glossary as types. Data is kept in columns: one array per field, a question or a state is an index into them.
 * States are grouped by question and, within a question, ascend by `searchesUsed`; what order the files had is kept in
 * `probeOrder`, because published average precision breaks ties by file order.
 */

/** One gold answer, or a list of which any counts. */
export type Gold = string | readonly string[];

export type NextAction = 'SEARCH' | 'ANSWER' | 'INVALID';
/** Codes used in `States.nextAction`. */
export const NEXT_ACTIONS: readonly NextAction[] = ['SEARCH', 'ANSWER', 'INVALID'];
export const SEARCH = 0;
export const ANSWER = 1;
export const INVALID = 2;

/** Codes used in `States.role`. A counterfactual state was made by forcing the run on: never native behaviour. */
export const NATIVE = 0;
export const COUNTERFACTUAL = 1;

/** Codes used in `Judge.status`. */
export const NO_SCORE = 0;
export const SCORED = 1;
/** The judge's output failed its schema: it never stops, and it stays in the state-level figures. */
export const UNPARSED = 2;

/** Byte ranges of the source lines that hold a row's texts. `length` 0 means there is none. */
export interface LineRefs {
  /** Index into `Dataset.sources`. */
  readonly file: Uint16Array;
  readonly start: Float64Array;
  readonly length: Uint32Array;
}

/** A metadata column of the questions: type, level, data source ... null where a row has none. */
export interface MetaColumn {
  readonly name: string;
  readonly values: readonly (string | number | boolean | null)[];
}

export interface Questions {
  readonly count: number;
  readonly ids: readonly string[];
  readonly texts: readonly (string | null)[];
  /** null: no label. Correctness of that question is unknown, never wrong. */
  readonly golds: readonly (Gold | null)[];
  /** null: the run gave no answer. It counts as wrong (EM 0), not as missing. */
  readonly nativeAnswers: readonly (string | null)[];
  /** Searches of the native run, as the trajectory states them. */
  readonly nativeSearches: Int32Array;
  readonly splits: readonly (string | null)[];
  readonly meta: readonly MetaColumn[];
  /** Length count + 1: the states of question q are stateStart[q] .. stateStart[q + 1] - 1. */
  readonly stateStart: Int32Array;
  /** The line of the native trajectory (or the exchange line). */
  readonly lines: LineRefs;
  /** The line of the label, when it stands in a file of its own. */
  readonly labelLines: LineRefs;
  /**
   * Trajectories that are samples of one question (repeated ids, GRPO groups, trials) share a number, 0, 1, 2 ... The
   * question stays the unit of resampling. Absent: every row is a question of its own.
   */
  readonly group?: Int32Array;
  /** 1 where the label is sealed: `golds` holds null there until the unseal. Absent: none is. */
  readonly sealed?: Uint8Array;
}

export interface States {
  readonly count: number;
  readonly ids: readonly string[];
  /** Index of the question each state belongs to. */
  readonly question: Int32Array;
  readonly searchesUsed: Int32Array;
  /** SEARCH, ANSWER or INVALID: what the native run does next. */
  readonly nextAction: Uint8Array;
  /** NATIVE or COUNTERFACTUAL. */
  readonly role: Uint8Array;
  /** 1 when the answer-only probe ran here. Its answer may still be null. */
  readonly hasProbe: Uint8Array;
  readonly probeAnswers: readonly (string | null)[];
  /** Position among the probed states as the files list them; -1 where there is no probe. */
  readonly probeOrder: Int32Array;
  /**
   * 1 when stopping here changes something: native, next action SEARCH, and probed. In a dataset without any probe the
   * last condition is dropped, and what a stop answers there is unknown.
   */
  readonly isEligible: Uint8Array;
  /** The line that describes the state (its context), else length 0. */
  readonly lines: LineRefs;
  readonly probeLines: LineRefs;
}

/** The threshold that came with the data. A sentinel was chosen to never stop on validation; it may still stop here. */
export interface FrozenThreshold {
  readonly value: number;
  readonly isSentinel: boolean;
}

export interface Judge {
  /** As in the file name or the thresholds file; unique in the dataset. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  readonly frozen: FrozenThreshold | null;
  /** Per state: the margin (log-odds unless the file says otherwise). Meaningless where status is NO_SCORE. */
  readonly scores: Float64Array;
  /** Per state: NO_SCORE, SCORED or UNPARSED. */
  readonly status: Uint8Array;
  /** Per state, NaN where not recorded. Tokens are counts, latency is seconds. */
  readonly promptTokens: Float64Array | null;
  readonly completionTokens: Float64Array | null;
  readonly latencySeconds: Float64Array | null;
  /** Per state: the judge's own greedy decision, 0 not recorded, 1 STOP, 2 CONTINUE. */
  readonly decisions: Uint8Array | null;
  readonly lines: LineRefs;
}

/** A named range of question indices, inclusive, with the role its figures may claim. */
export type SplitRole = 'exploratory' | 'validation' | 'confirmatory' | 'descriptive';
export interface NamedRange {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly role: SplitRole | null;
  /** The data asks to keep these labels sealed until a freeze exists. */
  readonly isSealed?: boolean;
}

/** A split as a protocol defines it: any set of questions, ascending. */
export interface SplitMembers {
  readonly name: string;
  readonly role: SplitRole;
  readonly members: Selection;
}

export interface SourceFile {
  readonly name: string;
  /** Bytes after decompression. */
  readonly bytes: number;
  /** Of the file as it was given (compressed, or the archive it came in), lower-case hex; null where it was not read. */
  readonly sha256: string | null;
  /** What it was taken for, in words: "native trajectories", "judge scores (old_s2g_lora)". */
  readonly takenFor: string;
  /** Why, in words, and how sure that is, 0 .. 1; null where nothing knew the content. */
  readonly reason: string | null;
  readonly confidence: number | null;
  readonly rowsRead: number;
  readonly rowsUsed: number;
  readonly rowsAside: number;
}

/** A file that a dataset was made of. */
export interface FileOrigin {
  readonly name: string;
  /** Lower-case hex, of the file as it was given; null where it could not be read to the end. */
  readonly sha256: string | null;
}

/**
 * Correctness that the files themselves state, kept apart from what is recomputed from texts: a stored `correct` may be
 * another rule. Codes of EM: 0, 1, or 2 where nothing is stated; F1 is NaN there.
 */
export interface StoredCorrectness {
  readonly nativeEm: Uint8Array;
  readonly nativeF1: Float64Array;
  readonly probeEm: Uint8Array;
  readonly probeF1: Float64Array;
}

export interface Dataset {
  readonly name: string;
  /** Shown wherever the data is shown: "synthetic replica". null for a user's own data. */
  readonly notice: string | null;
  readonly questions: Questions;
  readonly states: States;
  readonly judges: readonly Judge[];
  readonly ranges: readonly NamedRange[];
  /** Splits of a protocol; a selection by name looks here before it looks at `questions.splits`. */
  readonly splitMembers?: readonly SplitMembers[];
  readonly sources: readonly SourceFile[];
  /** Of an export that was read again: the files it was made of. */
  readonly originals?: readonly FileOrigin[];
  /** Absent where no file states any correctness. */
  readonly stored?: StoredCorrectness;
}

/** Which questions a figure is about: ascending question indices. */
export type Selection = Int32Array;

/** Texts of one question, read on demand from the source lines. */
export interface QuestionDetails {
  readonly supportingFacts: readonly (readonly [string, number])[] | null;
  readonly states: readonly StateDetails[];
}
export interface GapItem {
  readonly category: string | null;
  readonly target: string | null;
  readonly slot: string | null;
  readonly description: string | null;
  /** A text stood where an object belongs: it is shown, and neither counted by category nor put into a query. */
  readonly isBare?: true;
}
export interface StateDetails {
  readonly stateId: string;
  /** The query of the search that led to this state (none at 0 searches). */
  readonly query: string | null;
  /** What a judge reads here: all that was retrieved so far, or the compact evidence picked from it. */
  readonly context: string | null;
  /** Titles retrieved so far, where the files list them: compact evidence need not name them all. */
  readonly titles?: readonly string[];
  /** Raw documents retrieved so far, where the context is compact evidence. */
  readonly documents?: string;
  /** A text in which the query stands, where the files record no query as such. */
  readonly queryText?: string;
  readonly judges: Readonly<Record<string, JudgeDetails>>;
}
export interface JudgeDetails {
  readonly isSufficient: boolean | null;
  readonly gapItems: readonly GapItem[] | null;
  readonly rawCompletion: string | null;
  readonly parseError: string | null;
}
