import { metricCurve } from '../core/metrics/curve.ts';
import { findMetric } from '../core/metrics/index.ts';
import type { Metric } from '../core/metrics/metric.ts';
import { labelled, one } from '../core/metrics/quantities.ts';
import { metricValue, type Totals } from '../core/metrics/totals.ts';
import { rowAt } from '../core/sweep.ts';
import type { Curves, DatasetHandle, PolicyPoint } from '../store/handles.ts';
import type { ActiveJudge } from '../store/selectors.ts';
import type { TipContent } from '../ui/charts/Tip.tsx';
import type { AxisUnit } from '../ui/charts/ticks.ts';
import type {
  AxisSpec,
  FrozenPolicy,
  MarkedPoint,
  PolicyFlag,
  TradeoffCurve,
  TradeoffPoints,
} from '../ui/charts/tradeoff-types.ts';
import { formatThreshold } from '../ui/parts/format.ts';
import { formatMetric, metricText } from './figures.ts';
import { isAtFrozen } from './use-policy.ts';

export const metricOf = (id: string): Metric => {
  const metric = findMetric(id);
  if (metric === undefined) throw new Error(`no metric ${id}`);
  return metric;
};

const UNITS: Readonly<Record<Metric['format'], AxisUnit>> = { mean: 'number', share: 'share', count: 'count' };

export function axisOf(metric: Metric, which: 'x' | 'y'): AxisSpec {
  const perQuestion = metric.id === 'searches' || metric.id === 'saved' ? ' per question' : '';
  const hint =
    which === 'x' && metric.better !== 'neither'
      ? ({
          text: metric.better === 'lower' ? 'fewer is better' : 'more is better',
          towards: metric.better === 'lower' ? 'low' : 'high',
        } as const)
      : null;
  return {
    label: `${metric.name}${perQuestion}`,
    unit: UNITS[metric.format],
    ...(metric.id === 'searches' ? { short: 'searches' } : {}),
    hint,
  };
}

/** The shown judges' curves of two metrics. */
export function tradeoffCurves(
  dataset: DatasetHandle,
  curves: Curves,
  hidden: readonly string[],
  activeId: string,
  x: Metric,
  y: Metric,
): TradeoffCurve[] {
  return dataset.judges.flatMap((judge, judgeIndex) => {
    const found = curves.judges[judgeIndex];
    if (found === undefined || (hidden.includes(judge.id) && judge.id !== activeId)) return [];
    return [{ judgeIndex, name: judge.name, x: metricCurve(x, found.sweep), y: metricCurve(y, found.sweep) }];
  });
}

/** Native, the oracles and the budgets as points; what is undefined there is left out. */
export function tradeoffPoints(curves: Curves, x: Metric, y: Metric): TradeoffPoints {
  const place = (totals: Totals) => {
    const point = { x: metricValue(x, totals), y: metricValue(y, totals) };
    return point.x === null || point.y === null ? null : { x: point.x, y: point.y };
  };
  const mark = ({ totals }: PolicyPoint, isAtNative: boolean): MarkedPoint | null => {
    const point = place(totals);
    if (point === null) return null;
    const text = (metric: Metric, value: number) => formatMetric(metric, value, totals[one.id]!);
    return { ...point, detail: isAtNative ? text(y, point.y) : `${text(y, point.y)} at ${text(x, point.x)}` };
  };
  // Oracles choose by the labels: without any there is nothing to draw.
  const hasLabels = (curves.native.totals[labelled.id] ?? 0) > 0;
  return {
    native: mark(curves.native, true),
    qualityOracle: hasLabels ? mark(curves.qualityOracle, false) : null,
    costOracle: hasLabels ? mark(curves.costOracle, false) : null,
    budgets: curves.budgets.flatMap(({ policy, totals }) => {
      const point = place(totals);
      return point === null || policy.kind !== 'budget' ? [] : [{ ...point, k: policy.searches }];
    }),
  };
}

/** The frozen threshold as a policy of the active judge's curve. */
export function frozenPolicy({ handle, sweep }: ActiveJudge): FrozenPolicy | null {
  if (handle.frozen === null) return null;
  const { value, isSentinel } = handle.frozen;
  const text = formatThreshold(value);
  return {
    row: rowAt(sweep, value),
    text: isSentinel ? `${text}, sentinel, never stop on validation` : text,
    isSentinel,
  };
}

/** How the current threshold is spoken of: "7.875, frozen"; digits until its neighbours differ. */
export function thresholdWords(
  active: ActiveJudge,
  threshold: number,
  row: number,
): { readonly text: string; readonly state: string } {
  const { thresholds } = active.sweep;
  if (row === 0 && threshold === Number.POSITIVE_INFINITY) return { text: 'never stop', state: '' };
  const neighbours = [thresholds[row - 1], thresholds[row + 1]].filter((t) => t !== undefined && Number.isFinite(t));
  const text = formatThreshold(threshold, neighbours as number[]);
  const { frozen } = active.handle;
  if (frozen === null) return { text, state: '' };
  if (isAtFrozen(active, threshold))
    return { text: formatThreshold(threshold), state: frozen.isSentinel ? 'sentinel' : 'frozen' };
  return { text, state: 'post hoc' };
}

export function flagOf(active: ActiveJudge, threshold: number, row: number): PolicyFlag {
  const { text, state } = thresholdWords(active, threshold, row);
  if (text === 'never stop') return { text, look: 'sentinel' };
  return { text: `θ = ${text}${state ? ` · ${state}` : ''}`, look: state === 'sentinel' ? 'sentinel' : 'filled' };
}

/** The handle's tooltip and, as one line, what a screen reader hears. */
export function describePolicy(
  active: ActiveJudge,
  threshold: number,
  row: number,
  totals: Totals,
): { readonly tip: TipContent; readonly valueText: string } {
  const { text, state } = thresholdWords(active, threshold, row);
  const shown = (id: string) => metricText(metricOf(id), totals);
  const name = [text, state].filter((part) => part !== '').join(', ');
  const hasLabels = totals[labelled.id]! > 0;
  return {
    tip: {
      title: text === 'never stop' ? text : `θ = ${name}`,
      rows: [
        ...(hasLabels ? ([['EM', shown('em')]] as const) : []),
        ['Searches', shown('searches')],
        ['Stops', hasLabels ? `${shown('safe')} safe, ${shown('unsafe')} unsafe` : shown('stops')],
      ],
    },
    valueText: `${name}${hasLabels ? `, EM ${shown('em')}` : ''}, ${shown('searches')} searches, ${shown('stops')} stops`,
  };
}
