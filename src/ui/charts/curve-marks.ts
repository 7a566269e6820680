import { GAP, type Polyline } from './decimate.ts';

/** Pixels of line between two marks. */
const SPACING = 56;

/** Places along a line at even distances, the first half a distance in; a line too short for one has a mark in its middle. */
export function markPlaces(
  { length, px, py, rows }: Polyline,
  spacing = SPACING,
): readonly (readonly [number, number])[] {
  const places: (readonly [number, number])[] = [];
  let toNext = spacing / 2;
  for (let i = 1; i < length; i++) {
    if (rows[i] === GAP || rows[i - 1] === GAP) continue;
    const [x, y] = [px[i - 1]!, py[i - 1]!];
    const [dx, dy] = [px[i]! - x, py[i]! - y];
    const step = Math.hypot(dx, dy);
    let along = toNext;
    for (; along <= step; along += spacing) places.push([x + (dx * along) / step, y + (dy * along) / step]);
    toNext = along - step;
  }
  const middle = length >> 1;
  return places.length > 0 || length === 0 || rows[middle] === GAP ? places : [[px[middle]!, py[middle]!]];
}
