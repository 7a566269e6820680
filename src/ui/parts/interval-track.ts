/** Where the parts of an interval track lie, in pixels from its left end. */
export interface TrackLayout {
  readonly low: number;
  readonly high: number;
  readonly point: number;
  readonly zero: number;
  readonly margin: number | null;
}

/** 1, 2 or 5 times a power of ten, at least `value`: so that the scale does not creep while the threshold moves. */
const roundUp = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(value));
  for (const step of [1, 2, 5, 10]) if (step * power >= value * (1 - 1e-12)) return step * power;
  return 10 * power;
};

/**
 * A track shows a difference: 0 always lies on it, and the margin when there is one. One fifth of the width stays free
 * at both ends. `margin` is the line itself (−0.02), in the unit of the difference.
 */
export const layoutTrack = (
  estimate: number,
  interval: readonly [number, number],
  margin: number | null,
  width: number,
): TrackLayout => {
  const values = [estimate, interval[0], interval[1], 0, margin ?? 0];
  const below = Math.max(0, ...values.map((value) => -value));
  const above = Math.max(0, ...values);
  const span = roundUp(Math.max(below, above) || 1);
  // The larger side fills its part; the smaller side gets a full part too once it needs more than a third of the span.
  const low = below > 0 || above === 0 ? -(below * 3 <= span && above > below ? span / 3 : span) : 0;
  const high = above > 0 ? (above * 3 <= span && below > above ? span / 3 : span) : 0;
  const pad = (high - low) / 3;
  const at = (value: number) => ((value - low + pad) / (high - low + 2 * pad)) * width;
  return {
    low: at(interval[0]),
    high: at(interval[1]),
    point: at(estimate),
    zero: at(0),
    margin: margin === null ? null : at(margin),
  };
};
