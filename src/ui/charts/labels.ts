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

const distance = (a: { x: number; y: number }, b: { x: number; y: number } | null): number =>
  b ? Math.hypot(a.x - b.x, a.y - b.y) : Infinity;

/** Points along the line from a label to its mark, the mark's own end left out. */
const leaderOf = ({ leader, align, x, y, width, height }: LabelSpot): Samples => {
  if (!leader) return { x: [], y: [] };
  const end = { x: align === 'start' ? x - 2 : x + width + 2, y: y + height / 2 };
  const pieces = Math.max(1, Math.ceil(Math.hypot(end.x - leader.x, end.y - leader.y) / 5));
  const shares = Array.from({ length: pieces }, (_, i) => (i + 1) / pieces);
  return {
    x: shares.map((share) => leader.x + (end.x - leader.x) * share),
    y: shares.map((share) => leader.y + (end.y - leader.y) * share),
  };
};

/**
 * Places labels one after the other. A label never covers a mark, another label or its line: where no spot is free it is
 * dropped (the table twin has the numbers). Among free spots it takes the one that crosses the curves least, then the
 * first.
 */
export const placeLabels = (
  wishes: readonly LabelWish[],
  marks: readonly Box[],
  curves: Samples,
  bounds: Box,
): ReadonlyMap<string, LabelSpot> => {
  const placed = new Map<string, LabelSpot>();
  const taken = [...marks];
  const leaders: Samples[] = [];
  const isFree = (spot: LabelSpot): boolean =>
    isWithin(spot, bounds) &&
    !taken.some((box) => overlaps(box, spot)) &&
    !leaders.some((leader) => samplesInside(leader, spot) > 0) &&
    // Two lines from one place would not say which curve is whose.
    !(spot.leader && [...placed.values()].some(({ leader }) => leader && distance(leader, spot.leader) < 16)) &&
    !(spot.leader && [...placed.values()].some((label) => samplesInside(leaderOf(spot), label) > 0));
  for (const wish of wishes) {
    let best: LabelSpot | null = null;
    let lowest = Infinity;
    for (const spot of wish.spots) {
      if (!isFree(spot)) continue;
      const cost = samplesInside(curves, spot);
      if (cost < lowest) {
        best = spot;
        lowest = cost;
      }
    }
    if (!best) continue;
    placed.set(wish.id, best);
    taken.push(best);
    leaders.push(leaderOf(best));
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
