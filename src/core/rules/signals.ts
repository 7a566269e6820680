/**
 * What rules read: numbers per (question, round), in columns. A row is a round of a question; the rows of a question stand
 * together and ascend by round. Nothing here knows where the numbers came from.
 */
export interface SignalTable {
  /** In the order in which resamples index the questions. */
  readonly questionIds: readonly string[];
  /** Length questions + 1: the rows of question q are rowStart[q] .. rowStart[q + 1] - 1. */
  readonly rowStart: Int32Array;
  /** Per row: the searches (calls) made when a rule stops there. Strictly ascending within a question. */
  readonly rounds: Int32Array;
  /** Per row: 1 where a rule may stop. */
  readonly canStop: Uint8Array;
  /** Ids are unique. `round` is always among them. */
  readonly signals: readonly Signal[];
}

export interface Signal extends SignalName {
  /** For people. */
  readonly name: string;
  /** Per row. Means nothing where `isMissing` is 1; finite elsewhere. */
  readonly values: Float64Array;
  /** Per row: 1 where there is no value. No condition holds there, whichever way it compares. */
  readonly isMissing: Uint8Array;
}

/** What the parser of rules has to know of a signal. */
export interface SignalName {
  /** As rules spell it. */
  readonly id: string;
  /** Other spellings that are understood. */
  readonly aliases?: readonly string[];
  /** Yes or no: 1 or 0. Such a signal may stand in a rule without a comparison. */
  readonly isFlag: boolean;
}

/** A column to make a signal of: NaN, infinities and null are missing. */
export interface SignalColumn extends SignalName {
  readonly name: string;
  readonly values: ArrayLike<number | null>;
}

/** A number per state of the whole dataset, NaN where there is none: what texts, labels or a calibration gave. */
export type StateColumn = SignalColumn & { readonly values: Float64Array };

export function toSignal(column: SignalColumn): Signal {
  const { id, aliases, isFlag, name } = column;
  const values = new Float64Array(column.values.length);
  const isMissing = new Uint8Array(column.values.length);
  for (let row = 0; row < values.length; row++) {
    const value = column.values[row] ?? Number.NaN;
    if (Number.isFinite(value)) values[row] = value;
    else isMissing[row] = 1;
  }
  return { id, ...(aliases === undefined ? {} : { aliases }), isFlag, name, values, isMissing };
}

export const roundSignal = (rounds: Int32Array): Signal =>
  toSignal({ id: 'round', name: 'Round', isFlag: false, values: rounds });

export const questionCount = (table: SignalTable): number => table.questionIds.length;

export function findSignal(table: SignalTable, id: string): Signal | undefined {
  return table.signals.find((signal) => signal.id === id);
}

/** The table with further signals; one of an id that is there already takes its place. */
export function withSignals(table: SignalTable, more: readonly Signal[]): SignalTable {
  const kept = table.signals.filter((signal) => more.every((other) => other.id !== signal.id));
  return { ...table, signals: [...kept, ...more] };
}

/** What the questions end with: at every row, and where no row stops. F1 in 0..1, calls in searches. */
export interface RowOutcomes {
  readonly atRow: Outcomes;
  readonly atNone: Outcomes;
}

/** One entry per row, or per question. */
export interface Outcomes {
  /** 0, 1 or UNKNOWN. */
  readonly em: Uint8Array;
  readonly f1: Float64Array;
  readonly calls: Float64Array;
}

/** Outcomes for runs that simply end with their last round: no stop = last round (definitions-rules.md, TASR). */
export function lastRoundOutcomes(table: SignalTable, em: Uint8Array, f1: Float64Array): RowOutcomes {
  const last = Array.from({ length: questionCount(table) }, (_, q) => table.rowStart[q + 1]! - 1);
  return {
    atRow: { em, f1, calls: Float64Array.from(table.rounds) },
    atNone: {
      em: Uint8Array.from(last, (row) => em[row]!),
      f1: Float64Array.from(last, (row) => f1[row]!),
      calls: Float64Array.from(last, (row) => table.rounds[row]!),
    },
  };
}

/** The outcome of each question for given stops: `stopRows[q]` is a row, or -1 where nothing stopped it. */
export function pickOutcomes({ atRow, atNone }: RowOutcomes, stopRows: Int32Array): Outcomes {
  const em = new Uint8Array(stopRows.length);
  const f1 = new Float64Array(stopRows.length);
  const calls = new Float64Array(stopRows.length);
  for (let q = 0; q < stopRows.length; q++) {
    const row = stopRows[q]!;
    const [from, i] = row < 0 ? [atNone, q] : [atRow, row];
    em[q] = from.em[i]!;
    f1[q] = from.f1[i]!;
    calls[q] = from.calls[i]!;
  }
  return { em, f1, calls };
}
