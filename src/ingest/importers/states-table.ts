import { ANSWER, SEARCH } from '../../core/terms.ts';
import { KeyTable } from '../draft/keys.ts';
import { grown, RefColumns, roomFor } from '../draft/refs.ts';
import type { RowRef } from '../readers/json-lines.ts';
import { isObject, type JsonObject } from './guards.ts';
import type { OpenFile, ReadContext } from './importer.ts';

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

export interface TurnReader<T> {
  readonly id: (row: JsonObject) => string | null;
  readonly turn: (row: JsonObject) => number | null;
  /** What is needed of a row, or its place in columns of the reader's own; a text says why it cannot be used. */
  readonly value: (row: JsonObject, at: Readonly<RowRef>) => T | string;
  /** Whether two rows say the same, word for word. */
  readonly isTwin: (first: T, second: T) => boolean;
}

/** For values that hold all of it. */
export const isAlike = (first: unknown, second: unknown): boolean => JSON.stringify(first) === JSON.stringify(second);

/**
 * Reads a table of one row per (id, turn), in whatever order its rows stand. The k-th row with the same id and turn belongs
 * to the k-th trajectory of that id (samples of one question), except where it repeats the first one word for word.
 */
export const readTurns = async <T>(
  file: OpenFile,
  context: ReadContext,
  reader: TurnReader<T>,
): Promise<Iterable<Turns<T>>> => {
  const table = new TurnTable<T>();
  const aside = (code: string, message: string, at: Readonly<RowRef>): void =>
    context.problems.setAside('error', { code, message, effect: 'The row was set aside.' }, at);
  const hooks = context.rowHooks((row, at) => {
    if (!isObject(row)) return aside('row.unknown-kind', 'This row is no row of a table.', at);
    const id = reader.id(row);
    if (id === null) return aside('row.unusable-id', 'This row has no usable id.', at);
    const turn = reader.turn(row);
    if (turn === null) return aside('state.no-index', `A row of "${id}" has no usable turn.`, at);
    const value = reader.value(row, at);
    if (typeof value === 'string') return aside('row.unusable', `A row of "${id}": ${value}`, at);
    table.add(id, turn, value, at);
  });
  await file.rows.read(file.index, hooks);
  return table.trajectories(reader.isTwin, aside);
};

/** Rows as columns: an object for each of millions would keep the collector busy to the end. */
class TurnTable<T> {
  readonly #ids = new KeyTable();
  readonly #values: T[] = [];
  readonly #places = new RefColumns();
  #turns = new Int32Array(0);
  /** The key of each row's id. */
  #keys = new Int32Array(0);

  add(id: string, turn: number, value: T, at: Readonly<RowRef>): void {
    const row = this.#values.push(value) - 1;
    if (row >= this.#turns.length) {
      const capacity = roomFor(row, this.#turns.length);
      this.#turns = grown(this.#turns, capacity, 0);
      this.#keys = grown(this.#keys, capacity, 0);
    }
    this.#turns[row] = turn;
    this.#keys[row] = this.#ids.keyOf(id);
    this.#places.set(row, at);
  }

  /** Duplicates are set aside at once, before the first trajectory is asked for. */
  trajectories(
    isTwin: (first: T, second: T) => boolean,
    aside: (code: string, message: string, at: Readonly<RowRef>) => void,
  ): Iterable<Turns<T>> {
    const { order, start } = this.#byId();
    const mixed = new Map<number, readonly (readonly TurnRow<T>[])[]>();
    for (let key = 0; key < this.#ids.count; key++) {
      const rows = order.subarray(start[key], start[key + 1]);
      if (!this.#isAscending(rows)) mixed.set(key, samplesIn(this.#ids.ids[key]!, this.#rowsAt(rows), isTwin, aside));
    }
    return this.#each(order, start, mixed);
  }

  *#each(
    order: Int32Array,
    start: Int32Array,
    mixed: ReadonlyMap<number, readonly (readonly TurnRow<T>[])[]>,
  ): Iterable<Turns<T>> {
    for (const [key, id] of this.#ids.ids.entries()) {
      const samples = mixed.get(key);
      if (samples === undefined) yield { id, rows: this.#rowsAt(order.subarray(start[key], start[key + 1])) };
      else for (const rows of samples) yield { id, rows };
    }
  }

  /** Rows grouped by id, both in the order of the file: a counting sort. */
  #byId(): { readonly order: Int32Array; readonly start: Int32Array } {
    const count = this.#values.length;
    const start = new Int32Array(this.#ids.count + 1);
    for (let row = 0; row < count; row++) start[this.#keys[row]! + 1]!++;
    for (let key = 0; key < this.#ids.count; key++) start[key + 1]! += start[key]!;
    const filled = start.slice();
    const order = new Int32Array(count);
    for (let row = 0; row < count; row++) order[filled[this.#keys[row]!]!++] = row;
    return { order, start };
  }

  #isAscending(rows: Int32Array): boolean {
    for (let i = 1; i < rows.length; i++) if (this.#turns[rows[i]!]! <= this.#turns[rows[i - 1]!]!) return false;
    return true;
  }

  #rowsAt(rows: Int32Array): readonly TurnRow<T>[] {
    const { file, line, start, length } = this.#places;
    return Array.from(rows, (row) => ({
      file: file[row]!,
      line: line[row]!,
      start: start[row]!,
      length: length[row]!,
      turn: this.#turns[row]!,
      value: this.#values[row]!,
    }));
  }
}

/** Rows out of order, or turns that stand there several times. */
const samplesIn = <T>(
  id: string,
  rows: readonly TurnRow<T>[],
  isTwin: (first: T, second: T) => boolean,
  aside: (code: string, message: string, at: Readonly<RowRef>) => void,
): readonly (readonly TurnRow<T>[])[] => {
  const samples: TurnRow<T>[][] = [];
  let alike: TurnRow<T>[] = [];
  // Sorting is stable: rows of one turn keep the order of the file.
  for (const row of [...rows].sort((a, b) => a.turn - b.turn)) {
    if (row.turn !== alike[0]?.turn) alike = [];
    else if (isTwin(alike[0]!.value, row.value)) {
      const first = alike[0]!.line;
      const message = `Turn ${row.turn} of "${id}" stands here a second time, word for word; the first is line ${first}.`;
      aside('state.duplicate', message, row);
      continue;
    }
    const sample = samples[alike.length];
    if (sample === undefined) samples.push([row]);
    else sample.push(row);
    alike.push(row);
  }
  return samples;
};

/** Native runs of such tables are their rows: each but the last searches on. */
export const nextActionAt = (index: number, count: number): number => (index < count - 1 ? SEARCH : ANSWER);
