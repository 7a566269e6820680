import { argsortDescending } from '../argsort.ts';
import type { Column } from './columns.ts';
import { rankTexts } from './rank-texts.ts';
import { MISSING, type Ranks } from './ranks.ts';

export function rankColumn(column: Column, count: number): Ranks {
  switch (column.kind) {
    case 'number':
      return rankNumbers(column.values);
    case 'category':
      return {
        ranks: Uint32Array.from(column.codes, (code) => (code < 0 ? MISSING : code)),
        top: column.names.length,
      };
    case 'set': {
      // By the first value; questions without any are missing.
      const ranks = new Uint32Array(count).fill(MISSING);
      for (const [q, codes] of column.members) if (codes.length > 0) ranks[q] = codes[0]!;
      return { ranks, top: column.names.length };
    }
    case 'text':
      return rankTexts(count, column.at);
  }
}

/** Small whole numbers are their own rank; others are sorted once. -0 ranks with 0, NaN is missing. */
function rankNumbers(values: Float64Array): Ranks {
  const ranks = new Uint32Array(values.length).fill(MISSING);
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let isWhole = true;
  let present = 0;
  for (let q = 0; q < values.length; q++) {
    const value = values[q]!;
    if (Number.isNaN(value)) continue;
    present++;
    if (value < low) low = value;
    if (value > high) high = value;
    if (isWhole && !Number.isInteger(value)) isWhole = false;
  }
  if (present === 0) return { ranks, top: 0 };
  if (isWhole && high - low < 65_536) {
    for (let q = 0; q < values.length; q++) if (!Number.isNaN(values[q]!)) ranks[q] = values[q]! - low;
    return { ranks, top: high - low };
  }
  const questions = new Uint32Array(present);
  const kept = new Float64Array(present);
  let n = 0;
  for (let q = 0; q < values.length; q++) {
    if (Number.isNaN(values[q]!)) continue;
    questions[n] = q;
    kept[n++] = values[q]!;
  }
  const order = argsortDescending(kept);
  let rank = 0;
  for (let i = order.length - 1; i >= 0; i--) {
    const at = order[i]!;
    if (i < order.length - 1 && kept[order[i + 1]!] !== kept[at]) rank++;
    ranks[questions[at]!] = rank;
  }
  return { ranks, top: rank };
}

export interface RankedKey extends Ranks {
  readonly isDescending: boolean;
}

/**
 * Sorts questions by several keys, the first one deciding first; ties keep the order of `questions`. A stable radix sort
 * from the last key to the first: time does not depend on the data.
 */
export function sortQuestions(questions: Int32Array, keys: readonly RankedKey[]): Int32Array {
  let from = questions.slice();
  let to = new Int32Array(from.length);
  const digits = new Uint16Array(from.length);
  for (let k = keys.length - 1; k >= 0; k--) {
    const { ranks, top, isDescending } = keys[k]!;
    // Missing is one more than every rank, in both directions.
    const missing = top + 1;
    for (let shift = 0; shift === 0 || (shift < 32 && missing >= 65_536); shift += 16) {
      for (let i = 0; i < from.length; i++) {
        const rank = ranks[from[i]!]!;
        const key = rank === MISSING ? missing : isDescending ? top - rank : rank;
        digits[i] = (key >>> shift) & 0xffff;
      }
      scatter(from, to, digits);
      [from, to] = [to, from];
    }
  }
  return from;
}

const buckets = new Uint32Array(65_537);

function scatter(from: Int32Array, to: Int32Array, digits: Uint16Array): void {
  buckets.fill(0);
  for (let i = 0; i < from.length; i++) buckets[digits[i]! + 1]!++;
  for (let d = 1; d < buckets.length; d++) buckets[d]! += buckets[d - 1]!;
  for (let i = 0; i < from.length; i++) to[buckets[digits[i]!]!++] = from[i]!;
}
