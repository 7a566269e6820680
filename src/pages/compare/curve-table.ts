import { joinCurves } from '../../figures/joined-curves.ts';
import type { ComparedCurve } from '../../ui/charts/CompareChart.tsx';
import { decimalsFor, formatDecimal, formatExact } from '../../ui/parts/format.ts';
import type { DataTableProps } from '../../ui/table/DataTable.tsx';

/** Both curves as one table: a policy a row, the first run's before the second's, from never stopping on. */
export function curveTable(curves: readonly ComparedCurve[], questions: number): DataTableProps {
  const { rowCount, find } = joinCurves(curves);
  const thresholdAt = (row: number): number => find(row).curve.thresholds[find(row).i]!;
  const number = (key: 'x' | 'y', label: string) => ({
    key,
    label,
    value: (row: number) => find(row).curve[key][find(row).i]!,
    text: (row: number) => {
      const value = find(row).curve[key][find(row).i]!;
      return Number.isNaN(value) ? 'not known' : formatDecimal(value, decimalsFor(questions));
    },
  });
  const name = (row: number) => find(row).curve.name;
  return {
    caption: 'Both curves, one row a policy',
    rowCount,
    columns: [
      { key: 'run', label: 'Run and judge', value: name, text: name },
      {
        key: 'threshold',
        label: 'Threshold, stop at or above',
        value: (row) => (Number.isFinite(thresholdAt(row)) ? thresholdAt(row) : 'never stop'),
        text: (row) => formatExact(thresholdAt(row)),
      },
      number('x', 'Mean searches'),
      number('y', 'Exact match'),
    ],
  };
}
