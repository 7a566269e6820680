import { type Box, isWithin, overlaps } from './labels.ts';
import type { Point } from './track.ts';

export type FlagSide = 'above' | 'below';

export interface FlagPlace {
  readonly box: Box;
  readonly side: FlagSide;
}

/** From the middle of the handle to the near edge of the flag. */
const POLE = 45;

const boxAt = (point: Point, size: { width: number; height: number }, side: FlagSide, bounds: Box): Box => {
  const left = point.x - size.width / 2;
  const x = Math.min(bounds.x + bounds.width - size.width, Math.max(bounds.x, left));
  return { x, y: side === 'below' ? point.y + POLE : point.y - POLE - size.height, ...size };
};

/**
 * Where a flag stands: on the wished side of its point when it fits there without covering a mark, else on the other,
 * else on whichever lies inside. While dragging the side stays as long as it fits, so that the flag does not hop.
 */
export const placeFlag = (
  point: Point,
  size: { readonly width: number; readonly height: number },
  wish: FlagSide,
  bounds: Box,
  marks: readonly Box[],
): FlagPlace => {
  const sides: readonly FlagSide[] = wish === 'below' ? ['below', 'above'] : ['above', 'below'];
  const places = sides.map((side) => ({ side, box: boxAt(point, size, side, bounds) }));
  const inside = places.filter(({ box }) => isWithin(box, bounds));
  const free = inside.find(({ box }) => !marks.some((mark) => overlaps(mark, box)));
  const chosen = free ?? inside[0] ?? places[0];
  if (!chosen) throw new Error('a flag has two sides');
  return chosen;
};
