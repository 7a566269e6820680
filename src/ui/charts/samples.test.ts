import { describe, expect, it } from 'vitest';
import { decimateCurve } from './decimate.ts';
import { sampleLines } from './samples.ts';
import { projection } from './view.ts';

const plot = { left: 0, top: 0, width: 100, height: 100 };
const at = projection({ x: { low: 0, high: 100 }, y: { low: 0, high: 100 } }, plot);

describe('sampleLines', () => {
  it('leaves no stretch of a curve without a point near it', () => {
    const { x, y } = sampleLines([decimateCurve([0, 100], [50, 50], at, plot)], plot);
    expect(x.length).toBeGreaterThanOrEqual(9);
    expect(x.length).toBeLessThan(20);
    for (let i = 1; i < x.length; i++) expect(x[i]! - x[i - 1]!).toBeLessThanOrEqual(12);
    expect(new Set(y)).toEqual(new Set([50]));
  });

  it('speaks for nothing outside the plot, and not across a gap', () => {
    expect(sampleLines([decimateCurve([-1e30, -20], [50, 60], at, plot)], plot).x).toEqual([]);
    const { x } = sampleLines([decimateCurve([10, 50, 90], [50, Number.NaN, 50], at, plot)], plot);
    expect(x).toEqual([10, 90]);
  });
});
