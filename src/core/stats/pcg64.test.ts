import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hasShared, itWithShared, readSharedJson } from '../answers/testing/outside.ts';
import { numpyBootstrapMeans, pairwiseSum, percentileLinear } from './numpy-bootstrap.ts';
import { NumpyRandom } from './pcg64.ts';
import { seedSequenceWords } from './seed-sequence.ts';

interface Whole {
  readonly seed: number;
  readonly n: number;
  readonly first40: readonly number[];
  readonly sum1000: string;
  readonly last: number;
  readonly words64Consumed: number;
  readonly halfLeftInBuffer: boolean;
  readonly nextRandomAfter1000: number;
}
interface Call {
  readonly op: 'integers' | 'random';
  readonly n: number;
  readonly size: number;
  readonly values: readonly number[];
}
type Percentiles = Readonly<Record<string, number>>;
interface Goldens {
  readonly seedSequence: Readonly<Record<string, { uint32x8: readonly number[]; uint64x4: readonly string[] }>>;
  readonly pcg64: Readonly<Record<string, { state: string; inc: string; firstRaw64: readonly string[] }>>;
  readonly integers: readonly Whole[];
  readonly random: Readonly<Record<string, readonly number[]>>;
  readonly sequenceOfCalls: readonly { readonly seed: number; readonly calls: readonly Call[] }[];
  readonly bootstrap: {
    readonly indices: Readonly<Record<string, readonly number[]>>;
    readonly N: number;
    readonly R: number;
    readonly seed: number;
    readonly deltasInt: readonly number[];
    readonly deltasFloat: readonly number[];
    readonly sha256OfIndexLines: string;
    readonly meanInt: number;
    readonly meanFloat: number;
    readonly meansInt_first20: readonly number[];
    readonly meansFloat_first20: readonly number[];
    readonly sumOfMeansInt_times300: number;
    readonly percentilesInt: Percentiles;
    readonly percentilesFloat: Percentiles;
  };
  readonly bootstrapOddN: {
    readonly N: number;
    readonly R: number;
    readonly seed: number;
    readonly firstThreeIndexLists: readonly (readonly number[])[];
    readonly sha256OfIndexLines: string;
    readonly means_first20: readonly number[];
    readonly sumOfMeans_times101: number;
    readonly percentiles: Percentiles;
  };
}

const PATH = 'goldens/numpy-rng/numpy-rng.json';
const goldens = hasShared(PATH) ? readSharedJson<Goldens>(PATH) : null;
const times = <T>(count: number, draw: () => T): readonly T[] => Array.from({ length: count }, draw);

/** All index lists of a bootstrap, hashed as the goldens say. */
function hashIndices(seed: number, n: number, repeats: number): string {
  const random = new NumpyRandom(seed);
  const indices = new Uint32Array(n);
  const hash = createHash('sha256');
  for (let r = 0; r < repeats; r++) {
    random.fillIndices(n, indices);
    hash.update(`${indices.join(',')}\n`);
  }
  return hash.digest('hex');
}

const percentilesOf = (means: Float64Array, wanted: Percentiles): Percentiles =>
  Object.fromEntries(Object.keys(wanted).map((q) => [q, percentileLinear(means, Number(q))]));

describe('NumpyRandom', () => {
  it('starts as NumPy does (seed 42)', () => {
    expect(new NumpyRandom(42).random()).toBe(0.7739560485559633);
    expect(new NumpyRandom(42n).nextWord64()).toBe(14276969152011380360n);
  });

  it('draws nothing for n = 1', () => {
    const random = new NumpyRandom(0);
    random.fillIndices(1, new Uint32Array(100));
    expect(random.integers(1)).toBe(0);
    expect(random.random()).toBe(0.6369616873214543);
  });

  itWithShared(PATH)('has the whole golden file', () => {
    expect(goldens?.integers).toHaveLength(48);
    expect(goldens?.sequenceOfCalls).toHaveLength(4);
  });

  it.each(Object.entries(goldens?.seedSequence ?? {}))('seed sequence of %s', (seed, wanted) => {
    const words = [...seedSequenceWords(BigInt(seed), 8)];
    expect(words).toEqual(wanted.uint32x8);
    expect(times(4, () => 0).map((_, i) => String((BigInt(words[2 * i + 1]!) << 32n) | BigInt(words[2 * i]!)))).toEqual(
      wanted.uint64x4,
    );
  });

  it.each(Object.entries(goldens?.pcg64 ?? {}))('state and raw words of %s', (seed, wanted) => {
    const random = new NumpyRandom(BigInt(seed));
    expect(random.snapshot()).toEqual({ state: BigInt(wanted.state), inc: BigInt(wanted.inc) });
    expect(times(wanted.firstRaw64.length, () => String(random.nextWord64()))).toEqual(wanted.firstRaw64);
  });

  it.each((goldens?.integers ?? []).map((row) => [row.seed, row.n, row] as const))(
    'seed %s: integers below %s',
    (seed, n, row) => {
      const random = new NumpyRandom(seed);
      const values = times(1000, () => random.integers(n));
      expect(values.slice(0, 40)).toEqual(row.first40);
      expect(values.at(-1)).toBe(row.last);
      expect(String(values.reduce((sum, value) => sum + BigInt(value), 0n))).toBe(row.sum1000);
      expect(random.random()).toBe(row.nextRandomAfter1000);
      // How many words that took, and whether a half was left over.
      const counted = new NumpyRandom(seed);
      for (let i = 0; i < row.words64Consumed; i++) counted.nextWord64();
      expect(counted.random()).toBe(row.nextRandomAfter1000);
      const half = random.nextWord();
      const fresh = Number(BigInt.asUintN(32, counted.nextWord64()));
      if (row.halfLeftInBuffer) expect(half).not.toBe(fresh);
      else expect(half).toBe(fresh);
      if (n >= 2 ** 32) return;
      const filled = new Uint32Array(1000);
      new NumpyRandom(seed).fillIndices(n, filled);
      expect([...filled]).toEqual(values);
    },
  );

  it.each(Object.entries(goldens?.random ?? {}))('random() of seed %s', (seed, wanted) => {
    const random = new NumpyRandom(BigInt(seed));
    expect(times(wanted.length, () => random.random())).toEqual(wanted);
  });

  it.each((goldens?.sequenceOfCalls ?? []).map((row) => [row.seed, row] as const))(
    'mixed calls of seed %s',
    (seed, row) => {
      const random = new NumpyRandom(seed);
      for (const call of row.calls) {
        const values = times(call.size, () => (call.op === 'random' ? random.random() : random.integers(call.n)));
        expect(values).toEqual(call.values);
      }
    },
  );
});

describe('NumPy bootstrap', () => {
  itWithShared(PATH)('300 questions, 1,000 replicates: every index, mean and percentile', () => {
    const wanted = goldens!.bootstrap;
    expect(hashIndices(wanted.seed, wanted.N, wanted.R)).toBe(wanted.sha256OfIndexLines);
    const [whole, fraction] = numpyBootstrapMeans(
      new NumpyRandom(wanted.seed),
      [wanted.deltasInt, wanted.deltasFloat],
      wanted.R,
    );
    expect([...whole!.slice(0, 20)]).toEqual(wanted.meansInt_first20);
    expect([...fraction!.slice(0, 20)]).toEqual(wanted.meansFloat_first20);
    expect(whole!.reduce((sum, mean) => sum + Math.round(mean * 300), 0)).toBe(wanted.sumOfMeansInt_times300);
    expect(percentilesOf(whole!, wanted.percentilesInt)).toEqual(wanted.percentilesInt);
    expect(percentilesOf(fraction!, wanted.percentilesFloat)).toEqual(wanted.percentilesFloat);
    expect(pairwiseSum(Float64Array.from(wanted.deltasFloat)) / wanted.N).toBe(wanted.meanFloat);
    expect(pairwiseSum(Float64Array.from(wanted.deltasInt)) / wanted.N).toBe(wanted.meanInt);
  });

  itWithShared(PATH)('an odd number of questions: the half left over opens the next replicate', () => {
    const wanted = goldens!.bootstrapOddN;
    expect(hashIndices(wanted.seed, wanted.N, wanted.R)).toBe(wanted.sha256OfIndexLines);
    const random = new NumpyRandom(wanted.seed);
    const lists = times(3, () => {
      const indices = new Uint32Array(wanted.N);
      random.fillIndices(wanted.N, indices);
      return [...indices];
    });
    expect(lists).toEqual(wanted.firstThreeIndexLists);
    const deltas = goldens!.bootstrap.deltasInt.slice(0, wanted.N);
    const [means] = numpyBootstrapMeans(new NumpyRandom(wanted.seed), [deltas], wanted.R);
    expect([...means!.slice(0, 20)]).toEqual(wanted.means_first20);
    expect(means!.reduce((sum, mean) => sum + Math.round(mean * 101), 0)).toBe(wanted.sumOfMeans_times101);
    expect(percentilesOf(means!, wanted.percentiles)).toEqual(wanted.percentiles);
  });

  it('interpolates percentiles from both sides', () => {
    const values = Float64Array.of(4, 1, 3, 2);
    expect([0, 25, 50, 100].map((q) => percentileLinear(values, q))).toEqual([1, 1.75, 2.5, 4]);
    expect(percentileLinear(Float64Array.of(7), 97.5)).toBe(7);
  });
});
