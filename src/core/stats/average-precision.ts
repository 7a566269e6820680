import { argsortDescending } from '../argsort.ts';

/**
 * Dense ranks of finite scores from high to low: rows with equal scores share a rank, 0 is the highest. `rankCount` is the
 * number of distinct scores.
 */
export function denseRanks(scores: Float64Array): { readonly ranks: Uint32Array; readonly rankCount: number } {
  const order = argsortDescending(scores);
  const ranks = new Uint32Array(scores.length);
  let rank = -1;
  for (let i = 0; i < order.length; i++) {
    const row = order[i]!;
    if (i === 0 || scores[row] !== scores[order[i - 1]!]) rank += 1;
    ranks[row] = rank;
  }
  return { ranks, rankCount: rank + 1 };
}

/** AP of truths (0 or 1) that stand in rank order: TP / rank added up at each positive, divided by the positives. */
export function averagePrecisionOfRanked(truths: Uint8Array, length = truths.length): number | null {
  let positives = 0;
  let sum = 0;
  for (let i = 0; i < length; i++) {
    if (truths[i] !== 1) continue;
    positives += 1;
    sum += positives / (i + 1);
  }
  return positives === 0 ? null : sum / positives;
}

/**
 * Average precision of finite scores with ties broken by input order, as the published scale-up evaluator computes it
 * (definitions.md 4). `truths` are 0 or 1. null without positives, where that evaluator prints 0.
 */
export function averagePrecisionInOrder(scores: Float64Array, truths: ArrayLike<number>): number | null {
  const order = argsortDescending(scores);
  return averagePrecisionOfRanked(Uint8Array.from(order, (row) => truths[row]!));
}

/** AP of per-rank totals, high to low: the sum over ranks of (recall step * precision after the whole rank). */
export function averagePrecisionOfGroups(positives: Uint32Array, totals: Uint32Array): number | null {
  let all = 0;
  for (let i = 0; i < positives.length; i++) all += positives[i]!;
  if (all === 0) return null;
  let sum = 0;
  let truePositives = 0;
  let predicted = 0;
  let recall = 0;
  for (let i = 0; i < positives.length; i++) {
    if (totals[i] === 0) continue;
    truePositives += positives[i]!;
    predicted += totals[i]!;
    const next = truePositives / all;
    sum += (next - recall) * (truePositives / predicted);
    recall = next;
  }
  return sum;
}

/**
 * Average precision with tied scores taken as one step, as the published core evaluator and scikit-learn's
 * `average_precision_score` do. null without positives, where both print 0.
 */
export function averagePrecisionTieGrouped(scores: Float64Array, truths: ArrayLike<number>): number | null {
  const { ranks, rankCount } = denseRanks(scores);
  const positives = new Uint32Array(rankCount);
  const totals = new Uint32Array(rankCount);
  for (let row = 0; row < ranks.length; row++) {
    const rank = ranks[row]!;
    positives[rank] = positives[rank]! + truths[row]!;
    totals[rank] = totals[rank]! + 1;
  }
  return averagePrecisionOfGroups(positives, totals);
}
