import type { Evaluation } from '../correctness.ts';
import { COUNTERFACTUAL, NATIVE, SEARCH, type Selection } from '../terms.ts';

/** One labelled question of the reachability audit. Unprobed states count as answered wrong, as published. */
export interface H0Question {
  readonly question: number;
  readonly nativeEm: 0 | 1;
  readonly nativeSearches: number;
  /** Native states, ascending by searches used, the terminal one included. */
  readonly states: readonly H0State[];
  readonly counterfactuals: readonly H0State[];
  /** Whether any native state answers right, the terminal one included. */
  readonly isCovered: boolean;
  readonly searchStates: number;
  readonly correctSearchStates: number;
  /** Wrong natively, and some SEARCH state answers right. */
  readonly isRescue: boolean;
  /** Wrong natively, no SEARCH state is right, but the terminal one is: nothing that stopping could win. */
  readonly isTerminalOnlyRescue: boolean;
  readonly qualityOracleEm: 0 | 1;
  readonly costOracleSearches: number;
}

export interface H0State {
  readonly searchesUsed: number;
  readonly isSearch: boolean;
  readonly em: 0 | 1;
  readonly f1: number;
}

/** The questions of a selection that have a label, in order. Source: definitions.md 7. */
export function auditQuestions(evaluation: Evaluation, selection: Selection): readonly H0Question[] {
  const { isLabelled } = evaluation.correctness;
  return Array.from(selection)
    .filter((q) => isLabelled[q] === 1)
    .map((q) => auditQuestion(evaluation, q));
}

function auditQuestion(evaluation: Evaluation, question: number): H0Question {
  const { dataset, correctness } = evaluation;
  const nativeEm = correctness.nativeEm[question] === 1 ? 1 : 0;
  const nativeSearches = dataset.questions.nativeSearches[question]!;
  const states = readStates(evaluation, question, NATIVE);
  const search = states.filter(({ isSearch }) => isSearch);
  const correct = search.filter(({ em }) => em === 1);
  const earliest = correct[0];
  const terminal = states.find(({ isSearch }) => !isSearch);
  const isRescue = nativeEm === 0 && earliest !== undefined;
  return {
    question,
    nativeEm,
    nativeSearches,
    states,
    counterfactuals: readStates(evaluation, question, COUNTERFACTUAL),
    isCovered: states.some(({ em }) => em === 1),
    searchStates: search.length,
    correctSearchStates: correct.length,
    isRescue,
    isTerminalOnlyRescue: nativeEm === 0 && earliest === undefined && terminal?.em === 1,
    qualityOracleEm: nativeEm === 1 || isRescue ? 1 : 0,
    costOracleSearches:
      nativeEm === 1 && earliest !== undefined ? Math.min(nativeSearches, earliest.searchesUsed) : nativeSearches,
  };
}

function readStates({ dataset, correctness }: Evaluation, question: number, role: number): readonly H0State[] {
  const { stateStart } = dataset.questions;
  const found: H0State[] = [];
  for (let s = stateStart[question]!; s < stateStart[question + 1]!; s++) {
    if (dataset.states.role[s] !== role) continue;
    const isRight = dataset.states.hasProbe[s] === 1 && correctness.probeEm[s] === 1;
    found.push({
      searchesUsed: dataset.states.searchesUsed[s]!,
      isSearch: dataset.states.nextAction[s] === SEARCH,
      em: isRight ? 1 : 0,
      f1: dataset.states.hasProbe[s] === 1 ? correctness.probeF1[s]! : 0,
    });
  }
  return found;
}
