import { PythonRandom } from './mt19937.ts';

export interface SignFlip {
  readonly method: 'exact' | 'monte-carlo';
  /** Share of sign patterns with |sum| at least the observed one. */
  readonly pTwoSided: number;
  /** Share with a sum at least (at most) the observed one. */
  readonly pGreater: number;
  readonly pLess: number;
  /** Patterns looked at: 2^n (infinite past n = 1023), or the draws and the observed pattern. */
  readonly patterns: number;
}

export interface SignFlipOptions {
  /** For the Monte Carlo draws, where the exact count would be too large. Default 20260728. */
  readonly seed?: number | bigint;
  /** Default 10,000. */
  readonly draws?: number;
}

const MOST_DECIMALS = 6;
const MOST_STEPS = 5e7;
const LARGEST_TOTAL = 2e6;
const MOST_ENUMERATED = 20;

/** The differences as whole numbers of some decimal unit, when they are decimals of at most six places. */
function asWhole(deltas: readonly number[]): readonly number[] | null {
  for (let places = 0; places <= MOST_DECIMALS; places++) {
    const scaled = deltas.map((delta) => delta * 10 ** places);
    const whole = scaled.map(Math.round);
    const isWhole = (value: number, i: number): boolean =>
      Math.abs(value - whole[i]!) <= Math.min(1e-4, 1e-9 * Math.max(1, Math.abs(value)));
    if (scaled.every(isWhole)) return whole;
  }
  return null;
}

/**
 * Exact tails by counting subset sums: a pattern's sum is 2 * (sum of the sizes signed plus) - (sum of all sizes). Shares
 * are halved at each step, which is exact, so up to 2^53 patterns the counts are exact.
 */
function countWhole(sizes: readonly number[], observed: number): Omit<SignFlip, 'method' | 'patterns'> {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const shares = new Float64Array(total + 1);
  shares[0] = 1;
  let reached = 0;
  for (const size of sizes) {
    reached += size;
    for (let s = reached; s >= 0; s--) shares[s] = (shares[s]! + (s >= size ? shares[s - size]! : 0)) / 2;
  }
  let pTwoSided = 0;
  let pGreater = 0;
  let pLess = 0;
  for (let s = 0; s <= total; s++) {
    const sum = 2 * s - total;
    const share = shares[s]!;
    if (Math.abs(sum) >= Math.abs(observed)) pTwoSided += share;
    if (sum >= observed) pGreater += share;
    if (sum <= observed) pLess += share;
  }
  return { pTwoSided, pGreater, pLess };
}

/** Counts tails over sums that a generator yields, with slack for what doubles lose. */
function countSums(sums: Iterable<number>, observed: number, slack: number): Omit<SignFlip, 'method'> {
  let patterns = 0;
  let both = 0;
  let greater = 0;
  let less = 0;
  for (const sum of sums) {
    patterns += 1;
    if (Math.abs(sum) >= Math.abs(observed) - slack) both += 1;
    if (sum >= observed - slack) greater += 1;
    if (sum <= observed + slack) less += 1;
  }
  return { patterns, pTwoSided: both / patterns, pGreater: greater / patterns, pLess: less / patterns };
}

function* allSums(sizes: readonly number[]): Generator<number> {
  for (let pattern = 0; pattern < 2 ** sizes.length; pattern++) {
    let sum = 0;
    for (let i = 0; i < sizes.length; i++) sum += (pattern >> i) & 1 ? sizes[i]! : -sizes[i]!;
    yield sum;
  }
}

function* drawnSums(
  sizes: readonly number[],
  observed: number,
  draws: number,
  seed: number | bigint,
): Generator<number> {
  // The observed pattern is one of those that could have been: with it no p is 0.
  yield observed;
  const random = new PythonRandom(seed);
  for (let draw = 0; draw < draws; draw++) {
    let sum = 0;
    let bits = 0;
    for (let i = 0; i < sizes.length; i++) {
      bits = i % 32 === 0 ? random.nextWord() : bits >>> 1;
      sum += bits & 1 ? sizes[i]! : -sizes[i]!;
    }
    yield sum;
  }
}

/**
 * Sign-flip permutation test of paired differences: under "no difference" every sign is as likely as the other. Exact
 * where the differences are decimals of few places or few are not zero (zeros change nothing), else by seeded draws.
 * Sums are compared as whole numbers or with slack: plain doubles miss ties such as 0.1 + 0.2 = 0.3. null without
 * differences. Source: definitions.md 14.
 */
export function signFlip(deltas: readonly number[], options: SignFlipOptions = {}): SignFlip | null {
  if (deltas.length === 0) return null;
  const patterns = 2 ** deltas.length;
  const moving = deltas.filter((delta) => delta !== 0);
  const whole = asWhole(moving);
  const total = (whole ?? []).reduce((sum, value) => sum + Math.abs(value), 0);
  if (whole !== null && total <= LARGEST_TOTAL && total * moving.length <= MOST_STEPS) {
    const observed = whole.reduce((sum, value) => sum + value, 0);
    return { method: 'exact', patterns, ...countWhole(whole.map(Math.abs), observed) };
  }
  const sizes = moving.map(Math.abs);
  const observed = moving.reduce((sum, delta) => sum + delta, 0);
  const slack =
    1e-9 *
    Math.max(
      1,
      sizes.reduce((sum, size) => sum + size, 0),
    );
  if (moving.length <= MOST_ENUMERATED) {
    return { method: 'exact', ...countSums(allSums(sizes), observed, slack), patterns };
  }
  const sums = drawnSums(sizes, observed, options.draws ?? 10_000, options.seed ?? 20260728);
  return { method: 'monte-carlo', ...countSums(sums, observed, slack) };
}
