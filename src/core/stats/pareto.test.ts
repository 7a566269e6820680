import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paretoFront, type TradeOff } from './pareto.ts';

const dominates = (a: TradeOff, b: TradeOff): boolean =>
  a.quality >= b.quality && a.cost <= b.cost && (a.quality > b.quality || a.cost < b.cost);

const points = fc.array(fc.record({ quality: fc.integer({ min: 0, max: 6 }), cost: fc.integer({ min: 0, max: 6 }) }), {
  maxLength: 20,
});

describe('Pareto front', () => {
  it('is what no point dominates, and names a dominating point of the front for the rest', () => {
    fc.assert(
      fc.property(points, (all) => {
        const { front, dominatedBy } = paretoFront(all);
        const isUndominated = all.map((point) => !all.some((other) => dominates(other, point)));
        expect([...front].sort((a, b) => a - b)).toEqual(all.map((_, i) => i).filter((i) => isUndominated[i]));
        all.forEach((point, i) => {
          if (isUndominated[i]) expect(dominatedBy[i]).toBe(-1);
          else {
            expect(front).toContain(dominatedBy[i]);
            expect(dominates(all[dominatedBy[i]!]!, point)).toBe(true);
          }
        });
        for (let i = 1; i < front.length; i++) {
          expect(all[front[i]!]!.cost).toBeGreaterThanOrEqual(all[front[i - 1]!]!.cost);
        }
      }),
    );
  });

  it('takes last digits for equal when asked to', () => {
    const noisy = [
      { quality: 0.5, cost: 2 },
      { quality: 0.6, cost: 2 + 1e-14 },
      { quality: 0.6 - 1e-14, cost: 2 },
      { quality: 0.55, cost: 3 },
    ];
    const { front, dominatedBy } = paretoFront(noisy, 1e-12);
    expect([...front].sort()).toEqual([1, 2]);
    expect(front).toContain(dominatedBy[0]);
    expect(front).toContain(dominatedBy[3]);
  });

  it('drops a worse point that is cheaper by last digits only, and points at what took its place', () => {
    const noisy = [
      { quality: 0.5, cost: 2 },
      { quality: 0.4, cost: 2 + 5e-15 },
      { quality: 0.6, cost: 2 + 1e-14 },
    ];
    const { front, dominatedBy } = paretoFront(noisy, 1e-12);
    expect(front).toEqual([2]);
    expect([...dominatedBy]).toEqual([2, 2, -1]);
    expect(paretoFront(noisy).front).toEqual([0, 2]);
  });
});
