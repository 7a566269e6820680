import { describe, expect, it } from 'vitest';
import { concentration, separation } from './separation.ts';

describe('separation of right and wrong', () => {
  it('by hand', () => {
    const result = separation([1, 3, 5, 0, 2, Number.NaN, 9], [1, 1, 1, 0, 0, 1, 2]);
    expect(result).toMatchObject({ right: 3, wrong: 2, meanRight: 3, meanWrong: 1, rocAuc: 5 / 6 });
    // Sums of squares 8 and 2 over 3 degrees of freedom.
    expect(result.cohensD).toBeCloseTo(2 / Math.sqrt(10 / 3), 14);
    expect(result.meanDeviationD).toBeCloseTo(2 / ((2 + Math.SQRT2) / 2), 14);
  });

  it('keeps its sign where high values mean wrong', () => {
    expect(separation([0, 1, 4, 5], [1, 1, 0, 0]).cohensD).toBeCloseTo(-4 / Math.SQRT1_2, 12);
    expect(separation([0, 1, 4, 5], [1, 1, 0, 0]).rocAuc).toBe(0);
  });

  it('has no size without spread, or with one class', () => {
    expect(separation([1, 1, 2, 2], [1, 1, 0, 0])).toMatchObject({ cohensD: null, meanDeviationD: null, rocAuc: 0 });
    expect(separation([1, 2], [1, 1])).toMatchObject({ cohensD: null, meanWrong: null, rocAuc: null });
    expect(separation([], [])).toMatchObject({ right: 0, meanRight: null });
  });
});

describe('concentration on few values', () => {
  it('collapsed confidence: the share of the top value and the entropy in nats', () => {
    const values = [...Array.from({ length: 965 }, () => 5), ...Array.from({ length: 35 }, () => 4), Number.NaN];
    const result = concentration(values);
    expect(result).toMatchObject({ count: 1000, distinct: 2, topValue: 5, topShare: 0.965 });
    expect(result.entropy).toBeCloseTo(-(0.965 * Math.log(0.965) + 0.035 * Math.log(0.035)), 14);
    expect(result.histogram).toEqual([
      [4, 35],
      [5, 965],
    ]);
  });

  it('even values have the highest entropy; one value has none; none has nothing', () => {
    expect(concentration([1, 2, 3, 4, 5]).entropy).toBeCloseTo(Math.log(5), 14);
    expect(concentration([3, 3])).toMatchObject({ entropy: 0, topShare: 1 });
    expect(concentration([1, 1, 2, 2]).topValue).toBe(2);
    expect(concentration([Number.NaN])).toMatchObject({ count: 0, topValue: null, topShare: null, entropy: null });
  });
});
