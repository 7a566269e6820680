import { averagePrecisionInOrder } from '../stats/average-precision.ts';
import { brier, calibrate, marginToProbability, TEN_EQUAL_WIDTH } from '../stats/calibration.ts';
import { bestCutAtPrecision, type RankCurve, rankCurve } from '../stats/ranking.ts';
import type { EvaluationRows, StopsAt } from './evaluation-rows.ts';
import type { CalibrationBlock, RecallBlock, StateLevelBlock } from './evaluation-types.ts';

/** State-level figures of one judge (definitions.md 4). `scores` are the effective ones, per row. */
export function stateLevelBlock(
  { states, truths, positives }: EvaluationRows,
  scores: Float64Array,
  threshold: number,
  stopsAt: StopsAt,
): StateLevelBlock {
  const count = states.length;
  let truePositive = 0;
  let falsePositive = 0;
  for (let i = 0; i < count; i++) {
    if (!stopsAt(states[i]!)) continue;
    if (truths[i] === 1) truePositive += 1;
    else falsePositive += 1;
  }
  const predicted = truePositive + falsePositive;
  const share = (upper: number, lower: number): number => (lower === 0 ? 0 : upper / lower);
  const curve = rankCurve(scores, truths);
  return {
    threshold,
    true_positive: truePositive,
    false_positive: falsePositive,
    false_negative: positives - truePositive,
    true_negative: count - positives - falsePositive,
    stop_precision: share(truePositive, predicted),
    stop_recall: share(truePositive, positives),
    stop_rate: share(predicted, count),
    unsafe_stop_rate: share(falsePositive, predicted),
    eligible_state_count: count,
    positive_state_count: positives,
    safe_early_stop_prevalence: share(positives, count),
    stop_average_precision: averagePrecisionInOrder(scores, truths) ?? 0,
    recall_at_precision_90: recallBlock(curve, 0.9),
    recall_at_precision_95: recallBlock(curve, 0.95),
    calibration: calibrationBlock(scores, truths),
  };
}

function recallBlock(curve: RankCurve, minimum: number): RecallBlock {
  const cut = bestCutAtPrecision(curve, minimum);
  return {
    minimum_precision: minimum,
    achievable: cut !== null,
    recall: cut?.recall ?? 0,
    precision: cut?.precision ?? null,
    threshold: cut?.threshold ?? null,
  };
}

function calibrationBlock(scores: Float64Array, truths: Uint8Array): CalibrationBlock {
  const probabilities = scores.map(marginToProbability);
  const calibration = calibrate(probabilities, truths, TEN_EQUAL_WIDTH, 'compensated');
  return {
    brier: brier(probabilities, truths, 'compensated') ?? 0,
    ece_10: calibration?.ece ?? 0,
    bins: (calibration?.bins ?? []).map((bin) => ({
      low: bin.low,
      high: bin.high,
      count: bin.count,
      mean_probability: bin.meanProbability,
      observed_rate: bin.observedRate,
    })),
  };
}
