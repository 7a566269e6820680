import type { Evaluation } from '../correctness.ts';
import { PythonRandom } from '../stats/mt19937.ts';
import { type Judge, NO_SCORE, SCORED, type Selection } from '../terms.ts';
import { eligibleStates, isAllKnown } from './known.ts';

/** What a set of stops amounts to, summed over the questions. */
export interface StopSums {
  readonly correct: number;
  readonly searches: number;
  readonly stops: number;
  readonly unsafe: number;
}

export interface ScorePermutation {
  readonly observed: StopSums;
  /** Per draw. */
  readonly draws: readonly StopSums[];
  /** Share of the draws, the observed one among them, with at least as many right answers. */
  readonly pCorrect: number;
  /** Share with a selected-stop risk at most the observed; a draw without stops has none. null without stops. */
  readonly pRisk: number | null;
}

/**
 * Shuffles a judge's scores among the eligible states with the same number of searches, and replays the threshold: whether
 * the judge knows more than how far the search has come. At a threshold only "at or above" matters, so that is what is
 * shuffled, over all states that the judge was asked about; an unparsed output is never above. Seeded (CPython's
 * generator). null where the correctness of a question or an eligible state is not known.
 */
export function permuteScores(
  evaluation: Evaluation,
  judge: Judge,
  threshold: number,
  selection: Selection,
  options: { readonly seed: number | bigint; readonly draws: number },
): ScorePermutation | null {
  if (!isAllKnown(evaluation, selection)) return null;
  const groups = groupByIndex(evaluation, judge, threshold, selection);
  const first = new Int32Array(selection.length);
  const random = new PythonRandom(options.seed);
  const measure = (isShuffled: boolean): StopSums => {
    first.fill(-1);
    for (const { states, positions, above } of groups) {
      if (isShuffled) shuffleFront(states, positions, above, random);
      for (let i = 0; i < above; i++) {
        const position = positions[i]!;
        // Global indices of a question's states ascend with the searches.
        if (first[position] === -1 || states[i]! < first[position]!) first[position] = states[i]!;
      }
    }
    return sumStops(evaluation, selection, first);
  };
  const observed = measure(false);
  const draws = Array.from({ length: options.draws }, () => measure(true));
  const risk = ({ stops, unsafe }: StopSums): number => (stops === 0 ? Number.POSITIVE_INFINITY : unsafe / stops);
  const share = (count: number): number => (count + 1) / (options.draws + 1);
  return {
    observed,
    draws,
    pCorrect: share(draws.filter(({ correct }) => correct >= observed.correct).length),
    pRisk: observed.stops === 0 ? null : share(draws.filter((draw) => risk(draw) <= risk(observed)).length),
  };
}

/** States with equally many searches; the first `above` of them are at or above the threshold. */
interface IndexGroup {
  readonly states: number[];
  /** Position in the selection of each state's question. */
  readonly positions: number[];
  readonly above: number;
}

function groupByIndex(
  evaluation: Evaluation,
  judge: Judge,
  threshold: number,
  selection: Selection,
): readonly IndexGroup[] {
  const { searchesUsed } = evaluation.dataset.states;
  const byIndex = new Map<number, { state: number; position: number; isAbove: boolean }[]>();
  selection.forEach((q, position) => {
    for (const state of eligibleStates(evaluation, q)) {
      if (judge.status[state] === NO_SCORE) continue;
      const isAbove = judge.status[state] === SCORED && judge.scores[state]! >= threshold;
      const group = byIndex.get(searchesUsed[state]!) ?? [];
      group.push({ state, position, isAbove });
      byIndex.set(searchesUsed[state]!, group);
    }
  });
  return [...byIndex.values()].map((members) => {
    const sorted = [...members.filter((m) => m.isAbove), ...members.filter((m) => !m.isAbove)];
    return {
      states: sorted.map(({ state }) => state),
      positions: sorted.map(({ position }) => position),
      above: members.filter(({ isAbove }) => isAbove).length,
    };
  });
}

/** Brings a uniform choice of `count` members to the front. */
function shuffleFront(states: number[], positions: number[], count: number, random: PythonRandom): void {
  for (let i = 0; i < count; i++) {
    const pick = i + random.randrange(states.length - i);
    const state = states[pick]!;
    const position = positions[pick]!;
    states[pick] = states[i]!;
    positions[pick] = positions[i]!;
    states[i] = state;
    positions[i] = position;
  }
}

/** Sums over the selection for stops at given states, -1 for the native finish. */
export function sumStops({ dataset, correctness }: Evaluation, selection: Selection, stopStates: Int32Array): StopSums {
  let correct = 0;
  let searches = 0;
  let stops = 0;
  let unsafe = 0;
  for (let i = 0; i < selection.length; i++) {
    const state = stopStates[i]!;
    if (state < 0) {
      correct += correctness.nativeEm[selection[i]!] === 1 ? 1 : 0;
      searches += dataset.questions.nativeSearches[selection[i]!]!;
      continue;
    }
    stops += 1;
    searches += dataset.states.searchesUsed[state]!;
    if (correctness.probeEm[state] === 1) correct += 1;
    else unsafe += 1;
  }
  return { correct, searches, stops, unsafe };
}
