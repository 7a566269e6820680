/** A rectangle in pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface LabelSpot extends Box {
  /** Where the text is anchored inside the box. */
  readonly align: 'start' | 'middle' | 'end';
  /** The mark it belongs to; a line leads there when the label stands away from it. */
  readonly leader: { readonly x: number; readonly y: number } | null;
}

export interface LabelWish {
  readonly id: string;
  /** In order of liking. */
  readonly spots: readonly LabelSpot[];
}

export const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

export const isWithin = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

/** Every how many pixels of a curve one point speaks for it when labels look for room. */
export interface Samples {
  readonly x: readonly number[];
  readonly y: readonly number[];
}

export const samplesInside = ({ x, y }: Samples, box: Box): number => {
  let count = 0;
  for (let i = 0; i < x.length; i++) {
    if (x[i]! >= box.x && x[i]! <= box.x + box.width && y[i]! >= box.y && y[i]! <= box.y + box.height) count += 1;
  }
  return count;
};

/**
 * Places labels one after the other. A label never covers a mark or another label: where no spot is free it is dropped
 * (the table twin has the numbers). Among free spots it takes the one that crosses the curves least, then the first.
 */
export const placeLabels = (
  wishes: readonly LabelWish[],
  marks: readonly Box[],
  curves: Samples,
  bounds: Box,
): ReadonlyMap<string, LabelSpot> => {
  const placed = new Map<string, LabelSpot>();
  const taken = [...marks];
  for (const wish of wishes) {
    let best: LabelSpot | null = null;
    let lowest = Infinity;
    for (const spot of wish.spots) {
      if (!isWithin(spot, bounds) || taken.some((box) => overlaps(box, spot))) continue;
      const cost = samplesInside(curves, spot);
      if (cost < lowest) {
        best = spot;
        lowest = cost;
      }
    }
    if (!best) continue;
    placed.set(wish.id, best);
    taken.push(best);
  }
  return placed;
};

/** The first corner of the bounds where a box of that size is free; null when each holds a mark or much of a curve. */
export const freeCorner = (
  size: { readonly width: number; readonly height: number },
  bounds: Box,
  marks: readonly Box[],
  curves: Samples,
): Box | null => {
  const right = bounds.x + bounds.width - size.width;
  const bottom = bounds.y + bounds.height - size.height;
  let best: Box | null = null;
  let lowest = Infinity;
  for (const [x, y] of [
    [right, bottom],
    [bounds.x, bottom],
    [bounds.x, bounds.y],
    [right, bounds.y],
  ] as const) {
    const box = { x, y, ...size };
    if (marks.some((mark) => overlaps(mark, box))) continue;
    const cost = samplesInside(curves, box);
    if (cost < lowest) {
      best = box;
      lowest = cost;
    }
  }
  return lowest <= 2 ? best : null;
};
