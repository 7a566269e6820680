import type { Evaluation } from '../correctness.ts';
import { apDifferenceBootstrap } from '../stats/ap-bootstrap.ts';
import { averagePrecisionTieGrouped } from '../stats/average-precision.ts';
import { pairedBootstrap } from '../stats/bootstrap.ts';
import type { Interval } from '../stats/interval.ts';
import { wilsonAt } from '../stats/intervals.ts';
import { compensatedSum } from '../stats/sums.ts';
import type { Judge, Selection } from '../terms.ts';
import { findJudge } from './evaluation.ts';
import type { IntervalBlock, NativeBlock } from './evaluation-types.ts';
import {
  type HighConfidenceRow,
  highConfidenceRows,
  type LadderOutcome,
  type LadderQuestion,
  ladderQuestions,
  rawScore,
  replayLadder,
} from './ladder-questions.ts';

/** The core policy evaluation in its published layout (goldens: core.expected). */
export interface LadderReport {
  readonly schema_version: 1;
  readonly stage: string;
  readonly threshold: number;
  readonly claim_status: string;
  readonly question_count: number;
  readonly state_count: number;
  readonly high_confidence_state_count: number;
  readonly native: NativeBlock;
  readonly base: LadderPolicyBlock;
  readonly lora: LadderPolicyBlock;
  readonly state_level: {
    readonly base: LadderStateBlock;
    readonly lora: LadderStateBlock;
    readonly paired_lora_minus_base: { readonly stop_average_precision: IntervalBlock };
  };
  readonly paired_lora_minus_base: { readonly official_em: IntervalBlock; readonly search_calls: IntervalBlock };
  readonly improvement: Readonly<Record<string, boolean>>;
}

export interface LadderPolicyBlock {
  readonly question_count: number;
  readonly official_em: number;
  readonly token_f1: number;
  readonly mean_search_calls: number;
  readonly mean_search_calls_delta_vs_native: number;
  readonly search_reduction_rate_vs_native: number;
  readonly stop_count: number;
  readonly coverage: number;
  readonly wrong_stop_count: number;
  readonly premature_stop_count: number;
  readonly harmful_over_search_rescue_count: number;
  readonly accepted_risk: number;
  readonly accepted_risk_upper_90: number;
}

export interface LadderStateBlock {
  readonly eligible_state_count: number;
  readonly stop_true_positive: number;
  readonly stop_false_positive: number;
  readonly stop_false_negative: number;
  readonly stop_true_negative: number;
  readonly stop_precision: number;
  readonly stop_recall: number;
  readonly stop_average_precision: number;
}

export interface LadderRequest {
  readonly selection: Selection;
  readonly base: string;
  readonly lora: string;
  /** One frozen threshold for both; published with 0. */
  readonly threshold: number;
  readonly seed: number;
  readonly repeats: number;
}

/** Two-sided 90 %, that is one-sided 95 % (definitions.md 8). */
const ACCEPTED_RISK_Z = 1.6448536269514722;

/**
 * The core ladder of two judges: raw scores, no masking. null when no question of the selection has a label. Throws for
 * a judge the dataset does not have. Source: definitions.md 6 and 8.
 */
export function buildLadderReport(evaluation: Evaluation, request: LadderRequest): LadderReport | null {
  const questions = ladderQuestions(evaluation, request.selection);
  if (questions.length === 0) return null;
  const { threshold, seed, repeats } = request;
  const judges = { base: findJudge(evaluation, request.base), lora: findJudge(evaluation, request.lora) };
  const outcomes = {
    base: questions.map((question) => replayLadder(question, judges.base, threshold)),
    lora: questions.map((question) => replayLadder(question, judges.lora, threshold)),
  };
  const rows = highConfidenceRows(questions);
  const base = policyBlock(questions, outcomes.base);
  const lora = policyBlock(questions, outcomes.lora);
  const baseStates = stateBlock(rows, judges.base, threshold);
  const loraStates = stateBlock(rows, judges.lora, threshold);
  const paired = (pick: (outcome: LadderOutcome) => number, ownSeed: number): IntervalBlock =>
    toBlock(
      pairedBootstrap(
        outcomes.lora.map((outcome, i) => pick(outcome) - pick(outcomes.base[i]!)),
        { seed: ownSeed, repeats },
      ),
    );
  return {
    schema_version: 1,
    stage: 'T1 first LoRA / Core final test 200',
    threshold,
    claim_status: 'confirmatory_core_200_single_frozen_threshold',
    question_count: questions.length,
    state_count: questions.reduce((sum, { states }) => sum + states.length, 0),
    high_confidence_state_count: rows.length,
    native: {
      question_count: questions.length,
      official_em: mean(questions.map(({ nativeEm }) => nativeEm)),
      token_f1: mean(questions.map(({ nativeF1 }) => nativeF1)),
      mean_search_calls: mean(questions.map(({ nativeSearches }) => nativeSearches)),
    },
    base,
    lora,
    state_level: {
      base: baseStates,
      lora: loraStates,
      paired_lora_minus_base: { stop_average_precision: compareAp(rows, judges, seed + 2, repeats) },
    },
    paired_lora_minus_base: {
      official_em: paired(({ em }) => em, seed),
      search_calls: paired(({ searches }) => searches, seed + 1),
    },
    improvement: {
      em_higher: lora.official_em > base.official_em,
      em_non_decreasing: lora.official_em >= base.official_em,
      accepted_risk_lower: lora.accepted_risk < base.accepted_risk,
      mean_searches_lower: lora.mean_search_calls < base.mean_search_calls,
      stop_precision_higher: loraStates.stop_precision > baseStates.stop_precision,
      stop_recall_higher: loraStates.stop_recall > baseStates.stop_recall,
    },
  };
}

const mean = (values: readonly number[]): number => compensatedSum(values) / values.length;
const share = (upper: number, lower: number): number => (lower === 0 ? 0 : upper / lower);
const toBlock = ({ estimate, low, high }: Interval): IntervalBlock => ({ estimate, ci95_low: low, ci95_high: high });

function policyBlock(questions: readonly LadderQuestion[], outcomes: readonly LadderOutcome[]): LadderPolicyBlock {
  let stops = 0;
  let wrong = 0;
  let premature = 0;
  let rescues = 0;
  outcomes.forEach(({ stop }, i) => {
    if (stop === null) return;
    const question = questions[i]!;
    stops += 1;
    if (stop.em === 1) {
      rescues += 1 - question.nativeEm;
      return;
    }
    wrong += 1;
    const isLaterRight = question.states.some((it) => it.searchesUsed > stop.searchesUsed && it.em === 1);
    if (question.nativeEm === 1 || isLaterRight) premature += 1;
  });
  const searches = mean(outcomes.map((outcome) => outcome.searches));
  const nativeSearches = mean(questions.map((question) => question.nativeSearches));
  return {
    question_count: questions.length,
    official_em: mean(outcomes.map(({ em }) => em)),
    token_f1: mean(outcomes.map(({ f1 }) => f1)),
    mean_search_calls: searches,
    mean_search_calls_delta_vs_native: searches - nativeSearches,
    search_reduction_rate_vs_native: share(nativeSearches - searches, nativeSearches),
    stop_count: stops,
    coverage: stops / questions.length,
    wrong_stop_count: wrong,
    premature_stop_count: premature,
    harmful_over_search_rescue_count: rescues,
    accepted_risk: share(wrong, stops),
    accepted_risk_upper_90: wilsonAt(wrong, stops, ACCEPTED_RISK_Z)?.high ?? 1,
  };
}

const scoresOf = (rows: readonly HighConfidenceRow[], judge: Judge): Float64Array =>
  Float64Array.from(rows, ({ state }) => {
    const score = rawScore(judge, state);
    // A missing score ranks last; infinities have no place in a rank.
    return Number.isFinite(score) ? score : -Number.MAX_VALUE;
  });

const truthsOf = (rows: readonly HighConfidenceRow[]): Uint8Array =>
  Uint8Array.from(rows, ({ isStop }) => Number(isStop));

function stateBlock(rows: readonly HighConfidenceRow[], judge: Judge, threshold: number): LadderStateBlock {
  const count = (isPredicted: boolean, isStop: boolean): number =>
    rows.filter((row) => rawScore(judge, row.state) >= threshold === isPredicted && row.isStop === isStop).length;
  const truePositive = count(true, true);
  const falsePositive = count(true, false);
  const falseNegative = count(false, true);
  return {
    eligible_state_count: rows.length,
    stop_true_positive: truePositive,
    stop_false_positive: falsePositive,
    stop_false_negative: falseNegative,
    stop_true_negative: count(false, false),
    stop_precision: share(truePositive, truePositive + falsePositive),
    stop_recall: share(truePositive, truePositive + falseNegative),
    stop_average_precision: averagePrecisionTieGrouped(scoresOf(rows, judge), truthsOf(rows)) ?? 0,
  };
}

/** Whole questions are drawn from those that have a high-confidence row, sorted by id as Python sorts text. */
function compareAp(
  rows: readonly HighConfidenceRow[],
  judges: { readonly base: Judge; readonly lora: Judge },
  seed: number,
  repeats: number,
): IntervalBlock {
  if (rows.length === 0) return { estimate: 0, ci95_low: 0, ci95_high: 0 };
  const ids = [...new Set(rows.map(({ question }) => question.id))].sort(compareCodePoints);
  const numbers = new Map(ids.map((id, number) => [id, number]));
  const grouped = {
    question: rows.map(({ question }) => numbers.get(question.id)!),
    questionCount: ids.length,
    truths: truthsOf(rows),
  };
  const options = { seed, repeats, ties: 'grouped' } as const;
  return toBlock(apDifferenceBootstrap(grouped, scoresOf(rows, judges.base), scoresOf(rows, judges.lora), options));
}

/** JavaScript compares UTF-16 units, which puts characters beyond the basic plane before U+E000. */
export function compareCodePoints(left: string, right: string): number {
  const a = [...left];
  const b = [...right];
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const difference = a[i]!.codePointAt(0)! - b[i]!.codePointAt(0)!;
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
