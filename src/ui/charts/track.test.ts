import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimateCurve } from './decimate.ts';
import { directionOf, followRow, nearestRow } from './track.ts';
import { projection } from './view.ts';

const plot = { left: 0, top: 0, width: 600, height: 400 };
const at = projection({ x: { low: 0, high: 600 }, y: { low: 0, high: 400 } }, plot);
/** Pixels to the values of this projection. */
const pixel = (x: number, y: number) => ({ x, y: 400 - y });

describe('directionOf', () => {
  it('tells a curve that goes one way from one that turns', () => {
    expect(directionOf(Float64Array.of(3, 2, 2, 1))).toBe(-1);
    expect(directionOf(Float64Array.of(1, 1, 4))).toBe(1);
    expect(directionOf(Float64Array.of(1, 3, 2))).toBe(0);
    expect(directionOf(Float64Array.of(1, Number.NaN, 2))).toBe(0);
  });
});

describe('nearestRow', () => {
  const wiggle = (count: number, height: number) => ({
    x: Float64Array.from({ length: count }, (_, i) => 600 - (600 * i) / (count - 1)),
    y: Float64Array.from({ length: count }, (_, i) => 200 + height * Math.sin(i / 3)),
  });

  it('lands on the policy under the pointer', () => {
    const curve = wiggle(601, 5);
    expect(nearestRow(curve, -1, at, pixel(600, 200))).toBe(0);
    expect(nearestRow(curve, -1, at, pixel(0, 200))).toBe(600);
    expect(nearestRow(curve, -1, at, pixel(250.2, curve.y[350]!))).toBe(350);
    expect(nearestRow(curve, -1, at, pixel(9999, 200))).toBe(0);
  });

  it('never goes back while the pointer goes on, however the curve wiggles and wherever the pointer is', () => {
    const heights = fc.array(fc.double({ min: 0, max: 400, noNaN: true }), { minLength: 2, maxLength: 200 });
    fc.assert(
      fc.property(heights, fc.double({ min: -50, max: 450, noNaN: true }), (y, height) => {
        const curve = { x: Float64Array.from(y, (_, i) => 600 - (600 * i) / (y.length - 1)), y: Float64Array.from(y) };
        let last = Infinity;
        for (let x = -20; x <= 620; x += 3) {
          const row = nearestRow(curve, -1, at, pixel(x, height));
          expect(row).not.toBeNull();
          expect(row!).toBeLessThanOrEqual(last);
          last = row!;
        }
      }),
    );
  });

  it('agrees with the search over every row', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 400 })), {
          minLength: 1,
          maxLength: 80,
        }),
        fc.double({ min: -50, max: 650, noNaN: true }),
        fc.double({ min: -50, max: 450, noNaN: true }),
        (points, px, py) => {
          const sorted = points.map(([x]) => x * 10).sort((a, b) => a - b);
          const curve = { x: Float64Array.from(sorted), y: Float64Array.from(points, ([, y]) => y) };
          const cost = (row: number) => (curve.x[row]! - px) ** 2 + ((400 - curve.y[row]! - py) * 0.25) ** 2;
          const best = Math.min(...sorted.map((_, row) => cost(row)));
          expect(cost(nearestRow(curve, 1, at, { x: px, y: py })!)).toBeCloseTo(best, 9);
        },
      ),
    );
  });

  it('skips policies whose metric is undefined', () => {
    const curve = { x: Float64Array.of(0, 100, 200), y: Float64Array.of(Number.NaN, 10, 20) };
    expect(nearestRow(curve, 1, at, pixel(0, 0))).toBe(1);
    expect(nearestRow({ x: curve.x, y: curve.y.map(() => Number.NaN) }, 1, at, pixel(0, 0))).toBeNull();
  });

  it('is quick among half a million policies, even far from the curve', () => {
    const curve = wiggle(500_000, 100);
    const start = performance.now();
    for (let i = 0; i < 100; i++) nearestRow(curve, -1, at, pixel(i * 6, 390));
    expect((performance.now() - start) / 100).toBeLessThan(8);
  });
});

describe('followRow', () => {
  // A loop: right along the bottom, round, and back left along the top. Branches 60 px apart.
  const count = 2001;
  const loop = {
    x: Float64Array.from({ length: count }, (_, i) => (i <= 1000 ? 100 + i * 0.4 : 500 - (i - 1000) * 0.4)),
    y: Float64Array.from({ length: count }, (_, i) => (i <= 1000 ? 100 : 160) + 8 * Math.sin(i / 15)),
  };
  const line = decimateCurve(loop.x, loop.y, at, plot);

  it('stays on its branch', () => {
    expect(followRow(loop, line, at, 200, pixel(180, 100), pixel(300, 125))).toBeCloseTo(500, -2);
    expect(followRow(loop, line, at, 1800, pixel(180, 160), pixel(300, 135))).toBeCloseTo(1500, -2);
  });

  it('ends at the same policy whether the drag is fast or slow', () => {
    const slow = Array.from({ length: 61 }, (_, i) => pixel(180 + i * 4, 100));
    let row = 200;
    for (let i = 1; i < slow.length; i++) row = followRow(loop, line, at, row, slow[i - 1]!, slow[i]!);
    const fast = followRow(loop, line, at, 200, pixel(180, 100), pixel(420, 100));
    expect(Math.abs(fast - row)).toBeLessThan(15);
    expect(Math.abs(loop.x[fast]! - 420)).toBeLessThan(8);
  });

  it('is not held by a zigzag when the pointer strays from the curve', () => {
    // Up a steep stretch that jumps sideways by 30 px, then left.
    const rows = 400;
    const zigzag = {
      x: Float64Array.from({ length: rows }, (_, i) => (i < 200 ? 500 + (i % 2) * 30 : 500 - (i - 200) * 2)),
      y: Float64Array.from({ length: rows }, (_, i) => (i < 200 ? 50 + i / 2 : 150 + (i - 200) / 2)),
    };
    const shape = decimateCurve(zigzag.x, zigzag.y, at, plot);
    const end = followRow(zigzag, shape, at, 0, pixel(500, 50), pixel(200, 230));
    expect(Math.abs(zigzag.x[end]! - 200)).toBeLessThan(60);
  });

  it('crosses a gap, and stays where it is on an empty curve', () => {
    const y = loop.y.map((value, i) => (i > 300 && i < 320 ? Number.NaN : value));
    const holed = decimateCurve(loop.x, y, at, plot);
    expect(followRow({ x: loop.x, y }, holed, at, 280, pixel(212, 100), pixel(260, 100))).toBeGreaterThan(330);
    const empty = { x: new Float64Array(0), y: new Float64Array(0) };
    expect(followRow(empty, decimateCurve([], [], at, plot), at, 0, pixel(0, 0), pixel(5, 5))).toBe(0);
  });
});
