import { unreachable } from '../result.ts';
import type { Selection } from '../terms.ts';
import { type Column, codesOf } from './columns.ts';
import type { Filter } from './spec.ts';

/**
 * Which conditions each question of the selection fails. That is enough for the table (no condition failed) and for the
 * counts of every facet (none failed but the facet's own), in one pass.
 */
export interface Filtered {
  readonly selection: Selection;
  /** Per position in the selection: how many conditions fail (255 stands for more). */
  readonly fails: Uint8Array;
  /** Which condition fails, where exactly one does. */
  readonly failedBy: Uint8Array;
  /** The questions that pass, ascending. */
  readonly passing: Int32Array;
}

/** A condition as a test per question: 1 passes. Length: all questions of the dataset. */
export type Passes = Uint8Array;

export function applyFilters(selection: Selection, tests: readonly Passes[]): Filtered {
  const n = selection.length;
  const fails = new Uint8Array(n);
  const failedBy = new Uint8Array(n);
  tests.forEach((passes, test) => {
    for (let i = 0; i < n; i++) {
      if (passes[selection[i]!] === 1) continue;
      if (fails[i]! < 255) fails[i]!++;
      failedBy[i] = test;
    }
  });
  let size = 0;
  const passing = new Int32Array(n);
  for (let i = 0; i < n; i++) if (fails[i] === 0) passing[size++] = selection[i]!;
  return { selection, fails, failedBy, passing: passing.slice(0, size) };
}

/** Tests every question. A condition that does not fit its column's kind passes nothing. */
export function testFilter(filter: Filter, column: Column, count: number): Passes {
  const passes = new Uint8Array(count);
  switch (column.kind) {
    case 'number':
      if (filter.kind === 'range') {
        const low = filter.low ?? Number.NEGATIVE_INFINITY;
        const high = filter.high ?? Number.POSITIVE_INFINITY;
        // NaN fails both comparisons: a missing value is in no range.
        for (let q = 0; q < count; q++) passes[q] = column.values[q]! >= low && column.values[q]! <= high ? 1 : 0;
      } else {
        const wanted = new Set(filter.values.map((value) => (value === null ? null : Number(value))));
        for (let q = 0; q < count; q++) {
          const value = column.values[q]!;
          passes[q] = wanted.has(Number.isNaN(value) ? null : value + 0) ? 1 : 0;
        }
      }
      return passes;
    case 'category': {
      if (filter.kind !== 'in') return passes;
      // Slot 0 is "not recorded".
      const wanted = new Uint8Array(column.names.length + 1);
      for (const value of filter.values) for (const code of codesOf(column, value)) wanted[code + 1] = 1;
      for (let q = 0; q < count; q++) passes[q] = wanted[column.codes[q]! + 1]!;
      return passes;
    }
    case 'set': {
      if (filter.kind !== 'in') return passes;
      if (filter.values.includes(null)) {
        passes.fill(1);
        for (const q of column.members.keys()) passes[q] = 0;
      }
      const wanted = new Set(filter.values.flatMap((value) => (value === null ? [] : codesOf(column, value))));
      for (const [q, codes] of column.members) if (codes.some((code) => wanted.has(code))) passes[q] = 1;
      return passes;
    }
    case 'text':
      if (filter.kind !== 'in') return passes;
      for (let q = 0; q < count; q++) passes[q] = filter.values.includes(column.at(q)) ? 1 : 0;
      return passes;
    default:
      return unreachable(column);
  }
}
