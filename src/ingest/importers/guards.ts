import type { Gold } from '../../core/terms.ts';
import { ANSWER, INVALID, SEARCH } from '../../core/terms.ts';

export type JsonObject = { readonly [key: string]: unknown };

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `key in object` would also find toString and the like. */
export const has = (row: JsonObject, key: string): boolean => Object.hasOwn(row, key);

export const stringOr = <T>(value: unknown, otherwise: T): string | T =>
  typeof value === 'string' ? value : otherwise;

/**
 * An identifier: a string as it is, a whole number in its decimal form. A number that JSON cannot carry exactly is refused
 * (null), because two different ids could become one.
 */
export const idOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : null;
};

/** A count of searches or an index: a whole number from 0 that fits 31 bits; else null. */
export const countOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 31 ? value : null;

/** A finite number, else NaN: "not recorded" in the columns of tokens and latency. */
export const numberOrNaN = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : Number.NaN;

/** An answer: text as it is, a number or a truth value as text; null when there is none. */
export const answerOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
};

/** A label, or null when the value is none (nothing, an empty list, an object). */
export const goldOf = (value: unknown): Gold | null => {
  if (!Array.isArray(value)) return answerOf(value);
  const answers = value.map(answerOf);
  return answers.length > 0 && answers.every((answer) => answer !== null) ? answers : null;
};

/** Used in drafts where the file does not say what the native run does next. */
export const UNSTATED = 255;

/** A code of `States.nextAction`, UNSTATED where nothing is said, null for a word that is none. */
export const nextActionOf = (value: unknown): number | null => {
  if (value === undefined || value === null) return UNSTATED;
  if (value === 'SEARCH') return SEARCH;
  if (value === 'ANSWER') return ANSWER;
  return value === 'INVALID' ? INVALID : null;
};

/** Metadata keeps plain values only. */
export type Scalar = string | number | boolean | null;
export const isScalar = (value: unknown): value is Scalar =>
  value === null ||
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value));
