import { ANSWER, SEARCH } from '../../core/terms.ts';
import type { RowRef } from '../readers/json-lines.ts';
import { isObject, type JsonObject } from './guards.ts';
import type { OpenFile, ReadContext } from './importer.ts';

/** One row of a per-state table, with its place: one object a row, for there are millions. */
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
  /** What is needed of a row; a text says why it cannot be used. */
  readonly value: (row: JsonObject, at: Readonly<RowRef>) => T | string;
}

/**
 * Reads a table of one row per (id, turn), in whatever order its rows stand. The k-th row with the same id and turn belongs
 * to the k-th trajectory of that id (samples of one question), except where it repeats the first one word for word.
 */
export const readTurns = async <T>(
  file: OpenFile,
  context: ReadContext,
  reader: TurnReader<T>,
): Promise<readonly Turns<T>[]> => {
  const byId = new Map<string, TurnRow<T>[]>();
  // Rows of a question mostly follow each other.
  let lastId: string | null = null;
  let rows: TurnRow<T>[] | undefined;
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
    const read = { file: at.file, line: at.line, start: at.start, length: at.length, turn, value };
    if (id !== lastId) {
      lastId = id;
      rows = byId.get(id);
      if (rows === undefined) {
        rows = [];
        byId.set(id, rows);
      }
    }
    rows!.push(read);
  });
  await file.rows.read(file.index, hooks);
  const trajectories: Turns<T>[] = [];
  for (const [id, all] of byId) {
    if (isAscending(all)) trajectories.push({ id, rows: all });
    else for (const sample of samplesIn(id, all, aside)) trajectories.push({ id, rows: sample });
  }
  return trajectories;
};

const isAscending = (rows: readonly TurnRow<unknown>[]): boolean =>
  rows.every(({ turn }, i) => i === 0 || turn > rows[i - 1]!.turn);

/** Rows out of order, or turns that stand there several times. */
const samplesIn = <T>(
  id: string,
  rows: readonly TurnRow<T>[],
  aside: (code: string, message: string, at: Readonly<RowRef>) => void,
): readonly (readonly TurnRow<T>[])[] => {
  const samples: TurnRow<T>[][] = [];
  let alike: TurnRow<T>[] = [];
  // Sorting is stable: rows of one turn keep the order of the file.
  for (const row of [...rows].sort((a, b) => a.turn - b.turn)) {
    if (row.turn !== alike[0]?.turn) alike = [];
    else if (isTwin(alike[0]!, row.value)) {
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

const isTwin = <T>(first: TurnRow<T>, value: T): boolean => JSON.stringify(first.value) === JSON.stringify(value);

/** Native runs of such tables are their rows: each but the last searches on. */
export const nextActionAt = (index: number, count: number): number => (index < count - 1 ? SEARCH : ANSWER);
