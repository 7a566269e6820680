import { rankCurve, rocAuc } from '../stats/ranking.ts';

/** How far a signal tells right from wrong, over rows with a value and a known truth. */
export interface Separation {
  readonly right: number;
  readonly wrong: number;
  readonly meanRight: number | null;
  readonly meanWrong: number | null;
  /**
   * Cohen's d: difference of the means (right minus wrong) over the pooled sample deviation. null with fewer than two rows
   * on a side, or without any spread.
   */
  readonly cohensD: number | null;
  /**
   * As the round-wise stopping paper's script has it: without sign, over the plain mean of the two deviations. The paper's
   * "40x better separation" is in this unit.
   */
  readonly meanDeviationD: number | null;
  /** P(a right row has the higher value), ties half. Below 0.5 where high values mean wrong. */
  readonly rocAuc: number | null;
}

/** `values` NaN where missing; `truths` 1 right, 0 wrong, anything else unknown. */
export function separation(values: ArrayLike<number>, truths: ArrayLike<number>): Separation {
  const right: number[] = [];
  const wrong: number[] = [];
  for (let row = 0; row < values.length; row++) {
    if (!Number.isFinite(values[row]!)) continue;
    if (truths[row] === 1) right.push(values[row]!);
    else if (truths[row] === 0) wrong.push(values[row]!);
  }
  const meanRight = meanOf(right);
  const meanWrong = meanOf(wrong);
  const curve = rankCurve(
    Float64Array.from([...right, ...wrong]),
    Uint8Array.from({ length: right.length + wrong.length }, (_, i) => (i < right.length ? 1 : 0)),
  );
  const sides = { right: right.length, wrong: wrong.length, meanRight, meanWrong, rocAuc: rocAuc(curve) };
  if (right.length < 2 || wrong.length < 2 || meanRight === null || meanWrong === null) {
    return { ...sides, cohensD: null, meanDeviationD: null };
  }
  const squaresRight = squaresAround(right, meanRight);
  const squaresWrong = squaresAround(wrong, meanWrong);
  const pooled = Math.sqrt((squaresRight + squaresWrong) / (right.length + wrong.length - 2));
  const mean = (Math.sqrt(squaresRight / (right.length - 1)) + Math.sqrt(squaresWrong / (wrong.length - 1))) / 2;
  const difference = meanRight - meanWrong;
  return {
    ...sides,
    cohensD: pooled === 0 ? null : difference / pooled,
    meanDeviationD: mean === 0 ? null : Math.abs(difference) / mean,
  };
}

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

const squaresAround = (values: readonly number[], mean: number): number =>
  values.reduce((sum, value) => sum + (value - mean) ** 2, 0);

/** How far a signal has collapsed onto few values, as verbalised confidence does. */
export interface Concentration {
  readonly count: number;
  readonly distinct: number;
  /** The most frequent value (of equally frequent ones the higher), and its share. null without values. */
  readonly topValue: number | null;
  readonly topShare: number | null;
  /** Of the distribution of values, in nats; ln(distinct) is the most there could be. null without values. */
  readonly entropy: number | null;
  /** Value and count, ascending by value. */
  readonly histogram: readonly (readonly [value: number, count: number])[];
}

/** `values` NaN where missing. Source: the round-wise stopping paper's signal analysis (entropy in nats). */
export function concentration(values: ArrayLike<number>): Concentration {
  const counts = new Map<number, number>();
  let count = 0;
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (!Number.isFinite(value)) continue;
    counts.set(value, (counts.get(value) ?? 0) + 1);
    count += 1;
  }
  const histogram = [...counts].sort(([a], [b]) => a - b);
  let top: readonly [number, number] | null = null;
  let entropy = 0;
  for (const cell of histogram) {
    if (top === null || cell[1] >= top[1]) top = cell;
    entropy -= (cell[1] / count) * Math.log(cell[1] / count);
  }
  return {
    count,
    distinct: histogram.length,
    topValue: top?.[0] ?? null,
    topShare: top === null ? null : top[1] / count,
    entropy: top === null ? null : Math.max(0, entropy),
    histogram,
  };
}
