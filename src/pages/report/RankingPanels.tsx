import { useMemo } from 'react';
import type { StateCurve } from '../../core/state-level.ts';
import type { Curves, DatasetHandle, ReportView } from '../../store/handles.ts';
import { ChartPanel } from '../../ui/charts/ChartPanel.tsx';
import { UnitChart, type UnitCurve } from '../../ui/charts/UnitChart.tsx';
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
      curves.judges.map(({ states }, judgeIndex) =>
        precisionRecall(states, judgeIndex, dataset.judges[judgeIndex]!.name),
      ),
    [curves, dataset],
  );
  const calibration = useMemo(() => calibrationCurves(report, dataset), [report, dataset]);
  const first = curves.judges[0]?.states;
  if (first === undefined || first.positives === 0) return null;
  const prevalence = first.positives / first.eligible;
  return (
    <div className={styles.pair}>
      <ChartPanel
        title="Precision against recall"
        sub={`${formatCount(first.eligible)} eligible states, not questions`}
        table={rankingTable(curves, ranking)}
        fileName={`precision-recall ${dataset.name}`.toLowerCase().replace(/[^a-z0-9]+/g, '-')}
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
        fileName={`calibration ${dataset.name}`.toLowerCase().replace(/[^a-z0-9]+/g, '-')}
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

function precisionRecall(states: StateCurve, judgeIndex: number, name: string): UnitCurve {
  const { truePositives, falsePositives, positives } = states;
  const x = new Float64Array(truePositives.length);
  const y = new Float64Array(truePositives.length);
  for (let i = 0; i < x.length; i++) {
    x[i] = positives === 0 ? Number.NaN : truePositives[i]! / positives;
    y[i] = truePositives[i]! / (truePositives[i]! + falsePositives[i]!);
  }
  return { judgeIndex, name, x, y };
}

/** From the report's own calibration table, so that chart and table cannot differ. */
function calibrationCurves({ tables }: ReportView, dataset: DatasetHandle): UnitCurve[] {
  const table = tables.find(({ id }) => id === 'calibration');
  if (table === undefined) return [];
  const probability = table.columns.findIndex(({ id }) => id === 'mean_probability');
  const rate = table.columns.findIndex(({ id }) => id === 'observed_rate');
  return dataset.judges.map(({ id, name }, judgeIndex) => {
    const rows = table.rows.filter((row) => row.name.startsWith(`${id} `));
    return {
      judgeIndex,
      name,
      x: Float64Array.from(rows, ({ cells }) => Number(cells[probability])),
      y: Float64Array.from(rows, ({ cells }) => Number(cells[rate])),
    };
  });
}

/** All points of all curves, judge after judge. */
function pointTable(caption: string, curves: readonly UnitCurve[], xLabel: string, yLabel: string): DataTableProps {
  const starts: number[] = [];
  let rowCount = 0;
  for (const { x } of curves) {
    starts.push(rowCount);
    rowCount += x.length;
  }
  const find = (row: number) => {
    let c = curves.length - 1;
    while (starts[c]! > row) c -= 1;
    return { curve: curves[c]!, i: row - starts[c]! };
  };
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
  const scores = curves.judges.flatMap(({ states }) => [states.scores]);
  const scoreOf = (row: number) => {
    let left = row;
    for (const list of scores) {
      if (left < list.length) return list[left]!;
      left -= list.length;
    }
    return Number.NaN;
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
