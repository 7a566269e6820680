import type { Evaluation } from '../correctness.ts';
import { coverage } from '../metrics/coverage.ts';
import { exactMatch } from '../metrics/exact-match.ts';
import { meanSearches } from '../metrics/mean-searches.ts';
import { selectedStopRisk } from '../metrics/selected-stop-risk.ts';
import { tokenF1Mean } from '../metrics/token-f1.ts';
import { type Policy, replayAll } from '../policies/index.ts';
import type { Selection } from '../terms.ts';
import { type Matching, matchQuestions } from './match.ts';
import { type Discordance, discordance, type Side } from './paired.ts';

/** What two runs are compared in; risk and coverage of policies only, for native never stops. */
export const NATIVE_METRICS = [exactMatch, tokenF1Mean, meanSearches] as const;
export const POLICY_METRICS = [exactMatch, tokenF1Mean, meanSearches, coverage, selectedStopRisk] as const;

/** One run as it is looked at: its questions and its policy. */
export interface ComparedRun {
  readonly evaluation: Evaluation;
  readonly selection: Selection;
  readonly policy: Policy;
}

/** Two runs, question by question. */
export interface Pairing {
  readonly matching: Matching;
  /**
   * Whether right and wrong is compared. Then only pairs with an open label on both sides are used, for every figure, so
   * that all of them are about the same questions; else all pairs are, for searches and coverage.
   */
  readonly isJudged: boolean;
  /** Pairs left out because a label is missing or sealed. */
  readonly unjudged: number;
  readonly native: readonly [left: Side, right: Side];
  readonly policy: readonly [left: Side, right: Side];
  readonly nativeFlips: Discordance | null;
  readonly policyFlips: Discordance | null;
  /** Pairs that are samples of one question share a number; null: each is a question of its own. */
  readonly units: Int32Array | null;
}

/** Matches the runs and replays both policies. A label that is sealed on either side makes neither side's answer known. */
export function pairRuns(left: ComparedRun, right: ComparedRun): Pairing {
  const matching = matchQuestions(left.evaluation.dataset, left.selection, right.evaluation.dataset, right.selection);
  const isOpen = (i: number): boolean =>
    left.evaluation.correctness.isLabelled[matching.left[i]!] === 1 &&
    right.evaluation.correctness.isLabelled[matching.right[i]!] === 1;
  const all = Int32Array.from(matching.left.keys());
  const open = all.filter(isOpen);
  const isJudged = open.length > 0;
  const used = isJudged ? open : all;
  const sideOf = ({ evaluation }: ComparedRun, questions: Int32Array, policy: Policy): Side => ({
    evaluation,
    questions,
    stops: replayAll(policy, evaluation, questions),
  });
  const [here, there] = [used.map((i) => matching.left[i]!), used.map((i) => matching.right[i]!)];
  const native = [sideOf(left, here, NATIVE), sideOf(right, there, NATIVE)] as const;
  const policy = [sideOf(left, here, left.policy), sideOf(right, there, right.policy)] as const;
  return {
    matching,
    isJudged,
    unjudged: all.length - open.length,
    native,
    policy,
    nativeFlips: isJudged ? discordance(...native) : null,
    policyFlips: isJudged ? discordance(...policy) : null,
    units: unitsOf(left, here) ?? unitsOf(right, there),
  };
}

const NATIVE: Policy = { kind: 'native' };

const unitsOf = ({ evaluation }: ComparedRun, questions: Int32Array): Int32Array | null => {
  const { group } = evaluation.dataset.questions;
  return group === undefined ? null : questions.map((q) => group[q]!);
};
