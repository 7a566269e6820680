import { findAnswerRule, pythonStr } from '../answers/index.ts';
import type { Evaluation } from '../correctness.ts';
import { compensatedSum, plainSum } from '../stats/sums.ts';
import type { EvaluationRows, StopsAt } from './evaluation-rows.ts';
import type { NativeBlock, SystemLevelBlock } from './evaluation-types.ts';

/** What a policy gives per question of the rows, in their order. */
export interface PolicyColumns {
  /** State where the question is stopped, -1 for the native finish. */
  readonly stops: Int32Array;
  /** 0 or 1; all 0 where it is unknown. */
  readonly em: Uint8Array;
  readonly f1: Float64Array;
  readonly searches: Int32Array;
}

/** The rule whose list labels meet F1 as the text of a Python list: an accident of the published evaluator alone. */
const PUBLISHED_RULE_ID = 'squad';

/** Token F1 as the published evaluator takes it (definitions.md 1). */
export function publishedF1({ dataset, correctness }: Evaluation): (q: number, state: number) => number {
  const rule = findAnswerRule(correctness.ruleId);
  return (q, state) => {
    const gold = dataset.questions.golds[q] ?? null;
    if (gold === null) return 0;
    if (rule === null || rule.id !== PUBLISHED_RULE_ID || typeof gold === 'string') {
      return state < 0 ? correctness.nativeF1[q]! : correctness.probeF1[state]!;
    }
    const answer = state < 0 ? dataset.questions.nativeAnswers[q] : dataset.states.probeAnswers[state];
    return rule.f1(answer ?? null, pythonStr(gold));
  };
}

/** Replays `stopsAt` from the first eligible state on; null is the native run. */
export function replayPublished(evaluation: Evaluation, rows: EvaluationRows, stopsAt: StopsAt | null): PolicyColumns {
  const { dataset, correctness } = evaluation;
  const { stateStart } = dataset.questions;
  const f1Of = publishedF1(evaluation);
  const count = rows.questions.length;
  const columns = {
    stops: new Int32Array(count).fill(-1),
    em: new Uint8Array(count),
    f1: new Float64Array(count),
    searches: new Int32Array(count),
  };
  rows.questions.forEach((q, i) => {
    let stop = -1;
    for (let s = stateStart[q]!; stopsAt !== null && stop < 0 && s < stateStart[q + 1]!; s++) {
      if (dataset.states.isEligible[s] === 1 && stopsAt(s)) stop = s;
    }
    columns.stops[i] = stop;
    columns.em[i] = (stop < 0 ? correctness.nativeEm[q] : correctness.probeEm[stop]) === 1 ? 1 : 0;
    columns.f1[i] = f1Of(q, stop);
    columns.searches[i] = stop < 0 ? dataset.questions.nativeSearches[q]! : dataset.states.searchesUsed[stop]!;
  });
  return columns;
}

export function nativeBlock(rows: EvaluationRows, native: PolicyColumns): NativeBlock {
  const count = rows.questions.length;
  return {
    question_count: count,
    official_em: rows.hasLabels ? plainSum(native.em) / count : null,
    // Compensated, as CPython from 3.12 on: the published means are the exact ones (definitions.md 6).
    token_f1: rows.hasLabels ? compensatedSum(native.f1) / count : null,
    mean_search_calls: plainSum(native.searches) / count,
  };
}

/** Questions that one answers right and the other wrong. */
export interface Flips {
  readonly correctToWrong: number;
  readonly wrongToCorrect: number;
}

export function countFlips(native: PolicyColumns, policy: PolicyColumns): Flips {
  let correctToWrong = 0;
  let wrongToCorrect = 0;
  native.em.forEach((em, i) => {
    if (em === 1 && policy.em[i] === 0) correctToWrong += 1;
    if (em === 0 && policy.em[i] === 1) wrongToCorrect += 1;
  });
  return { correctToWrong, wrongToCorrect };
}

/** Question-level figures of one policy (definitions.md 5). */
export function systemLevelBlock(
  evaluation: Evaluation,
  rows: EvaluationRows,
  native: PolicyColumns,
  policy: PolicyColumns,
): SystemLevelBlock {
  const { earliestSafe, probeEm } = evaluation.correctness;
  const { searchesUsed } = evaluation.dataset.states;
  const count = rows.questions.length;
  let saved = 0;
  let early = 0;
  let safe = 0;
  let delay = 0;
  let opportunities = 0;
  rows.questions.forEach((q, i) => {
    const stop = policy.stops[i]!;
    const earliest = earliestSafe[q]!;
    saved += native.searches[i]! - policy.searches[i]!;
    if (earliest >= 0) opportunities += 1;
    if (stop < 0) return;
    early += 1;
    if (probeEm[stop] !== 1) return;
    safe += 1;
    delay += searchesUsed[stop]! - searchesUsed[earliest]!;
  });
  const flips = countFlips(native, policy);
  const known = <T>(value: T): T | null => (rows.hasTruths ? value : null);
  return {
    question_count: count,
    official_em: known(plainSum(policy.em) / count),
    token_f1: known(compensatedSum(policy.f1) / count),
    mean_search_calls: plainSum(policy.searches) / count,
    mean_searches_saved: saved / count,
    early_stop_count: early,
    safe_early_stop_count: known(safe),
    unsafe_early_stop_count: known(early - safe),
    accepted_risk: known(early === 0 ? 0 : (early - safe) / early),
    opportunity_question_count: known(opportunities),
    early_stop_opportunity_recall: known(opportunities === 0 ? 0 : safe / opportunities),
    mean_first_safe_stop_delay_on_safe_stops: known(safe === 0 ? null : delay / safe),
    correct_to_wrong_count: known(flips.correctToWrong),
    wrong_to_correct_count: known(flips.wrongToCorrect),
  };
}
