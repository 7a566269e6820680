import { describe, expect, it } from 'vitest';
import { focusView, pointOf, wholeView } from './tradeoff-view.ts';

const curve = {
  judgeIndex: 0,
  name: 'a',
  x: Float64Array.from({ length: 261 }, (_, i) => 2.6 - i / 100),
  y: Float64Array.from({ length: 261 }, (_, i) => 0.45 - (i / 261) ** 2 * 0.4),
};
const points = {
  native: { x: 2.6, y: 0.45 },
  qualityOracle: { x: 2.496, y: 0.5025 },
  costOracle: { x: 1.996, y: 0.44875 },
  budgets: [
    { x: 0, y: 0.1, k: 0 },
    { x: 1.92, y: 0.4, k: 2 },
  ],
};

describe('tradeoff view', () => {
  it('holds every curve and every mark in the whole view', () => {
    const { x, y } = wholeView([curve], points);
    expect(x.low).toBeLessThan(0);
    expect(x.high).toBeGreaterThan(2.6);
    expect(y.low).toBeLessThan(0.06);
    expect(y.high).toBeGreaterThan(0.5025);
    expect(wholeView([], { native: null, qualityOracle: null, costOracle: null, budgets: [] }).x).toEqual({
      low: 0,
      high: 1,
    });
  });

  it('focuses on the stretch from the cost oracle to native', () => {
    const { x, y } = focusView([curve], points, null, wholeView([curve], points));
    expect(x.low).toBeCloseTo(1.88, 1);
    expect(x.high).toBeCloseTo(2.66, 1);
    expect(y.low).toBeLessThan(0.4);
    expect(y.low).toBeGreaterThan(0.3);
    expect(y.high).toBeGreaterThan(0.5025);
  });

  it('shows everything when there is nothing to focus by', () => {
    const whole = wholeView([curve], points);
    expect(focusView([curve], { ...points, costOracle: null }, null, whole)).toBe(whole);
  });

  it('has no place for a policy whose metric is undefined', () => {
    expect(pointOf({ ...curve, y: curve.y.map(() => Number.NaN) }, 3)).toBeNull();
    expect(pointOf(curve, 9999)).toBeNull();
    expect(pointOf(undefined, 0)).toBeNull();
    expect(pointOf(curve, 0)).toEqual({ x: 2.6, y: 0.45 });
  });
});
