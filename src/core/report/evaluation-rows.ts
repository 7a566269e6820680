import type { Evaluation } from '../correctness.ts';
import { eligibleStates } from '../state-level.ts';
import { type Judge, SCORED, type Selection, UNPARSED } from '../terms.ts';

/** What the published evaluators put in place of a score whose output failed its schema (definitions.md 3). */
export const MASKED_SCORE = -1e30;

/** The rows a published report is about. */
export interface EvaluationRows {
  /** Ascending question indices. Without any label these are all of the selection, else the labelled ones. */
  readonly questions: Int32Array;
  /** Questions of the selection left out because only others have a label. */
  readonly unlabelled: number;
  /** Whether right and wrong of the native answers is known. */
  readonly hasLabels: boolean;
  /** Whether right and wrong of a stop is known too. */
  readonly hasTruths: boolean;
  /** Eligible states in the order of the files, which breaks ties in the published average precision. */
  readonly states: Int32Array;
  /** Per eligible state: 1 when its probe answer is right. All 0 without truths. */
  readonly truths: Uint8Array;
  readonly positives: number;
  /** Per question of `questions`: the number of the question it is a sample of; absent where each is its own. */
  readonly units?: Int32Array;
}

/** Collects the rows of a selection. A question without a label has no place beside labelled ones: it is left out. */
export function collectRows(evaluation: Evaluation, selection: Selection): EvaluationRows {
  const { dataset, correctness } = evaluation;
  const labelled = selection.filter((q) => correctness.isLabelled[q] === 1);
  const hasLabels = labelled.length > 0;
  const questions = hasLabels ? labelled : selection;
  const hasTruths = hasLabels && dataset.states.hasProbe.includes(1);
  const states = hasTruths ? eligibleStates(evaluation, questions) : eligibleWithoutLabels(evaluation, questions);
  const truths = new Uint8Array(states.length);
  let positives = 0;
  for (let i = 0; i < states.length; i++) {
    if (correctness.probeEm[states[i]!] !== 1) continue;
    truths[i] = 1;
    positives += 1;
  }
  const { group } = dataset.questions;
  return {
    questions,
    ...(group === undefined ? {} : { units: questions.map((q) => group[q]!) }),
    unlabelled: selection.length - questions.length,
    hasLabels,
    hasTruths,
    states,
    truths,
    positives,
  };
}

function eligibleWithoutLabels({ dataset }: Evaluation, questions: Int32Array): Int32Array {
  const { stateStart } = dataset.questions;
  const { isEligible, probeOrder } = dataset.states;
  const found: number[] = [];
  for (const q of questions) {
    for (let s = stateStart[q]!; s < stateStart[q + 1]!; s++) if (isEligible[s] === 1) found.push(s);
  }
  return Int32Array.from(found).sort((a, b) => probeOrder[a]! - probeOrder[b]! || a - b);
}

/** Effective scores of the rows: unparsed ones are masked, and so are missing ones, which never stop here either. */
export function effectiveScores(judge: Judge, states: Int32Array): Float64Array {
  return Float64Array.from(states, (s) => (judge.status[s] === SCORED ? judge.scores[s]! : MASKED_SCORE));
}

/** Unparsed outputs of a judge over all states of the questions, eligible or not (definitions.md 2). */
export function countUnparsed({ dataset }: Evaluation, judge: Judge, questions: Int32Array): number {
  const { stateStart } = dataset.questions;
  let count = 0;
  for (const q of questions) {
    for (let s = stateStart[q]!; s < stateStart[q + 1]!; s++) if (judge.status[s] === UNPARSED) count += 1;
  }
  return count;
}

export const isAllUnparsed = (judge: Judge, states: Int32Array): boolean =>
  states.length > 0 && states.every((s) => judge.status[s] === UNPARSED);

/** Says of a state whether the published policy stops there. */
export type StopsAt = (state: number) => boolean;

/**
 * The published stop rule: effective score >= threshold. It stops on masked rows when the threshold lies at or below
 * -1e30. One corner of that is deliberately not followed: where every eligible row of the judge is unparsed, the
 * published never-stop sentinel collapses to -1e30 and would stop everywhere. Such a judge never stops here.
 */
export function publishedStopRule(judge: Judge, threshold: number, states: Int32Array): StopsAt {
  const stopsOnMasked = MASKED_SCORE >= threshold && !isAllUnparsed(judge, states);
  return (s) => {
    switch (judge.status[s]) {
      case SCORED:
        return judge.scores[s]! >= threshold;
      case UNPARSED:
        return stopsOnMasked;
      default:
        return false;
    }
  };
}
