import { type Evaluation, UNKNOWN } from '../correctness.ts';
import type { Selection } from '../terms.ts';

/** The labelled questions of a selection: the only ones on which baselines can be compared. */
export const labelledOnly = ({ correctness }: Evaluation, selection: Selection): Selection =>
  selection.filter((q) => correctness.isLabelled[q] === 1);

/** Global indices of a question's eligible states, in order. */
export function eligibleStates({ dataset }: Evaluation, question: number): readonly number[] {
  const { stateStart } = dataset.questions;
  const states: number[] = [];
  for (let s = stateStart[question]!; s < stateStart[question + 1]!; s++) {
    if (dataset.states.isEligible[s] === 1) states.push(s);
  }
  return states;
}

/** True where EM of the native run and of every eligible state is known. */
export function isAllKnown(evaluation: Evaluation, selection: Selection): boolean {
  const { nativeEm, probeEm } = evaluation.correctness;
  return selection.every(
    (q) => nativeEm[q] !== UNKNOWN && eligibleStates(evaluation, q).every((s) => probeEm[s] !== UNKNOWN),
  );
}
