/** Least squares fit of a monotone curve, as the knots between which it is interpolated. Ascending in x, at least one. */
export interface IsotonicFit {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

export interface IsotonicOptions {
  /** Per row, >= 0; rows of weight 0 are left out. Default 1. */
  readonly weights?: ArrayLike<number>;
  /** The fitted values are cut to these. Default none. */
  readonly lowest?: number;
  readonly highest?: number;
  /** Default true. */
  readonly isIncreasing?: boolean;
}

/**
 * Isotonic regression of `y` on `x` by pooling adjacent violators: rows with equal x become one first, then neighbours are
 * pooled while an earlier mean is above a later one (pooling equal ones too would change nothing but last digits). A block's mean is its sum over its weight, never a running mean:
 * calibrated values then tie exactly with thresholds like 0.6 (definitions-rules.md, TASR). All numbers finite, both arrays
 * of one length. Returns one fitted value per distinct x; null where no row has weight.
 */
export function fitIsotonicValues(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  options: IsotonicOptions = {},
): IsotonicFit | null {
  const { lowest = Number.NEGATIVE_INFINITY, highest = Number.POSITIVE_INFINITY, isIncreasing = true } = options;
  const points = mergeEqual(x, y, options.weights);
  if (points.length === 0) return null;
  const blocks = poolViolators(isIncreasing ? points : points.toReversed());
  const values = blocks.flatMap(({ sum, weight, size }) => Array.from({ length: size }, () => sum / weight));
  if (!isIncreasing) values.reverse();
  return {
    x: Float64Array.from(points, (point) => point.x),
    y: Float64Array.from(values, (value) => Math.min(Math.max(value, lowest), highest)),
  };
}

/**
 * `fitIsotonicValues` with the interior points of flat stretches dropped: scikit-learn's `X_thresholds_` and
 * `y_thresholds_`. The curve is the same.
 */
export function fitIsotonic(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  options: IsotonicOptions = {},
): IsotonicFit | null {
  const all = fitIsotonicValues(x, y, options);
  if (all === null) return null;
  const last = all.y.length - 1;
  const isKnot = (i: number): boolean =>
    i === 0 || i === last || all.y[i] !== all.y[i - 1] || all.y[i] !== all.y[i + 1];
  return { x: all.x.filter((_, i) => isKnot(i)), y: all.y.filter((_, i) => isKnot(i)) };
}

/**
 * The fitted curve at x: the end values outside the fitted range, linear between knots (a slope times the distance from
 * the left knot, as `numpy.interp` has it), the knot's own value at a knot.
 */
export function predictIsotonic(fit: IsotonicFit, x: number): number {
  const last = fit.x.length - 1;
  if (x <= fit.x[0]!) return fit.y[0]!;
  if (x >= fit.x[last]!) return fit.y[last]!;
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fit.x[middle]! <= x) low = middle;
    else high = middle;
  }
  const x0 = fit.x[low]!;
  const y0 = fit.y[low]!;
  if (x === x0) return y0;
  return ((fit.y[high]! - y0) / (fit.x[high]! - x0)) * (x - x0) + y0;
}

interface Point {
  readonly x: number;
  sum: number;
  weight: number;
}

/** One point per distinct x, ascending: the weighted sum of its y and its weight. */
function mergeEqual(x: ArrayLike<number>, y: ArrayLike<number>, weights: ArrayLike<number> | undefined): Point[] {
  const rows = Uint32Array.from({ length: x.length }, (_, i) => i);
  const order = rows.filter((i) => weights === undefined || weights[i]! > 0).sort((a, b) => x[a]! - x[b]! || a - b);
  const points: Point[] = [];
  for (const row of order) {
    const weight = weights?.[row] ?? 1;
    const point = points.at(-1);
    if (point !== undefined && point.x === x[row]) {
      point.sum += weight * y[row]!;
      point.weight += weight;
    } else points.push({ x: x[row]!, sum: weight * y[row]!, weight });
  }
  return points;
}

interface Block {
  sum: number;
  weight: number;
  /** Distinct x in it. */
  size: number;
}

function poolViolators(points: readonly Point[]): readonly Block[] {
  const blocks: Block[] = [];
  for (const { sum, weight } of points) {
    let block: Block = { sum, weight, size: 1 };
    for (let before = blocks.at(-1); before !== undefined; before = blocks.at(-1)) {
      if (before.sum / before.weight <= block.sum / block.weight) break;
      blocks.pop();
      block = { sum: before.sum + block.sum, weight: before.weight + block.weight, size: before.size + block.size };
    }
    blocks.push(block);
  }
  return blocks;
}
