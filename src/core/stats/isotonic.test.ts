import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itWithShared, readSharedJson } from '../answers/testing/outside.ts';
import { fitIsotonic, fitIsotonicValues, type IsotonicFit, predictIsotonic } from './isotonic.ts';

interface GoldenCase {
  readonly name: string;
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly w: readonly number[] | null;
  readonly yMin: number | null;
  readonly yMax: number | null;
  readonly increasing: boolean;
  readonly fitted: readonly (readonly [number, number])[];
  readonly knots: readonly [readonly number[], readonly number[]];
  readonly predict: readonly (readonly [number, number])[];
}

const optionsOf = (c: GoldenCase) => ({
  isIncreasing: c.increasing,
  ...(c.w === null ? {} : { weights: c.w }),
  ...(c.yMin === null ? {} : { lowest: c.yMin }),
  ...(c.yMax === null ? {} : { highest: c.yMax }),
});

/** Whole-number rows, so that block means are exact and compare exactly. */
const rows = fc.array(fc.record({ x: fc.integer({ min: 0, max: 5 }), y: fc.integer({ min: -3, max: 3 }) }), {
  minLength: 1,
  maxLength: 9,
});

const squaredError = (data: readonly { x: number; y: number }[], fit: IsotonicFit): number =>
  data.reduce((sum, row) => sum + (row.y - fit.y[fit.x.indexOf(row.x)]!) ** 2, 0);

/** The least squared error of a non-decreasing step curve: every way to cut the distinct x into runs of equal value. */
function leastError(data: readonly { x: number; y: number }[]): number {
  const xs = [...new Set(data.map((row) => row.x))].sort((a, b) => a - b);
  let best = Number.POSITIVE_INFINITY;
  for (let cuts = 0; cuts < 1 << (xs.length - 1); cuts++) {
    let error = 0;
    let before = Number.NEGATIVE_INFINITY;
    let isMonotone = true;
    for (let from = 0; from < xs.length; ) {
      let to = from + 1;
      while (to < xs.length && (cuts & (1 << (to - 1))) === 0) to += 1;
      const run = data.filter((row) => xs.slice(from, to).includes(row.x));
      const mean = run.reduce((sum, row) => sum + row.y, 0) / run.length;
      if (mean < before) isMonotone = false;
      before = mean;
      error += run.reduce((sum, row) => sum + (row.y - mean) ** 2, 0);
      from = to;
    }
    if (isMonotone && error < best) best = error;
  }
  return best;
}

describe('isotonic regression', () => {
  itWithShared('goldens/stats/stats.json')('agrees with the worked cases', () => {
    const { isotonic } = readSharedJson<{ isotonic: { cases: readonly GoldenCase[] } }>('goldens/stats/stats.json');
    expect(isotonic.cases.length).toBeGreaterThan(5);
    for (const c of isotonic.cases) {
      const all = fitIsotonicValues(c.x, c.y, optionsOf(c));
      expect(all, c.name).not.toBeNull();
      expect([...all!.x], c.name).toEqual(c.fitted.map(([x]) => x));
      expect([...all!.y], c.name).toEqual(c.fitted.map(([, y]) => y));
      const knots = fitIsotonic(c.x, c.y, optionsOf(c));
      expect([[...knots!.x], [...knots!.y]], c.name).toEqual(c.knots);
      for (const [x, y] of c.predict) expect(predictIsotonic(knots!, x), `${c.name} at ${x}`).toBe(y);
    }
  });

  it('is the least squares fit among monotone curves', () => {
    fc.assert(
      fc.property(rows, (data) => {
        const fit = fitIsotonicValues(
          data.map((row) => row.x),
          data.map((row) => row.y),
        )!;
        for (let i = 1; i < fit.y.length; i++) expect(fit.y[i]!).toBeGreaterThanOrEqual(fit.y[i - 1]!);
        expect(squaredError(data, fit)).toBeCloseTo(leastError(data), 9);
      }),
    );
  });

  it('leaves its own fit alone, and a knot predicts itself', () => {
    fc.assert(
      fc.property(rows, (data) => {
        const fit = fitIsotonicValues(
          data.map((row) => row.x),
          data.map((row) => row.y),
        )!;
        expect(fitIsotonicValues(fit.x, fit.y)).toEqual(fit);
        const knots = fitIsotonic(fit.x, fit.y)!;
        fit.x.forEach((x, i) => {
          expect(predictIsotonic(knots, x)).toBe(fit.y[i]);
        });
      }),
    );
  });

  it('a decreasing fit is the increasing one of the mirrored data', () => {
    fc.assert(
      fc.property(rows, (data) => {
        const y = data.map((row) => row.y);
        const falling = fitIsotonicValues(
          data.map((row) => row.x),
          y,
          { isIncreasing: false },
        )!;
        const mirrored = fitIsotonicValues(
          data.map((row) => -row.x),
          y,
        )!;
        expect([...falling.y]).toEqual([...mirrored.y].reverse());
      }),
    );
  });

  it('keeps sum over count: three in five is exactly 0.6', () => {
    expect([...fitIsotonicValues([1, 2, 3, 4, 5], [1, 1, 0, 1, 0])!.y]).toEqual([0.6, 0.6, 0.6, 0.6, 0.6]);
  });

  it('has nothing to fit without a row of weight', () => {
    expect(fitIsotonic([], [])).toBeNull();
    expect(fitIsotonic([1, 2], [0, 1], { weights: [0, 0] })).toBeNull();
  });
});
