import type { Axis, Extent } from './view.ts';

/**
 * The score axis. `window` is shown to scale; right of it a gutter leads to "never stop" at the right end of the plot.
 * Thresholds above the window lie in the middle of the gutter: past what is drawn to scale, short of never.
 */
export interface ThresholdAxis {
  readonly window: Extent;
  readonly left: number;
  /** Right end of the scaled part. */
  readonly scaleEnd: number;
  /** Right end of the plot: never stop. */
  readonly right: number;
}

export const GUTTER = 26;

export const thresholdAxis = (window: Extent, left: number, width: number): ThresholdAxis => ({
  window,
  left,
  scaleEnd: left + width - GUTTER,
  right: left + width,
});

const scaleOf = ({ window, left, scaleEnd }: ThresholdAxis): Axis => ({
  value: window.low,
  pixel: left,
  perUnit: (scaleEnd - left) / (window.high - window.low),
});

export const thresholdToPixel = (axis: ThresholdAxis, threshold: number): number => {
  if (threshold === Infinity) return axis.right;
  if (threshold > axis.window.high) return (axis.scaleEnd + axis.right) / 2;
  const { value, pixel, perUnit } = scaleOf(axis);
  return pixel + (threshold - value) * perUnit;
};

export const pixelToThreshold = (axis: ThresholdAxis, pixel: number): number => {
  if (pixel > (axis.scaleEnd + axis.right) / 2) return Infinity;
  const { value, pixel: zero, perUnit } = scaleOf(axis);
  return value + (Math.min(pixel, axis.scaleEnd) - zero) / perUnit;
};

/** Domain of the whole plot in the unit of the scale, for an axis component that knows only numbers. */
export const linearDomain = ({ window, left, scaleEnd, right }: ThresholdAxis): Extent => ({
  low: window.low,
  high: window.low + ((window.high - window.low) * (right - left)) / (scaleEnd - left),
});

/** The row whose policy is `score >= threshold`: the last one whose threshold is not below it. Thresholds descend. */
export const rowAtThreshold = (thresholds: Float64Array, threshold: number): number => {
  let low = 0;
  let high = thresholds.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (thresholds[middle]! >= threshold) low = middle;
    else high = middle - 1;
  }
  return low;
};

/** The policy nearest to a place on the axis: its own threshold lies nearest in pixels. */
export const nearestThresholdRow = (thresholds: Float64Array, axis: ThresholdAxis, pixel: number): number => {
  const upper = rowAtThreshold(thresholds, pixelToThreshold(axis, pixel));
  const lower = Math.min(upper + 1, thresholds.length - 1);
  const distance = (row: number) => Math.abs(thresholdToPixel(axis, thresholds[row]!) - pixel);
  return distance(lower) < distance(upper) ? lower : upper;
};

/** Position of the first element that is not below the value, in an ascending array. */
export const lowerBound = (ascending: ArrayLike<number>, value: number): number => {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
};
