import type { Evaluation } from '../correctness.ts';
import { eligibleStates } from '../state-level.ts';
import { averagePrecisionInOrder, averagePrecisionTieGrouped } from '../stats/average-precision.ts';
import { brier, calibrate, marginToProbability } from '../stats/calibration.ts';
import { bestCutAtPrecision, rankCurve, rocAuc } from '../stats/ranking.ts';
import { type Judge, NO_SCORE, SCORED, type Selection, UNPARSED } from '../terms.ts';
import { wilsonEnds } from './our-policies.ts';
import type { StateRow } from './our-types.ts';

/** Below every score: an output that did not parse ranks last, and no threshold reaches it. */
const LAST = -Number.MAX_VALUE;

/** One row over all rounds and, where there are several, one per round. Empty without labelled eligible states. */
export function stateRows(
  evaluation: Evaluation,
  selection: Selection,
  judge: Judge,
  threshold: number,
): readonly StateRow[] {
  if (!evaluation.dataset.states.hasProbe.includes(1)) return [];
  const states = eligibleStates(evaluation, selection);
  if (states.length === 0) return [];
  const { searchesUsed } = evaluation.dataset.states;
  const rounds = [...new Set(Array.from(states, (s) => searchesUsed[s]!))].sort((a, b) => a - b);
  const row = (round: number | null, members: Int32Array): StateRow =>
    stateRow(evaluation, judge, threshold, round, members);
  return [
    row(null, states),
    ...rounds.map((round) =>
      row(
        round,
        states.filter((s) => searchesUsed[s] === round),
      ),
    ),
  ];
}

function stateRow(
  { correctness }: Evaluation,
  judge: Judge,
  threshold: number,
  round: number | null,
  states: Int32Array,
): StateRow {
  const truths = Uint8Array.from(states, (s) => (correctness.probeEm[s] === 1 ? 1 : 0));
  const scores = Float64Array.from(states, (s) => (judge.status[s] === SCORED ? judge.scores[s]! : LAST));
  const parsed = states.filter((s) => judge.status[s] === SCORED);
  const parsedTruths = Uint8Array.from(parsed, (s) => (correctness.probeEm[s] === 1 ? 1 : 0));
  const parsedScores = Float64Array.from(parsed, (s) => judge.scores[s]!);
  const positives = truths.reduce((sum, truth) => sum + truth, 0);
  // Cuts lie at parsed scores only, recall counts all positives.
  const cuts = { ...rankCurve(parsedScores, parsedTruths), positives };
  let hits = 0;
  let misses = 0;
  parsed.forEach((s, i) => {
    if (judge.scores[s]! < threshold) return;
    if (parsedTruths[i] === 1) hits += 1;
    else misses += 1;
  });
  const probabilities = parsedScores.map(marginToProbability);
  const count = (status: number): number => states.filter((s) => judge.status[s] === status).length;
  const share = (upper: number, lower: number): number | null => (lower === 0 ? null : upper / lower);
  return {
    judge: judge.id,
    round,
    threshold,
    eligible_count: states.length,
    positive_count: positives,
    prevalence: share(positives, states.length),
    unparsed_count: count(UNPARSED),
    unscored_count: count(NO_SCORE),
    true_positive: hits,
    false_positive: misses,
    false_negative: positives - hits,
    true_negative: states.length - positives - misses,
    precision: share(hits, hits + misses),
    precision_ci95: wilsonEnds(hits, hits + misses),
    recall: share(hits, positives),
    recall_ci95: wilsonEnds(hits, positives),
    ap_input_order: averagePrecisionInOrder(scores, truths),
    ap_tie_grouped: averagePrecisionTieGrouped(scores, truths),
    roc_auc: rocAuc(rankCurve(scores, truths)),
    recall_at_precision_90: bestCutAtPrecision(cuts, 0.9)?.recall ?? null,
    recall_at_precision_95: bestCutAtPrecision(cuts, 0.95)?.recall ?? null,
    brier: brier(probabilities, parsedTruths, 'compensated'),
    ece_10: calibrate(probabilities, parsedTruths)?.ece ?? null,
    ece_adaptive_10:
      calibrate(probabilities, parsedTruths, { kind: 'equal-mass', count: 10, ties: 'tie-safe' })?.ece ?? null,
  };
}
