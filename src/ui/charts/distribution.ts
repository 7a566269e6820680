import { lowerBound } from './threshold-axis.ts';
import type { Extent } from './view.ts';

/** Scores of the eligible, parsed states by what stopping there would be; each ascending, finite. */
export interface StateScores {
  readonly safe: Float64Array;
  readonly unsafe: Float64Array;
  /** States whose truth is unknown: no label, a sealed one, no probe answer. */
  readonly unknown: Float64Array;
}

export interface Bin {
  /** Holds scores with low <= score < high. */
  readonly low: number;
  readonly high: number;
  readonly safe: number;
  readonly unsafe: number;
  readonly unknown: number;
}

export interface Distribution {
  readonly bins: readonly Bin[];
  /** The tallest bar of either side; unknown states stand on the safe ones. */
  readonly tallest: number;
  readonly below: number;
  readonly above: number;
}

/** The k-th score of both arrays together (0-based), by merging two binary searches. */
const kthOf = (a: Float64Array, b: Float64Array, k: number): number => {
  let low = Math.max(0, k + 1 - b.length);
  let high = Math.min(k + 1, a.length);
  // How many of the first k + 1 come from a.
  while (low < high) {
    const fromA = (low + high) >> 1;
    if (a[fromA]! < b[k - fromA]!) low = fromA + 1;
    else high = fromA;
  }
  const lastA = low > 0 ? a[low - 1]! : -Infinity;
  const lastB = k - low >= 0 && k - low < b.length ? b[k - low]! : -Infinity;
  return Math.max(lastA, lastB);
};

export const quantileOf = ({ safe, unsafe, unknown }: StateScores, share: number): number | null => {
  const count = safe.length + unsafe.length + unknown.length;
  if (count === 0) return null;
  const known = unknown.length === 0 ? unsafe : merge(unsafe, unknown);
  return kthOf(safe, known, Math.min(count - 1, Math.max(0, Math.round(share * (count - 1)))));
};

const merge = (a: Float64Array, b: Float64Array): Float64Array => {
  if (a.length === 0) return b;
  const both = new Float64Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both.sort();
};

/**
 * The window a reader wants first: the upper half of the scores, for that is where thresholds live, and up to the highest
 * score, unless a few scores lie absurdly far above the rest (then the chart says how many). `keep` must be inside: the
 * frozen threshold and the current one.
 */
export const defaultWindow = (scores: StateScores, keep: readonly number[]): Extent => {
  const middle = quantileOf(scores, 0.55);
  const upper = quantileOf(scores, 0.995);
  const highest = quantileOf(scores, 1);
  const lowest = quantileOf(scores, 0);
  if (middle === null || upper === null || highest === null || lowest === null) return { low: -1, high: 1 };
  const body = upper - middle;
  const isOutlier = highest - upper > Math.max(body, 1e-9) && body > 0;
  let low = middle;
  let high = isOutlier ? upper : highest;
  for (const value of keep) {
    if (!Number.isFinite(value)) continue;
    // A threshold that no scale can hold together with the scores is left outside; words say so.
    const reach = 4 * Math.max(high - low, Number.MIN_VALUE);
    if (value < low && low - value < reach) low = value;
    if (value > high && value - high < reach) high = value;
  }
  if (high - low <= 0) {
    const room = Math.abs(high) * 0.5 || 1;
    return { low: low - room, high: high + room };
  }
  const step = binWidth({ low, high });
  // Grid lines of the bins, one free bin above the highest score; huge scores may lie beyond any grid.
  const from = Math.floor(low / step) * step;
  const to = (Math.floor(high / step) + 1) * step;
  return Number.isFinite(from) && Number.isFinite(to) && to > from ? { low: from, high: to } : { low, high };
};

/** Everything, from the lowest score to just above the highest. */
export const wholeWindow = (scores: StateScores, keep: readonly number[]): Extent => {
  const lowest = quantileOf(scores, 0);
  const highest = quantileOf(scores, 1);
  if (lowest === null || highest === null) return { low: -1, high: 1 };
  const values = keep.filter(Number.isFinite);
  const low = Math.min(lowest, ...values);
  const high = Math.max(highest, ...values);
  const room = (high - low) * 0.02 || Math.abs(high) * 0.5 || 1;
  const extent = { low: low - room, high: high + room };
  return Number.isFinite(extent.high - extent.low) ? extent : defaultWindow(scores, []);
};

/** 0.5 where 12 to 60 such bars fill the window, else the nearest round width that gives about 30. */
export const binWidth = ({ low, high }: Extent): number => {
  const span = high - low;
  if (span / 0.5 >= 12 && span / 0.5 <= 60) return 0.5;
  const rough = span / 30;
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
};

/** Counts per bin and what lies outside the window. Two binary searches a bin, so it may follow a zoom. */
export const distribute = ({ safe, unsafe, unknown }: StateScores, window: Extent): Distribution => {
  const step = binWidth(window);
  const bins: Bin[] = [];
  let tallest = 0;
  const first = Math.floor(window.low / step + 1e-9);
  for (let i = 0; i < 400; i++) {
    const low = i === 0 ? window.low : (first + i) * step;
    const high = Math.min(window.high, (first + i + 1) * step);
    if (!(low < high)) break;
    const bin = {
      low,
      high,
      safe: countIn(safe, low, high),
      unsafe: countIn(unsafe, low, high),
      unknown: countIn(unknown, low, high),
    };
    tallest = Math.max(tallest, bin.safe + bin.unknown, bin.unsafe);
    bins.push(bin);
  }
  let below = 0;
  let above = 0;
  for (const scores of [safe, unsafe, unknown]) {
    below += lowerBound(scores, window.low);
    above += scores.length - lowerBound(scores, window.high);
  }
  return { bins, tallest, below, above };
};

const countIn = (ascending: Float64Array, low: number, high: number): number =>
  lowerBound(ascending, high) - lowerBound(ascending, low);
