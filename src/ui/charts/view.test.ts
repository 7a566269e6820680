import { describe, expect, it } from 'vitest';
import { extentOf, pad, panView, projection, toPixel, toValue, union, zoomExtent, zoomView } from './view.ts';

const all = { x: { low: 0, high: 10 }, y: { low: -1, high: 1 } };

describe('view', () => {
  it('projects there and back', () => {
    const p = projection(
      { x: { low: 2, high: 4 }, y: { low: 0, high: 1 } },
      { left: 50, top: 10, width: 200, height: 100 },
    );
    expect(toPixel(p.x, 3)).toBe(150);
    expect(toPixel(p.y, 1)).toBe(10);
    expect(toPixel(p.y, 0)).toBe(110);
    expect(toValue(p.x, 150)).toBe(3);
    expect(toValue(p.y, 60)).toBe(0.5);
  });

  it('finds the extent of what is finite', () => {
    expect(extentOf(Float64Array.of(Number.NaN, 3, -2, Infinity))).toEqual({ low: -2, high: 3 });
    expect(extentOf(Float64Array.of(Number.NaN, Infinity))).toBeNull();
    expect(extentOf(new Float64Array(1_000_000).fill(7))).toEqual({ low: 7, high: 7 });
    expect(union([null, { low: 1, high: 2 }, { low: -1, high: 1 }])).toEqual({ low: -1, high: 2 });
    expect(union([null])).toBeNull();
  });

  it('gives a single point a span', () => {
    expect(pad({ low: 0, high: 0 }, 0.5)).toEqual({ low: -0.5, high: 0.5 });
    expect(pad({ low: 4, high: 4 }, 0.25)).toEqual({ low: 3, high: 5 });
  });

  it('keeps the value under the pointer while zooming, and never leaves the bounds', () => {
    const zoomed = zoomExtent({ low: 2, high: 6 }, 3, 0.5, all.x);
    expect(zoomed).toEqual({ low: 2.5, high: 4.5 });
    expect((3 - zoomed.low) / 2).toBe(0.25);
    expect(zoomExtent({ low: 2, high: 6 }, 3, 100, all.x)).toEqual(all.x);
    const tiny = zoomExtent({ low: 2, high: 6 }, 3, 1e-12, all.x);
    expect(tiny.high - tiny.low).toBeCloseTo(1e-5, 12);
    expect(zoomView({ x: { low: 8, high: 10 }, y: { low: 0, high: 1 } }, { x: 10, y: 1 }, 2, all)).toEqual({
      x: { low: 6, high: 10 },
      y: { low: -1, high: 1 },
    });
  });

  it('stops at the edge while moving', () => {
    expect(panView({ x: { low: 7, high: 9 }, y: { low: 0, high: 0.5 } }, 5, -5, all)).toEqual({
      x: { low: 8, high: 10 },
      y: { low: -1, high: -0.5 },
    });
  });
});
