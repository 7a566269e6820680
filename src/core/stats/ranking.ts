import { argsortDescending } from '../argsort.ts';

/** Counts at every distinct score, high to low: rows with a score >= scores[i]. A `StateCurve` fits as well. */
export interface RankCurve {
  readonly scores: Float64Array;
  readonly truePositives: Uint32Array;
  readonly falsePositives: Uint32Array;
  readonly positives: number;
}

/** Builds the curve of finite scores and truths (0 or 1). */
export function rankCurve(scores: Float64Array, truths: ArrayLike<number>): RankCurve {
  const order = argsortDescending(scores);
  const distinct = new Float64Array(order.length);
  const truePositives = new Uint32Array(order.length);
  const falsePositives = new Uint32Array(order.length);
  let groups = 0;
  let hits = 0;
  for (let i = 0; i < order.length; i++) {
    const row = order[i]!;
    hits += truths[row]!;
    if (groups === 0 || scores[row] !== distinct[groups - 1]) {
      distinct[groups] = scores[row]!;
      groups += 1;
    }
    truePositives[groups - 1] = hits;
    falsePositives[groups - 1] = i + 1 - hits;
  }
  return {
    scores: distinct.slice(0, groups),
    truePositives: truePositives.slice(0, groups),
    falsePositives: falsePositives.slice(0, groups),
    positives: hits,
  };
}

export interface PrPoint {
  readonly score: number;
  readonly predicted: number;
  readonly truePositives: number;
  readonly precision: number;
  /** null without positives. */
  readonly recall: number | null;
}

/** Precision and recall at `>= score` for every distinct score, high to low. */
export function prPoints(curve: RankCurve): readonly PrPoint[] {
  return Array.from(curve.scores, (score, i) => {
    const truePositives = curve.truePositives[i]!;
    const predicted = truePositives + curve.falsePositives[i]!;
    return {
      score,
      predicted,
      truePositives,
      precision: truePositives / predicted,
      recall: curve.positives === 0 ? null : truePositives / curve.positives,
    };
  });
}

/** Negatives of a curve: what its last point predicts wrongly. */
const negativesOf = (curve: RankCurve): number => curve.falsePositives.at(-1) ?? 0;

/** Points [false-positive rate, true-positive rate] from (0, 0) on, one per distinct score; empty with one class only. */
export function rocPoints(curve: RankCurve): readonly (readonly [number, number])[] {
  const negatives = negativesOf(curve);
  if (curve.positives === 0 || negatives === 0) return [];
  const points: [number, number][] = [[0, 0]];
  for (let i = 0; i < curve.scores.length; i++) {
    points.push([curve.falsePositives[i]! / negatives, curve.truePositives[i]! / curve.positives]);
  }
  return points;
}

/** P(positive scores higher) + P(tie) / 2; null with one class only. Counted in whole numbers, halves as doubled pairs. */
export function rocAuc(curve: RankCurve): number | null {
  const negatives = negativesOf(curve);
  if (curve.positives === 0 || negatives === 0) return null;
  let doubledPairs = 0;
  let hits = 0;
  let misses = 0;
  for (let i = 0; i < curve.scores.length; i++) {
    const newMisses = curve.falsePositives[i]! - misses;
    const newHits = curve.truePositives[i]! - hits;
    doubledPairs += newMisses * (2 * hits + newHits);
    hits += newHits;
    misses += newMisses;
  }
  return doubledPairs / (2 * curve.positives * negatives);
}

export interface PrecisionCut {
  readonly threshold: number;
  readonly precision: number;
  readonly recall: number;
  readonly stops: number;
}

/**
 * The cut with the highest recall among those with precision >= `minPrecision` and at least `minStops` predictions; ties
 * go to the higher precision, then the higher threshold. Every distinct score is tried, so a dip below the precision does
 * not end the search. null when nothing qualifies; recall is 0 without positives. With `minStops` 1 this is the published
 * recall at precision, with 10 the threshold selection (definitions.md 4).
 */
export function bestCutAtPrecision(curve: RankCurve, minPrecision: number, minStops = 1): PrecisionCut | null {
  let best: PrecisionCut | null = null;
  // From high to low thresholds: an equal recall and precision further down never replaces the first.
  for (let i = 0; i < curve.scores.length; i++) {
    const hits = curve.truePositives[i]!;
    const stops = hits + curve.falsePositives[i]!;
    const precision = hits / stops;
    if (stops < minStops || precision < minPrecision) continue;
    const recall = curve.positives === 0 ? 0 : hits / curve.positives;
    if (best === null || recall > best.recall || (recall === best.recall && precision > best.precision)) {
      best = { threshold: curve.scores[i]!, precision, recall, stops };
    }
  }
  return best;
}
