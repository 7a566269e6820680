import type { Evaluation } from '../correctness.ts';
import { apDifferenceBootstrap, type GroupedRows } from '../stats/ap-bootstrap.ts';
import { pairedBootstrap } from '../stats/bootstrap.ts';
import type { Interval } from '../stats/interval.ts';
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

/** Every paired comparison: each judge with native, then each with the reference judge. Order and seeds as published. */
export function pairedComparisons(
  evaluation: Evaluation,
  rows: EvaluationRows,
  native: PolicyColumns,
  judges: readonly EvaluatedJudge[],
  { seed, repeats }: Resampling,
): Readonly<Record<string, ComparisonBlock>> {
  const blocks: [string, ComparisonBlock][] = [];
  const compare = (left: PolicyColumns, right: PolicyColumns, emSeed: number, searchSeed: number) => ({
    official_em: rows.hasTruths
      ? toBlock(pairedBootstrap(differences(left.em, right.em), { seed: emSeed, repeats }))
      : null,
    search_calls: toBlock(pairedBootstrap(differences(left.searches, right.searches), { seed: searchSeed, repeats })),
  });
  judges.forEach(({ id, policy }, k) => {
    const flips = countFlips(native, policy);
    blocks.push([
      `${id}_minus_native`,
      {
        ...compare(native, policy, seed + 200 + k, seed + 300 + k),
        native_correct_policy_wrong: rows.hasTruths ? flips.correctToWrong : null,
        native_wrong_policy_correct: rows.hasTruths ? flips.wrongToCorrect : null,
      },
    ]);
  });
  const reference = judges.find(({ id }) => id === REFERENCE_JUDGE) ?? judges[0];
  if (reference === undefined) return {};
  const grouped = groupByQuestion(evaluation, rows);
  judges
    .filter((judge) => judge !== reference)
    .forEach((judge, k) => {
      const j = k + 1;
      const pick = (scores: Float64Array) => Float64Array.from(grouped.order, (row) => scores[row]!);
      const difference = (): IntervalBlock =>
        grouped.rows.questionCount === 0
          ? { estimate: 0, ci95_low: 0, ci95_high: 0 }
          : toBlock(
              apDifferenceBootstrap(grouped.rows, pick(reference.scores), pick(judge.scores), {
                seed: seed + 400 + j,
                repeats,
                ties: 'input-order',
              }),
            );
      blocks.push([
        `${judge.id}_minus_${reference.id}`,
        {
          ...compare(reference.policy, judge.policy, seed + j, seed + 100 + j),
          stop_average_precision: rows.hasTruths ? difference() : null,
        },
      ]);
    });
  return Object.fromEntries(blocks);
}

const differences = (left: ArrayLike<number>, right: ArrayLike<number>): Int32Array =>
  Int32Array.from({ length: left.length }, (_, i) => right[i]! - left[i]!);

/**
 * Rows question by question, questions in the order in which the files first name them. The published estimate is
 * taken over the rows in this order too, which matters where the files interleave questions and scores tie.
 */
function groupByQuestion(
  { dataset }: Evaluation,
  { states, truths }: EvaluationRows,
): { readonly order: Uint32Array; readonly rows: GroupedRows } {
  const numbers = new Map<number, number>();
  const question = Uint32Array.from(states, (s) => {
    const q = dataset.states.question[s]!;
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
