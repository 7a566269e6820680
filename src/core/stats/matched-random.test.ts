import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itWithShared, readSharedJson } from '../answers/testing/outside.ts';
import {
  atLeast,
  expectMatched,
  type MatchedStops,
  quantileOfLaw,
  safeStopLaw,
  simulateMatched,
} from './matched-random.ts';

interface GoldenQuestion {
  readonly states: readonly number[];
  readonly nativeEm: number;
  readonly nativeSearches: number;
}

interface GoldenCase {
  readonly name: string;
  readonly questions: readonly GoldenQuestion[];
  readonly stopsAtIndex: readonly number[];
  readonly expectedSafeStops: number;
  readonly expectedSafePerIndex: readonly number[];
  readonly expectedUnsafeStops: number;
  readonly expectedEm: number;
  readonly expectedMeanSearches: number;
  readonly enumeratedAssignments?: number;
  readonly safeStopDistribution?: Readonly<Record<string, number>>;
  readonly interval95SafeStops?: readonly [number, number];
  readonly pAtLeast?: Readonly<Record<string, number>>;
}

interface Hypergeometric {
  readonly N: number;
  readonly K: number;
  readonly m: number;
  readonly mean: number;
  readonly pmf: Readonly<Record<string, number>> | null;
  readonly q025: number;
  readonly q975: number;
}

const GOLDENS = 'goldens/stats/stats.json';
const readGolden = () =>
  readSharedJson<{
    readonly matchedRandom: {
      readonly cases: readonly GoldenCase[];
      readonly hypergeometric: readonly Hypergeometric[];
    };
  }>(GOLDENS).matchedRandom;

function toInput(questions: readonly GoldenQuestion[], stopsAtDepth: readonly number[]): MatchedStops {
  const stateStart = new Int32Array(questions.length + 1);
  questions.forEach(({ states }, q) => {
    stateStart[q + 1] = stateStart[q]! + states.length;
  });
  return {
    stateStart,
    isSafe: Uint8Array.from(questions.flatMap(({ states }) => states)),
    searches: questions.flatMap(({ states }) => states.map((_, k) => k)),
    nativeEm: questions.map(({ nativeEm }) => nativeEm),
    nativeSearches: questions.map(({ nativeSearches }) => nativeSearches),
    stopsAtDepth,
  };
}

/** Every assignment of disjoint stops, by hand: how many there are with each number of safe ones. */
function enumerate(input: MatchedStops, q = 0, left: readonly number[] = input.stopsAtDepth): Map<number, number> {
  const counts = new Map<number, number>();
  if (q === input.stateStart.length - 1) {
    if (left.every((stops) => stops === 0)) counts.set(0, 1);
    return counts;
  }
  const add = (rest: Map<number, number>, safe: number): void => {
    for (const [s, n] of rest) counts.set(s + safe, (counts.get(s + safe) ?? 0) + n);
  };
  add(enumerate(input, q + 1, left), 0);
  for (let state = input.stateStart[q]!; state < input.stateStart[q + 1]!; state++) {
    const depth = state - input.stateStart[q]!;
    if ((left[depth] ?? 0) === 0) continue;
    add(
      enumerate(
        input,
        q + 1,
        left.map((stops, k) => (k === depth ? stops - 1 : stops)),
      ),
      input.isSafe[state]!,
    );
  }
  return counts;
}

const questions = fc.array(
  fc.record({
    states: fc.array(fc.constantFrom(0, 1), { maxLength: 3 }),
    nativeEm: fc.constantFrom(0, 1),
    nativeSearches: fc.integer({ min: 0, max: 4 }),
  }),
  { minLength: 1, maxLength: 6 },
);
const cases = fc.tuple(questions, fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 3 }));

describe('random stopping at matched depth', () => {
  itWithShared(GOLDENS)('agrees with the worked cases, enumerated laws included', () => {
    for (const c of readGolden().cases) {
      const input = toInput(c.questions, c.stopsAtIndex);
      const expected = expectMatched(input)!;
      expect(expected.safeStops, c.name).toBeCloseTo(c.expectedSafeStops, 11);
      expect(expected.unsafeStops, c.name).toBeCloseTo(c.expectedUnsafeStops, 11);
      expect(expected.em, c.name).toBeCloseTo(c.expectedEm, 12);
      expect(expected.searches, c.name).toBeCloseTo(c.expectedMeanSearches, 12);
      expected.safePerDepth.forEach((safe, k) => {
        expect(safe, c.name).toBeCloseTo(c.expectedSafePerIndex[k]!, 11);
      });
      const law = safeStopLaw(input);
      if (c.safeStopDistribution === undefined) continue;
      for (const [safe, n] of Object.entries(c.safeStopDistribution)) {
        expect(law![Number(safe)], c.name).toBeCloseTo(n / c.enumeratedAssignments!, 13);
      }
      expect([quantileOfLaw(law!, 0.025), quantileOfLaw(law!, 0.975)], c.name).toEqual(c.interval95SafeStops);
      for (const [safe, p] of Object.entries(c.pAtLeast!)) {
        expect(atLeast(law!, Number(safe)), c.name).toBeCloseTo(p, 13);
      }
    }
  });

  itWithShared(GOLDENS)('with one depth it is hypergeometric', () => {
    for (const { N, K, m, mean, pmf, q025, q975 } of readGolden().hypergeometric) {
      const all = Array.from({ length: N }, (_, q) => ({ states: [q < K ? 1 : 0], nativeEm: 0, nativeSearches: 1 }));
      const law = safeStopLaw(toInput(all, [m]))!;
      const what = `${N} ${K} ${m}`;
      expect(
        law.reduce((sum, p, s) => sum + p * s, 0),
        what,
      ).toBeCloseTo(mean, 10);
      for (const [s, p] of Object.entries(pmf ?? {})) expect(law[Number(s)], what).toBeCloseTo(p, 13);
      expect([quantileOfLaw(law, 0.025), quantileOfLaw(law, 0.975)], what).toEqual([q025, q975]);
    }
  });

  it('law and expectation are those of all assignments', () => {
    fc.assert(
      fc.property(cases, ([list, stops]) => {
        const input = toInput(list, stops);
        const counts = enumerate(input);
        const all = [...counts.values()].reduce((sum, n) => sum + n, 0);
        const law = safeStopLaw(input);
        const expected = expectMatched(input);
        if (all === 0) {
          expect([law, expected, simulateMatched(input, { seed: 1, draws: 1 })]).toEqual([null, null, null]);
          return;
        }
        law!.forEach((p, s) => {
          expect(p).toBeCloseTo((counts.get(s) ?? 0) / all, 12);
        });
        expect(expected!.safeStops).toBeCloseTo(
          law!.reduce((sum, p, s) => sum + p * s, 0),
          12,
        );
      }),
    );
  });

  itWithShared(GOLDENS)('the expectation equals simulation within its error', () => {
    const c = readGolden().cases.at(-1)!;
    const input = toInput(c.questions, c.stopsAtIndex);
    const expected = expectMatched(input)!;
    const draws = simulateMatched(input, { seed: 5, draws: 20_000 })!;
    for (const [values, mean] of [
      [Float64Array.from(draws.safeStops), expected.safeStops],
      [draws.em, expected.em],
      [draws.searches, expected.searches],
    ] as const) {
      const average = values.reduce((sum, v) => sum + v, 0) / values.length;
      const deviation = Math.sqrt(values.reduce((sum, v) => sum + (v - average) ** 2, 0) / values.length);
      expect(Math.abs(average - mean)).toBeLessThan((4 * deviation) / Math.sqrt(values.length));
    }
  });

  it('draws follow the exact law', () => {
    const list = [
      { states: [0, 1, 1], nativeEm: 1, nativeSearches: 3 },
      { states: [1, 1], nativeEm: 1, nativeSearches: 2 },
      { states: [0, 0, 1, 1], nativeEm: 0, nativeSearches: 4 },
      { states: [0], nativeEm: 0, nativeSearches: 1 },
      { states: [1, 0, 0], nativeEm: 1, nativeSearches: 3 },
    ];
    const input = toInput(list, [1, 1, 1]);
    const law = safeStopLaw(input)!;
    const draws = 40_000;
    const { safeStops } = simulateMatched(input, { seed: 9, draws })!;
    law.forEach((p, s) => {
      const share = safeStops.filter((safe) => safe === s).length / draws;
      expect(Math.abs(share - p)).toBeLessThan(4 * Math.sqrt((p * (1 - p)) / draws) + 1e-9);
    });
  });

  it('leaves the exact law to simulation where it would take too long', () => {
    const many = Array.from({ length: 800 }, () => ({ states: [0, 1, 0, 1], nativeEm: 1, nativeSearches: 4 }));
    const input = toInput(many, [20, 20, 20, 9]);
    expect(safeStopLaw(input)).toBeNull();
    expect(expectMatched(input)!.safeStops).toBeCloseTo(29, 9);
  });
});
