import type { AnswerRule } from '../answers/index.ts';
import { type Evaluation, UNKNOWN } from '../correctness.ts';
import {
  classifyOutcomes,
  OUTCOME_CLASSES,
  type OutcomeClass,
  PREMATURE,
  SUPPRESSING,
  TERMINAL_RESCUE,
} from '../outcomes/classes.ts';
import { emAt, searchesAt } from '../outcomes/flips.ts';
import { type Judge, NATIVE, NEXT_ACTIONS, type NextAction, NO_SCORE, UNPARSED } from '../terms.ts';
import { type AnswerDiff, explainAnswer } from './answer-diff.ts';

/** Right, wrong, or not known (no label, no probe). */
export type Verdict = 'right' | 'wrong' | 'unknown';

export interface FinalAnswer {
  readonly answer: string | null;
  readonly verdict: Verdict;
  readonly searches: number;
  readonly diff: AnswerDiff | null;
}

/** What one judge recorded at a state. */
export interface JudgeReading {
  readonly score: number;
  readonly isParsed: boolean;
  /** null: not recorded. */
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  readonly latencySeconds: number | null;
  readonly decision: 'STOP' | 'CONTINUE' | null;
}

export interface TrajectoryState {
  /** Position among the question's states, from 0. */
  readonly index: number;
  readonly id: string;
  readonly searchesUsed: number;
  readonly nextAction: NextAction;
  readonly isCounterfactual: boolean;
  readonly isEligible: boolean;
  /** Where it lies to the policy's stop. Without a stop every native state is passed. */
  readonly position: 'passed' | 'stop' | 'after';
  /** null: not probed. */
  readonly probe: {
    readonly answer: string | null;
    readonly verdict: Verdict;
    readonly diff: AnswerDiff | null;
  } | null;
  /** In the order of the dataset's judges; null where a judge has no row here. */
  readonly judges: readonly (JudgeReading | null)[];
}

/** One question under one policy: all that a timeline shows before any text is read. */
export interface Trajectory {
  readonly question: number;
  readonly id: string;
  readonly text: string | null;
  /** Empty without a label. */
  readonly golds: readonly string[];
  /** The label is there and may not be seen yet. */
  readonly isSealed: boolean;
  readonly split: string | null;
  readonly meta: readonly { readonly name: string; readonly value: string | number | boolean | null }[];
  readonly native: FinalAnswer;
  readonly policy: FinalAnswer;
  /** Position of the stop among the states, or null for the native finish. */
  readonly stop: number | null;
  readonly outcome: OutcomeClass;
  readonly isPremature: boolean;
  readonly isSuppressing: boolean;
  readonly isTerminalRescue: boolean;
  readonly states: readonly TrajectoryState[];
}

/** Builds the trajectory of question `q` under a policy that stops it at `stop` (a global state index, -1: finish). */
export function describeTrajectory(evaluation: Evaluation, rule: AnswerRule, q: number, stop: number): Trajectory {
  const { questions, states } = evaluation.dataset;
  const gold = questions.golds[q] ?? null;
  const nativeAnswer = questions.nativeAnswers[q] ?? null;
  const first = questions.stateStart[q]!;
  const { classes, flags } = classifyOutcomes(evaluation, Int32Array.of(q), Int32Array.of(stop));
  const final = (at: number): FinalAnswer => {
    const answer = at < 0 ? nativeAnswer : (states.probeAnswers[at] ?? null);
    return {
      answer,
      verdict: verdictOf(emAt(evaluation, q, at)),
      searches: searchesAt(evaluation, q, at),
      diff: gold === null || (at >= 0 && states.hasProbe[at] === 0) ? null : explainAnswer(rule, answer, gold),
    };
  };
  return {
    question: q,
    id: questions.ids[q]!,
    text: questions.texts[q] ?? null,
    golds: gold === null ? [] : typeof gold === 'string' ? [gold] : gold,
    isSealed: questions.sealed?.[q] === 1,
    split: questions.splits[q] ?? null,
    meta: questions.meta.map(({ name, values }) => ({ name, value: values[q] ?? null })),
    native: final(-1),
    policy: final(stop),
    stop: stop < 0 ? null : stop - first,
    outcome: OUTCOME_CLASSES[classes[0]!]!,
    isPremature: (flags[0]! & PREMATURE) !== 0,
    isSuppressing: (flags[0]! & SUPPRESSING) !== 0,
    isTerminalRescue: (flags[0]! & TERMINAL_RESCUE) !== 0,
    states: Array.from({ length: questions.stateStart[q + 1]! - first }, (_, i) =>
      describeState(evaluation, rule, first + i, i, stop),
    ),
  };
}

const VERDICTS: readonly Verdict[] = ['wrong', 'right', 'unknown'];
const verdictOf = (em: number): Verdict => (em === UNKNOWN ? 'unknown' : VERDICTS[em]!);

function describeState(
  { dataset, correctness }: Evaluation,
  rule: AnswerRule,
  s: number,
  index: number,
  stop: number,
): TrajectoryState {
  const { states, questions } = dataset;
  const gold = questions.golds[states.question[s]!] ?? null;
  const answer = states.probeAnswers[s] ?? null;
  return {
    index,
    id: states.ids[s]!,
    searchesUsed: states.searchesUsed[s]!,
    nextAction: NEXT_ACTIONS[states.nextAction[s]!]!,
    isCounterfactual: states.role[s] !== NATIVE,
    isEligible: states.isEligible[s] === 1,
    position: stop >= 0 && s === stop ? 'stop' : stop >= 0 && s > stop ? 'after' : 'passed',
    probe:
      states.hasProbe[s] === 0
        ? null
        : {
            answer,
            verdict: verdictOf(correctness.probeEm[s]!),
            diff: gold === null ? null : explainAnswer(rule, answer, gold),
          },
    judges: dataset.judges.map((judge) => readJudge(judge, s)),
  };
}

const DECISIONS = [null, 'STOP', 'CONTINUE'] as const;
const recorded = (column: Float64Array | null, s: number): number | null => {
  const value = column?.[s] ?? Number.NaN;
  return Number.isNaN(value) ? null : value;
};

function readJudge(judge: Judge, s: number): JudgeReading | null {
  if (judge.status[s] === NO_SCORE) return null;
  return {
    score: judge.scores[s]!,
    isParsed: judge.status[s] !== UNPARSED,
    promptTokens: recorded(judge.promptTokens, s),
    completionTokens: recorded(judge.completionTokens, s),
    latencySeconds: recorded(judge.latencySeconds, s),
    decision: DECISIONS[judge.decisions?.[s] ?? 0] ?? null,
  };
}
