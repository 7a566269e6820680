import { ANSWER, SEARCH } from '../../core/terms.ts';
import type { RowRef } from '../readers/json-lines.ts';
import { isObject, type JsonObject } from './guards.ts';
import type { OpenFile, ReadContext } from './importer.ts';
import { copyOf } from './run-writer.ts';

/** One row of a per-state table. */
export interface TurnRow<T> {
  readonly turn: number;
  readonly at: RowRef;
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
  const byId = new Map<string, Map<number, TurnRow<T>[]>>();
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
    const turns = byId.get(id) ?? new Map<number, TurnRow<T>[]>();
    if (turns.size === 0) byId.set(id, turns);
    const known = turns.get(turn);
    if (known === undefined) turns.set(turn, [{ turn, at: copyOf(at), value }]);
    else if (isTwin(known[0]!, value)) {
      const first = known[0]!.at.line;
      const message = `Turn ${turn} of "${id}" stands here a second time, word for word; the first is line ${first}.`;
      aside('state.duplicate', message, at);
    } else known.push({ turn, at: copyOf(at), value });
  });
  await file.rows.read(file.index, hooks);
  const trajectories: Turns<T>[] = [];
  for (const [id, turns] of byId) {
    const ordered = [...turns].sort(([a], [b]) => a - b).map(([, rows]) => rows);
    const samples = Math.max(...ordered.map((rows) => rows.length));
    for (let k = 0; k < samples; k++) {
      trajectories.push({ id, rows: ordered.flatMap((rows) => rows[k] ?? []) });
    }
  }
  return trajectories;
};

const isTwin = <T>(first: TurnRow<T>, value: T): boolean => JSON.stringify(first.value) === JSON.stringify(value);

/** Native runs of such tables are their rows: each but the last searches on. */
export const nextActionAt = (index: number, count: number): number => (index < count - 1 ? SEARCH : ANSWER);
