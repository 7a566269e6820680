import { describe, expect, it } from 'vitest';
import { formatTick, niceTicks } from './ticks.ts';

const labels = (low: number, high: number, count: number, unit: 'number' | 'share' | 'count' = 'number') => {
  const ticks = niceTicks({ low, high }, count, unit);
  return ticks.values.map((value) => formatTick(value, ticks, unit));
};

describe('ticks', () => {
  it('gives the axes of the look', () => {
    expect(labels(0.388, 0.508, 6)).toEqual(['0.40', '0.42', '0.44', '0.46', '0.48', '0.50']);
    expect(labels(1.88, 2.66, 8)).toEqual(['1.9', '2.0', '2.1', '2.2', '2.3', '2.4', '2.5', '2.6']);
    expect(labels(-0.1, 0.01, 3)).toEqual(['\u22120.10', '\u22120.05', '0']);
    expect(labels(0, 1, 4, 'share')).toEqual(['0', '25', '50', '75', '100\u2009%']);
    expect(labels(0, 0.9, 4, 'share')).toEqual(['0', '25', '50', '75\u2009%']);
    expect(formatTick(-4e-17, { values: [0], step: 0.1 }, 'number')).toBe('0');
    expect(formatTick(0.025, { values: [0.05], step: 0.025 }, 'share')).toBe('2.5');
    expect(labels(0, 4000, 4, 'count')).toEqual(['0', '1\u2009000', '2\u2009000', '3\u2009000', '4\u2009000']);
  });

  it('survives tiny, huge and empty extents', () => {
    expect(niceTicks({ low: 3, high: 3 }, 5).values).toEqual([3]);
    expect(labels(0, 4e7, 2)).toEqual(['0', '2.0e+7', '4.0e+7']);
    expect(niceTicks({ low: -1e300, high: 1e300 }, 5).values.length).toBeLessThan(12);
    expect(niceTicks({ low: 0.1 + 0.2, high: 0.9 }, 6).values).toEqual([0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]);
  });
});
