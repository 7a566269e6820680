import { UNKNOWN } from '../correctness.ts';
import { numpyBootstrapMeans, pairwiseSum, percentileLinear } from '../stats/numpy-bootstrap.ts';
import { NumpyRandom } from '../stats/pcg64.ts';
import type { Outcomes } from './signals.ts';

/** A mean over questions with the ends of its 95 % percentile interval. */
export interface MeanInterval {
  /** On the questions themselves. */
  readonly observed: number;
  /** Over the resamples: what one published table prints in place of the observed mean. */
  readonly replicateMean: number;
  readonly low: number;
  readonly high: number;
  /** Shares of the resamples below and above 0. */
  readonly shareBelow: number;
  readonly shareAbove: number;
}

/** Differences are `ours` minus `base`. EM and F1 in 0..1, calls in searches. */
export interface PairedOutcomes {
  readonly em: MeanInterval;
  readonly f1: MeanInterval;
  readonly calls: MeanInterval;
  readonly oursF1: MeanInterval;
  readonly baseF1: MeanInterval;
}

export interface NumpyBootstrapOptions {
  readonly seed: number | bigint;
  readonly repeats: number;
}

/** As the round-wise scripts have it. */
export const TASR_BOOTSTRAP: NumpyBootstrapOptions = { seed: 42, repeats: 1000 };

/**
 * The paired comparison of the round-wise scripts: every difference on the same resamples, NumPy's generator seeded afresh
 * for each comparison, linear percentiles (definitions.md 12). Both sides list the same questions, in the table's order.
 * null where the correctness of some question is not known: leave those out first.
 */
export function comparePaired(
  ours: Outcomes,
  base: Outcomes,
  options: NumpyBootstrapOptions = TASR_BOOTSTRAP,
): PairedOutcomes | null {
  if (ours.em.includes(UNKNOWN) || base.em.includes(UNKNOWN)) return null;
  const minus = (left: ArrayLike<number>, right: ArrayLike<number>): Float64Array =>
    Float64Array.from(left, (value, q) => value - right[q]!);
  const columns = [
    minus(ours.em, base.em),
    minus(ours.f1, base.f1),
    minus(ours.calls, base.calls),
    ours.f1,
    base.f1,
  ] as const;
  const means = numpyBootstrapMeans(new NumpyRandom(options.seed), columns, options.repeats);
  const at = (i: number): MeanInterval => summarise(columns[i]!, means[i]!);
  return { em: at(0), f1: at(1), calls: at(2), oursF1: at(3), baseF1: at(4) };
}

/** The mean of a column as NumPy adds it up. */
export const numpyMean = (values: Float64Array): number => pairwiseSum(values) / values.length;

function summarise(column: Float64Array, means: Float64Array): MeanInterval {
  const share = (test: (mean: number) => boolean): number => means.filter(test).length / means.length;
  return {
    observed: numpyMean(column),
    replicateMean: numpyMean(means),
    low: percentileLinear(means, 2.5),
    high: percentileLinear(means, 97.5),
    shareBelow: share((mean) => mean < 0),
    shareAbove: share((mean) => mean > 0),
  };
}
