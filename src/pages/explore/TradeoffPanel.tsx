import { METRICS } from '../../core/metrics/index.ts';
import { labelled } from '../../core/metrics/quantities.ts';
import { metricOf } from '../../figures/chart-data.ts';
import { isSealed } from '../../figures/figures.ts';
import { useActiveBands, usePolicy } from '../../figures/use-policy.ts';
import { isGatePlane, useTradeoff } from '../../figures/use-tradeoff.ts';
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
  const x = metricOf(xId);
  const y = metricOf(yId);
  const policy = usePolicy(active);
  const chart = useTradeoff(dataset, curves, hidden, active, policy, x, y);
  const missing = curves.native.totals[labelled.id] === 0 ? [y, x].find(({ needsLabels }) => needsLabels) : undefined;
  return (
    <ChartPanel
      title="Trade-off"
      table={policyTable(active, [y, x], isGatePlane(x, y) ? bands : null, policy.row)}
      fileName={fileNameOf('trade-off', dataset, active)}
      figureTitle={`${y.name} against ${x.name.toLowerCase()}`}
      yTitle={chart.yAxis.label}
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
        <TradeoffChart {...chart} />
      )}
    </ChartPanel>
  );
}

const presentTradeoff = () => {
  changeView({ slide: 'tradeoff' });
  openPage('present');
};

const showCoverage = () => changeView({ yMetric: 'coverage', xMetric: 'searches' });
