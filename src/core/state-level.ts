import { argsortDescending } from './argsort.ts';
import { type Evaluation, UNKNOWN } from './correctness.ts';
import { type Judge, SCORED, type Selection, UNPARSED } from './terms.ts';

/**
 * State-level counts of a judge at every threshold, over the eligible states of the selection whose correctness is
 * known. A state is predicted STOP when it parsed and its score is >= the threshold; positive when its probe answer is
 * right. Unparsed states are never predicted, and stay in the denominators. Apart from the policy: a second crossing
 * after the stop still counts here (definitions.md 5).
 */
export interface StateCurve {
  readonly judge: string;
  /** Distinct parsed scores, descending. */
  readonly scores: Float64Array;
  /** Cumulated over scores >= scores[i]. */
  readonly truePositives: Uint32Array;
  readonly falsePositives: Uint32Array;
  readonly eligible: number;
  readonly positives: number;
  /** Eligible states whose judge output failed its schema. */
  readonly unparsed: number;
  /** The same over all judge rows of the selection, eligible or not: what the published evaluator counts. */
  readonly unparsedRows: number;
  /** Eligible states without any row of this judge. */
  readonly unscored: number;
  /** Ties broken by file order, as published; null without positives. Unparsed states rank last. */
  readonly averagePrecision: number | null;
  /** Parsed scores of the eligible states that are left out because right and wrong are not known there; ascending. */
  readonly unknownScores: Float64Array;
}

export interface StateCounts {
  readonly truePositive: number;
  readonly falsePositive: number;
  readonly falseNegative: number;
  readonly trueNegative: number;
}

/** Counts at `score >= threshold`. */
export function stateCountsAt(curve: StateCurve, threshold: number): StateCounts {
  let low = 0;
  let high = curve.scores.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (curve.scores[middle]! >= threshold) low = middle + 1;
    else high = middle;
  }
  const truePositive = low === 0 ? 0 : curve.truePositives[low - 1]!;
  const falsePositive = low === 0 ? 0 : curve.falsePositives[low - 1]!;
  return {
    truePositive,
    falsePositive,
    falseNegative: curve.positives - truePositive,
    trueNegative: curve.eligible - curve.positives - falsePositive,
  };
}

/** Builds the curve. Source: definitions.md 2-4. */
export function stateCurve(evaluation: Evaluation, judge: Judge, selection: Selection): StateCurve {
  const rows = rankedStates(evaluation, judge, selection);
  const { order, scores, truths, parsedCount } = rows;
  const distinct = new Float64Array(parsedCount);
  const truePositives = new Uint32Array(parsedCount);
  const falsePositives = new Uint32Array(parsedCount);
  let groups = 0;
  let tp = 0;
  for (let i = 0; i < parsedCount; i++) {
    const index = order[i]!;
    tp += truths[index]!;
    if (i === 0 || scores[index] !== distinct[groups - 1]) {
      distinct[groups] = scores[index]!;
      groups += 1;
    }
    truePositives[groups - 1] = tp;
    falsePositives[groups - 1] = i + 1 - tp;
  }
  return {
    judge: judge.id,
    scores: distinct.slice(0, groups),
    truePositives: truePositives.slice(0, groups),
    falsePositives: falsePositives.slice(0, groups),
    eligible: rows.eligible,
    positives: rows.positives,
    unparsed: rows.unparsed,
    unparsedRows: rows.unparsedRows,
    unscored: rows.unscored,
    averagePrecision: averageOverRanks(rows),
    unknownScores: unknownScores(evaluation, judge, selection),
  };
}

function unknownScores({ dataset, correctness }: Evaluation, judge: Judge, selection: Selection): Float64Array {
  const { stateStart } = dataset.questions;
  const { isEligible } = dataset.states;
  const found: number[] = [];
  for (let i = 0; i < selection.length; i++) {
    const q = selection[i]!;
    for (let s = stateStart[q]!; s < stateStart[q + 1]!; s++) {
      if (isEligible[s] === 1 && correctness.probeEm[s] === UNKNOWN && judge.status[s] === SCORED) {
        found.push(judge.scores[s]! + 0);
      }
    }
  }
  return Float64Array.from(found).sort();
}

interface RankedStates {
  /** Indices into scores/truths: parsed states by descending score, ties in file order; then the rest in file order. */
  readonly order: Uint32Array;
  readonly scores: Float64Array;
  readonly truths: Uint8Array;
  readonly parsedCount: number;
  readonly eligible: number;
  readonly positives: number;
  readonly unparsed: number;
  readonly unparsedRows: number;
  readonly unscored: number;
}

/** Eligible states with known correctness (a label and a probe answer), in file order (probeOrder). */
export function eligibleStates({ dataset, correctness }: Evaluation, selection: Selection): Int32Array {
  const { stateStart } = dataset.questions;
  const { isEligible, probeOrder } = dataset.states;
  const { probeEm } = correctness;
  let capacity = 0;
  for (let i = 0; i < selection.length; i++) {
    capacity += stateStart[selection[i]! + 1]! - stateStart[selection[i]!]!;
  }
  const found = new Int32Array(capacity);
  let size = 0;
  let isOrdered = true;
  for (let i = 0; i < selection.length; i++) {
    const q = selection[i]!;
    if (correctness.isLabelled[q] === 0) continue;
    for (let s = stateStart[q]!; s < stateStart[q + 1]!; s++) {
      if (isEligible[s] === 0 || probeEm[s] === UNKNOWN) continue;
      if (size > 0 && probeOrder[s]! < probeOrder[found[size - 1]!]!) isOrdered = false;
      found[size++] = s;
    }
  }
  const states = found.slice(0, size);
  return isOrdered ? states : states.sort((a, b) => probeOrder[a]! - probeOrder[b]!);
}

function rankedStates(evaluation: Evaluation, judge: Judge, selection: Selection): RankedStates {
  const { questions } = evaluation.dataset;
  const { probeEm } = evaluation.correctness;
  const states = eligibleStates(evaluation, selection);
  const scores = new Float64Array(states.length);
  const truths = new Uint8Array(states.length);
  const restIndices: number[] = [];
  const parsedIndices = new Uint32Array(states.length);
  let parsedCount = 0;
  let positives = 0;
  let unparsed = 0;
  let unscored = 0;
  for (let i = 0; i < states.length; i++) {
    const s = states[i]!;
    truths[i] = probeEm[s] === 1 ? 1 : 0;
    positives += truths[i]!;
    if (judge.status[s] === SCORED) {
      scores[i] = judge.scores[s]! + 0;
      parsedIndices[parsedCount++] = i;
    } else {
      restIndices.push(i);
      if (judge.status[s] === UNPARSED) unparsed += 1;
      else unscored += 1;
    }
  }
  const parsedScores = new Float64Array(parsedCount);
  for (let i = 0; i < parsedCount; i++) parsedScores[i] = scores[parsedIndices[i]!]!;
  const ranks = argsortDescending(parsedScores);
  const order = new Uint32Array(states.length);
  for (let i = 0; i < parsedCount; i++) order[i] = parsedIndices[ranks[i]!]!;
  order.set(restIndices, parsedCount);
  let unparsedRows = 0;
  for (let i = 0; i < selection.length; i++) {
    const q = selection[i]!;
    for (let s = questions.stateStart[q]!; s < questions.stateStart[q + 1]!; s++) {
      if (judge.status[s] === UNPARSED) unparsedRows += 1;
    }
  }
  return { order, scores, truths, parsedCount, eligible: states.length, positives, unparsed, unparsedRows, unscored };
}

function averageOverRanks({ order, truths, positives }: RankedStates): number | null {
  if (positives === 0) return null;
  let tp = 0;
  let sum = 0;
  for (let rank = 1; rank <= order.length; rank++) {
    if (truths[order[rank - 1]!] === 0) continue;
    tp += 1;
    sum += tp / rank;
  }
  return sum / positives;
}
