import { useMemo } from 'react';
import { passingRows } from '../../core/gate.ts';
import { METRICS } from '../../core/metrics/index.ts';
import { labelled } from '../../core/metrics/quantities.ts';
import { changeView, useApp } from '../../store/app-store.ts';
import type { Curves, DatasetHandle } from '../../store/handles.ts';
import type { ActiveJudge } from '../../store/selectors.ts';
import { ChartPanel } from '../../ui/charts/ChartPanel.tsx';
import { TradeoffChart } from '../../ui/charts/TradeoffChart.tsx';
import { formatExact } from '../../ui/parts/format.ts';
import { Message } from '../../ui/parts/Message.tsx';
import { MetricSelect } from '../../ui/parts/MetricSelect.tsx';
import { HeadWord } from '../../ui/parts/Panel.tsx';
import {
  axisOf,
  describePolicy,
  flagOf,
  frozenPolicy,
  metricOf,
  tradeoffCurves,
  tradeoffPoints,
} from './chart-data.ts';
import styles from './explore.module.css';
import { isSealed } from './figures.ts';
import { fileNameOf, policyTable } from './policy-table.ts';
import { goToRow, setThreshold, stepTo, useActiveBands, usePolicy } from './use-explore.ts';

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

const showCoverage = () => changeView({ yMetric: 'coverage', xMetric: 'searches' });

/** Band, interval box and gate region belong to EM against searches: the criteria speak of nothing else. */
function useTradeoffGate(curves: Curves, active: ActiveJudge, x: Float64Array | null, row: number) {
  const isGatePlane = useApp((state) => state.view.xMetric === 'searches' && state.view.yMetric === 'em');
  const margin = useApp((state) => state.view.gate.margin);
  const state = useActiveBands(active);
  const bands = state.kind === 'ready' && isGatePlane ? state.bands : null;
  const em = bands?.em ?? null;
  const native = useMemo(() => {
    const { totals } = curves.native;
    return { em: totals.correct! / totals.labelled!, searches: totals.searches! / totals.questions! };
  }, [curves]);
  const band = useMemo(
    () => (em && x ? { x, low: em.low.map((d) => native.em + d), high: em.high.map((d) => native.em + d) } : null),
    [em, x, native],
  );
  const passes = useMemo(() => {
    if (em === null || bands === null) return null;
    const mask = new Uint8Array(em.low.length);
    for (const { first, last } of passingRows(em, bands.searches, margin)) mask.fill(1, first, last + 1);
    return mask;
  }, [em, bands, margin]);
  const interval =
    em === null || bands === null || Number.isNaN(em.low[row])
      ? null
      : {
          xLow: native.searches + bands.searches.low[row]!,
          xHigh: native.searches + bands.searches.high[row]!,
          yLow: native.em + em.low[row]!,
          yHigh: native.em + em.high[row]!,
          isStale: false,
        };
  const gate = em === null ? null : { margin, label: `EM margin ${formatExact(-margin)}` };
  return { band, passes, interval, gate };
}
