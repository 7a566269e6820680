import { GAP, type Polyline } from './decimate.ts';
import { type Projection, toPixel, toValue } from './view.ts';

/** A curve through the policies: row i lies at (x[i], y[i]); NaN where a metric is undefined. */
export interface CurveColumns {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** -1 when x never rises from row to row, 1 when it never falls, 0 when it turns or has holes. */
export const directionOf = (x: Float64Array): -1 | 0 | 1 => {
  let rises = false;
  let falls = false;
  for (let i = 1; i < x.length; i++) {
    const change = x[i]! - x[i - 1]!;
    if (change > 0) rises = true;
    else if (change < 0) falls = true;
    else if (Number.isNaN(change)) return 0;
    if (rises && falls) return 0;
  }
  return rises ? 1 : -1;
};

/**
 * Heights count little: someone who drags along a curve moves sideways and does not follow each wiggle. With a fixed
 * height the row found never goes back while the pointer goes on, whatever the curve does.
 */
const HEIGHT_WEIGHT = 0.25;

/**
 * The exact policy nearest to the pointer on a curve whose x goes one way. Depends on the pointer alone: a fast drag and
 * a slow one end at the same policy. Binary search, then outwards until nothing nearer can follow.
 */
export const nearestRow = (
  { x, y }: CurveColumns,
  direction: -1 | 1,
  { x: ax, y: ay }: Projection,
  pointer: Point,
): number | null => {
  const target = toValue(ax, pointer.x);
  let low = 0;
  let high = x.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (direction * (x[middle]! - target) < 0) low = middle + 1;
    else high = middle;
  }
  let best = Infinity;
  let found: number | null = null;
  const consider = (row: number): boolean => {
    const dx = toPixel(ax, x[row]!) - pointer.x;
    if (dx * dx > best) return false;
    const dy = (toPixel(ay, y[row]!) - pointer.y) * HEIGHT_WEIGHT;
    const distance = dx * dx + dy * dy;
    if (distance < best) {
      best = distance;
      found = row;
    }
    return true;
  };
  for (let row = low; row < x.length && consider(row); row++);
  for (let row = low - 1; row >= 0 && consider(row); row--);
  return found;
};

const SUB_STEP = 4;
/** How far along the curve one step looks: further when the pointer has left the curve, or a zigzag would hold it. */
const REACH = 24;
const REACH_SHARE = 0.75;

/**
 * Follows the pointer along a curve that turns around. The way of the pointer is walked in steps of a few pixels, and
 * each step looks only at the stretch of curve close by: so that a drag follows its own branch where two branches
 * cross, and a fast drag passes the same places as a slow one. `line` is the decimated curve; the row at the end is
 * the exact policy nearest to the pointer between the vertices around.
 */
export const followRow = (
  curve: CurveColumns,
  line: Polyline,
  at: Projection,
  row: number,
  from: Point,
  to: Point,
): number => {
  let vertex = vertexOf(line, row);
  if (vertex < 0) return row;
  const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / SUB_STEP));
  let place: Point = { x: line.px[vertex]!, y: line.py[vertex]! };
  for (let i = 1; i <= steps; i++) {
    const pointer = { x: from.x + ((to.x - from.x) * i) / steps, y: from.y + ((to.y - from.y) * i) / steps };
    const next = nearestOnStretch(line, vertex, place, pointer);
    vertex = next.vertex;
    place = next.place;
  }
  return refine(curve, line, at, vertex, place);
};

/** The vertex whose row is nearest; rows of a polyline ascend. */
const vertexOf = (line: Polyline, row: number): number => {
  let best = -1;
  for (let i = 0; i < line.length; i++) {
    if (line.rows[i] === GAP) continue;
    if (best < 0 || Math.abs(line.rows[i]! - row) < Math.abs(line.rows[best]! - row)) best = i;
  }
  return best;
};

/** Nearest place on the pieces within reach along the curve, on both sides of a vertex. */
const nearestOnStretch = (line: Polyline, vertex: number, place: Point, pointer: Point) => {
  let best = { vertex, place, distance: Math.hypot(place.x - pointer.x, place.y - pointer.y) };
  const reach = REACH + REACH_SHARE * best.distance;
  for (const direction of [-1, 1] as const) {
    let walked = 0;
    let here = vertex;
    // One piece back: the place may lie on the piece before the vertex.
    while (walked <= reach) {
      const next = neighbour(line, here, direction);
      if (next < 0) break;
      const foot = project(line, here, next, pointer);
      const distance = Math.hypot(foot.x - pointer.x, foot.y - pointer.y);
      if (distance < best.distance - 1e-9) {
        best = { vertex: foot.share < 0.5 ? here : next, place: foot, distance };
      }
      walked += Math.hypot(line.px[next]! - line.px[here]!, line.py[next]! - line.py[here]!);
      here = next;
    }
  }
  return best;
};

/** The next vertex that way; a gap is stepped over, for the policies on both sides are neighbours. */
const neighbour = (line: Polyline, vertex: number, direction: -1 | 1): number => {
  let i = vertex + direction;
  while (i >= 0 && i < line.length && line.rows[i] === GAP) i += direction;
  return i >= 0 && i < line.length ? i : -1;
};

const project = (line: Polyline, a: number, b: number, { x, y }: Point) => {
  const [ax, ay, bx, by] = [line.px[a]!, line.py[a]!, line.px[b]!, line.py[b]!];
  const length = (bx - ax) ** 2 + (by - ay) ** 2;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length));
  return { x: ax + (bx - ax) * share, y: ay + (by - ay) * share, share };
};

/** The row nearest to a place among those between the vertices around. */
const refine = ({ x, y }: CurveColumns, line: Polyline, at: Projection, vertex: number, place: Point): number => {
  const before = neighbour(line, vertex, -1);
  const after = neighbour(line, vertex, 1);
  const first = line.rows[before < 0 ? vertex : before]!;
  const last = line.rows[after < 0 ? vertex : after]!;
  let best = Infinity;
  let found = line.rows[vertex]!;
  for (let row = first; row <= last; row++) {
    const dx = toPixel(at.x, x[row]!) - place.x;
    const dy = toPixel(at.y, y[row]!) - place.y;
    const distance = dx * dx + dy * dy;
    if (distance < best) {
      best = distance;
      found = row;
    }
  }
  return found;
};
