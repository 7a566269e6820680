import { useMemo } from 'react';
import type { Metric } from '../core/metrics/metric.ts';
import type { Curves, DatasetHandle } from '../store/handles.ts';
import type { ActiveJudge, PolicyReading } from '../store/selectors.ts';
import type { TradeoffChartProps } from '../ui/charts/TradeoffChart.tsx';
import { axisOf, describePolicy, flagOf, frozenPolicy, tradeoffCurves, tradeoffPoints } from './chart-data.ts';
import { useTradeoffGate } from './tradeoff-gate.ts';
import { goToRow, setThreshold, stepTo } from './use-policy.ts';

/** The gate's criteria are drawn where these two are. */
export const isGatePlane = (x: Metric, y: Metric): boolean => x.id === 'searches' && y.id === 'em';

/** The trade-off of two metrics at the policy in force: the same chart wherever it is drawn. */
export function useTradeoff(
  dataset: DatasetHandle,
  curves: Curves,
  hidden: readonly string[],
  active: ActiveJudge,
  { threshold, row, totals }: Pick<PolicyReading, 'threshold' | 'row' | 'totals'>,
  x: Metric,
  y: Metric,
): TradeoffChartProps {
  const shown = useMemo(
    () => tradeoffCurves(dataset, curves, hidden, active.handle.id, x, y),
    [dataset, curves, hidden, active.handle.id, x, y],
  );
  const points = useMemo(() => tradeoffPoints(curves, x, y), [curves, x, y]);
  const axes = useMemo(() => ({ xAxis: axisOf(x, 'x'), yAxis: axisOf(y, 'y') }), [x, y]);
  const frozen = useMemo(() => frozenPolicy(active), [active]);
  const own = shown.find((curve) => curve.judgeIndex === active.index)?.x ?? null;
  const gate = useTradeoffGate(curves, active, own, row, isGatePlane(x, y));
  return {
    curves: shown,
    activeJudge: active.index,
    row,
    ...axes,
    points,
    flag: flagOf(active, threshold, row),
    frozen,
    onFrozen: () => setThreshold(active.handle.frozen!.value),
    ...describePolicy(active, threshold, row, totals),
    handleName: `Threshold, ${active.handle.name}`,
    isNeverStop: row === 0,
    onRowChange: (next) => goToRow(active, next),
    onStep: (step) => stepTo(active, step),
    ...gate,
  };
}
