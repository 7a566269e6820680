import { describe, expect, it } from 'vitest';
import { hasShared, itWithPython, itWithShared, readSharedJson, runPython } from '../answers/testing/outside.ts';
import { PythonRandom } from './mt19937.ts';

interface SeedGolden {
  readonly seed: string;
  readonly words: readonly number[];
  readonly randrange: Readonly<Record<string, readonly number[]>>;
  readonly random: readonly number[];
}
interface Goldens {
  readonly seeds: readonly SeedGolden[];
  readonly word_checkpoints_seed_20260728: Readonly<Record<string, number>>;
}
const GOLDENS = 'cpython-rng.json';
const goldens = hasShared(GOLDENS)
  ? readSharedJson<Goldens>(GOLDENS)
  : { seeds: [], word_checkpoints_seed_20260728: {} };
const times = <T>(count: number, draw: () => T): readonly T[] => Array.from({ length: count }, draw);

describe('PythonRandom', () => {
  it('starts as CPython does (seed 0)', () => {
    const random = new PythonRandom(0);
    expect(times(3, () => random.nextWord())).toEqual([3626764237, 1654615998, 3255389356]);
    expect(new PythonRandom(-7).nextWord()).toBe(new PythonRandom(7n).nextWord());
  });

  itWithShared(GOLDENS)('has goldens of 18 seeds', () => {
    expect(goldens.seeds).toHaveLength(18);
    expect(Object.keys(goldens.word_checkpoints_seed_20260728).length).toBeGreaterThan(5);
  });

  it.each(goldens.seeds.map((golden) => [golden.seed, golden] as const))(
    'seed %s equals the goldens',
    (_seed, golden) => {
      const seed = BigInt(golden.seed);
      const words = new PythonRandom(seed);
      expect(times(golden.words.length, () => words.nextWord())).toEqual(golden.words);
      const doubles = new PythonRandom(seed);
      expect(times(golden.random.length, () => doubles.random())).toEqual(golden.random);
      for (const [n, wanted] of Object.entries(golden.randrange)) {
        const one = new PythonRandom(seed);
        expect(times(wanted.length, () => one.randrange(Number(n)))).toEqual(wanted);
        if (Number(n) >= 2 ** 31) continue;
        const many = new PythonRandom(seed);
        const out = new Uint32Array(wanted.length);
        many.fillIndices(Number(n), out);
        expect([...out]).toEqual(wanted);
        const following = new PythonRandom(seed);
        for (const _ of wanted) following.randrange(Number(n));
        expect(many.nextWord()).toBe(following.nextWord());
      }
    },
  );

  it('keeps its place over many blocks', () => {
    const random = new PythonRandom(20260728);
    const words = times(2000, () => random.nextWord());
    for (const [at, word] of Object.entries(goldens.word_checkpoints_seed_20260728)) {
      expect(words[Number(at)]).toBe(word);
    }
  });

  it('sums draws as filling indices and adding does, and leaves the generator at the same word', () => {
    for (const n of [1, 2, 3, 100, 625, 1024, 7405, 65535]) {
      const values = Int32Array.from({ length: n }, (_, i) => ((i * 7919) % 4097) - 2048);
      if (n < 4) values.fill(n === 2 ? -2048 : 2048);
      const one = new PythonRandom(n);
      const other = new PythonRandom(n);
      const sums = new Float64Array(n > 10_000 ? 3 : 40);
      one.sumDraws(values, sums);
      const indices = new Uint32Array(n);
      for (const sum of sums) {
        other.fillIndices(n, indices);
        expect(sum).toBe(indices.reduce((total, index) => total + values[index]!, 0));
      }
      expect(one.nextWord()).toBe(other.nextWord());
    }
  });

  itWithPython()('agrees with CPython on mixed calls, shuffles and wide ranges', () => {
    const code = `
import json, random, sys
out = []
for seed in json.load(sys.stdin):
    r = random.Random(int(seed)); x = list(range(97)); r.shuffle(x)
    out.append([x, r.getrandbits(53), r.randrange(2**53 - 1), r.randrange(3 * 2**40), r.random(), r.getrandbits(1), r.randrange(65536), r.getrandbits(33)])
json.dump(out, sys.stdout)`;
    const seeds = [
      '0',
      '1',
      '42',
      '20260728',
      '-5',
      '4294967296',
      '340282366920938463463374607431768211457',
      `1${'0'.repeat(400)}`,
    ];
    const rows = runPython<unknown[]>(code, seeds);
    seeds.forEach((seed, i) => {
      const random = new PythonRandom(BigInt(seed));
      const list = times(97, () => 0).map((_, j) => j);
      random.shuffle(list);
      expect([
        list,
        random.getRandomBits(53),
        random.randrange(2 ** 53 - 1),
        random.randrange(3 * 2 ** 40),
        random.random(),
        random.getRandomBits(1),
        random.randrange(65536),
        random.getRandomBits(33),
      ]).toEqual(rows[i]);
    });
  });
});
