import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binWidth, defaultWindow, distribute, quantileOf, wholeWindow } from './distribution.ts';

const sorted = (values: readonly number[]) => Float64Array.from(values).sort();
const scores = fc.array(fc.oneof(fc.double({ min: -9, max: 9, noNaN: true }), fc.integer({ min: -3, max: 3 })), {
  maxLength: 80,
});

describe('quantileOf', () => {
  it('is the quantile of all arrays together', () => {
    fc.assert(
      fc.property(scores, scores, scores, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, c, share) => {
        const all = sorted([...a, ...b, ...c]);
        const expected = all.length === 0 ? null : all[Math.round(share * (all.length - 1))];
        expect(quantileOf({ safe: sorted(a), unsafe: sorted(b), unknown: sorted(c) }, share)).toBe(expected);
      }),
    );
  });
});

describe('distribute', () => {
  it('loses no state: bins and both outsides add up', () => {
    const bound = fc.double({ min: -10, max: 10, noNaN: true });
    fc.assert(
      fc.property(
        scores,
        scores,
        scores,
        bound,
        fc.double({ min: 0.1, max: 12, noNaN: true }),
        (a, b, c, low, span) => {
          const states = { safe: sorted(a), unsafe: sorted(b), unknown: sorted(c) };
          const result = distribute(states, { low, high: low + span });
          const inside = result.bins.reduce((sum, bin) => sum + bin.safe + bin.unsafe + bin.unknown, 0);
          expect(inside + result.below + result.above).toBe(a.length + b.length + c.length);
          for (const bin of result.bins) {
            expect(bin.safe).toBe(a.filter((score) => score >= bin.low && score < bin.high).length);
          }
        },
      ),
    );
  });

  it('uses bars of 0.5 on log-odds, and round widths elsewhere', () => {
    expect(binWidth({ low: -4, high: 11 })).toBe(0.5);
    expect(binWidth({ low: 0, high: 1 })).toBeCloseTo(0.05, 12);
    expect(binWidth({ low: 0, high: 3000 })).toBe(100);
  });
});

describe('windows', () => {
  it('shows the upper half of the scores and a free bin above the highest', () => {
    const many = sorted(Array.from({ length: 1001 }, (_, i) => -10 + i * 0.02));
    expect(defaultWindow({ safe: many, unsafe: sorted([]), unknown: sorted([]) }, [])).toEqual({ low: 1, high: 10.5 });
    expect(defaultWindow({ safe: many, unsafe: sorted([]), unknown: sorted([]) }, [0.2]).low).toBe(0);
  });

  it('does not let a few absurd scores rule the scale', () => {
    const body = Array.from({ length: 1000 }, (_, i) => (i % 100) / 10);
    const window = defaultWindow({ safe: sorted([...body, 1e300]), unsafe: sorted([-1e30]), unknown: sorted([]) }, [
      1e300,
      -1e30,
      Infinity,
    ]);
    expect(window.low).toBeGreaterThan(4);
    expect(window.high).toBeLessThan(12);
    const result = distribute({ safe: sorted([...body, 1e300]), unsafe: sorted([-1e30]), unknown: sorted([]) }, window);
    expect(result.above).toBeGreaterThanOrEqual(1);
    expect(result.bins.length).toBeLessThan(100);
  });

  it('stands on its feet with no score, one score, or only huge ones', () => {
    const none = { safe: sorted([]), unsafe: sorted([]), unknown: sorted([]) };
    expect(defaultWindow(none, [])).toEqual({ low: -1, high: 1 });
    expect(wholeWindow(none, [])).toEqual({ low: -1, high: 1 });
    expect(distribute(none, { low: -1, high: 1 }).tallest).toBe(0);
    const one = { safe: sorted([4]), unsafe: sorted([]), unknown: sorted([]) };
    expect(defaultWindow(one, [])).toEqual({ low: 2, high: 6 });
    for (const huge of [
      { safe: sorted([-1e300, 1e300]), unsafe: sorted([]), unknown: sorted([]) },
      { safe: sorted([1e308, 1.7e308]), unsafe: sorted([-1.7e308]), unknown: sorted([]) },
    ]) {
      for (const window of [defaultWindow(huge, []), wholeWindow(huge, [])]) {
        expect(Number.isFinite(window.high - window.low)).toBe(true);
        expect(window.high).toBeGreaterThan(window.low);
        expect(distribute(huge, window).bins.length).toBeLessThan(401);
      }
    }
  });
});
