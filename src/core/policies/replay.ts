import type { Evaluation } from '../correctness.ts';
import { unreachable } from '../result.ts';
import { toStopStates } from '../rules/dataset-signals.ts';
import { signalsOf, stopRows } from '../rules/rule.ts';
import { ruleSignals } from '../rules/rule-signals.ts';
import { type Judge, SCORED, type Selection } from '../terms.ts';
import type { Policy } from './policy.ts';

/** The native finish, or an early stop at a state (global state index). */
export type Outcome = { readonly kind: 'native' } | { readonly kind: 'early-stop'; readonly state: number };

const FINISH: Outcome = { kind: 'native' };

/**
 * The outcome of a policy on one question.
 * Throws when a policy names a judge or a signal that the dataset does not have, or a threshold that is not a number.
 */
export function replay(policy: Policy, evaluation: Evaluation, question: number): Outcome {
  const state = findStop(policy, evaluation, question);
  return state < 0 ? FINISH : { kind: 'early-stop', state };
}

/** Replays every question of the selection: the stop state of each, -1 for the native finish. */
export function replayAll(policy: Policy, evaluation: Evaluation, selection: Selection): Int32Array {
  // A rule reads columns: they are made once for the whole selection.
  if (policy.kind === 'rule') return findRuleStops(policy, evaluation, selection);
  const stops = new Int32Array(selection.length);
  if (policy.kind === 'threshold') {
    const judge = findJudge(evaluation, policy.judge);
    for (let i = 0; i < stops.length; i++) {
      stops[i] = findFirstCrossing(judge, policy.threshold, evaluation, selection[i]!);
    }
    return stops;
  }
  for (let i = 0; i < stops.length; i++) stops[i] = findStop(policy, evaluation, selection[i]!);
  return stops;
}

function findStop(policy: Policy, evaluation: Evaluation, question: number): number {
  switch (policy.kind) {
    case 'native':
      return -1;
    case 'budget':
      return findBudgetStop(policy.searches, evaluation, question);
    case 'threshold':
      return findFirstCrossing(findJudge(evaluation, policy.judge), policy.threshold, evaluation, question);
    case 'rule':
      return findRuleStops(policy, evaluation, Int32Array.of(question))[0]!;
    case 'decisions':
      return findDecision(findJudge(evaluation, policy.judge), evaluation, question);
    case 'quality-oracle':
      // Native when it is right; else the earliest eligible state that is right; else native (definitions.md 7, 9).
      return evaluation.correctness.nativeEm[question] === 0 ? evaluation.correctness.earliestSafe[question]! : -1;
    case 'cost-oracle':
      // Saves searches only where native is right anyway.
      return evaluation.correctness.nativeEm[question] === 1 ? evaluation.correctness.earliestSafe[question]! : -1;
    default:
      return unreachable(policy);
  }
}

function findJudge({ dataset }: Evaluation, id: string): Judge {
  const judge = dataset.judges.find((candidate) => candidate.id === id);
  if (judge === undefined) throw new Error(`no judge ${id}`);
  return judge;
}

function findFirstCrossing(judge: Judge, threshold: number, { dataset }: Evaluation, question: number): number {
  if (Number.isNaN(threshold)) throw new Error('threshold is not a number');
  const { stateStart } = dataset.questions;
  const { isEligible } = dataset.states;
  const { status, scores } = judge;
  const end = stateStart[question + 1]!;
  for (let s = stateStart[question]!; s < end; s++) {
    if (isEligible[s] === 1 && status[s] === SCORED && scores[s]! >= threshold) return s;
  }
  return -1;
}

function findBudgetStop(searches: number, { dataset }: Evaluation, question: number): number {
  const { stateStart } = dataset.questions;
  for (let s = stateStart[question]!; s < stateStart[question + 1]!; s++) {
    if (dataset.states.isEligible[s] === 1 && dataset.states.searchesUsed[s]! >= searches) return s;
  }
  return -1;
}

function findRuleStops(
  { rule, tune }: Extract<Policy, { readonly kind: 'rule' }>,
  evaluation: Evaluation,
  selection: Selection,
): Int32Array {
  const signals = ruleSignals(evaluation, selection, tune, signalsOf(rule));
  return toStopStates(signals, stopRows(rule, signals.table, 'native'));
}

/** As in `Judge.decisions`. An output that failed its schema never stops, whatever decision was recorded with it. */
const STOP = 1;

function findDecision({ decisions, status }: Judge, { dataset }: Evaluation, question: number): number {
  const { stateStart } = dataset.questions;
  for (let s = stateStart[question]!; s < stateStart[question + 1]!; s++) {
    if (dataset.states.isEligible[s] === 1 && status[s] === SCORED && decisions?.[s] === STOP) return s;
  }
  return -1;
}
