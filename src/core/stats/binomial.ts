/**
 * log(n!) minus Stirling's main term, for whole n >= 1: what is lost when large logarithms are subtracted is what this
 * keeps. Source: C. Loader, "Fast and accurate computation of binomial probabilities" (2000).
 */
function stirlingError(n: number): number {
  if (n > 15) {
    const s = 1 / (n * n);
    return (1 / 12 - s * (1 / 360 - s * (1 / 1260 - s * (1 / 1680 - s / 1188)))) / n;
  }
  let factorial = 1;
  for (let i = 2; i <= n; i++) factorial *= i;
  return Math.log(factorial) - (n + 0.5) * Math.log(n) + n - 0.5 * Math.log(2 * Math.PI);
}

/** x * log(x / mean) + mean - x without cancellation (Loader's deviance term), x and mean > 0. */
function deviance(x: number, mean: number): number {
  const difference = x - mean;
  if (Math.abs(difference) >= 0.1 * (x + mean)) return x * Math.log(x / mean) - difference;
  const v = difference / (x + mean);
  let power = 2 * x * v;
  let sum = difference * v;
  for (let j = 1; j < 1000; j++) {
    power *= v * v;
    const next = sum + power / (2 * j + 1);
    if (next === sum) break;
    sum = next;
  }
  return sum;
}

/** log P(X = k) for X ~ Binomial(n, p), whole 0 <= k <= n, 0 < p < 1; accurate for n in the millions. */
export function logBinomialProbability(k: number, n: number, p: number): number {
  if (k === 0) return n * Math.log1p(-p);
  if (k === n) return n * Math.log(p);
  const correction = stirlingError(n) - stirlingError(k) - stirlingError(n - k);
  const scale = 0.5 * Math.log(n / (2 * Math.PI * k * (n - k)));
  return correction - deviance(k, n * p) - deviance(n - k, n * (1 - p)) + scale;
}

/** P(X <= k) by its last term and the ratios downwards, k at or below the mean: no terms cancel. */
function lowerSum(k: number, n: number, p: number): number {
  const odds = (1 - p) / p;
  let ratio = 1;
  let sum = 1;
  for (let i = k; i > 0 && ratio > sum * 1e-18; i--) {
    ratio *= (i / (n - i + 1)) * odds;
    sum += ratio;
  }
  return sum * Math.exp(logBinomialProbability(k, n, p));
}

/** P(X >= k) in the same way, k at or above the mean. */
function upperSum(k: number, n: number, p: number): number {
  const odds = p / (1 - p);
  let ratio = 1;
  let sum = 1;
  for (let i = k; i < n && ratio > sum * 1e-18; i++) {
    ratio *= ((n - i) / (i + 1)) * odds;
    sum += ratio;
  }
  return sum * Math.exp(logBinomialProbability(k, n, p));
}

/** P(X <= k) for X ~ Binomial(n, p), whole k and n >= 0, 0 <= p <= 1; about 1e-13 relative. */
export function binomialAtMost(k: number, n: number, p: number): number {
  if (k < 0) return 0;
  if (k >= n || p <= 0) return 1;
  if (p >= 1) return 0;
  return k <= n * p ? Math.min(1, lowerSum(k, n, p)) : Math.max(0, 1 - upperSum(k + 1, n, p));
}

/** P(X >= k) likewise. */
export function binomialAtLeast(k: number, n: number, p: number): number {
  if (k <= 0) return 1;
  if (k > n || p <= 0) return 0;
  if (p >= 1) return 1;
  return k >= n * p ? Math.min(1, upperSum(k, n, p)) : Math.max(0, 1 - lowerSum(k - 1, n, p));
}
