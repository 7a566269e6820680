import { useMemo } from 'react';
import { passingRows } from '../../core/gate.ts';
import { METRICS } from '../../core/metrics/index.ts';
import { changeView, useApp } from '../../store/app-store.ts';
import type { Curves } from '../../store/handles.ts';
import type { ActiveJudge } from '../../store/selectors.ts';
import { ThresholdChart } from '../../ui/charts/ThresholdChart.tsx';
import { MetricSelect } from '../../ui/parts/MetricSelect.tsx';
import { Panel } from '../../ui/parts/Panel.tsx';
import { describePolicy, flagOf, frozenPolicy, metricOf } from './chart-data.ts';
import styles from './explore.module.css';
import { gateStretch, panelLabel, stateScores, stepPanels } from './threshold-data.ts';
import { goToRow, setThreshold, stepTo, useActiveBands, usePolicy } from './use-explore.ts';

const OPTIONS = METRICS.map((metric) => ({ value: metric.id, label: panelLabel(metric) }));

export function ThresholdPanel({ curves, active }: { readonly curves: Curves; readonly active: ActiveJudge }) {
  const panelIds = useApp((state) => state.view.panels);
  const margin = useApp((state) => state.view.gate.margin);
  const state = useActiveBands(active);
  const bands = state.kind === 'ready' ? state.bands : null;
  const panels = useMemo(
    () => stepPanels(panelIds.map(metricOf), active, curves.native.totals, bands, margin),
    [panelIds, active, curves, bands, margin],
  );
  const scores = useMemo(() => stateScores(active.states), [active]);
  const gate = useMemo(
    () => (bands?.em ? gateStretch(passingRows(bands.em, bands.searches, margin), active.sweep.thresholds) : null),
    [bands, margin, active],
  );
  const frozen = useMemo(() => {
    const policy = frozenPolicy(active);
    return policy && { threshold: active.handle.frozen!.value, text: policy.text, isSentinel: policy.isSentinel };
  }, [active]);
  const { threshold, row, totals } = usePolicy(active);
  const { tip, valueText } = describePolicy(active, threshold, row, totals);
  return (
    <Panel
      title="Threshold"
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
    </Panel>
  );
}
