/** A closed interval of values; low < high. */
export interface Extent {
  readonly low: number;
  readonly high: number;
}

/** The part of the plane a chart shows, in values. */
export interface View {
  readonly x: Extent;
  readonly y: Extent;
}

/** The rectangle of the plot inside the chart, in pixels. */
export interface Plot {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** value -> pixel: `pixel + (v - value) * perUnit`. Anchored at a visible value, so that huge values lose nothing near. */
export interface Axis {
  readonly value: number;
  readonly pixel: number;
  readonly perUnit: number;
}

export interface Projection {
  readonly x: Axis;
  readonly y: Axis;
}

export const toPixel = (axis: Axis, value: number): number => axis.pixel + (value - axis.value) * axis.perUnit;
export const toValue = (axis: Axis, pixel: number): number => axis.value + (pixel - axis.pixel) / axis.perUnit;

/** y grows upwards in values and downwards in pixels. */
export const projection = (view: View, plot: Plot): Projection => ({
  x: { value: view.x.low, pixel: plot.left, perUnit: plot.width / (view.x.high - view.x.low) },
  y: { value: view.y.low, pixel: plot.top + plot.height, perUnit: -plot.height / (view.y.high - view.y.low) },
});

export const spanOf = (extent: Extent): number => extent.high - extent.low;

/** Adds a share of the span at both ends; a point gets a span of its own size, or 1 around zero. */
export const pad = ({ low, high }: Extent, share: number): Extent => {
  const span = high - low || Math.abs(low) || 1;
  return { low: low - span * share, high: high + span * share };
};

/** The extent of what is finite in an array; null when nothing is. One pass, no spread: arrays have millions of rows. */
export const extentOf = (values: ArrayLike<number>, from = 0, to = values.length): Extent | null => {
  let low = Infinity;
  let high = -Infinity;
  for (let i = from; i < to; i++) {
    const value = values[i]!;
    if (value < low && value !== -Infinity) low = value;
    if (value > high && value !== Infinity) high = value;
  }
  return low <= high ? { low, high } : null;
};

export const union = (extents: readonly (Extent | null)[]): Extent | null => {
  let low = Infinity;
  let high = -Infinity;
  for (const extent of extents) {
    if (!extent) continue;
    low = Math.min(low, extent.low);
    high = Math.max(high, extent.high);
  }
  return low <= high ? { low, high } : null;
};

/** Moves an extent into the bounds without changing its span; a larger one becomes the bounds. */
export const shiftInto = (extent: Extent, bounds: Extent): Extent => {
  const span = spanOf(extent);
  if (span >= spanOf(bounds)) return bounds;
  if (extent.low < bounds.low) return { low: bounds.low, high: bounds.low + span };
  if (extent.high > bounds.high) return { low: bounds.high - span, high: bounds.high };
  return extent;
};

/** Scales around a value that stays where it is; never finer than a millionth of the bounds. */
export const zoomExtent = (extent: Extent, around: number, factor: number, bounds: Extent): Extent => {
  const span = Math.max(spanOf(extent) * factor, spanOf(bounds) * 1e-6);
  const share = (around - extent.low) / spanOf(extent);
  const low = around - span * share;
  return shiftInto({ low, high: low + span }, bounds);
};

export const zoomView = (
  view: View,
  at: { readonly x: number; readonly y: number },
  factor: number,
  all: View,
): View => ({
  x: zoomExtent(view.x, at.x, factor, all.x),
  y: zoomExtent(view.y, at.y, factor, all.y),
});

export const panView = (view: View, dx: number, dy: number, all: View): View => ({
  x: shiftInto({ low: view.x.low + dx, high: view.x.high + dx }, all.x),
  y: shiftInto({ low: view.y.low + dy, high: view.y.high + dy }, all.y),
});

export const isInside = (view: View, x: number, y: number): boolean =>
  x >= view.x.low && x <= view.x.high && y >= view.y.low && y <= view.y.high;
