import { PythonRandom } from './mt19937.ts';

/**
 * Questions with the states at which they may be stopped, and how many stops a policy makes at each depth. A state's depth
 * is its position among its question's eligible states: the state index, unless some are missing. So a question that has
 * depth k + 1 also has depth k, which is what makes the law below exact.
 */
export interface MatchedStops {
  /** Length questions + 1: the eligible states of question q are stateStart[q] .. stateStart[q + 1] - 1. */
  readonly stateStart: Int32Array;
  /** Per eligible state: 1 where stopping gives the right answer. */
  readonly isSafe: Uint8Array;
  /** Per eligible state: searches until the stop. */
  readonly searches: ArrayLike<number>;
  /** Per question: 1 where the native run is right. */
  readonly nativeEm: ArrayLike<number>;
  readonly nativeSearches: ArrayLike<number>;
  /** Stops to make at depth 0, 1, ... */
  readonly stopsAtDepth: readonly number[];
}

/** Means over the random choices. */
export interface MatchedExpectation {
  readonly safeStops: number;
  readonly safePerDepth: readonly number[];
  readonly unsafeStops: number;
  /** Means over the questions. */
  readonly em: number;
  readonly searches: number;
  /** Per eligible state: the probability that its question is stopped there. */
  readonly stopProbability: Float64Array;
}

/**
 * Random stopping with as many stops at each depth as a policy makes, no question stopped twice: uniform over all such
 * choices, which is the law of choosing the deepest stops first. The probability of a stop at depth k is that of no deeper
 * one, times stops[k] over the questions of that depth that are left. null where there are more stops than questions to
 * take them, or no questions. Source: definitions.md 14.
 */
export function expectMatched(input: MatchedStops): MatchedExpectation | null {
  const { stateStart, isSafe, searches, nativeEm, nativeSearches, stopsAtDepth } = input;
  const count = stateStart.length - 1;
  if (count < 1 || !isPossible(input)) return null;
  const reach = reachOf(input);
  const stopProbability = new Float64Array(isSafe.length);
  const isOpen = new Float64Array(count).fill(1);
  const safePerDepth = new Float64Array(stopsAtDepth.length);
  let deeper = 0;
  for (let depth = stopsAtDepth.length - 1; depth >= 0; depth--) {
    const stops = stopsAtDepth[depth]!;
    const share = stops === 0 ? 0 : stops / (reach[depth]! - deeper);
    for (let q = 0; q < count; q++) {
      const state = stateStart[q]! + depth;
      if (state >= stateStart[q + 1]!) continue;
      const probability = isOpen[q]! * share;
      isOpen[q] = isOpen[q]! - probability;
      stopProbability[state] = probability;
      if (isSafe[state] === 1) safePerDepth[depth] = safePerDepth[depth]! + probability;
    }
    deeper += stops;
  }
  let correct = 0;
  let calls = 0;
  for (let q = 0; q < count; q++) {
    correct += isOpen[q]! * nativeEm[q]!;
    calls += isOpen[q]! * nativeSearches[q]!;
    for (let state = stateStart[q]!; state < stateStart[q + 1]!; state++) {
      correct += stopProbability[state]! * isSafe[state]!;
      calls += stopProbability[state]! * searches[state]!;
    }
  }
  const safeStops = safePerDepth.reduce((sum, safe) => sum + safe, 0);
  return {
    safeStops,
    safePerDepth: [...safePerDepth],
    unsafeStops: deeper - safeStops,
    em: correct / count,
    searches: calls / count,
    stopProbability,
  };
}

/** Questions that have a state at each depth. */
function reachOf({ stateStart, stopsAtDepth }: MatchedStops): Int32Array {
  const reach = new Int32Array(stopsAtDepth.length);
  for (let q = 0; q + 1 < stateStart.length; q++) {
    const depths = Math.min(stateStart[q + 1]! - stateStart[q]!, reach.length);
    for (let depth = 0; depth < depths; depth++) reach[depth] = reach[depth]! + 1;
  }
  return reach;
}

function isPossible(input: MatchedStops): boolean {
  const reach = reachOf(input);
  let deeper = 0;
  for (let depth = reach.length - 1; depth >= 0; depth--) {
    deeper += input.stopsAtDepth[depth]!;
    if (deeper > reach[depth]!) return false;
  }
  return true;
}

/** Cells times questions beyond which the exact law takes too long. */
const MOST_STEPS = 5e7;

/**
 * The exact law of the number of safe stops: probability of 0, 1, ... of them. Counts the choices question by question, by
 * stops so far at each depth and safe stops so far. null where that would take too long (then `simulateMatched`), or where
 * no choice is possible.
 */
export function safeStopLaw(input: MatchedStops): Float64Array | null {
  const { stateStart, isSafe, stopsAtDepth } = input;
  const count = stateStart.length - 1;
  const total = stopsAtDepth.reduce((sum, stops) => sum + stops, 0);
  // Mixed radix: safe stops lowest, then the stops at each depth.
  const strides: number[] = [];
  let cells = total + 1;
  for (const stops of stopsAtDepth) {
    strides.push(cells);
    cells *= stops + 1;
  }
  if (cells * Math.max(1, count) > MOST_STEPS || !isPossible(input)) return null;
  const ways = new Float64Array(cells);
  ways[0] = 1;
  for (let q = 0; q < count; q++) {
    const depths = Math.min(stateStart[q + 1]! - stateStart[q]!, stopsAtDepth.length);
    let largest = 0;
    // Downwards, so that a question is never counted twice.
    for (let cell = cells - 1; cell >= 0; cell--) {
      let sum = ways[cell]!;
      for (let depth = 0; depth < depths; depth++) {
        const isStopped = Math.floor(cell / strides[depth]!) % (stopsAtDepth[depth]! + 1) > 0;
        const safe = isSafe[stateStart[q]! + depth]!;
        if (isStopped && cell % (total + 1) >= safe) sum += ways[cell - strides[depth]! - safe]!;
      }
      ways[cell] = sum;
      if (sum > largest) largest = sum;
    }
    if (largest > 1e200) for (let cell = 0; cell < cells; cell++) ways[cell] = ways[cell]! * 1e-200;
  }
  const law = ways.slice(cells - total - 1);
  const all = law.reduce((sum, way) => sum + way, 0);
  return law.map((way) => way / all);
}

/** The smallest number with at least `share` of the law at or below it. */
export function quantileOfLaw(law: ArrayLike<number>, share: number): number {
  let sum = 0;
  for (let s = 0; s < law.length; s++) {
    sum += law[s]!;
    // Sums of exact fractions may fall short by their last digits.
    if (sum >= share - 1e-12) return s;
  }
  return law.length - 1;
}

/** P(at least so many). */
export function atLeast(law: ArrayLike<number>, observed: number): number {
  let sum = 0;
  for (let s = law.length - 1; s >= Math.max(0, observed); s--) sum += law[s]!;
  return Math.min(1, sum);
}

/** One entry per draw. */
export interface MatchedDraws {
  readonly safeStops: Uint32Array;
  readonly em: Float64Array;
  readonly searches: Float64Array;
}

/**
 * Draws from the law of `expectMatched`, with CPython's generator. null where no choice is possible. Time: draws times
 * stops.
 */
export function simulateMatched(
  input: MatchedStops,
  options: { readonly seed: number | bigint; readonly draws: number },
): MatchedDraws | null {
  const { stateStart, isSafe, searches, nativeEm, nativeSearches, stopsAtDepth } = input;
  const count = stateStart.length - 1;
  if (count < 1 || !isPossible(input)) return null;
  const depthOf = (q: number): number => stateStart[q + 1]! - stateStart[q]!;
  // Deepest first: the questions of a depth are then a stretch at the front, and stay one while its members are swapped.
  const order = Int32Array.from({ length: count }, (_, q) => q).sort((a, b) => depthOf(b) - depthOf(a) || a - b);
  const original = order.slice();
  const reach = reachOf(input);
  const random = new PythonRandom(options.seed);
  const nativeCorrect = sumOf(nativeEm, count);
  const nativeCalls = sumOf(nativeSearches, count);
  const safeStops = new Uint32Array(options.draws);
  const em = new Float64Array(options.draws);
  const meanSearches = new Float64Array(options.draws);
  for (let draw = 0; draw < options.draws; draw++) {
    let chosen = 0;
    let safe = 0;
    let correct = nativeCorrect;
    let calls = nativeCalls;
    const touched: number[] = [];
    for (let depth = stopsAtDepth.length - 1; depth >= 0; depth--) {
      for (let i = 0; i < stopsAtDepth[depth]!; i++, chosen++) {
        const pick = chosen + random.randrange(reach[depth]! - chosen);
        const q = order[pick]!;
        order[pick] = order[chosen]!;
        order[chosen] = q;
        touched.push(pick, chosen);
        const state = stateStart[q]! + depth;
        safe += isSafe[state]!;
        correct += isSafe[state]! - nativeEm[q]!;
        calls += searches[state]! - nativeSearches[q]!;
      }
    }
    for (const place of touched) order[place] = original[place]!;
    safeStops[draw] = safe;
    em[draw] = correct / count;
    meanSearches[draw] = calls / count;
  }
  return { safeStops, em, searches: meanSearches };
}

function sumOf(values: ArrayLike<number>, count: number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += values[i]!;
  return sum;
}
