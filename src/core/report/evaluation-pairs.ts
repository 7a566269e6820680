import type { Evaluation } from '../correctness.ts';
import { apDifferenceInSteps, type GroupedRows } from '../stats/ap-bootstrap.ts';
import { pairedInSteps } from '../stats/bootstrap.ts';
import type { Interval } from '../stats/interval.ts';
import type { ResampleStep, Steps } from '../steps.ts';
import { countFlips, type PolicyColumns } from './evaluation-policies.ts';
import type { EvaluationRows } from './evaluation-rows.ts';
import type { ComparisonBlock, IntervalBlock } from './evaluation-types.ts';

export interface Resampling {
  /** The evaluation's base seed: every interval adds its own offset (definitions.md 6). */
  readonly seed: number;
  readonly repeats: number;
}

/** One judge with its policy columns and its effective scores per row. */
export interface EvaluatedJudge {
  readonly id: string;
  readonly policy: PolicyColumns;
  readonly scores: Float64Array;
}

const toBlock = ({ estimate, low, high }: Interval): IntervalBlock => ({
  estimate,
  ci95_low: low,
  ci95_high: high,
});

/** The judge that the published evaluator compares the others with. */
export const REFERENCE_JUDGE = 'structured_base';

/** A comparison `right - left` and its seeds; `left` null is the native run. */
export interface ComparisonSeeds {
  readonly left: string | null;
  readonly right: string;
  readonly emSeed: number;
  readonly searchesSeed: number;
  /** null against native: the published evaluator compares average precision between judges only. */
  readonly apSeed: number | null;
}

/**
 * The comparisons and their seeds as published (definitions.md 6): each judge with native, then each with the reference
 * judge, numbered along the order of the judges.
 */
export function comparisonSeeds(judges: readonly string[], seed: number): readonly ComparisonSeeds[] {
  const reference = judges.includes(REFERENCE_JUDGE) ? REFERENCE_JUDGE : judges[0];
  const withNative = judges.map((right, k) => ({
    left: null,
    right,
    emSeed: seed + 200 + k,
    searchesSeed: seed + 300 + k,
    apSeed: null,
  }));
  if (reference === undefined) return [];
  const others = judges.filter((judge) => judge !== reference);
  const withReference = others.map((right, k) => ({
    left: reference,
    right,
    emSeed: seed + k + 1,
    searchesSeed: seed + 100 + k + 1,
    apSeed: seed + 400 + k + 1,
  }));
  return [...withNative, ...withReference];
}

/** The two intervals every comparison has. */
export function* compareColumns(
  { hasTruths, units }: EvaluationRows,
  left: PolicyColumns,
  right: PolicyColumns,
  emSeed: number,
  searchesSeed: number,
  repeats: number,
): Steps<ResampleStep, { readonly official_em: IntervalBlock | null; readonly search_calls: IntervalBlock }> {
  function* run(from: ArrayLike<number>, to: ArrayLike<number>, seed: number): Steps<ResampleStep, IntervalBlock> {
    const perRow = differences(from, to);
    const perUnit = units === undefined ? perRow : sumByUnit(perRow, units);
    const interval = yield* pairedInSteps(perUnit, { seed, repeats });
    return scaled(toBlock(interval), perUnit.length / perRow.length);
  }
  return {
    official_em: hasTruths ? yield* run(left.em, right.em, emSeed) : null,
    search_calls: yield* run(left.searches, right.searches, searchesSeed),
  };
}

/** Every paired comparison, order and seeds as published. */
export function* pairedComparisons(
  evaluation: Evaluation,
  rows: EvaluationRows,
  native: PolicyColumns,
  judges: readonly EvaluatedJudge[],
  { seed, repeats }: Resampling,
): Steps<ResampleStep, Readonly<Record<string, ComparisonBlock>>> {
  const grouped = groupByQuestion(evaluation, rows);
  const find = (id: string): EvaluatedJudge => judges.find((judge) => judge.id === id)!;
  const blocks: Record<string, ComparisonBlock> = {};
  const ids = judges.map(({ id }) => id);
  for (const { left, right, emSeed, searchesSeed, apSeed } of comparisonSeeds(ids, seed)) {
    const from = left === null ? null : find(left);
    const to = find(right);
    const both = yield* compareColumns(rows, from?.policy ?? native, to.policy, emSeed, searchesSeed, repeats);
    if (from === null || apSeed === null) {
      const flips = countFlips(native, to.policy);
      blocks[`${right}_minus_native`] = {
        ...both,
        native_correct_policy_wrong: rows.hasTruths ? flips.correctToWrong : null,
        native_wrong_policy_correct: rows.hasTruths ? flips.wrongToCorrect : null,
      };
    } else {
      const ap = rows.hasTruths ? yield* compareAp(grouped, from.scores, to.scores, { seed: apSeed, repeats }) : null;
      blocks[`${right}_minus_${left}`] = { ...both, stop_average_precision: ap };
    }
  }
  return blocks;
}

function* compareAp(
  { order, rows }: GroupedByQuestion,
  left: Float64Array,
  right: Float64Array,
  resampling: Resampling,
): Steps<ResampleStep, IntervalBlock> {
  if (rows.questionCount === 0) return { estimate: 0, ci95_low: 0, ci95_high: 0 };
  const inOrder = (scores: Float64Array): Float64Array => Float64Array.from(order, (row) => scores[row]!);
  const options = { ...resampling, ties: 'input-order' } as const;
  return toBlock(yield* apDifferenceInSteps(rows, inOrder(left), inOrder(right), options));
}

const differences = (left: ArrayLike<number>, right: ArrayLike<number>): Int32Array =>
  Int32Array.from({ length: left.length }, (_, i) => right[i]! - left[i]!);

/** Samples of one question are resampled together: their differences count as one sum, in order of appearance. */
function sumByUnit(differencesOfRows: Int32Array, units: Int32Array): Int32Array {
  const sums = new Map<number, number>();
  differencesOfRows.forEach((value, row) => {
    sums.set(units[row]!, (sums.get(units[row]!) ?? 0) + value);
  });
  return Int32Array.from(sums.values());
}

/** From a mean over questions of sums to a mean over rows. Without samples the factor is 1 and nothing changes. */
const scaled = ({ estimate, ci95_low, ci95_high }: IntervalBlock, factor: number): IntervalBlock =>
  factor === 1 || Number.isNaN(factor)
    ? { estimate, ci95_low, ci95_high }
    : { estimate: estimate * factor, ci95_low: ci95_low * factor, ci95_high: ci95_high * factor };

export interface GroupedByQuestion {
  /** Row numbers, question by question. */
  readonly order: Uint32Array;
  readonly rows: GroupedRows;
}

/**
 * Rows question by question, questions in the order in which the files first name them. The published estimate is
 * taken over the rows in this order too, which matters where the files interleave questions and scores tie.
 */
export function groupByQuestion({ dataset }: Evaluation, { states, truths }: EvaluationRows): GroupedByQuestion {
  const numbers = new Map<number, number>();
  const question = Uint32Array.from(states, (s) => {
    const row = dataset.states.question[s]!;
    const q = dataset.questions.group?.[row] ?? row;
    const number = numbers.get(q) ?? numbers.size;
    numbers.set(q, number);
    return number;
  });
  const order = Uint32Array.from(states, (_, row) => row).sort((a, b) => question[a]! - question[b]! || a - b);
  return {
    order,
    rows: {
      question: order.map((row) => question[row]!),
      questionCount: numbers.size,
      truths: Uint8Array.from(order, (row) => truths[row]!),
    },
  };
}
