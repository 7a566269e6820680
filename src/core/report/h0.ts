import type { Evaluation } from '../correctness.ts';
import { bootstrapStatistics } from '../stats/bootstrap.ts';
import type { Interval } from '../stats/interval.ts';
import { compensatedSum } from '../stats/sums.ts';
import { NATIVE, type Selection } from '../terms.ts';
import { artifactHashesOf, nativeEmById, restrictInputs, runChecks } from './h0-checks.ts';
import { auditQuestions, type H0Question } from './h0-questions.ts';
import type {
  CounterfactualSupplement,
  FixedBudgetRow,
  H0Inputs,
  H0Metrics,
  H0Report,
  ResourceDecision,
} from './h0-types.ts';

export const DEFAULT_H0_SEED = 20260726;

export interface H0Options {
  readonly selection: Selection;
  /** Used as it is: one generator drives all three statistics. */
  readonly seed: number;
  readonly repeats: number;
}

/**
 * The reachability audit (Gate H0) in its published layout, or null when no question of the selection has a label and a
 * native state. Source: definitions.md 6 and 7.
 */
export function buildH0Report(evaluation: Evaluation, given: H0Inputs, options: H0Options): H0Report | null {
  const { ids } = evaluation.dataset.questions;
  const questions = inFileOrder(auditQuestions(evaluation, options.selection), given, ids);
  if (questions.length === 0) return null;
  const inputs = restrictInputs(given, new Set(Array.from(options.selection, (q) => ids[q]!)));
  const checks = runChecks(inputs, nativeEmById(questions, ids));
  const metrics = computeMetrics(questions);
  const hasPassed = Object.values(checks).every(Boolean);
  return {
    schema_version: 1,
    stage: 'Gate H0 v2 answer-only exploratory stop-headroom audit',
    analysis_status: hasPassed ? 'PASS' : 'FAIL',
    decision: hasPassed
      ? decideResources(metrics.quality_headroom, metrics.avoidable_search_fraction)
      : 'ANALYSIS_FAILED',
    claim_boundary: CLAIM_BOUNDARY,
    checks,
    metrics,
    native_search_action_cells: actionCells(questions),
    native_search_question_cells: questionCells(questions),
    fixed_budget_curve: [0, 1, 2, 3, 4].map((budget) => fixedBudget(questions, budget)),
    paired_bootstrap_95_ci: bootstrapAudit(questions, options),
    bootstrap: { unit: 'question', repeats: options.repeats, seed: options.seed },
    counterfactual_supplement: counterfactualSupplement(questions),
    artifact_hashes: artifactHashesOf(inputs),
  };
}

/** Questions with a native state, in the order in which the states first name them: the bootstrap draws along it. */
function inFileOrder(
  questions: readonly H0Question[],
  { states }: H0Inputs,
  ids: readonly string[],
): readonly H0Question[] {
  const place = new Map<string, number>();
  for (const { questionId } of states) if (!place.has(questionId)) place.set(questionId, place.size);
  const placeOf = ({ question }: H0Question): number => place.get(ids[question]!) ?? place.size + question;
  return questions.filter((it) => it.states.length > 0).sort((a, b) => placeOf(a) - placeOf(b));
}

/** Written into every report by the published audit, whatever the data. */
const CLAIM_BOUNDARY = {
  confirmatory: false,
  dataset: 'HotpotQA exploratory pilot 200',
  viewed_questions: 200,
  final_test_labels_used: false,
  same_model_answer_only_conditional_upper_bound: true,
  natural_native_behavior: false,
  counterfactual_states_used_in_primary_metrics: false,
  evidence_oracle: 'UNAVAILABLE',
  resource_decision_rules_frozen_after_labelblind_probe_count: 318,
  gold_correctness_seen_before_resource_decision_freeze: false,
} as const;

/**
 * The frozen decision: 5 points of quality headroom are strong, 2 moderate; 20 % avoidable searches are material. On
 * doubles as they come: 0.515 - 0.465 stays below 0.05 (definitions.md 7).
 */
export function decideResources(qualityHeadroom: number, avoidableFraction: number): ResourceDecision {
  if (qualityHeadroom >= 0.05) return 'STRONG_QUALITY_HEADROOM';
  const isMaterial = avoidableFraction >= 0.2;
  if (qualityHeadroom >= 0.02) return isMaterial ? 'QUALITY_COST_PARETO' : 'MODERATE_QUALITY_HEADROOM';
  return isMaterial ? 'EFFICIENCY_ONLY' : 'LOW_STOPPING_HEADROOM';
}

/** Bounds and budgets of the audit for any data: what stopping could gain, whoever decides. */
export interface Headroom {
  readonly metrics: H0Metrics;
  /** null where not every native state was probed: the audit would count the others as wrong. */
  readonly budgets: readonly FixedBudgetRow[] | null;
  readonly intervals: H0Report['paired_bootstrap_95_ci'];
  readonly seed: number;
  readonly repeats: number;
}

/**
 * The audit's figures without its checks of files: they need labels and probes only. Questions are drawn in the order of the
 * selection (the audit draws along its states file). Budgets run from 0 to `mostSearches`. null without a labelled question
 * that has a native state.
 */
export function measureHeadroom(
  evaluation: Evaluation,
  options: H0Options & { readonly mostSearches: number },
): Headroom | null {
  const questions = auditQuestions(evaluation, options.selection).filter((it) => it.states.length > 0);
  if (questions.length === 0) return null;
  return {
    metrics: computeMetrics(questions),
    budgets: areAllProbed(evaluation, questions)
      ? Array.from({ length: options.mostSearches + 1 }, (_, budget) => fixedBudget(questions, budget))
      : null,
    intervals: bootstrapAudit(questions, options),
    seed: options.seed,
    repeats: options.repeats,
  };
}

function areAllProbed({ dataset }: Evaluation, questions: readonly H0Question[]): boolean {
  const { states, questions: all } = dataset;
  return questions.every(({ question }) => {
    for (let s = all.stateStart[question]!; s < all.stateStart[question + 1]!; s++) {
      if (states.role[s] === NATIVE && states.hasProbe[s] !== 1) return false;
    }
    return true;
  });
}

const sumBy = <T>(items: readonly T[], value: (item: T) => number | boolean): number =>
  items.reduce((sum, item) => sum + Number(value(item)), 0);

const share = (upper: number, lower: number): number => (lower === 0 ? 0 : upper / lower);

function computeMetrics(questions: readonly H0Question[]): H0Metrics {
  const count = questions.length;
  const nativeEm = sumBy(questions, (it) => it.nativeEm) / count;
  const oracleEm = sumBy(questions, (it) => it.qualityOracleEm) / count;
  const headroom = oracleEm - nativeEm;
  const searches = sumBy(questions, (it) => it.nativeSearches);
  const cost = sumBy(questions, (it) => it.costOracleSearches);
  const answerable = sumBy(questions, (it) => it.correctSearchStates);
  const searchStates = sumBy(questions, (it) => it.searchStates);
  const answerableQuestions = sumBy(questions, (it) => it.correctSearchStates > 0);
  return {
    question_count: count,
    native_em: nativeEm,
    forced_answer_coverage_em: sumBy(questions, (it) => it.isCovered) / count,
    evidence_ready_search_rate: null,
    evidence_ready_search_rate_status: 'UNAVAILABLE',
    stop_now_answerable_search_state_count: answerable,
    stop_now_answerable_search_state_denominator: searchStates,
    stop_now_answerable_search_rate: share(answerable, searchStates),
    stop_now_answerable_search_question_count: answerableQuestions,
    stop_now_answerable_search_question_rate: answerableQuestions / count,
    quality_stop_oracle_em: oracleEm,
    quality_headroom: headroom,
    quality_headroom_pp: headroom * 100,
    harmful_oversearch_rescue_questions: sumBy(questions, (it) => it.isRescue),
    terminal_only_answerer_rescue_questions: sumBy(questions, (it) => it.isTerminalOnlyRescue),
    native_mean_search_calls: searches / count,
    cost_oracle_mean_search_calls: cost / count,
    avoidable_searches: searches - cost,
    avoidable_search_fraction: share(searches - cost, searches),
    questions_with_cost_only_oversearch: sumBy(questions, (it) => it.nativeEm === 1 && it.correctSearchStates > 0),
    questions_with_harmful_oversearch_state: sumBy(questions, (it) => it.nativeEm === 0 && it.correctSearchStates > 0),
  };
}

/** SEARCH states by what a stop there and what the native run answers. A side without any question has no cells. */
function actionCells(questions: readonly H0Question[]): Readonly<Record<string, number>> {
  const cells: Record<string, number> = {};
  for (const [native, em] of NATIVE_SIDES) {
    const side = questions.filter((it) => it.nativeEm === em);
    if (side.length === 0) continue;
    const correct = sumBy(side, (it) => it.correctSearchStates);
    cells[`stop_correct_${native}`] = correct;
    cells[`stop_wrong_${native}`] = sumBy(side, (it) => it.searchStates) - correct;
  }
  return sortKeys(cells);
}

/** Questions by whether any stop is right and what the native run answers. What never occurred has no cell. */
function questionCells(questions: readonly H0Question[]): Readonly<Record<string, number>> {
  const cells: Record<string, number> = {};
  for (const [native, em] of NATIVE_SIDES) {
    const side = questions.filter((it) => it.nativeEm === em);
    const has = sumBy(side, (it) => it.correctSearchStates > 0);
    if (has > 0) cells[`has_stop_correct_${native}`] = has;
    if (side.length > has) cells[`no_stop_correct_${native}`] = side.length - has;
  }
  return sortKeys(cells);
}

const NATIVE_SIDES = [
  ['native_correct', 1],
  ['native_wrong', 0],
] as const;

const sortKeys = (cells: Record<string, number>): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(cells).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Stop at position `budget` among the question's native states; who has fewer keeps the last one. */
function fixedBudget(questions: readonly H0Question[], budget: number): FixedBudgetRow {
  const count = questions.length;
  const chosen = questions.map(({ states }) => states[Math.min(budget, states.length - 1)]!);
  const exact = sumBy(questions, ({ states }) => budget < states.length);
  return {
    budget_k: budget,
    selection_rule: 'last_reachable',
    question_count: count,
    exact_state_available_count: exact,
    exact_state_coverage: exact / count,
    last_reachable_imputed_count: count - exact,
    official_em: sumBy(chosen, ({ em }) => em) / count,
    token_f1: compensatedSum(chosen.map(({ f1 }) => f1)) / count,
    mean_search_calls: sumBy(chosen, ({ searchesUsed }) => searchesUsed) / count,
  };
}

function bootstrapAudit(questions: readonly H0Question[], options: H0Options): H0Report['paired_bootstrap_95_ci'] {
  const avoidable = questions.map((it) => it.nativeSearches - it.costOracleSearches);
  const [headroom, fraction, reduction] = bootstrapStatistics(
    [
      { kind: 'mean', values: questions.map((it) => it.qualityOracleEm - it.nativeEm) },
      { kind: 'ratio', numerators: avoidable, denominators: questions.map((it) => it.nativeSearches) },
      { kind: 'mean', values: avoidable },
    ],
    questions.length,
    { seed: options.seed, repeats: options.repeats, indexRule: 'repeats-minus-one' },
  );
  const ends = ({ low, high }: Interval): readonly [number, number] => [low, high];
  return {
    quality_headroom: ends(headroom!),
    avoidable_search_fraction: ends(fraction!),
    mean_search_reduction: ends(reduction!),
  };
}

/** States made by forcing the run on: a block of their own, never native behaviour. */
function counterfactualSupplement(questions: readonly H0Question[]): CounterfactualSupplement {
  const withStates = questions.filter(({ counterfactuals }) => counterfactuals.length > 0);
  const states = withStates.flatMap(({ counterfactuals }) => counterfactuals);
  const correct = sumBy(states, ({ em }) => em);
  const answerable = sumBy(withStates, ({ counterfactuals }) => counterfactuals.some(({ em }) => em === 1));
  return {
    state_count: states.length,
    question_count: withStates.length,
    official_em_correct_state_count: correct,
    official_em_state_rate: share(correct, states.length),
    mean_token_f1: share(compensatedSum(states.map(({ f1 }) => f1)), states.length),
    questions_with_at_least_one_correct_state: answerable,
    question_answerability_rate: share(answerable, withStates.length),
    included_in_primary_metrics: false,
    native_oversearch_attribution_allowed: false,
  };
}
