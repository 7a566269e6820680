import type { Evaluation } from '../correctness.ts';
import { replayAll } from '../policies/index.ts';
import type { Bounds } from '../stats/intervals.ts';
import { expectMatched, simulateMatched } from '../stats/matched-random.ts';
import { percentileLinear } from '../stats/numpy-bootstrap.ts';
import type { Judge, Selection } from '../terms.ts';
import { type BudgetPoint, budgetPoints, mixBudgets } from './budgets.ts';
import { labelledOnly } from './known.ts';
import { type PolicyDepths, policyDepths } from './matched-stops.ts';
import { permuteScores, sumStops } from './score-permutation.ts';

export type BaselineKind =
  | 'never-stop'
  | 'always-stop'
  | 'budget'
  | 'matched-random'
  | 'permuted-scores'
  | 'quality-oracle'
  | 'cost-oracle';

/** A baseline beside the policy. Means over the labelled questions of the selection. */
export interface BaselineRow {
  readonly kind: BaselineKind;
  readonly em: number;
  readonly searches: number;
  /** Where chance makes the baseline: 95 % of its draws. Not a confidence interval of the policy. */
  readonly emRange: Bounds | null;
  /** How often the baseline does at least as well as the policy, by draws; null where no chance is in it. */
  readonly p: number | null;
  /** EM of the policy minus that of the baseline: what is left of its advantage. */
  readonly advantage: number;
  /** False for what needs the labels: an upper bound, never a policy. */
  readonly isDeployable: boolean;
}

/** What random stopping draws from at one depth: the policy's stops there beside all questions that have such a state. */
export interface DepthDraw {
  /** Position among a question's eligible states, from 0. */
  readonly depth: number;
  readonly stops: number;
  readonly safe: number;
  readonly questions: number;
  /** Of those, with a right probe answer there: what a blind stop would give. */
  readonly safeQuestions: number;
}

export interface Advantage {
  readonly questions: Selection;
  readonly em: number;
  readonly searches: number;
  readonly budgets: readonly BudgetPoint[];
  /** The two fixed budgets that are mixed to the policy's cost; null where that cannot be matched. */
  readonly mixed: { readonly lower: number; readonly upper: number; readonly share: number } | null;
  readonly depths: readonly DepthDraw[];
  /** Depths are numbers of searches: every question has an eligible state at each. */
  readonly isDepthIndex: boolean;
  readonly rows: readonly BaselineRow[];
}

export interface AdvantageOptions {
  readonly seed: number | bigint;
  readonly draws: number;
  /** The judge and its threshold, when that is what the policy is: then its scores can be permuted. */
  readonly judge?: { readonly judge: Judge; readonly threshold: number };
}

/**
 * Every baseline beside one policy, at the policy's own cost where that can be matched. `stopStates[i]` is where the policy
 * stops `selection[i]`, -1 for the native finish. null without labelled questions, or where the correctness of a native
 * answer or an eligible state is not known.
 */
export function compareBaselines(
  evaluation: Evaluation,
  selection: Selection,
  stopStates: Int32Array,
  options: AdvantageOptions,
): Advantage | null {
  const questions = labelledOnly(evaluation, selection);
  const isKept = Uint8Array.from(selection, (q) => evaluation.correctness.isLabelled[q]!);
  const stops = stopStates.filter((_, i) => isKept[i] === 1);
  const depths = policyDepths(evaluation, questions, stops);
  if (depths === null || questions.length === 0) return null;
  const meansOf = (states: Int32Array): { readonly em: number; readonly searches: number } => {
    const { correct, searches } = sumStops(evaluation, questions, states);
    return { em: correct / questions.length, searches: searches / questions.length };
  };
  const policy = meansOf(stops);
  const rows: BaselineRow[] = [];
  const add = (kind: BaselineKind, row: { em: number; searches: number }, range: Bounds | null, p: number | null) => {
    rows.push({
      kind,
      ...row,
      emRange: range,
      p,
      advantage: policy.em - row.em,
      isDeployable: kind !== 'quality-oracle' && kind !== 'cost-oracle',
    });
  };
  const budgets = budgetPoints(evaluation, questions);
  add('never-stop', meansOf(replayAll({ kind: 'native' }, evaluation, questions)), null, null);
  add('always-stop', meansOf(budgets[0]!.stopStates), null, null);
  const mix = mixBudgets(budgets, policy.searches);
  if (mix !== null) add('budget', { em: mix.em, searches: mix.searches }, null, null);
  const expected = expectMatched(depths.input);
  const drawn = simulateMatched(depths.input, options);
  if (expected !== null && drawn !== null) {
    const { em, searches } = expected;
    add('matched-random', { em, searches }, rangeOf(drawn.em), shareAtLeast(drawn.em, policy.em));
  }
  if (options.judge !== undefined) {
    const { judge, threshold } = options.judge;
    const permuted = permuteScores(evaluation, judge, threshold, questions, options);
    if (permuted !== null) {
      const em = Float64Array.from(permuted.draws, ({ correct }) => correct / questions.length);
      const searches = Float64Array.from(permuted.draws, (draw) => draw.searches / questions.length);
      add('permuted-scores', { em: meanOf(em), searches: meanOf(searches) }, rangeOf(em), permuted.pCorrect);
    }
  }
  for (const kind of ['quality-oracle', 'cost-oracle'] as const) {
    add(kind, meansOf(replayAll({ kind }, evaluation, questions)), null, null);
  }
  const mixed = mix && { lower: mix.lower.budget, upper: mix.upper.budget, share: mix.share };
  const { isDepthIndex } = depths;
  return { questions, ...policy, budgets, mixed, depths: drawsByDepth(depths), isDepthIndex, rows };
}

function drawsByDepth({ input, depths }: PolicyDepths): readonly DepthDraw[] {
  const { stateStart, isSafe, stopsAtDepth } = input;
  return stopsAtDepth.map((stops, depth) => {
    let [safe, questions, safeQuestions] = [0, 0, 0];
    for (let i = 0; i < depths.length; i++) {
      const state = stateStart[i]! + depth;
      if (state >= stateStart[i + 1]!) continue;
      questions++;
      safeQuestions += isSafe[state]!;
      if (depths[i] === depth) safe += isSafe[state]!;
    }
    return { depth, stops, safe, questions, safeQuestions };
  });
}

const meanOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const rangeOf = (values: Float64Array): Bounds => ({
  low: percentileLinear(values, 2.5),
  high: percentileLinear(values, 97.5),
});

/** The policy itself counts as one of the draws, so that no share is 0. */
const shareAtLeast = (values: Float64Array, observed: number): number =>
  (values.filter((value) => value >= observed - 1e-12).length + 1) / (values.length + 1);
