/** An estimate with the ends of its percentile interval. */
export interface Interval {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Which sorted replicate is an interval's end, counted from 0. The published evaluators differ: the scale-up and the core
 * evaluator take int(p * R), the reachability audit int(p * (R - 1)) (definitions.md 6).
 */
export type IndexRule = 'repeats' | 'repeats-minus-one';

export interface BootstrapOptions {
  /** As the published evaluator is given it, offsets already added. */
  readonly seed: number | bigint;
  /** At least 1. */
  readonly repeats: number;
  /** Default `repeats`. */
  readonly indexRule?: IndexRule;
  /** The two shares; default 0.025 and 0.975. */
  readonly shares?: readonly [number, number];
}

/** Ends of the percentile interval of the replicates. Sorts a copy; no replicate may be NaN. */
export function percentileEnds(
  replicates: Float64Array,
  indexRule: IndexRule = 'repeats',
  shares: readonly [number, number] = [0.025, 0.975],
): { readonly low: number; readonly high: number } {
  const sorted = Float64Array.from(replicates).sort();
  const span = indexRule === 'repeats' ? sorted.length : sorted.length - 1;
  return { low: sorted[Math.trunc(shares[0] * span)]!, high: sorted[Math.trunc(shares[1] * span)]! };
}
