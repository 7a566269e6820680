import type { Selection } from '../terms.ts';
import type { Column } from './columns.ts';
import type { Filtered } from './filter.ts';

/** How many of the questions, once every condition but the facet's own holds, have each value. */
export interface Facet {
  readonly column: string;
  /** By name; for numbers the distinct values as text. In the column's order. */
  readonly values: readonly { readonly value: string; readonly count: number }[];
  readonly missing: number;
}

export interface Histogram {
  readonly column: string;
  /** Of the values there are; null without any. */
  readonly range: { readonly low: number; readonly high: number } | null;
  readonly bins: readonly number[];
  readonly missing: number;
}

/** True where position i counts for the facet of test `own` (-1: the facet has no condition). */
const counts = ({ fails, failedBy }: Filtered, own: number, i: number): boolean =>
  fails[i] === 0 || (fails[i] === 1 && failedBy[i] === own);

/** Position of a question in an ascending selection, -1 where it is not in it. */
function positionIn(selection: Selection, question: number): number {
  let low = 0;
  let high = selection.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (selection[middle]! < question) low = middle + 1;
    else high = middle;
  }
  return selection[low] === question ? low : -1;
}

/** More distinct numbers than this are no facet but a histogram. */
export const MOST_NUMBERS = 12;

/** Counts of one column. `own` is the index of its condition among the tests, -1 without one. */
export function countFacet(filtered: Filtered, column: Column, own: number): Facet {
  const { selection } = filtered;
  const values: { value: string; count: number }[] = [];
  let missing = 0;
  if (column.kind === 'category') {
    const sums = new Int32Array(column.names.length + 1);
    for (let i = 0; i < selection.length; i++) {
      if (counts(filtered, own, i)) sums[column.codes[selection[i]!]! + 1]!++;
    }
    missing = sums[0]!;
    column.names.forEach((value, code) => {
      values.push({ value, count: sums[code + 1]! });
    });
  } else if (column.kind === 'set') {
    const sums = new Int32Array(column.names.length);
    for (let i = 0; i < selection.length; i++) if (counts(filtered, own, i)) missing++;
    // Few questions have any: those are looked for in the selection, not the other way round.
    for (const [question, codes] of column.members) {
      const i = positionIn(selection, question);
      if (i < 0 || !counts(filtered, own, i)) continue;
      missing--;
      for (const code of codes) sums[code]!++;
    }
    column.names.forEach((value, code) => {
      values.push({ value, count: sums[code]! });
    });
  } else if (column.kind === 'number') {
    const sums = new Map<number, number>();
    for (let i = 0; i < selection.length; i++) {
      if (!counts(filtered, own, i)) continue;
      const value = column.values[selection[i]!]! + 0;
      if (Number.isNaN(value)) missing++;
      else if (sums.size <= MOST_NUMBERS || sums.has(value)) sums.set(value, (sums.get(value) ?? 0) + 1);
    }
    if (sums.size <= MOST_NUMBERS) {
      for (const value of [...sums.keys()].sort((a, b) => a - b)) {
        values.push({ value: String(value), count: sums.get(value)! });
      }
    }
  }
  return { column: column.id, values, missing };
}

/** Equal bins over the values that count; the last bin holds its upper end. */
export function countBins(filtered: Filtered, column: Column, own: number, binCount: number): Histogram {
  const bins = new Array<number>(binCount).fill(0);
  if (column.kind !== 'number') return { column: column.id, range: null, bins, missing: 0 };
  const { selection } = filtered;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let missing = 0;
  for (let i = 0; i < selection.length; i++) {
    if (!counts(filtered, own, i)) continue;
    const value = column.values[selection[i]!]!;
    if (Number.isNaN(value)) missing++;
    else {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  if (low > high) return { column: column.id, range: null, bins, missing };
  // Halved first: the distance of two huge scores may overflow.
  const half = high / 2 - low / 2;
  for (let i = 0; i < selection.length; i++) {
    if (!counts(filtered, own, i)) continue;
    const value = column.values[selection[i]!]!;
    if (Number.isNaN(value)) continue;
    const share = half === 0 ? 0 : (value / 2 - low / 2) / half;
    bins[Math.min(binCount - 1, Math.floor(share * binCount))]!++;
  }
  return { column: column.id, range: { low, high }, bins, missing };
}
