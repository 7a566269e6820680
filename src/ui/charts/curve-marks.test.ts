import { describe, expect, it } from 'vitest';
import { markPlaces } from './curve-marks.ts';
import { GAP } from './decimate.ts';

const line = (points: readonly (readonly [number, number] | null)[]) => ({
  length: points.length,
  px: Float64Array.from(points, (point) => point?.[0] ?? 0),
  py: Float64Array.from(points, (point) => point?.[1] ?? 0),
  rows: Int32Array.from(points, (point, i) => (point === null ? GAP : i)),
});

describe('marks along a curve', () => {
  it('stand at even distances, around corners and not across gaps', () => {
    expect(
      markPlaces(
        line([
          [0, 0],
          [10, 0],
          [10, 10],
        ]),
        8,
      ),
    ).toEqual([
      [4, 0],
      [10, 2],
      [10, 10],
    ]);
    expect(markPlaces(line([[0, 0], [6, 0], null, [100, 0], [106, 0]]), 8)).toEqual([
      [4, 0],
      [106, 0],
    ]);
  });

  it('give a short line one mark, and an empty one none', () => {
    expect(
      markPlaces(
        line([
          [0, 0],
          [1, 0],
        ]),
        100,
      ),
    ).toEqual([[1, 0]]);
    expect(markPlaces(line([]), 100)).toEqual([]);
  });
});
