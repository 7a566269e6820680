import type { JudgeCurve, ReportCurves } from '../core/report/report-curves.ts';

/**
 * Curves as JSON for a script element. Counts are written as differences from row to row, which are mostly 0 or 1;
 * everything else as it is, so that reading gives every double back bit by bit. JSON has no infinity: null.
 */
export interface EmbeddedCurves extends Omit<ReportCurves, 'judges'> {
  readonly judges: readonly EmbeddedJudge[];
}

interface EmbeddedJudge extends Omit<JudgeCurve, 'curve' | 'threshold'> {
  readonly threshold: number | null;
  readonly thresholds: readonly (number | null)[];
  readonly counts: Readonly<Record<string, readonly number[]>>;
  readonly fractions: Readonly<Record<string, readonly number[]>>;
  /** The same in every row. */
  readonly constants: Readonly<Record<string, number>>;
}

/** More rows in one file than any browser opens with pleasure. */
export const MOST_ROWS = 400_000;

export const countRows = ({ judges }: ReportCurves): number =>
  judges.reduce((sum, { curve }) => sum + curve.thresholds.length, 0);

export const packCurves = (curves: ReportCurves): EmbeddedCurves => ({
  ...curves,
  judges: curves.judges.map(({ curve, threshold, ...judge }): EmbeddedJudge => {
    const counts: Record<string, readonly number[]> = {};
    const fractions: Record<string, readonly number[]> = {};
    const constants: Record<string, number> = {};
    for (const [id, column] of Object.entries(curve.columns)) {
      if (column.every((value) => value === column[0])) constants[id] = column[0]!;
      else if (column.every(Number.isSafeInteger)) counts[id] = differencesOf(column);
      else fractions[id] = [...column];
    }
    return {
      ...judge,
      threshold: finite(threshold),
      thresholds: [...curve.thresholds].map(finite),
      counts,
      fractions,
      constants,
    };
  }),
});

export const unpackCurves = (embedded: EmbeddedCurves): ReportCurves => ({
  ...embedded,
  judges: embedded.judges.map(({ thresholds, counts, fractions, constants, threshold, ...judge }): JudgeCurve => {
    const columns: Record<string, Float64Array> = {};
    for (const [id, value] of Object.entries(constants)) columns[id] = new Float64Array(thresholds.length).fill(value);
    for (const [id, steps] of Object.entries(counts)) columns[id] = sumsOf(steps);
    for (const [id, values] of Object.entries(fractions)) columns[id] = Float64Array.from(values);
    return {
      ...judge,
      threshold: threshold ?? Number.POSITIVE_INFINITY,
      curve: { thresholds: Float64Array.from(thresholds, (value) => value ?? Number.POSITIVE_INFINITY), columns },
    };
  }),
});

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

const differencesOf = (column: Float64Array): number[] =>
  Array.from(column, (value, row) => (row === 0 ? value : value - column[row - 1]!));

function sumsOf(steps: readonly number[]): Float64Array {
  const column = new Float64Array(steps.length);
  let sum = 0;
  steps.forEach((step, row) => {
    sum += step;
    column[row] = sum;
  });
  return column;
}
