import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimateCurve, decimateSteps, dropRepeats, GAP, type Polyline } from './decimate.ts';
import { type Projection, projection } from './view.ts';

const plot = { left: 40, top: 0, width: 30, height: 100 };
const at: Projection = projection({ x: { low: 0, high: 30 }, y: { low: 0, high: 100 } }, plot);

const whole = (x: readonly number[], y: readonly number[]): Polyline => {
  const px: number[] = [];
  const py: number[] = [];
  const rows: number[] = [];
  x.forEach((value, i) => {
    const isGap = Number.isNaN(value) || Number.isNaN(y[i]);
    px.push(isGap ? 0 : plot.left + value);
    py.push(isGap ? 0 : 100 - y[i]!);
    rows.push(isGap ? GAP : i);
  });
  return { length: px.length, px: Float64Array.from(px), py: Float64Array.from(py), rows: Int32Array.from(rows) };
};

/** What a line covers: per pixel column of the plot, the lowest and highest y of its pieces inside the column. */
function cover(line: Polyline): string[] {
  const low = new Array<number>(plot.width).fill(Infinity);
  const high = new Array<number>(plot.width).fill(-Infinity);
  const touch = (column: number, y: number) => {
    if (column < 0 || column >= plot.width) return;
    low[column] = Math.min(low[column]!, y);
    high[column] = Math.max(high[column]!, y);
  };
  for (let i = 0; i < line.length; i++) {
    if (line.rows[i] === GAP) continue;
    touch(Math.floor(line.px[i]! - plot.left), line.py[i]!);
    if (i === 0 || line.rows[i - 1] === GAP) continue;
    const [x0, y0, x1, y1] = [line.px[i - 1]!, line.py[i - 1]!, line.px[i]!, line.py[i]!];
    for (let column = 0; column <= plot.width; column++) {
      const edge = plot.left + column;
      if (edge <= Math.min(x0, x1) || edge >= Math.max(x0, x1)) continue;
      const y = y0 + ((y1 - y0) * (edge - x0)) / (x1 - x0);
      touch(column - 1, y);
      touch(column, y);
    }
  }
  return low.map((value, column) => `${value.toFixed(6)} ${high[column]!.toFixed(6)}`);
}

const coordinate = fc.oneof(
  { weight: 12, arbitrary: fc.double({ min: -8, max: 38, noNaN: true }) },
  { weight: 4, arbitrary: fc.integer({ min: -2, max: 32 }) },
  { weight: 1, arbitrary: fc.constant(Number.NaN) },
);

describe('decimateCurve', () => {
  it('covers exactly what the whole line covers, gaps and turns included', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(coordinate, coordinate), { maxLength: 300 }), (points) => {
        const x = points.map(([value]) => value);
        const y = points.map(([, value]) => value * 3);
        expect(cover(decimateCurve(x, y, at, plot))).toEqual(cover(whole(x, y)));
      }),
      { numRuns: 300 },
    );
  });

  it('keeps at most four vertices a column of a line that goes one way', () => {
    const count = 200_000;
    const x = Float64Array.from({ length: count }, (_, i) => (30 * i) / count);
    const y = Float64Array.from({ length: count }, (_, i) => 50 + 40 * Math.sin(i));
    const line = decimateCurve(x, y, at, plot);
    expect(line.length).toBeLessThanOrEqual(4 * plot.width + 1);
    expect(line.rows[0]).toBe(0);
  });

  it('never lets huge values through, and treats an undefined value as a gap', () => {
    const line = decimateCurve([-1e30, 5, 1e300], [1, 2, 3], at, plot);
    expect(Array.from(line.px)).toEqual([-1e6, 45, 1e6, 0]);
    const gap = decimateCurve([1, 2, 3], [1, Number.NaN, 3], at, plot);
    expect(Array.from(gap.rows)).toEqual([0, GAP, 2, GAP]);
    expect(decimateCurve([], [], at, plot).length).toBe(0);
  });

  it('draws only what the mask lets through', () => {
    const line = decimateCurve([1, 2, 3, 4], [1, 1, 1, 1], at, plot, Uint8Array.of(1, 1, 0, 1));
    expect(Array.from(line.rows)).toEqual([0, 1, GAP, 3, GAP]);
  });

  it('takes a million points in a moment', () => {
    const count = 1_000_000;
    const x = Float64Array.from({ length: count }, (_, i) => 30 - (30 * i) / count);
    const y = Float64Array.from({ length: count }, (_, i) => (i * 7919) % 100);
    const start = performance.now();
    const line = decimateCurve(x, y, at, plot);
    expect(performance.now() - start).toBeLessThan(500);
    expect(line.length).toBeLessThan(200);
  });
});

describe('decimateSteps', () => {
  const toX = (threshold: number) => (threshold === Infinity ? plot.left + plot.width : plot.left + threshold);

  it('holds each value up to and including its threshold', () => {
    const line = decimateSteps(Float64Array.of(Infinity, 20, 10), [0, 1, 2], toX, at, plot);
    const vertices = Array.from({ length: line.length }, (_, i) =>
      line.rows[i] === GAP ? 'gap' : `${line.px[i]! - plot.left},${100 - line.py[i]!}`,
    );
    expect(vertices).toEqual(['30,0', '20,0', '20,1', '10,1', '10,2', '-1,2', 'gap']);
  });

  it('covers what brute force covers', () => {
    const score = fc.double({ min: -20, max: 50, noNaN: true });
    fc.assert(
      fc.property(
        fc.uniqueArray(score, { maxLength: 120 }),
        fc.array(coordinate, { minLength: 130, maxLength: 130 }),
        (scores, values) => {
          const thresholds = Float64Array.from([Infinity, ...[...scores].sort((a, b) => b - a)]);
          const line = decimateSteps(thresholds, values, toX, at, plot);
          const x: number[] = [];
          const y: number[] = [];
          thresholds.forEach((threshold, row) => {
            const next = thresholds[row + 1] ?? -1e5;
            // The never-stop policy begins at the right edge; what lies right of it is cut there.
            if (next > plot.width) return;
            x.push(Math.min(threshold, plot.width), next);
            y.push(values[row]!, values[row]!);
          });
          expect(cover(line)).toEqual(cover(whole(x, y)));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('survives scores that no axis can show', () => {
    const line = decimateSteps(Float64Array.of(Infinity, 1e300, 12, -1e30), [1, 2, 3, 4], toX, at, plot);
    for (let i = 0; i < line.length; i++) expect(Math.abs(line.px[i]!)).toBeLessThanOrEqual(1e6);
    expect(Array.from(line.rows).filter((row) => row === 3)).toEqual([]);
  });
});

describe('dropRepeats', () => {
  it('leaves short lines alone and bounds a line that turns around for ever', () => {
    const x: number[] = [];
    const y: number[] = [];
    for (let i = 0; i < 20_000; i++) {
      x.push(i % 2 === 0 ? 5 : 25);
      y.push(10 + (i % 5));
    }
    const line = decimateCurve(x, y, at, plot);
    const short = dropRepeats(line, 4000);
    expect(short.length).toBeLessThan(60);
    expect(cover(short)).toEqual(cover(line));
    expect(dropRepeats(short, 4000)).toBe(short);
  });
});
