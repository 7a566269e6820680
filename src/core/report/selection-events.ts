import { argsortDescending } from '../argsort.ts';
import type { Evaluation } from '../correctness.ts';
import { sweep } from '../sweep.ts';
import { type Judge, SCORED } from '../terms.ts';
import type { EvaluationRows } from './evaluation-rows.ts';
import type { SelectionRule } from './threshold-selection.ts';

/**
 * What happens as a threshold falls: each event changes the number of stops and of hits of one question. Events are
 * grouped by threshold, high to low; those of group g are groupStart[g] .. groupStart[g + 1] - 1. On states a stop is a
 * predicted state and a hit a safe one; on questions a stop is a stopped question, and a hit is taken back when the
 * question comes to stop at an unsafe state.
 */
export interface SelectionEvents {
  readonly thresholds: Float64Array;
  readonly groupStart: Uint32Array;
  /** Position in `EvaluationRows.questions`. */
  readonly question: Uint32Array;
  readonly stops: Int8Array;
  readonly hits: Int8Array;
  /** What recall is counted over, per question: safe states, or 1 where there is one. */
  readonly positives: Uint32Array;
}

export function stateEvents({ dataset }: Evaluation, rows: EvaluationRows, judge: Judge): SelectionEvents {
  const number = numberQuestions(rows);
  const positives = new Uint32Array(rows.questions.length);
  const parsed: number[] = [];
  rows.states.forEach((s, row) => {
    const q = number.get(dataset.states.question[s]!)!;
    positives[q] = positives[q]! + rows.truths[row]!;
    if (judge.status[s] === SCORED) parsed.push(row);
  });
  const scoreOf = (row: number): number => judge.scores[rows.states[row]!]! + 0;
  const order = Array.from(argsortDescending(Float64Array.from(parsed, scoreOf)), (i) => parsed[i]!);
  const thresholds: number[] = [];
  const groupStart: number[] = [];
  order.forEach((row, i) => {
    if (i > 0 && scoreOf(row) === thresholds.at(-1)) return;
    thresholds.push(scoreOf(row));
    groupStart.push(i);
  });
  return {
    thresholds: Float64Array.from(thresholds),
    groupStart: Uint32Array.from([...groupStart, order.length]),
    question: Uint32Array.from(order, (row) => number.get(dataset.states.question[rows.states[row]!]!)!),
    stops: new Int8Array(order.length).fill(1),
    hits: Int8Array.from(order, (row) => rows.truths[row]!),
    positives,
  };
}

export function questionEvents(evaluation: Evaluation, rows: EvaluationRows, judge: Judge): SelectionEvents {
  const number = numberQuestions(rows);
  const { probeEm, earliestSafe } = evaluation.correctness;
  const curve = sweep(evaluation, judge, rows.questions, []);
  const isSafe = (s: number): number => (s >= 0 && probeEm[s] === 1 ? 1 : 0);
  return {
    // Row 0 of a sweep is +Infinity, without events.
    thresholds: curve.thresholds.slice(1),
    groupStart: curve.rowStart.slice(1),
    question: Uint32Array.from(curve.eventQuestion, (q) => number.get(q)!),
    stops: Int8Array.from(curve.eventFrom, (from) => (from < 0 ? 1 : 0)),
    hits: Int8Array.from(curve.eventState, (state, e) => isSafe(state) - isSafe(curve.eventFrom[e]!)),
    positives: Uint32Array.from(rows.questions, (q) => (earliestSafe[q]! >= 0 ? 1 : 0)),
  };
}

const numberQuestions = ({ questions }: EvaluationRows): ReadonlyMap<number, number> =>
  new Map(Array.from(questions, (q, i) => [q, i]));

export interface Cut {
  /** -1: nothing qualifies. */
  readonly group: number;
  readonly stops: number;
  readonly hits: number;
  readonly positives: number;
}

/**
 * The group whose threshold has the highest recall among those with precision >= p and at least n stops; ties by
 * precision, then by the higher threshold. `weights` say how often each question was drawn.
 */
export function chooseCut(events: SelectionEvents, weights: ArrayLike<number>, rule: SelectionRule): Cut {
  let positives = 0;
  for (let q = 0; q < events.positives.length; q++) positives += events.positives[q]! * weights[q]!;
  let best: Cut = { group: -1, stops: 0, hits: 0, positives };
  let stops = 0;
  let hits = 0;
  for (let group = 0; group < events.thresholds.length; group++) {
    for (let e = events.groupStart[group]!; e < events.groupStart[group + 1]!; e++) {
      const weight = weights[events.question[e]!]!;
      stops += events.stops[e]! * weight;
      hits += events.hits[e]! * weight;
    }
    if (stops === 0 || stops < rule.minimumStops || hits / stops < rule.minimumPrecision) continue;
    const isBetter = hits > best.hits || (hits === best.hits && hits / stops > best.hits / best.stops);
    if (best.group < 0 || isBetter) best = { group, stops, hits, positives };
  }
  return best;
}

/** What a given threshold does: the last group at or above it. */
export function cutAt(events: SelectionEvents, threshold: number): Cut {
  const sum = (values: ArrayLike<number>, end: number): number => {
    let total = 0;
    for (let i = 0; i < end; i++) total += values[i]!;
    return total;
  };
  let group = -1;
  while (group + 1 < events.thresholds.length && events.thresholds[group + 1]! >= threshold) group += 1;
  const end = events.groupStart[group + 1]!;
  const positives = sum(events.positives, events.positives.length);
  return { group, stops: sum(events.stops, end), hits: sum(events.hits, end), positives };
}
