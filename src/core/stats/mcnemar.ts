import { binomialAtLeast, binomialAtMost, logBinomialProbability } from './binomial.ts';
import { chiSquareSurvival } from './normal.ts';

export interface McNemar {
  /** The exact two-sided p: twice the smaller tail, at most 1. */
  readonly exact: number;
  /** The exact p less half the probability of what was seen, on both sides. */
  readonly midP: number;
  /** P(X >= b): small when b is too large. */
  readonly oneSidedGreater: number;
  /** P(X <= b): small when b is too small. */
  readonly oneSidedLess: number;
  /** (b - c)^2 / (b + c); null without discordant pairs. */
  readonly chiSquare: number | null;
  readonly chiSquareP: number | null;
  /** With the continuity correction |b - c| - 1, floored at 0. */
  readonly correctedP: number | null;
}

/**
 * McNemar's test on the two counts of discordant pairs, such as harmed and rescued questions: X ~ Binomial(b + c, 1/2).
 * Without discordant pairs every exact p is 1. Source: definitions.md 14.
 */
export function mcNemar(b: number, c: number): McNemar {
  const n = b + c;
  if (n === 0) {
    return {
      exact: 1,
      midP: 1,
      oneSidedGreater: 1,
      oneSidedLess: 1,
      chiSquare: null,
      chiSquareP: null,
      correctedP: null,
    };
  }
  const least = Math.min(b, c);
  const tail = binomialAtMost(least, n, 0.5);
  const corrected = Math.max(0, Math.abs(b - c) - 1);
  const chiSquare = (b - c) ** 2 / n;
  return {
    exact: Math.min(1, 2 * tail),
    midP: b === c ? 1 : 2 * tail - Math.exp(logBinomialProbability(least, n, 0.5)),
    oneSidedGreater: binomialAtLeast(b, n, 0.5),
    oneSidedLess: binomialAtMost(b, n, 0.5),
    chiSquare,
    chiSquareP: chiSquareSurvival(chiSquare),
    correctedP: chiSquareSurvival(corrected ** 2 / n),
  };
}
