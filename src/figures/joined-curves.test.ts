import { expect, it } from 'vitest';
import { joinCurves } from './joined-curves.ts';

it('counts through all curves, past those without points', () => {
  const curves = [[1, 2], [], [3], []].map((x, i) => ({ name: i, x: Float64Array.from(x) }));
  const { rowCount, find } = joinCurves(curves);
  expect(rowCount).toBe(3);
  expect(Array.from({ length: rowCount }, (_, row) => find(row)).map(({ curve, i }) => [curve.name, i])).toEqual([
    [0, 0],
    [0, 1],
    [2, 0],
  ]);
});
