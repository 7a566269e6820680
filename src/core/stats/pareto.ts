/** Two numbers to trade off: quality, the higher the better, and cost, the lower the better. Neither NaN. */
export interface TradeOff {
  readonly quality: number;
  readonly cost: number;
}

export interface ParetoFront {
  /** Indices of the points that no other dominates, by ascending cost; equal points are all on it. */
  readonly front: readonly number[];
  /** Per point: a point of the front that is at least as good in both and better in one; -1 on the front itself. */
  readonly dominatedBy: Int32Array;
}

/**
 * The undominated points. A point dominates another when it is at least as good in both and strictly better in one.
 * Differences of up to `slack` count as equal: means that are added up in another order differ in their last digits.
 */
export function paretoFront(points: readonly TradeOff[], slack = 0): ParetoFront {
  const order = points.map((_, i) => i);
  order.sort((a, b) => points[a]!.cost - points[b]!.cost || points[b]!.quality - points[a]!.quality || a - b);
  const front: number[] = [];
  const dominatedBy = new Int32Array(points.length).fill(-1);
  let best = -1;
  for (const index of order) {
    const { quality, cost } = points[index]!;
    const leader = points[best];
    const isBetter = leader === undefined || quality > leader.quality + slack;
    if (isBetter) {
      // Those that cost the same within the slack, but came first, give way.
      for (let last = front.at(-1); last !== undefined; last = front.at(-1)) {
        if (points[last]!.cost < cost - slack || points[last]!.quality >= quality - slack) break;
        front.pop();
        dominatedBy[last] = index;
      }
      best = index;
    }
    const isEqual = leader !== undefined && quality >= leader.quality - slack && cost <= leader.cost + slack;
    if (isBetter || isEqual) front.push(index);
    else dominatedBy[index] = best;
  }
  for (let i = 0; i < points.length; i++) {
    while (dominatedBy[i]! >= 0 && dominatedBy[dominatedBy[i]!]! >= 0) dominatedBy[i] = dominatedBy[dominatedBy[i]!]!;
  }
  return { front, dominatedBy };
}
