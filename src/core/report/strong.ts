import type { ComparisonRow, PolicyRow } from './our-types.ts';
import type { ReportTable, TableRow } from './tables.ts';

/** Differences that hold, in bold: those beside an interval (`…_ci95`) that excludes 0. For tables of differences only. */
export function markDifferences(table: ReportTable): ReportTable {
  const places = new Map(table.columns.map(({ id }, i) => [id, i]));
  const marked = (row: TableRow): TableRow => ({
    ...row,
    strong: table.columns.flatMap(({ id }) => {
      const interval = row.cells[places.get(`${id}_ci95`) ?? -1];
      return Array.isArray(interval) && excludesZero(interval[0], interval[1]) ? [id] : [];
    }),
  });
  return { ...table, rows: table.rows.map(marked) };
}

const excludesZero = (low: number, high: number): boolean => low > 0 || high < 0;

type Figure = 'em' | 'searches';

/**
 * Per policy, the columns in which it is the best of native and the judges, and every paired interval against each of the
 * others excludes 0. Oracles and budgets are not compared: nothing pairs them. At most one policy per column.
 */
export function bestPolicies(
  policies: readonly PolicyRow[],
  comparisons: readonly ComparisonRow[],
): readonly (readonly string[])[] {
  const names = policies.map(({ policy, judge }) => judge ?? (policy === 'native' ? 'native' : null));
  const rivals = names.filter((name) => name !== null);
  const beatsAll = (name: string, figure: Figure, isHigh: boolean): boolean =>
    rivals.every((other) => other === name || beats(name, other, figure, isHigh, comparisons));
  return names.map((name) => {
    if (name === null || rivals.length < 2) return [];
    return [
      ...(beatsAll(name, 'em', true) ? ['em'] : []),
      ...(beatsAll(name, 'searches', false) ? ['mean_searches'] : []),
    ];
  });
}

/** Whether the interval of the difference lies on the better side of 0; false where nothing compares the two. */
function beats(
  name: string,
  other: string,
  figure: Figure,
  isHigh: boolean,
  comparisons: readonly ComparisonRow[],
): boolean {
  return comparisons.some((row) => {
    const isForward = row.left === other && row.right === name;
    if (!isForward && !(row.left === name && row.right === other)) return false;
    const block = row[figure];
    if (block === null) return false;
    // The difference is right - left.
    return isForward === isHigh ? block.ci95_low > 0 : block.ci95_high < 0;
  });
}
