import { useMemo } from 'react';
import { METRICS } from '../../core/metrics/index.ts';
import { labelled } from '../../core/metrics/quantities.ts';
import {
  axisOf,
  describePolicy,
  flagOf,
  frozenPolicy,
  metricOf,
  tradeoffCurves,
  tradeoffPoints,
} from '../../figures/chart-data.ts';
import { isSealed } from '../../figures/figures.ts';
import { useTradeoffGate } from '../../figures/tradeoff-gate.ts';
import { goToRow, setThreshold, stepTo, useActiveBands, usePolicy } from '../../figures/use-policy.ts';
import { changeView, openPage, useApp } from '../../store/app-store.ts';
import type { Curves, DatasetHandle } from '../../store/handles.ts';
import type { ActiveJudge } from '../../store/selectors.ts';
import { ChartPanel } from '../../ui/charts/ChartPanel.tsx';
import { TradeoffChart } from '../../ui/charts/TradeoffChart.tsx';
import { Message } from '../../ui/parts/Message.tsx';
import { MetricSelect } from '../../ui/parts/MetricSelect.tsx';
import { HeadWord } from '../../ui/parts/Panel.tsx';
import panel from '../../ui/parts/panel.module.css';
import styles from './explore.module.css';
import { fileNameOf, policyTable } from './policy-table.ts';

const METRIC_OPTIONS = METRICS.map(({ id, name }) => ({ value: id, label: name }));

export function TradeoffPanel({
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
  const bandState = useActiveBands(active);
  const bands = bandState.kind === 'ready' ? bandState.bands : null;
  const { xMetric: xId, yMetric: yId } = view;
  const isGatePlane = xId === 'searches' && yId === 'em';
  const x = metricOf(xId);
  const y = metricOf(yId);
  const shown = useMemo(
    () => tradeoffCurves(dataset, curves, hidden, active.handle.id, x, y),
    [dataset, curves, hidden, active.handle.id, x, y],
  );
  const points = useMemo(() => tradeoffPoints(curves, x, y), [curves, x, y]);
  const axes = useMemo(() => ({ x: axisOf(x, 'x'), y: axisOf(y, 'y') }), [x, y]);
  const frozen = useMemo(() => frozenPolicy(active), [active]);
  const { threshold, row, totals } = usePolicy(active);
  const { tip, valueText } = describePolicy(active, threshold, row, totals);
  const gate = useTradeoffGate(
    curves,
    active,
    shown.find((curve) => curve.judgeIndex === active.index)?.x ?? null,
    row,
    isGatePlane,
  );
  const missing = curves.native.totals[labelled.id] === 0 ? [y, x].find(({ needsLabels }) => needsLabels) : undefined;
  return (
    <ChartPanel
      title="Trade-off"
      table={policyTable(active, [y, x], isGatePlane ? bands : null, row)}
      fileName={fileNameOf('trade-off', dataset, active)}
      figureTitle={`${y.name} against ${x.name.toLowerCase()}`}
      yTitle={axes.y.label}
      dataName="Data of every policy"
      className={styles.tradeoff}
      head={
        <>
          <MetricSelect
            label="Vertical metric"
            options={METRIC_OPTIONS}
            value={yId}
            onChange={(id) => changeView({ yMetric: id })}
          />
          <HeadWord>against</HeadWord>
          <MetricSelect
            label="Horizontal metric"
            options={METRIC_OPTIONS}
            value={xId}
            onChange={(id) => changeView({ xMetric: id })}
          />
          <button type="button" className={panel.link} onClick={presentTradeoff}>
            Present
          </button>
        </>
      }
    >
      {missing ? (
        <div className={styles.missing}>
          <Message
            kind="note"
            title={isSealed(curves.native.totals) ? `${missing.name} is sealed` : `${missing.name} needs labels`}
            action={{ label: 'Show coverage', onAct: showCoverage }}
          >
            {isSealed(curves.native.totals)
              ? 'Right and wrong are not computed until a freeze exists and is unsealed.'
              : 'Without gold answers right and wrong are unknown.'}{' '}
            Coverage and searches do not need them.
          </Message>
        </div>
      ) : (
        <TradeoffChart
          curves={shown}
          activeJudge={active.index}
          row={row}
          xAxis={axes.x}
          yAxis={axes.y}
          points={points}
          flag={flagOf(active, threshold, row)}
          frozen={frozen}
          onFrozen={() => setThreshold(active.handle.frozen!.value)}
          tip={tip}
          handleName={`Threshold, ${active.handle.name}`}
          valueText={valueText}
          isNeverStop={row === 0}
          onRowChange={(next) => goToRow(active, next)}
          onStep={(step) => stepTo(active, step)}
          {...gate}
        />
      )}
    </ChartPanel>
  );
}

const presentTradeoff = () => {
  changeView({ slide: 'tradeoff' });
  openPage('present');
};

const showCoverage = () => changeView({ yMetric: 'coverage', xMetric: 'searches' });
