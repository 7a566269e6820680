import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { argsortDescending } from './argsort.ts';

const slow = (values: Float64Array) => Uint32Array.from(values.keys()).sort((a, b) => values[b]! - values[a]! || a - b);

/** Random doubles, a grid with float noise below the high word, heavy ties, and the extremes. */
const makers: Record<string, (i: number, random: () => number) => number> = {
  random: (_, random) => random() * 20 - 10,
  grid: (_, random) => Math.round(random() * 40 - 20) / 8 + (random() - 0.5) * 1e-8,
  ties: (_, random) => Math.floor(random() * 3) - 1,
  extremes: (i, random) =>
    [-1e30, 1e300, -1e300, 5e-324, -5e-324, 0, -0, Number.MAX_VALUE, -Number.MAX_VALUE, random()][i % 10]!,
};

describe('argsortDescending', () => {
  for (const [name, make] of Object.entries(makers)) {
    it(`equals a stable comparator sort: ${name}`, () => {
      let seed = 7;
      const random = () => {
        seed = (seed * 16807) % 2147483647;
        return seed / 2147483647;
      };
      for (const length of [0, 1, 2, 100, 2047, 2048, 30_000]) {
        const values = Float64Array.from({ length }, (_, i) => make(i, random));
        expect(argsortDescending(values)).toEqual(slow(values));
      }
    });
  }

  it('equals it for arbitrary doubles', () => {
    const double = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(fc.array(double, { minLength: 1, maxLength: 40 }), (few) => {
        const values = Float64Array.from({ length: 3000 }, (_, i) => few[(i * 7919) % few.length]!);
        expect(argsortDescending(values)).toEqual(slow(values));
      }),
      { numRuns: 50 },
    );
  });
});
