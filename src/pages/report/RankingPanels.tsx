import { useMemo } from 'react';
import { calibrationPoints, precisionRecall, prevalenceOf } from '../../core/report/ranking-curves.ts';
import { joinCurves } from '../../figures/joined-curves.ts';
import type { Curves, DatasetHandle, ReportView } from '../../store/handles.ts';
import { ChartPanel } from '../../ui/charts/ChartPanel.tsx';
import { UnitChart, type UnitCurve } from '../../ui/charts/UnitChart.tsx';
import { fileNameOf } from '../../ui/export/exporter.ts';
import { formatCount, formatExact, formatFour } from '../../ui/parts/format.ts';
import { JudgeKey } from '../../ui/parts/JudgeKey.tsx';
import type { DataColumn, DataTableProps } from '../../ui/table/DataTable.tsx';
import styles from './report.module.css';

/** Precision against recall at every threshold, and predicted probability against observed rate in ten bins. */
export function RankingPanels({
  dataset,
  curves,
  report,
}: {
  readonly dataset: DatasetHandle;
  readonly curves: Curves;
  readonly report: ReportView;
}) {
  const ranking = useMemo(
    () =>
      curves.judges.map(({ states }, judgeIndex) => ({
        judgeIndex,
        name: dataset.judges[judgeIndex]!.name,
        ...precisionRecall(states),
      })),
    [curves, dataset],
  );
  const calibration = useMemo(() => calibrationCurves(report, dataset), [report, dataset]);
  const first = curves.judges[0]?.states;
  const prevalence = first === undefined ? null : prevalenceOf(first);
  if (first === undefined || prevalence === null) return null;
  return (
    <div className={styles.pair}>
      <ChartPanel
        title="Precision against recall"
        sub={`${formatCount(first.eligible)} eligible states, not questions`}
        table={rankingTable(curves, ranking)}
        fileName={fileNameOf('precision recall', dataset.name)}
        yTitle="Precision"
      >
        <div className={styles.chart}>
          <UnitChart
            curves={ranking}
            xLabel="Recall"
            yLabel="Precision"
            reference={{ kind: 'level', y: prevalence }}
            referenceLabel={`prevalence ${formatFour(prevalence)}`}
          />
        </div>
        <Names dataset={dataset} />
      </ChartPanel>
      <ChartPanel
        title="Calibration"
        sub="ten bins, sigmoid of the margin; empty bins are left out"
        table={pointTable('One row a judge and bin', calibration, 'Mean probability', 'Observed rate')}
        fileName={fileNameOf('calibration', dataset.name)}
        yTitle="Observed rate"
      >
        <div className={styles.chart}>
          <UnitChart
            curves={calibration}
            xLabel="Mean probability"
            yLabel="Observed rate"
            reference={{ kind: 'diagonal' }}
            referenceLabel="perfectly calibrated"
            hasMarks
          />
        </div>
        <Names dataset={dataset} />
      </ChartPanel>
    </div>
  );
}

function Names({ dataset }: { readonly dataset: DatasetHandle }) {
  return (
    <ul className={styles.names}>
      {dataset.judges.map(({ id, name }, index) => (
        <li key={id}>
          <JudgeKey index={index} />
          {name}
        </li>
      ))}
    </ul>
  );
}

const calibrationCurves = ({ tables }: ReportView, dataset: DatasetHandle): UnitCurve[] =>
  dataset.judges.map(({ id, name }, judgeIndex) => ({ judgeIndex, name, ...calibrationPoints(tables, id) }));

/** All points of all curves, judge after judge. */
function pointTable(caption: string, curves: readonly UnitCurve[], xLabel: string, yLabel: string): DataTableProps {
  const { rowCount, find } = joinCurves(curves);
  const name = (row: number) => find(row).curve.name;
  const column = (key: string, label: string, take: (row: number) => number): DataColumn => ({
    key,
    label,
    value: take,
    text: (row) => formatFour(take(row)),
  });
  const x = (row: number) => find(row).curve.x[find(row).i]!;
  const y = (row: number) => find(row).curve.y[find(row).i]!;
  return {
    caption,
    rowCount,
    columns: [
      { key: 'judge', label: 'Judge', value: name, text: name },
      column('x', xLabel, x),
      column('y', yLabel, y),
    ],
  };
}

function rankingTable(curves: Curves, ranking: readonly UnitCurve[]): DataTableProps {
  const table = pointTable('One row a judge and distinct score', ranking, 'Recall', 'Precision');
  const { find } = joinCurves(ranking);
  const scoreOf = (row: number) => {
    const { curve, i } = find(row);
    return curves.judges[curve.judgeIndex]!.states.scores[i]!;
  };
  const [judge, ...rest] = table.columns;
  const score: DataColumn = {
    key: 'score',
    label: 'Score, stop at or above',
    value: scoreOf,
    text: (row) => formatExact(scoreOf(row)),
  };
  return { ...table, columns: [judge!, score, ...rest] };
}
