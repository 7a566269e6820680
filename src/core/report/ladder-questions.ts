import type { Evaluation } from '../correctness.ts';
import { type Judge, NO_SCORE, type Selection } from '../terms.ts';

/** One labelled question of the core ladder. States are its eligible ones, ascending by searches used. */
export interface LadderQuestion {
  readonly question: number;
  readonly id: string;
  readonly nativeEm: 0 | 1;
  readonly nativeF1: number;
  readonly nativeSearches: number;
  readonly states: readonly LadderState[];
}

export interface LadderState {
  /** Global state index. */
  readonly state: number;
  readonly searchesUsed: number;
  readonly em: 0 | 1;
  readonly f1: number;
}

/** What a policy gives on one question. */
export interface LadderOutcome {
  readonly em: 0 | 1;
  readonly f1: number;
  readonly searches: number;
  readonly stop: LadderState | null;
}

/** Source: definitions.md 8. */
export function ladderQuestions({ dataset, correctness }: Evaluation, selection: Selection): readonly LadderQuestion[] {
  const { questions, states } = dataset;
  return Array.from(selection)
    .filter((q) => correctness.isLabelled[q] === 1)
    .map((q) => {
      const found: LadderState[] = [];
      for (let s = questions.stateStart[q]!; s < questions.stateStart[q + 1]!; s++) {
        if (states.isEligible[s] === 0) continue;
        found.push({
          state: s,
          searchesUsed: states.searchesUsed[s]!,
          em: correctness.probeEm[s] === 1 ? 1 : 0,
          f1: correctness.probeF1[s]!,
        });
      }
      return {
        question: q,
        id: questions.ids[q]!,
        nativeEm: correctness.nativeEm[q] === 1 ? 1 : 0,
        nativeF1: correctness.nativeF1[q]!,
        nativeSearches: questions.nativeSearches[q]!,
        states: found,
      };
    });
}

/** The raw score, parsed or not: the core evaluator masks nothing. A state without a score never stops. */
export const rawScore = (judge: Judge, state: number): number =>
  judge.status[state] === NO_SCORE ? Number.NEGATIVE_INFINITY : judge.scores[state]!;

export function replayLadder(question: LadderQuestion, judge: Judge, threshold: number): LadderOutcome {
  const stop = question.states.find(({ state }) => rawScore(judge, state) >= threshold) ?? null;
  if (stop !== null) return { em: stop.em, f1: stop.f1, searches: stop.searchesUsed, stop };
  return { em: question.nativeEm, f1: question.nativeF1, searches: question.nativeSearches, stop };
}

export interface HighConfidenceRow {
  readonly question: LadderQuestion;
  readonly state: number;
  /** STOP (true) or CONTINUE. */
  readonly isStop: boolean;
}

/**
 * States whose right decision is beyond doubt: STOP where the probe is right; CONTINUE where it is wrong and the native
 * run or a later eligible state gets it right. The rest is left out.
 */
export function highConfidenceRows(questions: readonly LadderQuestion[]): readonly HighConfidenceRow[] {
  return questions.flatMap((question) =>
    question.states.flatMap(({ state, em }, i): HighConfidenceRow[] => {
      if (em === 1) return [{ question, state, isStop: true }];
      const isWorthIt = question.nativeEm === 1 || question.states.slice(i + 1).some((later) => later.em === 1);
      return isWorthIt ? [{ question, state, isStop: false }] : [];
    }),
  );
}
