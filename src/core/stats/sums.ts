/**
 * CPython's `sum()` of floats. Up to 3.11 it adds from left to right (`plain`); from 3.12 on it is compensated, which may
 * change the last digits (definitions.md 6). Whole numbers come out the same.
 */
export type Summation = 'plain' | 'compensated';

/** Left to right, as CPython 3.11's `sum()` and every `+=` loop. */
export function plainSum(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum;
}

/** Neumaier's compensated sum in the form of CPython 3.12's `sum()`. */
export function compensatedSum(values: ArrayLike<number>): number {
  let sum = 0;
  let lost = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return lost !== 0 && Number.isFinite(lost) ? sum + lost : sum;
}

export const sumOf = (values: ArrayLike<number>, summation: Summation): number =>
  summation === 'plain' ? plainSum(values) : compensatedSum(values);
