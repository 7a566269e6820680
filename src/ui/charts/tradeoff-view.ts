import type { Point } from './track.ts';
import type { TradeoffCurve, TradeoffPoints } from './tradeoff-types.ts';
import { type Extent, extentOf, pad, spanOf, union, type View } from './view.ts';

const listPoints = ({ native, qualityOracle, costOracle, budgets }: TradeoffPoints): Point[] =>
  [native, qualityOracle, costOracle, ...budgets].filter((point) => point !== null);

const isFinitePoint = ({ x, y }: Point): boolean => Number.isFinite(x) && Number.isFinite(y);

const EMPTY: View = { x: { low: 0, high: 1 }, y: { low: 0, high: 1 } };

/** Everything there is, with a little air. */
export const wholeView = (curves: readonly TradeoffCurve[], points: TradeoffPoints): View => {
  const marks = listPoints(points).filter(isFinitePoint);
  const x = union([...curves.map((curve) => extentOf(curve.x)), extentOf(marks.map((point) => point.x))]);
  const y = union([...curves.map((curve) => extentOf(curve.y)), extentOf(marks.map((point) => point.y))]);
  return x && y ? { x: pad(x, 0.04), y: pad(y, 0.06) } : EMPTY;
};

/**
 * The stretch where decisions are taken: from the cost oracle to native (and the frozen policy), with all that the curves
 * do between. The whole view where there are no oracles to go by, or where the stretch is nearly everything.
 */
export const focusView = (
  curves: readonly TradeoffCurve[],
  points: TradeoffPoints,
  frozen: Point | null,
  whole: View,
): View => {
  const { native, qualityOracle, costOracle } = points;
  if (!native || !costOracle) return whole;
  const anchors = [native, qualityOracle, costOracle, frozen].filter((point) => point !== null).filter(isFinitePoint);
  const core = extentOf(anchors.map((point) => point.x));
  if (!core || spanOf(core) < spanOf(whole.x) * 0.02 || spanOf(core) > spanOf(whole.x) * 0.7) return whole;
  const x = within({ low: core.low - spanOf(core) * 0.19, high: core.high + spanOf(core) * 0.1 }, whole.x);
  const near = listPoints(points).filter((point) => isFinitePoint(point) && point.x >= x.low && point.x <= x.high);
  const y = union([...curves.map((curve) => heightIn(curve, x)), extentOf(near.map((point) => point.y))]);
  return y ? { x, y: within(pad(y, 0.08), whole.y) } : whole;
};

const within = (extent: Extent, bounds: Extent): Extent => ({
  low: Math.max(extent.low, bounds.low),
  high: Math.min(extent.high, bounds.high),
});

/** What a curve does in y while its x lies in the extent. */
const heightIn = ({ x, y }: TradeoffCurve, extent: Extent): Extent | null => {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < x.length; i++) {
    if (!(x[i]! >= extent.low && x[i]! <= extent.high)) continue;
    if (y[i]! < low) low = y[i]!;
    if (y[i]! > high) high = y[i]!;
  }
  return low <= high ? { low, high } : null;
};

/** Where a policy lies; null when one of the metrics is undefined there. */
export const pointOf = (curve: TradeoffCurve | undefined, row: number): Point | null => {
  const x = curve?.x[row];
  const y = curve?.y[row];
  return x === undefined || y === undefined || Number.isNaN(x) || Number.isNaN(y) ? null : { x, y };
};
