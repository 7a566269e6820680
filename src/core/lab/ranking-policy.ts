import type { Evaluation } from '../correctness.ts';
import { replayAll } from '../policies/index.ts';
import { highConfidenceRows, ladderQuestions } from '../report/ladder-questions.ts';
import { eligibleStates } from '../state-level.ts';
import { averagePrecisionTieGrouped } from '../stats/average-precision.ts';
import { type Judge, SCORED, type Selection } from '../terms.ts';
import { labelledOnly } from './known.ts';
import { sumStops } from './score-permutation.ts';

/** A judge's ranking of states beside what its policy does. Means over the labelled questions. */
export interface RankedPolicy {
  readonly judge: string;
  readonly threshold: number;
  /** Ties as one step; what was not scored or not parsed ranks last, as one tie. null without positives. */
  readonly averagePrecision: number | null;
  readonly em: number;
  readonly searches: number;
  readonly stops: number;
  readonly unsafe: number;
  readonly stopStates: Int32Array;
}

/** A stop of the better-ranking judge that costs a right answer the other policy gives. */
export interface EarlyFalsePositive {
  readonly question: number;
  /** Where it stops, wrongly, and its score there. */
  readonly state: number;
  readonly score: number;
  /** Where the other policy stops, rightly; -1 where it lets the native run finish, rightly. */
  readonly otherState: number;
}

/** Two judges of which the one with the better average precision has the worse EM. */
export interface Inversion {
  readonly better: string;
  readonly worse: string;
  /** AP and EM of `better` minus those of `worse`: above and below 0. */
  readonly apDifference: number;
  readonly emDifference: number;
  /** Questions that only `worse`, or only `better`, answers right; the EM difference is their balance. */
  readonly lost: readonly number[];
  readonly gained: readonly number[];
  /** The lost questions that `better` loses by stopping early: its high-scored wrong states, highest score first. */
  readonly causes: readonly EarlyFalsePositive[];
}

export interface RankingAgainstPolicy {
  readonly questions: Selection;
  /** Share of the ranked states that are right: what an uninformed ranking would get. null without states. */
  readonly prevalence: number | null;
  readonly native: { readonly em: number; readonly searches: number };
  readonly policies: readonly RankedPolicy[];
  /** Greatest loss of EM first. */
  readonly inversions: readonly Inversion[];
}

/**
 * Which states are ranked: all eligible ones, or those whose right decision is beyond doubt, as in the published ladder
 * (definitions.md 8): STOP where the probe is right, CONTINUE where it is wrong and going on would pay.
 */
export type RankedStates = 'eligible' | 'high-confidence';

/** Differences in last digits are none. */
const SLACK = 1e-12;

/**
 * Sets average precision beside the outcome of the policy for judges at given thresholds, and finds the pairs where they
 * point in different directions: state ranking does not determine the policy, since one early false positive suppresses
 * every later state. null without labelled questions. Source: the stopping paper, section 5.2.
 */
export function rankAgainstPolicy(
  evaluation: Evaluation,
  selection: Selection,
  judges: readonly { readonly judge: Judge; readonly threshold: number }[],
  ranked: RankedStates = 'eligible',
): RankingAgainstPolicy | null {
  const questions = labelledOnly(evaluation, selection);
  if (questions.length === 0) return null;
  const states =
    ranked === 'eligible'
      ? eligibleStates(evaluation, questions)
      : Int32Array.from(highConfidenceRows(ladderQuestions(evaluation, questions)), ({ state }) => state);
  const truths = Uint8Array.from(states, (state) => (evaluation.correctness.probeEm[state] === 1 ? 1 : 0));
  const means = (stopStates: Int32Array) => {
    const { correct, searches, stops, unsafe } = sumStops(evaluation, questions, stopStates);
    return { em: correct / questions.length, searches: searches / questions.length, stops, unsafe };
  };
  const policies = judges.map(({ judge, threshold }): RankedPolicy => {
    const stopStates = replayAll({ kind: 'threshold', judge: judge.id, threshold }, evaluation, questions);
    const scores = Float64Array.from(states, (state) =>
      judge.status[state] === SCORED ? judge.scores[state]! : -Number.MAX_VALUE,
    );
    const averagePrecision = averagePrecisionTieGrouped(scores, truths);
    return { judge: judge.id, threshold, averagePrecision, ...means(stopStates), stopStates };
  });
  const inversions: Inversion[] = [];
  policies.forEach((better, i) => {
    policies.forEach((worse, j) => {
      if (better.averagePrecision === null || worse.averagePrecision === null) return;
      const apDifference = better.averagePrecision - worse.averagePrecision;
      const emDifference = better.em - worse.em;
      if (i === j || apDifference <= SLACK || emDifference >= -SLACK) return;
      const sides = compareQuestions(evaluation, questions, better, worse, judges[i]!.judge);
      inversions.push({ better: better.judge, worse: worse.judge, apDifference, emDifference, ...sides });
    });
  });
  const { em, searches } = means(replayAll({ kind: 'native' }, evaluation, questions));
  return {
    questions,
    prevalence: truths.length === 0 ? null : truths.reduce((sum, truth) => sum + truth, 0) / truths.length,
    native: { em, searches },
    policies,
    inversions: inversions.sort((a, b) => a.emDifference - b.emDifference),
  };
}

function compareQuestions(
  { correctness }: Evaluation,
  questions: Selection,
  better: RankedPolicy,
  worse: RankedPolicy,
  judge: Judge,
): Pick<Inversion, 'lost' | 'gained' | 'causes'> {
  const isRight = (question: number, state: number): boolean =>
    (state < 0 ? correctness.nativeEm[question] : correctness.probeEm[state]) === 1;
  const lost: number[] = [];
  const gained: number[] = [];
  const causes: EarlyFalsePositive[] = [];
  questions.forEach((question, i) => {
    const state = better.stopStates[i]!;
    const otherState = worse.stopStates[i]!;
    const right = isRight(question, state);
    if (right === isRight(question, otherState)) return;
    (right ? gained : lost).push(question);
    if (!right && state >= 0) causes.push({ question, state, score: judge.scores[state]!, otherState });
  });
  causes.sort((a, b) => b.score - a.score || a.question - b.question);
  return { lost, gained, causes };
}
