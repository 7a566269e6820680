import { useMemo } from 'react';
import { METRICS } from '../../core/metrics/index.ts';
import { describePolicy, flagOf, frozenPolicy, metricOf } from '../../figures/chart-data.ts';
import { goToRow, setThreshold, stepTo, usePolicy } from '../../figures/use-policy.ts';
import { changeView, useApp } from '../../store/app-store.ts';
import type { Curves, DatasetHandle } from '../../store/handles.ts';
import type { ActiveJudge } from '../../store/selectors.ts';
import { ChartPanel } from '../../ui/charts/ChartPanel.tsx';
import { ThresholdChart } from '../../ui/charts/ThresholdChart.tsx';
import { MetricSelect } from '../../ui/parts/MetricSelect.tsx';
import styles from './explore.module.css';
import { fileNameOf, policyTable } from './policy-table.ts';
import { panelLabel, stepPanels } from './threshold-data.ts';
import { useThresholdChart } from './use-threshold-chart.ts';

const OPTIONS = METRICS.map((metric) => ({ value: metric.id, label: panelLabel(metric) }));

export function ThresholdPanel({
  dataset,
  curves,
  active,
}: {
  readonly dataset: DatasetHandle;
  readonly curves: Curves;
  readonly active: ActiveJudge;
}) {
  const view = useApp((state) => state.view);
  const { panels: panelIds } = view;
  const { bands, scores, gate, margin } = useThresholdChart(active);
  const panels = useMemo(
    () => stepPanels(panelIds.map(metricOf), active, curves.native.totals, bands, margin),
    [panelIds, active, curves, bands, margin],
  );
  const frozen = useMemo(() => {
    const policy = frozenPolicy(active);
    return policy && { threshold: active.handle.frozen!.value, text: policy.text, isSentinel: policy.isSentinel };
  }, [active]);
  const { threshold, row, totals } = usePolicy(active);
  const { tip, valueText } = describePolicy(active, threshold, row, totals);
  return (
    <ChartPanel
      title="Threshold"
      table={policyTable(active, panelIds.map(metricOf), bands, row)}
      fileName={fileNameOf('threshold', dataset, active)}
      figureTitle={`Thresholds of ${active.handle.name}`}
      yTitle={null}
      dataName="Data of every policy"
      className={styles.threshold}
      head={panelIds.map((id, i) => (
        <MetricSelect
          // biome-ignore lint/suspicious/noArrayIndexKey: a panel is its place
          key={i}
          label={`Metric of panel ${i + 1}`}
          options={OPTIONS}
          value={id}
          onChange={(chosen) => changeView({ panels: panelIds.map((old, k) => (k === i ? chosen : old)) })}
        />
      ))}
    >
      <ThresholdChart
        judgeIndex={active.index}
        judgeName={active.handle.name}
        thresholds={active.sweep.thresholds}
        threshold={threshold}
        row={row}
        panels={panels}
        scores={scores}
        scoreLabel="Judge score"
        flag={flagOf(active, threshold, row)}
        frozen={frozen}
        onFrozen={() => setThreshold(active.handle.frozen!.value)}
        gate={gate}
        tip={tip}
        handleName={`Threshold, ${active.handle.name}`}
        valueText={valueText}
        isNeverStop={row === 0}
        onRowChange={(next) => goToRow(active, next)}
        onStep={(step) => stepTo(active, step)}
      />
    </ChartPanel>
  );
}
