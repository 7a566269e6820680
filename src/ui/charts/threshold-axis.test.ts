import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  linearDomain,
  lowerBound,
  nearestThresholdRow,
  pixelToThreshold,
  rowAtThreshold,
  thresholdAxis,
  thresholdToPixel,
} from './threshold-axis.ts';

const axis = thresholdAxis({ low: -4, high: 10 }, 64, 580);

describe('threshold axis', () => {
  it('ends in never stop, with a gutter for what lies above the window', () => {
    expect(thresholdToPixel(axis, -4)).toBe(64);
    expect(thresholdToPixel(axis, 10)).toBeCloseTo(618, 9);
    expect(thresholdToPixel(axis, Infinity)).toBe(644);
    expect(thresholdToPixel(axis, 1e300)).toBe(631);
    expect(pixelToThreshold(axis, 64)).toBe(-4);
    expect(pixelToThreshold(axis, 640)).toBe(Infinity);
    expect(pixelToThreshold(axis, 625)).toBeCloseTo(10, 9);
    const domain = linearDomain(axis);
    expect(64 + ((10 - domain.low) / (domain.high - domain.low)) * 580).toBeCloseTo(618, 9);
  });

  it('finds the row of an exact threshold, ties included', () => {
    const thresholds = Float64Array.of(Infinity, 8, 7.875, 7.5, -1e30);
    expect(rowAtThreshold(thresholds, Infinity)).toBe(0);
    expect(rowAtThreshold(thresholds, 9)).toBe(0);
    expect(rowAtThreshold(thresholds, 8)).toBe(1);
    expect(rowAtThreshold(thresholds, 7.875)).toBe(2);
    expect(rowAtThreshold(thresholds, 7.8750001)).toBe(1);
    expect(rowAtThreshold(thresholds, -1e31)).toBe(4);
    expect(rowAtThreshold(Float64Array.of(Infinity), 3)).toBe(0);
  });

  it('snaps a pixel to the nearest policy, like the search over all of them', () => {
    const score = fc.double({ min: -10, max: 14, noNaN: true });
    fc.assert(
      fc.property(
        fc.uniqueArray(score, { maxLength: 60 }),
        fc.double({ min: 0, max: 700, noNaN: true }),
        (scores, pixel) => {
          const thresholds = Float64Array.from([Infinity, ...[...scores].sort((a, b) => b - a)]);
          const distance = (row: number) => Math.abs(thresholdToPixel(axis, thresholds[row]!) - pixel);
          const best = Math.min(...Array.from(thresholds, (_, row) => distance(row)));
          const inGutter = pixel > axis.scaleEnd;
          const found = distance(nearestThresholdRow(thresholds, axis, pixel));
          // Left of the gutter the answer is the nearest; in it, one of the two ends of the gutter.
          if (inGutter) expect(found).toBeLessThanOrEqual(Math.max(best, 26));
          else expect(found).toBeCloseTo(best, 6);
        },
      ),
    );
  });

  it('counts what lies below a value', () => {
    expect(lowerBound(Float64Array.of(1, 2, 2, 3), 2)).toBe(1);
    expect(lowerBound(Float64Array.of(), 2)).toBe(0);
    expect(lowerBound(Float64Array.of(1, 2), 9)).toBe(2);
  });
});
