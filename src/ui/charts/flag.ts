import { type Box, isWithin, overlaps } from './labels.ts';
import type { Point } from './track.ts';

export type FlagSide = 'above' | 'below';

export interface FlagPlace {
  readonly box: Box;
  readonly side: FlagSide;
}

/** From the middle of the handle to the near edge of the flag; a longer pole where the short one has no free place. */
const POLES = [45, 74] as const;

/** Where on the flag the pole meets it: the middle, or near one end when something stands beside. */
const HOLDS = ['middle', 'start', 'end'] as const;
const END = 14;

const boxAt = (
  point: Point,
  { width, height }: { readonly width: number; readonly height: number },
  side: FlagSide,
  hold: (typeof HOLDS)[number],
  pole: number,
  bounds: Box,
): Box => {
  const left = hold === 'middle' ? point.x - width / 2 : hold === 'start' ? point.x - END : point.x - width + END;
  const x = Math.min(bounds.x + bounds.width - width, Math.max(bounds.x, left));
  return { x, y: side === 'below' ? point.y + pole : point.y - pole - height, width, height };
};

/**
 * Where a flag stands: on the wished side of its point when it fits there without covering anything, else on the other,
 * else on whichever lies inside. While dragging nothing is in the way, so the flag stays on its side and does not hop.
 */
export const placeFlag = (
  point: Point,
  size: { readonly width: number; readonly height: number },
  wish: FlagSide,
  bounds: Box,
  taken: readonly Box[],
): FlagPlace => {
  const sides: readonly FlagSide[] = wish === 'below' ? ['below', 'above'] : ['above', 'below'];
  const places = POLES.flatMap((pole) =>
    HOLDS.flatMap((hold) => sides.map((side) => ({ side, box: boxAt(point, size, side, hold, pole, bounds) }))),
  );
  const inside = places.filter(({ box }) => isWithin(box, bounds));
  const free = inside.find(({ box }) => !taken.some((other) => overlaps(other, box)));
  const chosen = free ?? inside[0] ?? places[0];
  if (!chosen) throw new Error('a flag has two sides');
  return chosen;
};
