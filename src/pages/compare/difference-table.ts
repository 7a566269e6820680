import type { MetricDifference } from '../../core/compare/paired.ts';
import { findMetric } from '../../core/metrics/index.ts';
import type { Metric } from '../../core/metrics/metric.ts';
import { one } from '../../core/metrics/quantities.ts';
import type { Totals } from '../../core/metrics/totals.ts';
import type { TextColumn, TextTable } from '../../core/present/table-text.ts';
import { formatMetricDifference, metricText } from '../../figures/figures.ts';
import type { CompareReply } from '../../store/handles.ts';
import { decimalsFor, formatInterval, formatP } from '../../ui/parts/format.ts';

interface Row {
  readonly name: string;
  readonly metric: Metric;
  readonly found: MetricDifference;
  readonly totals: readonly [left: Totals, right: Totals];
}

/** The paired differences as a file: every digit, and bold only where the whole interval lies on the better side. */
export function differenceTable({ left, right, policyDifferences, nativeDifferences }: CompareReply): TextTable {
  const rowsOf = (found: readonly MetricDifference[], group: 'policy' | 'native'): readonly Row[] =>
    found.map((one) => {
      const metric = findMetric(one.metric)!;
      return { name: `${metric.name}, ${group}`, metric, found: one, totals: [left[group], right[group]] };
    });
  const rows = [...rowsOf(policyDifferences, 'policy'), ...rowsOf(nativeDifferences, 'native')];
  const at = (row: number) => rows[row]!;
  const number = (title: string, value: (row: Row) => number | null, text: (row: Row) => string): TextColumn => ({
    title,
    isText: false,
    value: (row) => value(at(row)),
    text: (row) => text(at(row)),
  });
  const forFiles = (title: string, value: (row: Row) => number | null): TextColumn => ({
    ...number(title, value, () => ''),
    only: 'values',
  });
  const difference = number('Difference', ({ found }) => found.difference, differenceText);
  const interval = number('95 % interval', () => null, endsText);
  return {
    id: 'paired-differences',
    title: 'Paired differences, second run minus first',
    note: null,
    rowCount: rows.length,
    columns: [
      { title: 'Figure', isText: true, value: (row) => at(row).name, text: (row) => at(row).name },
      number(
        'First run',
        ({ found }) => found.left,
        ({ metric, totals }) => metricText(metric, totals[0]),
      ),
      number(
        'Second run',
        ({ found }) => found.right,
        ({ metric, totals }) => metricText(metric, totals[1]),
      ),
      { ...difference, isStrong: (row) => doesHold(at(row)) },
      { ...interval, only: 'text' },
      forFiles('95 % interval, low', ({ found }) => found.low),
      forFiles('95 % interval, high', ({ found }) => found.high),
      forFiles('Replicates undefined', ({ found }) => found.undefinedReplicates),
    ],
  };
}

function doesHold({ metric, found: { low, high } }: Row): boolean {
  if (low === null || high === null || metric.better === 'neither') return false;
  return metric.better === 'higher' ? low > 0 : high < 0;
}

const differenceText = ({ metric, found, totals: [left] }: Row): string =>
  found.difference === null ? 'undefined' : formatMetricDifference(metric, found.difference, left[one.id]!);

const endsText = ({ metric, found: { low, high }, totals: [left] }: Row): string =>
  low === null || high === null ? 'none' : intervalText(metric, low, high, left[one.id]!);

/** Shares are written in points, as their difference is. */
export const intervalText = (metric: Metric, low: number, high: number, questions: number): string =>
  metric.format === 'share'
    ? `${formatInterval(low * 100, high * 100, 2)} points`
    : formatInterval(low, high, decimalsFor(questions));

/** What the differences rest on, and the discordant pairs with their test. */
export function differenceNotes({ used, seed, repeats, hasUnits, policyFlips, nativeFlips }: CompareReply) {
  const unit = hasUnits ? 'questions with their samples' : 'pairs';
  const flips = [
    ['policy', policyFlips],
    ['native', nativeFlips],
  ] as const;
  return [
    `over the same ${used} questions; bootstrap over ${unit}, ${repeats} replicates, seed ${seed}`,
    ...flips.flatMap(([name, found]) =>
      found === null
        ? []
        : [
            `${name}, right in one run only: ${found.onlyLeft} in the first, ${found.onlyRight} in the second, McNemar ${formatP(found.test.exact)}`,
          ],
    ),
  ];
}
