import { useEffect, useMemo } from 'react';
import { judgedStop, labelled, safe, unknownStop, unsafe } from '../../core/metrics/quantities.ts';
import type { Headroom } from '../../core/report/h0.ts';
import { rowAt, totalsAt } from '../../core/sweep.ts';
import { useApp } from '../../store/app-store.ts';
import type { CurveBands, Curves, DatasetHandle } from '../../store/handles.ts';
import { fetchHeadroom, useHeadroom } from '../../store/headroom.ts';
import { activeJudge, thresholdOf } from '../../store/selectors.ts';
import { ChartPanel } from '../../ui/charts/ChartPanel.tsx';
import { type IntervalRow, IntervalRows } from '../../ui/charts/IntervalRows.tsx';
import { type ChartPoint, PointChart } from '../../ui/charts/PointChart.tsx';
import { StopsColumn } from '../../ui/charts/StopsColumn.tsx';
import { fileNameOf } from '../../ui/export/exporter.ts';
import {
  decimalsFor,
  formatCount,
  formatDecimal,
  formatDifference,
  formatInterval,
  formatShare,
  formatShareInterval,
} from '../../ui/parts/format.ts';
import type { DataTableProps } from '../../ui/table/DataTable.tsx';
import styles from './report.module.css';

/** The stopping paper's Figures 2 and 3 on the open data: what stopping could gain, and what the policy does. */
export function PaperPanels({ dataset, curves }: { readonly dataset: DatasetHandle; readonly curves: Curves }) {
  const { of, headroom } = useHeadroom();
  const repeats = useApp((state) => state.view.gate.repeats);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store looks at the same values when it is asked
  useEffect(() => void fetchHeadroom(), [curves, repeats]);
  return (
    <>
      {headroom !== null && of === curves && <HeadroomPanel {...{ dataset, curves, headroom }} />}
      <EffectPanel dataset={dataset} curves={curves} />
    </>
  );
}

function HeadroomPanel({
  dataset,
  curves,
  headroom,
}: {
  readonly dataset: DatasetHandle;
  readonly curves: Curves;
  readonly headroom: Headroom;
}) {
  const points = useMemo(() => headroomPoints(curves, headroom), [curves, headroom]);
  const rows = useMemo(() => headroomRows(headroom), [headroom]);
  return (
    <ChartPanel
      title="Stopping headroom"
      sub="the paper's Figure 2"
      yTitle={null}
      preset="double"
      parts={2}
      fileName={fileNameOf('headroom', dataset.name)}
      notes={[
        `n = ${headroom.metrics.question_count} labelled; oracles read the gold answers: no deployable policy`,
        headroom.budgets === null
          ? 'budget k stops at the first eligible state with k searches; who answers before finishes natively'
          : 'budget k answers at the k-th native state, or the last there is',
        `headroom intervals: ${headroom.repeats} replicates, seed ${headroom.seed}, ends at int(0.025 (R - 1)) and int(0.975 (R - 1))`,
      ]}
      table={headroomTable(points, rows)}
    >
      <div className={styles.parts}>
        <PointChart
          label="Exact match against mean searches: fixed budgets, native and two label-dependent oracles"
          xLabel="Mean searches per question"
          yLabel="(a) Exact match"
          points={points}
          lines={[{ kind: 'dots', keys: points.filter(({ mark }) => mark === 'budget').map(({ key }) => key) }]}
        />
        <IntervalRows label="Headroom of stopping with 95 % intervals" rows={rows} />
      </div>
    </ChartPanel>
  );
}

function headroomPoints(curves: Curves, { metrics, budgets }: Headroom): readonly ChartPoint[] {
  const quality = curves.qualityOracle.totals;
  return [
    { key: 'native', label: 'Native', x: metrics.native_mean_search_calls, y: metrics.native_em, mark: 'native' },
    {
      key: 'quality oracle',
      label: 'Quality oracle, label-dependent',
      x: quality.searches! / quality.questions!,
      y: metrics.quality_stop_oracle_em,
      mark: 'oracle',
    },
    {
      key: 'cost oracle',
      label: 'Cost oracle, label-dependent',
      x: metrics.cost_oracle_mean_search_calls,
      y: metrics.native_em,
      mark: 'oracle',
    },
    ...budgetPoints(curves, budgets),
  ];
}

/** As the audit counts them; by our own convention where the data does not have what the audit needs. */
function budgetPoints(curves: Curves, budgets: Headroom['budgets']): readonly ChartPoint[] {
  const places =
    budgets?.map(({ mean_search_calls: x, official_em: y }) => ({ x, y })) ??
    curves.budgets.slice(0, MOST_BUDGETS).map(({ totals }) => ({
      x: totals.searches! / totals.questions!,
      y: totals.correct! / totals[labelled.id]!,
    }));
  return places.map(({ x, y }, k) => ({ key: `k = ${k}`, label: `k = ${k}`, x, y, mark: 'budget' }));
}
const MOST_BUDGETS = 9;

function headroomRows({ metrics, intervals }: Headroom): readonly IntervalRow[] {
  const [qualityLow, qualityHigh] = intervals.quality_headroom;
  const [shareLow, shareHigh] = intervals.avoidable_search_fraction;
  const decimals = decimalsFor(metrics.question_count);
  return [
    {
      key: 'quality',
      title: '(b) EM that the quality oracle gains',
      text: `${formatDifference(metrics.quality_headroom, decimals)} ${formatInterval(qualityLow, qualityHigh, decimals)}`,
      estimate: metrics.quality_headroom,
      low: qualityLow,
      high: qualityHigh,
      unit: 'number',
      line: { value: 0, label: 'native' },
    },
    {
      key: 'cost',
      title: 'Searches that the cost oracle avoids',
      text: `${formatShare(metrics.avoidable_search_fraction)} ${formatShareInterval(shareLow, shareHigh)}, ${formatCount(metrics.avoidable_searches)} searches`,
      estimate: metrics.avoidable_search_fraction,
      low: shareLow,
      high: shareHigh,
      unit: 'share',
      line: { value: 0, label: 'native' },
    },
  ];
}

/** Both parts as one table: points have two values, intervals an estimate and its ends. */
const headroomTable = (points: readonly ChartPoint[], rows: readonly IntervalRow[]): DataTableProps =>
  figureTable(
    'Points and intervals of the figure',
    [
      ...points.map(({ key, x, y }) => ({ name: key, x, y })),
      ...rows.map(({ title, estimate, low, high }) => ({ name: title, y: estimate, low, high })),
    ],
    { x: 'Mean searches', y: 'EM or estimate', low: '95 % low', high: '95 % high' },
  );

function EffectPanel({ dataset, curves }: { readonly dataset: DatasetHandle; readonly curves: Curves }) {
  const view = useApp((state) => state.view);
  const bands = useApp((state) => state.bands);
  const active = useMemo(() => activeJudge(dataset, curves, view.judge), [dataset, curves, view.judge]);
  if (active === null || bands === null || bands.judge !== active.handle.id || bands.em === null) return null;
  const threshold = thresholdOf(view, active.handle);
  const row = rowAt(active.sweep, threshold);
  const totals = totalsAt(active.sweep, row);
  // Without the answer at every stop neither the difference nor the risk is known.
  if (totals[unknownStop.id]! > 0 || Number.isNaN(bands.em.low[row])) return null;
  const rows = effectRows(curves, totals, bands, row, view.gate.margin);
  const stops = totals[judgedStop.id]!;
  return (
    <ChartPanel
      title="Quality, cost and risk of the policy"
      sub="against native; the paper's Figure 3"
      figureTitle={`${active.handle.name} against native`}
      yTitle={null}
      preset="double"
      parts={2}
      fileName={fileNameOf('quality-cost-risk', dataset.name, active.handle.id)}
      notes={[
        'non-inferior within the margin is not equal; fewer searches are not lower total cost: judge calls are not in them',
      ]}
      table={effectTable(rows, totals[safe.id]!, totals[unsafe.id]!)}
    >
      <div className={styles.parts}>
        <IntervalRows label="Paired differences to native with 95 % intervals" rows={rows} />
        <StopsColumn title="(c) Early stops" safe={stops - totals[unsafe.id]!} unsafe={totals[unsafe.id]!} />
      </div>
    </ChartPanel>
  );
}

function effectRows(
  { native }: Curves,
  totals: ReturnType<typeof totalsAt>,
  bands: CurveBands,
  row: number,
  margin: number,
): readonly IntervalRow[] {
  const questions = totals.questions!;
  const em = totals.correct! / totals[labelled.id]! - native.totals.correct! / native.totals[labelled.id]!;
  const searches = (totals.searches! - native.totals.searches!) / questions;
  const decimals = decimalsFor(questions);
  const words = (estimate: number, low: number, high: number) =>
    `${formatDifference(estimate, decimals)} ${formatInterval(low, high, decimals)}`;
  const emEnds = { low: bands.em!.low[row]!, high: bands.em!.high[row]! };
  const searchEnds = { low: bands.searches.low[row]!, high: bands.searches.high[row]! };
  return [
    {
      key: 'em',
      title: '(a) EM difference',
      text: words(em, emEnds.low, emEnds.high),
      estimate: em,
      ...emEnds,
      unit: 'number',
      line: { value: -margin, label: `margin -${margin}` },
      passes: 'above',
    },
    {
      key: 'searches',
      title: '(b) Search difference',
      text: words(searches, searchEnds.low, searchEnds.high),
      estimate: searches,
      ...searchEnds,
      unit: 'number',
      line: { value: 0, label: 'no difference' },
      passes: 'below',
    },
  ];
}

const effectTable = (rows: readonly IntervalRow[], safeStops: number, unsafeStops: number): DataTableProps =>
  figureTable(
    'Figures of the picture',
    [
      ...rows.map(({ title, estimate, low, high }) => ({ name: title, y: estimate, low, high })),
      { name: 'Safe stops', y: safeStops, isCount: true },
      { name: 'Unsafe stops', y: unsafeStops, isCount: true },
    ],
    { y: 'Value', low: '95 % low', high: '95 % high' },
  );

type Part = 'x' | 'y' | 'low' | 'high';

type FigureRow = Readonly<Partial<Record<Part, number>>> & { readonly name: string; readonly isCount?: boolean };

/** The figures of a picture by their names; what a row does not have is an empty cell. */
function figureTable(
  caption: string,
  rows: readonly FigureRow[],
  labels: Readonly<Partial<Record<Part, string>>>,
): DataTableProps {
  const column = ([key, label]: readonly [Part, string]) => ({
    key,
    label,
    value: (row: number) => rows[row]![key] ?? null,
    text: (row: number) => {
      const { [key]: value, isCount } = rows[row]!;
      return value === undefined ? '' : isCount ? formatCount(value) : formatDecimal(value, 5);
    },
  });
  return {
    caption,
    rowCount: rows.length,
    columns: [
      { key: 'name', label: 'What', value: (row) => rows[row]!.name, text: (row) => rows[row]!.name },
      ...(Object.entries(labels) as [Part, string][]).map(column),
    ],
  };
}
