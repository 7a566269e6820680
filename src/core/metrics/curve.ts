import type { Sweep } from '../sweep.ts';
import type { Metric } from './metric.ts';
import { unknownStop } from './quantities.ts';
import type { Totals } from './totals.ts';

/** All that a metric needs of a sweep. */
export type CurveColumns = Pick<Sweep, 'columns' | 'thresholds'>;

/** The metric at every row of a sweep; NaN where it is undefined, which charts draw as a gap. */
export function metricCurve(metric: Metric, { columns, thresholds }: CurveColumns): Float64Array {
  const numerator = columns[metric.numerator.id];
  const denominator = metric.denominator ? columns[metric.denominator.id] : null;
  if (numerator === undefined || denominator === undefined) throw new Error(`no column for ${metric.id}`);
  const unknown = metric.needsLabels ? columns[unknownStop.id] : undefined;
  const curve = new Float64Array(thresholds.length);
  for (let row = 0; row < curve.length; row++) {
    const below = denominator === null ? 1 : denominator[row]!;
    curve[row] = below === 0 || (unknown !== undefined && unknown[row]! > 0) ? Number.NaN : numerator[row]! / below;
  }
  return curve;
}

/**
 * Metric minus native at every row. Over a common denominator the sums are subtracted before the division, so that the
 * difference is the correctly rounded quotient of two integers.
 */
export function differenceCurve(metric: Metric, curve: CurveColumns, native: Totals): Float64Array {
  const values = metricCurve(metric, curve);
  const numerator = curve.columns[metric.numerator.id]!;
  const denominator = metric.denominator ? curve.columns[metric.denominator.id]! : null;
  const nativeNumerator = native[metric.numerator.id]!;
  const nativeDenominator = metric.denominator ? native[metric.denominator.id]! : 1;
  return values.map((value, row) => {
    const below = denominator === null ? 1 : denominator[row]!;
    if (Number.isNaN(value) || nativeDenominator === 0) return Number.NaN;
    if (below === nativeDenominator) return (numerator[row]! - nativeNumerator) / below;
    return value - nativeNumerator / nativeDenominator;
  });
}
