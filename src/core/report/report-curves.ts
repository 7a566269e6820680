import type { Evaluation } from '../correctness.ts';
import type { CurveColumns } from '../metrics/curve.ts';
import { QUANTITIES } from '../metrics/index.ts';
import { sumOutcomes, type Totals } from '../metrics/totals.ts';
import { type Policy, replayAll } from '../policies/index.ts';
import type { JudgeThreshold } from '../report/evaluation-types.ts';
import { sweep } from '../sweep.ts';
import type { FrozenThreshold, Selection } from '../terms.ts';

/** A judge's exact curve, as far as a reader needs it. */
export interface JudgeCurve {
  readonly id: string;
  readonly name: string;
  /** Its place in the dataset: colour, dash and mark. */
  readonly index: number;
  readonly frozen: FrozenThreshold | null;
  /** In force in this report; +Infinity never stops. */
  readonly threshold: number;
  readonly curve: CurveColumns;
}

/** Everything the figures of a report are drawn from. Totals are sums over the selection (metrics/quantities.ts). */
export interface ReportCurves {
  readonly questionCount: number;
  readonly native: Totals;
  /** null without labels: oracles choose by them. */
  readonly qualityOracle: Totals | null;
  readonly costOracle: Totals | null;
  readonly budgets: readonly { readonly searches: number; readonly totals: Totals }[];
  readonly judges: readonly JudgeCurve[];
  /** Place in `judges` of the one whose policy the report is about. */
  readonly active: number;
}

const LARGEST_BUDGET = 64;

/**
 * The curves of the judges that have a threshold, over a selection. `active` is a judge's id; without one it is the first
 * of the dataset. Time as for one sweep per judge.
 */
export function reportCurves(
  evaluation: Evaluation,
  selection: Selection,
  thresholds: readonly JudgeThreshold[],
  active: string | null = null,
): ReportCurves {
  const { dataset, correctness } = evaluation;
  const totalsOf = (policy: Policy): Totals =>
    sumOutcomes(evaluation, selection, replayAll(policy, evaluation, selection), QUANTITIES);
  const hasLabels = selection.some((q) => correctness.isLabelled[q] === 1);
  const most = selection.reduce((largest, q) => Math.max(largest, dataset.questions.nativeSearches[q]!), 0);
  const judges = dataset.judges.flatMap((judge, index): readonly JudgeCurve[] => {
    const threshold = thresholds.find((one) => one.judge === judge.id)?.value;
    if (threshold === undefined) return [];
    const { id, name, frozen } = judge;
    const { thresholds: rows, columns } = sweep(evaluation, judge, selection, QUANTITIES);
    return [{ id, name, index, frozen, threshold, curve: { thresholds: rows, columns } }];
  });
  return {
    questionCount: selection.length,
    native: totalsOf({ kind: 'native' }),
    qualityOracle: hasLabels ? totalsOf({ kind: 'quality-oracle' }) : null,
    costOracle: hasLabels ? totalsOf({ kind: 'cost-oracle' }) : null,
    budgets: Array.from({ length: Math.min(most, LARGEST_BUDGET) + 1 }, (_, searches) => ({
      searches,
      totals: totalsOf({ kind: 'budget', searches }),
    })),
    judges,
    active: Math.max(
      0,
      judges.findIndex(({ id }) => id === active),
    ),
  };
}
