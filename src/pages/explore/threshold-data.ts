import type { RowRange } from '../../core/gate.ts';
import { differenceCurve, metricCurve } from '../../core/metrics/curve.ts';
import type { Metric } from '../../core/metrics/metric.ts';
import type { Totals } from '../../core/metrics/totals.ts';
import type { StateCurve } from '../../core/state-level.ts';
import type { CurveBands } from '../../store/handles.ts';
import type { ActiveJudge } from '../../store/selectors.ts';
import type { StateScores } from '../../ui/charts/distribution.ts';
import type { GateStretch, StepPanel } from '../../ui/charts/threshold-types.ts';
import { formatExact, formatThreshold } from '../../ui/parts/format.ts';

/** Means are shown as differences to native; shares and counts as they are, since native has no stops. */
const isDifference = (metric: Metric): boolean =>
  metric.format === 'mean' && metric.id !== 'delay' && metric.id !== 'saved';

export const panelLabel = (metric: Metric): string =>
  isDifference(metric) ? `${metric.id === 'searches' ? 'Search' : metric.shortName} difference` : metric.name;

const UNITS = { mean: 'number', share: 'share', count: 'count' } as const;

/** One panel per chosen metric; EM and searches carry their bands, EM the margin. */
export function stepPanels(
  metrics: readonly Metric[],
  active: ActiveJudge,
  native: Totals,
  bands: CurveBands | null,
  margin: number,
): StepPanel[] {
  return metrics.map((metric) => {
    const y = isDifference(metric) ? differenceCurve(metric, active.sweep, native) : metricCurve(metric, active.sweep);
    const band = metric.id === 'em' ? bands?.em : metric.id === 'searches' ? bands?.searches : null;
    return {
      key: metric.id,
      label: panelLabel(metric),
      unit: UNITS[metric.format],
      y,
      ...(band ? { band } : {}),
      ...(metric.id === 'em' ? { line: { value: -margin, label: `margin ${formatExact(-margin)}` } } : {}),
    };
  });
}

/** Scores at safe and unsafe states, ascending, from the cumulated counts; and at those of which neither is known. */
export function stateScores({ scores, truePositives, falsePositives, unknownScores }: StateCurve): StateScores {
  const last = scores.length - 1;
  const safe = new Float64Array(last < 0 ? 0 : truePositives[last]!);
  const unsafe = new Float64Array(last < 0 ? 0 : falsePositives[last]!);
  // The counts cumulate from the highest score down: filling from the end gives ascending order.
  for (let i = 0; i <= last; i++) {
    const [tp, fp] = i === 0 ? [0, 0] : [truePositives[i - 1]!, falsePositives[i - 1]!];
    safe.fill(scores[i]!, safe.length - truePositives[i]!, safe.length - tp);
    unsafe.fill(scores[i]!, unsafe.length - falsePositives[i]!, unsafe.length - fp);
  }
  return { safe, unsafe, unknown: unknownScores };
}

/** The stretch of thresholds around the widest run of passing policies, for the shade. */
export function gateStretch(ranges: readonly RowRange[], thresholds: Float64Array): GateStretch | null {
  let widest: RowRange | null = null;
  for (const range of ranges) {
    if (widest === null || range.last - range.first > widest.last - widest.first) widest = range;
  }
  if (widest === null) return null;
  // A policy holds from its own threshold down to just above the next one.
  const from = thresholds[widest.last]!;
  const to = thresholds[widest.first]!;
  const more = ranges.length > 1 ? `, widest of ${ranges.length} stretches` : '';
  return { from, to, label: `gate passes ${formatThreshold(from)} to ${formatThreshold(to)}${more}` };
}
