import { failed, type Result } from '../core/result.ts';
import type { TableLook } from '../engine/intake-jobs.ts';
import { formatMapping, parseMapping } from '../engine/mapping-terms.ts';

export type ColumnMapping = TableLook['guess'];

const PREFIX = 'stopscope.mapping.';
const BROKEN = 'stopscope.broken-mapping.';
type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;
const device = (): Storage => globalThis.localStorage;

/** Files of the same shape share a mapping: their columns, in any order. */
export const columnsKey = (columns: readonly string[]): string => JSON.stringify([...columns].sort());

/** What is kept for a shape of files. */
export interface KeptMapping {
  /** The mapping that was used last for such columns, or null. */
  readonly mapping: ColumnMapping | null;
  /** In words: why there is none, though one was kept. */
  readonly trouble: string | null;
}

const NOTHING: KeptMapping = { mapping: null, trouble: null };

/** A mapping that cannot be read is put aside under a name of its own, and that is said. */
export function recallMapping(shape: string, storage: () => Storage = device): KeptMapping {
  try {
    const text = storage().getItem(PREFIX + shape);
    if (text === null) return NOTHING;
    const read = readMapping(text);
    if (read.kind === 'ok') return { mapping: read.value, trouble: null };
    storage().setItem(BROKEN + shape, text);
    storage().removeItem(PREFIX + shape);
    const trouble = `The mapping kept on this device for such files cannot be read (${read.error}) It was put aside; this is a guess.`;
    return { mapping: null, trouble };
  } catch {
    // Storage is closed: nothing was kept, nothing is lost.
    return NOTHING;
  }
}

const isBare = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !('stopscope' in value) && 'columns' in value;

const readMapping = (text: string): Result<ColumnMapping, string> => {
  try {
    const value: unknown = JSON.parse(text);
    // Earlier versions kept it without its header.
    return parseMapping(isBare(value) ? { stopscope: 'mapping', version: 1, ...value } : value);
  } catch {
    return failed('It is no JSON.');
  }
};

/** false: this browser keeps nothing, and the mapping lasts as long as the tab. */
export function rememberMapping(shape: string, mapping: ColumnMapping, storage: () => Storage = device): boolean {
  try {
    storage().setItem(PREFIX + shape, formatMapping(mapping));
    return true;
  } catch {
    return false;
  }
}
