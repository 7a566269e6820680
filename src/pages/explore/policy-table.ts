import type { Metric } from '../../core/metrics/metric.ts';
import { metricValue } from '../../core/metrics/totals.ts';
import { behindQuantity } from '../../core/questions/index.ts';
import { totalsAt } from '../../core/sweep.ts';
import { metricText } from '../../figures/figures.ts';
import { goToRow } from '../../figures/use-policy.ts';
import type { CurveBands, DatasetHandle } from '../../store/handles.ts';
import { showQuestions } from '../../store/questions-links.ts';
import type { ActiveJudge } from '../../store/selectors.ts';
import { decimalsFor, formatExact, formatInterval } from '../../ui/parts/format.ts';
import type { DataColumn, DataTableProps } from '../../ui/table/DataTable.tsx';
import { doorName } from './Door.tsx';

/** The table twin of a chart: one row a policy of the active judge, from never stop down. */
export function policyTable(
  active: ActiveJudge,
  metrics: readonly Metric[],
  bands: CurveBands | null,
  row: number,
): DataTableProps {
  const { sweep } = active;
  const threshold: DataColumn = {
    key: 'threshold',
    label: 'Threshold, stop at or above',
    value: (r) => (r === 0 ? 'never stop' : sweep.thresholds[r]!),
    text: (r) => formatExact(sweep.thresholds[r]!),
  };
  return {
    caption: `Every policy of ${active.handle.name}, one row each`,
    columns: [
      threshold,
      ...metrics.map((metric) => metricColumn(active, metric)),
      ...bandColumns(bands, sweep.questionCount),
    ],
    rowCount: sweep.thresholds.length,
    currentRow: row,
    onPick: (r) => goToRow(active, r),
  };
}

function metricColumn(active: ActiveJudge, metric: Metric): DataColumn {
  const { sweep } = active;
  const behind = behindQuantity(metric.numerator);
  return {
    key: metric.id,
    label: metric.name,
    value: (row) => metricValue(metric, totalsAt(sweep, row)),
    text: (row) => metricText(metric, totalsAt(sweep, row)),
    door: (row) => {
      const totals = totalsAt(sweep, row);
      if (behind === null || !metricValue(metric, totals)) return null;
      return {
        label: doorName(metricText(metric, totals), behind),
        // The questions are those of this policy: it comes into force with them.
        onOpen: () => {
          goToRow(active, row);
          showQuestions(behind.filters);
        },
      };
    },
  };
}

function bandColumns(bands: CurveBands | null, questions: number): DataColumn[] {
  if (bands === null) return [];
  const columns: DataColumn[] = [];
  const add = (key: string, name: string, { low, high }: CurveBands['searches']) => {
    columns.push(
      {
        key: `${key}-low`,
        label: `${name} difference, 95 % low`,
        textLabel: `${name} difference, 95 % interval`,
        value: (row) => low[row]!,
        text: (row) => (Number.isNaN(low[row]!) ? '' : formatInterval(low[row]!, high[row]!, decimalsFor(questions))),
      },
      { key: `${key}-high`, label: `${name} difference, 95 % high`, value: (row) => high[row]!, text: null },
    );
  };
  if (bands.em) add('em', 'EM', bands.em);
  add('searches', 'Search', bands.searches);
  return columns;
}

export const fileNameOf = (chart: string, dataset: DatasetHandle, active: ActiveJudge): string =>
  `${chart} ${dataset.name} ${active.handle.id}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
