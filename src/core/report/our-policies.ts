import type { Evaluation } from '../correctness.ts';
import { findMetric, QUANTITIES } from '../metrics/index.ts';
import { metricValue, sumOutcomes, type Totals } from '../metrics/totals.ts';
import { type Policy, replayAll } from '../policies/index.ts';
import { wilson } from '../stats/intervals.ts';
import type { Selection } from '../terms.ts';
import type { JudgeThreshold } from './evaluation-types.ts';
import type { Ends, PolicyRow } from './our-types.ts';

const LARGEST_BUDGET = 64;

/** Wilson's 95 % interval; null without trials. */
export const wilsonEnds = (successes: number, trials: number): Ends | null => {
  const bounds = wilson(successes, trials);
  return bounds === null ? null : [bounds.low, bounds.high];
};

/** Native, each judge at its threshold, every fixed budget, and the oracles where labels and probes allow them. */
export function policyRows(
  evaluation: Evaluation,
  selection: Selection,
  thresholds: readonly JudgeThreshold[],
): readonly PolicyRow[] {
  const { dataset, correctness } = evaluation;
  const hasLabels = selection.some((q) => correctness.isLabelled[q] === 1);
  const canJudgeStops = hasLabels && dataset.states.hasProbe.includes(1);
  const policies: Policy[] = [{ kind: 'native' }];
  for (const { judge, value } of thresholds) policies.push({ kind: 'threshold', judge, threshold: value });
  if (dataset.states.isEligible.includes(1)) {
    const most = selection.reduce((largest, q) => Math.max(largest, dataset.questions.nativeSearches[q]!), 0);
    for (let searches = 0; searches <= Math.min(most, LARGEST_BUDGET); searches++) {
      policies.push({ kind: 'budget', searches });
    }
  }
  if (canJudgeStops) policies.push({ kind: 'quality-oracle' }, { kind: 'cost-oracle' });
  return policies.map((policy) => {
    const stops = replayAll(policy, evaluation, selection);
    const totals = sumOutcomes(evaluation, selection, stops, QUANTITIES);
    return toRow(policy, totals, hasLabels, canJudgeStops);
  });
}

const NAMES = {
  native: 'native',
  budget: 'fixed-budget',
  threshold: 'threshold',
  rule: 'rule',
  decisions: 'recorded-decisions',
  'quality-oracle': 'quality-oracle',
  'cost-oracle': 'cost-oracle',
} as const;

function toRow(policy: Policy, totals: Totals, hasLabels: boolean, canJudgeStops: boolean): PolicyRow {
  const canJudge = hasLabels && (canJudgeStops || policy.kind === 'native');
  const value = (id: string): number | null => {
    const metric = findMetric(id);
    if (metric === undefined) throw new Error(`no metric ${id}`);
    return metricValue(metric, totals);
  };
  /** A count of nothing known is not 0. */
  const known = (id: string): number | null => (canJudge ? value(id) : null);
  const ends = (id: string): Ends | null => {
    const metric = findMetric(id);
    if (metric === undefined || metric.denominator === null || known(id) === null) return null;
    return wilsonEnds(totals[metric.numerator.id]!, totals[metric.denominator.id]!);
  };
  const stops = totals.stopped ?? 0;
  const questions = totals.questions ?? 0;
  return {
    policy: NAMES[policy.kind],
    judge: policy.kind === 'threshold' ? policy.judge : null,
    threshold: policy.kind === 'threshold' ? policy.threshold : null,
    budget: policy.kind === 'budget' ? policy.searches : null,
    is_label_dependent: policy.kind === 'quality-oracle' || policy.kind === 'cost-oracle',
    question_count: questions,
    em: known('em'),
    em_ci95: ends('em'),
    token_f1: known('f1'),
    mean_searches: value('searches') ?? 0,
    mean_searches_saved: value('saved') ?? 0,
    coverage: value('coverage') ?? 0,
    coverage_ci95: wilsonEnds(stops, questions),
    early_stop_count: stops,
    safe_stop_count: known('safe'),
    unsafe_stop_count: known('unsafe'),
    selected_stop_risk: known('risk'),
    selected_stop_risk_ci95: ends('risk'),
    opportunity_count: canJudgeStops ? (totals.opportunities ?? 0) : null,
    opportunity_recall: canJudgeStops ? value('opportunity') : null,
    opportunity_recall_ci95: ends('opportunity'),
    rescued_count: known('rescued'),
    harmed_count: known('harmed'),
    mean_safe_stop_delay: known('delay'),
  };
}
