import type { Evaluation } from '../correctness.ts';
import { replayAll } from '../policies/index.ts';
import type { Selection } from '../terms.ts';
import { eligibleStates } from './known.ts';
import { sumStops } from './score-permutation.ts';

/** A fixed budget: stop at the first eligible state with so many searches. Means over questions, all labelled. */
export interface BudgetPoint {
  readonly budget: number;
  readonly em: number;
  readonly searches: number;
  readonly stopStates: Int32Array;
}

/** Every budget that differs from the next: 0, 1, ... up to the native run, which the last one equals. */
export function budgetPoints(evaluation: Evaluation, selection: Selection): readonly BudgetPoint[] {
  const { searchesUsed } = evaluation.dataset.states;
  let most = -1;
  for (const q of selection) {
    for (const state of eligibleStates(evaluation, q)) most = Math.max(most, searchesUsed[state]!);
  }
  return Array.from({ length: most + 2 }, (_, budget) => {
    const stopStates = replayAll({ kind: 'budget', searches: budget }, evaluation, selection);
    const { correct, searches } = sumStops(evaluation, selection, stopStates);
    return { budget, em: correct / selection.length, searches: searches / selection.length, stopStates };
  });
}

/** A coin between two neighbouring budgets that spends just as many searches. */
export interface BudgetMix {
  readonly lower: BudgetPoint;
  readonly upper: BudgetPoint;
  /** Probability of the upper budget. */
  readonly share: number;
  readonly em: number;
  readonly searches: number;
}

/**
 * The fixed budgets at a given mean number of searches: each question takes the upper of two neighbouring budgets with
 * the probability that makes the mean come out. Its expected EM is linear in that probability, so this is what "fixed
 * budget" is worth at matched cost. null outside the range of the budgets.
 */
export function mixBudgets(points: readonly BudgetPoint[], searches: number): BudgetMix | null {
  for (let i = 0; i < points.length; i++) {
    const lower = points[i]!;
    const upper = points[i + 1] ?? lower;
    if (searches < lower.searches || searches > upper.searches) continue;
    const span = upper.searches - lower.searches;
    const share = span === 0 ? 0 : (searches - lower.searches) / span;
    return { lower, upper, share, em: lower.em + share * (upper.em - lower.em), searches };
  }
  return null;
}
