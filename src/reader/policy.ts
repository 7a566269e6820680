import type { Totals } from '../core/metrics/totals.ts';
import type { JudgeCurve, ReportCurves } from '../core/report/report-curves.ts';
import { rowAt, totalsAt } from '../core/sweep.ts';
import { formatThreshold } from '../ui/parts/format.ts';

/** What a reader looks at: one judge, one threshold. */
export interface Reading {
  /** Place in `curves.judges`. */
  readonly judge: number;
  /** +Infinity never stops. */
  readonly threshold: number;
}

/** The policy that the report is about; null without judges. */
export const readingOf = ({ judges, active }: ReportCurves): Reading | null => {
  const judge = judges[active];
  return judge === undefined ? null : { judge: active, threshold: judge.threshold };
};

/** A reading with its row of the judge's curve and the sums there. */
export interface Policy {
  readonly judge: JudgeCurve;
  readonly threshold: number;
  readonly row: number;
  readonly totals: Totals;
}

export function policyAt(curves: ReportCurves, { judge: place, threshold }: Reading): Policy {
  const judge = curves.judges[place]!;
  const row = rowAt(judge.curve, threshold);
  return { judge, threshold, row, totals: totalsAt(judge.curve, row) };
}

/** "7.875, frozen", with as many digits as tell it from its neighbours. */
export function thresholdWords({ judge, threshold, row }: Policy): string {
  if (row === 0 && threshold === Number.POSITIVE_INFINITY) return 'never stop';
  const { thresholds } = judge.curve;
  if (judge.frozen?.value === threshold) {
    return `${formatThreshold(threshold)} \u00b7 ${judge.frozen.isSentinel ? 'sentinel' : 'frozen'}`;
  }
  const neighbours = [thresholds[row - 1], thresholds[row + 1]].filter((t) => t !== undefined && Number.isFinite(t));
  const text = formatThreshold(threshold, neighbours as number[]);
  return judge.frozen === null ? text : `${text} \u00b7 post hoc`;
}
