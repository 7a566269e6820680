import { binomialAtLeast, binomialAtMost, logBinomialProbability } from './binomial.ts';
import { normalQuantile } from './normal.ts';

export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/**
 * Wilson's score interval of a share, without continuity correction, for a given z: the published evaluators use
 * 1.959963984540054 (two-sided 95 %) and, for the accepted-risk upper bound, 1.6448536269514722 (definitions.md 8). null
 * without trials: an interval of [0, 1] would pass for data.
 */
export function wilsonAt(successes: number, trials: number, z: number): Bounds | null {
  if (trials === 0) return null;
  const share = successes / trials;
  const scale = 1 + (z * z) / trials;
  const centre = share + (z * z) / (2 * trials);
  const half = z * Math.sqrt((share * (1 - share)) / trials + (z * z) / (4 * trials * trials));
  return {
    low: successes === 0 ? 0 : Math.max(0, (centre - half) / scale),
    high: successes === trials ? 1 : Math.min(1, (centre + half) / scale),
  };
}

/** Wilson's interval at a two-sided confidence (0.95 and the like). */
export const wilson = (successes: number, trials: number, confidence = 0.95): Bounds | null =>
  wilsonAt(successes, trials, normalQuantile(1 - (1 - confidence) / 2));

/**
 * The share p at which P(X >= k) = tail (`isLower`) or P(X <= k) = tail: Newton's method on the logarithm of the tail,
 * kept inside a bracket that bisection shrinks. The derivative of either tail is a binomial probability.
 */
function solveShare(k: number, n: number, tail: number, isLower: boolean): number {
  let low = 0;
  let high = 1;
  let p = Math.min(Math.max((k + (isLower ? 0 : 1)) / (n + 1), 1e-12), 1 - 1e-12);
  for (let i = 0; i < 400; i++) {
    const value = isLower ? binomialAtLeast(k, n, p) : binomialAtMost(k, n, p);
    if (isLower === value < tail) low = p;
    else high = p;
    // d/dp P(X >= k) = n * P(Bin(n - 1, p) = k - 1); for P(X <= k) it is -n * P(Bin(n - 1, p) = k).
    const slope = n * Math.exp(logBinomialProbability(isLower ? k - 1 : k, n - 1, p)) * (isLower ? 1 : -1);
    const newton = p - (value / slope) * Math.log(value / tail);
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    const change = Math.abs(next - p);
    p = next;
    if (change <= 1e-15 * p) break;
  }
  return p;
}

/** The lower end: the p with P(X >= k) = tail. 0 for k = 0. */
const lowerEnd = (k: number, n: number, tail: number): number => (k === 0 ? 0 : solveShare(k, n, tail, true));
/** The upper end: the p with P(X <= k) = tail. 1 for k = n. */
const upperEnd = (k: number, n: number, tail: number): number => (k === n ? 1 : solveShare(k, n, tail, false));

/** The exact (Clopper-Pearson) interval of a share at a two-sided confidence; null without trials. */
export function clopperPearson(successes: number, trials: number, confidence = 0.95): Bounds | null {
  if (trials === 0) return null;
  const tail = (1 - confidence) / 2;
  return { low: lowerEnd(successes, trials, tail), high: upperEnd(successes, trials, tail) };
}

/** The exact one-sided upper bound at a confidence; null without trials. */
export const clopperPearsonUpper = (successes: number, trials: number, confidence = 0.95): number | null =>
  trials === 0 ? null : upperEnd(successes, trials, 1 - confidence);
