import { useMemo } from 'react';
import type { StateCurve } from '../../core/state-level.ts';
import type { Curves, DatasetHandle, ReportView } from '../../store/handles.ts';
import { UnitChart, type UnitCurve } from '../../ui/charts/UnitChart.tsx';
import { formatCount, formatFour } from '../../ui/parts/format.ts';
import { JudgeKey } from '../../ui/parts/JudgeKey.tsx';
import { Panel } from '../../ui/parts/Panel.tsx';
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
      <Panel title="Precision against recall" sub={`${formatCount(first.eligible)} eligible states, not questions`}>
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
      </Panel>
      <Panel title="Calibration" sub="ten bins, sigmoid of the margin; empty bins are left out">
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
      </Panel>
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
