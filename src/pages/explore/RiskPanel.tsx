import { useMemo } from 'react';
import { coverage } from '../../core/metrics/coverage.ts';
import { metricCurve } from '../../core/metrics/curve.ts';
import { judgedStop, stopped, unsafe } from '../../core/metrics/quantities.ts';
import { selectedStopRisk } from '../../core/metrics/selected-stop-risk.ts';
import { earlyStops } from '../../core/metrics/stop-counts.ts';
import { wilson } from '../../core/stats/intervals.ts';
import { metricText, unknownStops } from '../../figures/figures.ts';
import { usePolicy } from '../../figures/use-policy.ts';
import { useApp } from '../../store/app-store.ts';
import type { Curves, DatasetHandle } from '../../store/handles.ts';
import type { ActiveJudge } from '../../store/selectors.ts';
import { ChartPanel } from '../../ui/charts/ChartPanel.tsx';
import { RiskCoverageChart } from '../../ui/charts/RiskCoverageChart.tsx';
import { formatCount, formatShare, formatShareInterval } from '../../ui/parts/format.ts';
import styles from './explore.module.css';
import { fileNameOf, policyTable } from './policy-table.ts';

export function RiskPanel({
  dataset,
  curves,
  active,
}: {
  readonly dataset: DatasetHandle;
  readonly curves: Curves;
  readonly active: ActiveJudge;
}) {
  const view = useApp((state) => state.view);
  const { hidden } = view;
  const shown = useMemo(
    () =>
      dataset.judges.flatMap((judge, judgeIndex) => {
        const found = curves.judges[judgeIndex];
        if (found === undefined || (hidden.includes(judge.id) && judgeIndex !== active.index)) return [];
        return [
          {
            judgeIndex,
            name: judge.name,
            coverage: metricCurve(coverage, found.sweep),
            risk: metricCurve(selectedStopRisk, found.sweep),
            stops: found.sweep.columns[stopped.id]!,
          },
        ];
      }),
    [dataset, curves, hidden, active.index],
  );
  const keys = useMemo(() => shown.map(({ judgeIndex, name }) => ({ index: judgeIndex, name })), [shown]);
  const { totals, row } = usePolicy(active);
  const stops = totals[judgedStop.id]!;
  const wrong = totals[unsafe.id]!;
  const bounds = wilson(wrong, stops);
  const isUnknown = unknownStops(totals) > 0;
  return (
    <ChartPanel
      title="Selected-stop risk"
      sub="against coverage"
      className={styles.risk}
      table={policyTable(active, [selectedStopRisk, coverage, earlyStops], null, row)}
      fileName={fileNameOf('risk-coverage', dataset, active)}
      figureTitle="Selected-stop risk against coverage"
      yTitle="Selected-stop risk"
      keys={keys}
      dataName="Data of every policy"
    >
      <RiskCoverageChart
        curves={shown}
        activeJudge={active.index}
        row={row}
        text={
          isUnknown || stops === 0
            ? metricText(selectedStopRisk, totals)
            : `${formatShare(wrong / stops)} of ${formatCount(stops)} stops`
        }
        interval={
          isUnknown
            ? null
            : bounds && { ...bounds, text: `${formatShareInterval(bounds.low, bounds.high)} Wilson 95\u2009%` }
        }
      />
    </ChartPanel>
  );
}
