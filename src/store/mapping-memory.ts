import type { TableLook } from '../engine/intake-jobs.ts';

export type ColumnMapping = TableLook['guess'];

const PREFIX = 'stopscope.mapping.';
type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;
const device = (): Storage => globalThis.localStorage;

/** Files of the same shape share a mapping: their columns, in any order. */
export const columnsKey = (columns: readonly string[]): string => JSON.stringify([...columns].sort());

/** The mapping that was used last for such columns, or null. */
export function recallMapping(shape: string, storage: () => Storage = device): ColumnMapping | null {
  try {
    const text = storage().getItem(PREFIX + shape);
    const value: unknown = text === null ? null : JSON.parse(text);
    return isMapping(value) ? value : null;
  } catch {
    // Storage is closed, or what it holds is broken: the guess serves.
    return null;
  }
}

/** false: this browser keeps nothing, and the mapping lasts as long as the tab. */
export function rememberMapping(shape: string, mapping: ColumnMapping, storage: () => Storage = device): boolean {
  try {
    storage().setItem(PREFIX + shape, JSON.stringify(mapping));
    return true;
  } catch {
    return false;
  }
}

const isMapping = (value: unknown): value is ColumnMapping =>
  typeof value === 'object' &&
  value !== null &&
  'columns' in value &&
  typeof value.columns === 'object' &&
  'scores' in value &&
  Array.isArray(value.scores);
