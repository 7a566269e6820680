import { ANSWER, SEARCH } from '../../core/terms.ts';
import { KeyTable } from '../draft/keys.ts';
import { grown, RefColumns, roomFor } from '../draft/refs.ts';
import type { RowRef } from '../readers/json-lines.ts';
import { isObject, type JsonObject } from './guards.ts';
import type { OpenFile, ReadContext } from './importer.ts';

export interface TableReader {
  readonly id: (row: JsonObject) => string | null;
  readonly turn: (row: JsonObject) => number | null;
  /** Keeps what is needed of a usable row; rows count from 0. */
  readonly add: (row: JsonObject) => void;
  /** Whether two rows that were added say the same, word for word. */
  readonly isTwin: (first: number, second: number) => boolean;
}

/** The rows of one trajectory, as they were counted, ascending by turn. */
export interface TrajectoryRows {
  readonly id: string;
  readonly rows: Int32Array;
}

/** One row of a per-state table, with its place. */
export interface TurnRow<T> extends Readonly<RowRef> {
  readonly turn: number;
  readonly value: T;
}

/** The rows of one trajectory, ascending by turn. */
export interface Turns<T> {
  readonly id: string;
  readonly rows: readonly TurnRow<T>[];
}

type Aside = (code: string, message: string, at: Readonly<RowRef>) => void;

/**
 * Reads a table of one row per (id, turn), in whatever order its rows stand. The k-th row with the same id and turn belongs
 * to the k-th trajectory of that id (samples of one question), except where it repeats the first one word for word.
 */
export const readTable = async (
  file: OpenFile,
  context: ReadContext,
  reader: TableReader,
): Promise<{ readonly table: TurnTable; readonly trajectories: Iterable<TrajectoryRows> }> => {
  const table = new TurnTable();
  const aside: Aside = (code, message, at) =>
    context.problems.setAside('error', { code, message, effect: 'The row was set aside.' }, at);
  const hooks = context.rowHooks((row, at) => {
    if (!isObject(row)) return aside('row.unknown-kind', 'This row is no row of a table.', at);
    const id = reader.id(row);
    if (id === null) return aside('row.unusable-id', 'This row has no usable id.', at);
    const turn = reader.turn(row);
    if (turn === null) return aside('state.no-index', `A row of "${id}" has no usable turn.`, at);
    reader.add(row);
    table.add(id, turn, at);
  });
  await file.rows.read(file.index, hooks);
  context.draft.states.reserve(table.count);
  return { table, trajectories: table.trajectories(reader.isTwin, aside) };
};

/** As `readTable`, for readers that keep an object a row. */
export const readTurns = async <T>(
  file: OpenFile,
  context: ReadContext,
  { id, turn, value }: Pick<TableReader, 'id' | 'turn'> & { readonly value: (row: JsonObject) => T },
): Promise<Iterable<Turns<T>>> => {
  const values: T[] = [];
  const { table, trajectories } = await readTable(file, context, {
    id,
    turn,
    add: (row) => values.push(value(row)),
    isTwin: (a, b) => isAlike(values[a], values[b]),
  });
  const rowAt = (row: number): TurnRow<T> => {
    const { file, line, start, length } = table.placeAt(row);
    return { file, line, start, length, turn: table.turnAt(row), value: values[row]! };
  };
  return (function* () {
    for (const { id, rows } of trajectories) yield { id, rows: Array.from(rows, rowAt) };
  })();
};

export const isAlike = (first: unknown, second: unknown): boolean => JSON.stringify(first) === JSON.stringify(second);

/** Rows as columns: an object for each of millions would keep the collector busy to the end. */
export class TurnTable {
  readonly #ids = new KeyTable();
  readonly #places = new RefColumns();
  count = 0;
  #turns = new Int32Array(0);
  /** The key of each row's id. */
  #keys = new Int32Array(0);

  add(id: string, turn: number, at: Readonly<RowRef>): void {
    const row = this.count++;
    if (row >= this.#turns.length) {
      const capacity = roomFor(row, this.#turns.length);
      this.#turns = grown(this.#turns, capacity, 0);
      this.#keys = grown(this.#keys, capacity, 0);
    }
    this.#turns[row] = turn;
    this.#keys[row] = this.#ids.keyOf(id);
    this.#places.set(row, at);
  }

  turnAt(row: number): number {
    return this.#turns[row]!;
  }

  placeAt(row: number): RowRef {
    return this.#places.get(row);
  }

  /** As `placeAt`, into an object that is there already. */
  copyPlace(row: number, to: RowRef): void {
    this.#places.copyTo(to, row);
  }

  /** Duplicates are set aside at once, before the first trajectory is asked for. */
  trajectories(isTwin: TableReader['isTwin'], aside: Aside): Iterable<TrajectoryRows> {
    const { order, start } = this.#byId();
    const mixed = new Map<number, readonly Int32Array[]>();
    for (let key = 0; key < this.#ids.count; key++) {
      if (this.#isAscending(order, start[key]!, start[key + 1]!)) continue;
      const rows = order.subarray(start[key], start[key + 1]);
      mixed.set(key, this.#samplesIn(this.#ids.ids[key]!, rows, isTwin, aside));
    }
    return this.#each(order, start, mixed);
  }

  *#each(
    order: Int32Array,
    start: Int32Array,
    mixed: ReadonlyMap<number, readonly Int32Array[]>,
  ): Iterable<TrajectoryRows> {
    for (const [key, id] of this.#ids.ids.entries()) {
      const samples = mixed.get(key);
      if (samples === undefined) yield { id, rows: order.subarray(start[key], start[key + 1]) };
      else for (const rows of samples) yield { id, rows };
    }
  }

  /** Rows grouped by id, both in the order of the file: a counting sort. */
  #byId(): { readonly order: Int32Array; readonly start: Int32Array } {
    const start = new Int32Array(this.#ids.count + 1);
    for (let row = 0; row < this.count; row++) start[this.#keys[row]! + 1]!++;
    for (let key = 0; key < this.#ids.count; key++) start[key + 1]! += start[key]!;
    const filled = start.slice();
    const order = new Int32Array(this.count);
    for (let row = 0; row < this.count; row++) order[filled[this.#keys[row]!]!++] = row;
    return { order, start };
  }

  #isAscending(order: Int32Array, from: number, to: number): boolean {
    for (let i = from + 1; i < to; i++) if (this.#turns[order[i]!]! <= this.#turns[order[i - 1]!]!) return false;
    return true;
  }

  /** Rows out of order, or turns that stand there several times. */
  #samplesIn(id: string, rows: Int32Array, isTwin: TableReader['isTwin'], aside: Aside): readonly Int32Array[] {
    const samples: number[][] = [];
    let alike: number[] = [];
    // Rows of one turn keep the order of the file.
    for (const row of [...rows].sort((a, b) => this.#turns[a]! - this.#turns[b]! || a - b)) {
      const [first] = alike;
      if (first === undefined || this.#turns[row] !== this.#turns[first]) alike = [];
      else if (isTwin(first, row)) {
        const { line } = this.#places.get(first);
        const message = `Turn ${this.#turns[row]} of "${id}" stands here a second time, word for word; the first is line ${line}.`;
        aside('state.duplicate', message, this.#places.get(row));
        continue;
      }
      const sample = samples[alike.length];
      if (sample === undefined) samples.push([row]);
      else sample.push(row);
      alike.push(row);
    }
    return samples.map((sample) => Int32Array.from(sample));
  }
}

/** Native runs of such tables are their rows: each but the last searches on. */
export const nextActionAt = (index: number, count: number): number => (index < count - 1 ? SEARCH : ANSWER);
