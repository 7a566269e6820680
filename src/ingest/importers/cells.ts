import type { Gold } from '../../core/terms.ts';
import { ownText } from '../readers/own-text.ts';
import { parsePythonLiteral } from '../readers/python-literal.ts';
import { answerOf, idOf, isObject, type JsonObject } from './guards.ts';

/** Values of tables, whether they come as texts (CSV) or with types (Parquet, JSON). */

/** The first of the names that a row has, whatever it holds; null without any. */
export const pick = (row: JsonObject, names: readonly string[]): string | null =>
  names.find((name) => row[name] !== undefined && Object.hasOwn(row, name)) ?? null;

export const valueIn = (row: JsonObject, names: readonly string[]): unknown => {
  const name = pick(row, names);
  return name === null ? undefined : row[name];
};

const NO_NUMBER = /^(nan|none|null|na|n\/a|-|)$/i;

export const isMissingNumber = (value: unknown): boolean =>
  value === null ||
  (typeof value === 'number' ? Number.isNaN(value) : typeof value === 'string' && NO_NUMBER.test(value.trim()));

/** A number, or NaN where the cell holds none. `0,85` is a number where the file's delimiter is not a comma. */
export const numberIn = (value: unknown): number => {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'string') return Number.NaN;
  // Plain numbers are nearly all there is; Number('') would be 0.
  const quick = Number(value);
  if (!Number.isNaN(quick) && (quick !== 0 || value.trim() !== '')) return quick;
  const text = value.trim();
  if (NO_NUMBER.test(text)) return Number.NaN;
  if (/^[+-]?inf(inity)?$/i.test(text))
    return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return Number(/^[+-]?\d+,\d+$/.test(text) ? text.replace(',', '.') : text);
};

/** As they nearly always stand. */
const TRUTHS = new Map<string, boolean | null>([
  ['True', true],
  ['False', false],
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
  ['', null],
]);

/** True, 1, "True", "C", "yes" ...; null where nothing is said. */
export const truthIn = (value: unknown): boolean | null => {
  if (typeof value === 'boolean') return value;
  const quick = typeof value === 'string' ? TRUTHS.get(value) : undefined;
  if (quick !== undefined) return quick;
  if (typeof value === 'number') return value === 1 ? true : value === 0 ? false : null;
  const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
  if (/^(true|1(\.0+)?|yes|correct|c|stop)$/.test(text)) return true;
  return /^(false|0(\.0+)?|no|incorrect|i|continue)$/.test(text) ? false : null;
};

/** A whole number from 0 in any spelling (`3`, `3.0`); null otherwise. */
export const countIn = (value: unknown): number | null => {
  const number = typeof value === 'boolean' ? Number.NaN : numberIn(value);
  return Number.isInteger(number) && number >= 0 && number < 2 ** 31 ? number : null;
};

/** An id as text; numbers of pandas keep their look except for a needless `.0`. */
export const idIn = (value: unknown): string | null => {
  const id = idOf(value);
  return id === '' ? null : id;
};

export const textIn = (value: unknown): string | null => answerOf(value);

/** A list of answers that is empty, or holds only empty texts, is no label. */
export const isNoGold = (gold: Gold): boolean =>
  typeof gold === 'string' ? gold === '' : gold.every((answer) => answer === '');

/**
 * A label in a cell: text, a list, or a list printed by Python or JSON. `{target: [...]}` of verl and lists of objects with a
 * text are looked into. null: there is none; `isUnreadable`: it looks like a list and cannot be read as one.
 */
export const goldIn = (value: unknown): { readonly gold: Gold | null; readonly isUnreadable: boolean } => {
  if (typeof value === 'string' && /^\s*[[({]/.test(value)) {
    const parsed = parsePythonLiteral(ownText(value));
    if (parsed.kind === 'failed') return { gold: null, isUnreadable: /^\s*[[({]['"\d]/.test(value) };
    return { gold: goldOfAny(parsed.value), isUnreadable: false };
  }
  return { gold: goldOfAny(value), isUnreadable: false };
};

/** As `goldIn`, for tables that repeat the label of a question in each of its rows. */
export const rememberingGold = (): typeof goldIn => {
  let cell: unknown;
  let found: ReturnType<typeof goldIn> = { gold: null, isUnreadable: false };
  return (value) => {
    if (!isSameCell(value, cell)) {
      cell = value;
      found = goldIn(value);
    }
    return found;
  };
};

/** Same texts, or lists of the same texts. */
const isSameCell = (a: unknown, b: unknown): boolean =>
  a === b ||
  (Array.isArray(a) &&
    Array.isArray(b) &&
    a.length === b.length &&
    a.every((item, i) => isText(item) && item === b[i]));

const isText = (item: unknown): item is string => typeof item === 'string';

const goldOfAny = (value: unknown): Gold | null => {
  if (Array.isArray(value)) {
    if (value.every(isText)) return value.length === 0 || isNoGold(value) ? null : value;
    const answers = value.flatMap((item) => itemsOf(item));
    return answers.length === 0 || isNoGold(answers) ? null : answers;
  }
  if (isObject(value)) {
    const inner = value.target ?? value.targets ?? value.ground_truth ?? value.answers ?? value.text;
    return inner === undefined ? null : goldOfAny(inner);
  }
  const gold = answerOf(value);
  return gold === null || gold === '' ? null : gold;
};

const itemsOf = (item: unknown): readonly string[] => {
  if (typeof item === 'number' && Number.isNaN(item)) return ['nan'];
  if (isObject(item)) {
    const gold = goldOfAny(item);
    return gold === null ? [] : typeof gold === 'string' ? [gold] : gold;
  }
  const answer = answerOf(item);
  return answer === null ? [] : [answer];
};
