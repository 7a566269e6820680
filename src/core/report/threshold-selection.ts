import type { Evaluation } from '../correctness.ts';
import type { Problem } from '../result.ts';
import { bestCutAtPrecision, rankCurve } from '../stats/ranking.ts';
import type { Selection } from '../terms.ts';
import { findJudge } from './evaluation.ts';
import { collectRows, effectiveScores, MASKED_SCORE } from './evaluation-rows.ts';
import type { JudgeThreshold } from './evaluation-types.ts';

/** Thresholds chosen on these rows, in the published layout (replica: validation100.expected). */
export interface ThresholdSelectionReport {
  readonly minimum_precision: number;
  readonly minimum_stop_count: number;
  readonly validation_state_count: number;
  readonly positive_state_count: number;
  /** Absent, with `error` instead, where the rows hold one class only. */
  readonly models?: Readonly<Record<string, SelectedThreshold>>;
  readonly thresholds?: Readonly<Record<string, number>>;
  readonly error?: string;
}

export interface SelectedThreshold {
  readonly threshold: number;
  readonly stop_count: number;
  readonly true_positive: number;
  readonly false_positive: number;
  readonly false_negative: number;
  readonly precision: number;
  readonly recall: number;
  readonly feasible: boolean;
  readonly fallback: 'never_stop' | null;
  readonly minimum_precision: number;
  readonly minimum_stop_count: number;
}

export interface ThresholdSelection {
  readonly report: ThresholdSelectionReport;
  /** In the order of the judges asked for; an object would put names that look like integers first. */
  readonly selected: readonly JudgeThreshold[];
  readonly problems: readonly Problem[];
}

export interface SelectionRule {
  readonly minimumPrecision: number;
  readonly minimumStops: number;
}

/**
 * The published threshold selection on eligible states: the highest recall among thresholds with precision >= p and at
 * least n predicted stops; ties by precision, then by the higher threshold. Where none qualifies the figures are those of
 * never stopping and the threshold is the highest effective score + 1. Source: definitions.md 4.
 */
export function selectThresholds(
  evaluation: Evaluation,
  selection: Selection,
  judges: readonly string[],
  rule: SelectionRule,
): ThresholdSelection {
  const rows = collectRows(evaluation, selection);
  const head = {
    minimum_precision: rule.minimumPrecision,
    minimum_stop_count: rule.minimumStops,
    validation_state_count: rows.states.length,
    positive_state_count: rows.positives,
  };
  if (rows.positives === 0 || rows.positives === rows.states.length) {
    const report = { ...head, error: 'grouped validation must contain both truth classes' };
    return { report, selected: [], problems: [oneClass(rows.positives, rows.states.length)] };
  }
  const problems: Problem[] = [];
  const models = judges.map((id): readonly [string, SelectedThreshold] => {
    const scores = effectiveScores(findJudge(evaluation, id), rows.states);
    const selected = selectOne(scores, rows.truths, rows.positives, rule);
    if (selected.threshold <= MASKED_SCORE) problems.push(atMask(id, selected));
    return [id, selected];
  });
  return {
    report: {
      ...head,
      models: Object.fromEntries(models),
      thresholds: Object.fromEntries(models.map(([id, { threshold }]) => [id, threshold])),
    },
    selected: models.map(([judge, { threshold }]) => ({ judge, value: threshold })),
    problems,
  };
}

function selectOne(
  scores: Float64Array,
  truths: Uint8Array,
  positives: number,
  rule: SelectionRule,
): SelectedThreshold {
  const { minimumPrecision, minimumStops } = rule;
  const cut = bestCutAtPrecision(rankCurve(scores, truths), minimumPrecision, minimumStops);
  const limits = { minimum_precision: minimumPrecision, minimum_stop_count: minimumStops };
  if (cut === null) {
    const highest = scores.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY);
    return {
      threshold: highest + 1,
      stop_count: 0,
      true_positive: 0,
      false_positive: 0,
      false_negative: positives,
      precision: 0,
      recall: 0,
      feasible: false,
      fallback: 'never_stop',
      ...limits,
    };
  }
  let truePositive = 0;
  scores.forEach((score, i) => {
    if (score >= cut.threshold) truePositive += truths[i]!;
  });
  return {
    threshold: cut.threshold,
    stop_count: cut.stops,
    true_positive: truePositive,
    false_positive: cut.stops - truePositive,
    false_negative: positives - truePositive,
    precision: cut.precision,
    recall: cut.recall,
    feasible: true,
    fallback: null,
    ...limits,
  };
}

const oneClass = (positives: number, states: number): Problem => ({
  code: 'selection.one-class',
  severity: 'warning',
  message: `${positives} of ${states} eligible states are safe to stop at: a threshold can be chosen only where some are and some are not.`,
  effect: 'No threshold was chosen.',
  file: null,
  line: null,
});

const atMask = (judge: string, { feasible }: SelectedThreshold): Problem => ({
  code: feasible ? 'selection.below-mask' : 'sentinel.fail-open',
  severity: 'warning',
  message: feasible
    ? `The threshold chosen for "${judge}" is the mask of -1e30 itself: it counts unparsed outputs as stops.`
    : `Every eligible output of judge "${judge}" is unparsed, so the published never-stop sentinel, max + 1, collapses to -1e30, which the published evaluator takes as "stop everywhere".`,
  effect: 'Stopscope never stops on an unparsed output, whatever the threshold.',
  file: null,
  line: null,
});
