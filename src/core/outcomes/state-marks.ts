import { type Evaluation, UNKNOWN } from '../correctness.ts';
import { type Judge, SCORED, UNPARSED } from '../terms.ts';

/**
 * What a judge's threshold makes of one state, over the states that the state-level figures count: eligible, labelled,
 * with a probe answer. The first four are exhaustive and disjoint: a state is predicted STOP when it parsed and its score
 * is >= the threshold, positive when its probe answer is right. `unparsed` comes on top of one of them: such a state is
 * never predicted. Apart from the policy: a state after the stop still counts. Source: definitions.md 2 and 5.
 */
export const STATE_MARKS = ['true-positive', 'false-positive', 'false-negative', 'true-negative', 'unparsed'] as const;
export type StateMark = (typeof STATE_MARKS)[number];

const TRUE_POSITIVE = 1;
const FALSE_POSITIVE = 2;
const FALSE_NEGATIVE = 4;
const TRUE_NEGATIVE = 8;
const MARK_UNPARSED = 16;

/** A named union of marks: what facets, links and filter tokens call it. */
export interface StateSet {
  /** Stable: it stands in addresses. */
  readonly id: string;
  /** In a list. */
  readonly name: string;
  /** In a sentence, after "holds". */
  readonly phrase: string;
  readonly marks: readonly StateMark[];
  /** One sentence for a newcomer. */
  readonly description: string;
}

const set = (id: string, name: string, phrase: string, marks: readonly StateMark[], description: string): StateSet => ({
  id,
  name,
  phrase,
  marks,
  description,
});

export const STATE_SETS: readonly StateSet[] = [
  set(
    'crossing',
    'crosses',
    'a state that crosses',
    ['true-positive', 'false-positive'],
    'An eligible state at or above the threshold, also one after the stop.',
  ),
  set(
    'true-positive',
    'true positive',
    'a true positive state',
    ['true-positive'],
    'It crosses, and the answer there is right.',
  ),
  set(
    'false-positive',
    'false positive',
    'a false positive state',
    ['false-positive'],
    'It crosses, and the answer there is wrong.',
  ),
  set(
    'below',
    'does not cross',
    'a state that does not cross',
    ['false-negative', 'true-negative'],
    'An eligible state below the threshold, or without a parsed score.',
  ),
  set(
    'false-negative',
    'false negative',
    'a false negative state',
    ['false-negative'],
    'It does not cross, and the answer there is right.',
  ),
  set(
    'true-negative',
    'true negative',
    'a true negative state',
    ['true-negative'],
    'It does not cross, and the answer there is wrong.',
  ),
  set(
    'unparsed',
    'unparsed',
    'an unparsed state',
    ['unparsed'],
    'The judge output failed its schema: it never crosses, and stays in the figures.',
  ),
  set(
    'right',
    'right answer',
    'an eligible state with a right answer',
    ['true-positive', 'false-negative'],
    'An eligible state whose answer is right.',
  ),
  set(
    'counted',
    'counted',
    'a state that the state-level figures count',
    ['true-positive', 'false-positive', 'false-negative', 'true-negative'],
    'An eligible state where right and wrong are known.',
  ),
];

export const findStateSet = (id: string): StateSet | undefined => STATE_SETS.find((one) => one.id === id);

/** One bit per mark, in the order of STATE_MARKS. */
export const bitsOf = (marks: readonly StateMark[]): number =>
  marks.reduce((bits, mark) => bits | (1 << STATE_MARKS.indexOf(mark)), 0);

/** Per question of the dataset: the marks that at least one of its states has, one bit each; 0 where none counts. */
export function markStates({ dataset, correctness }: Evaluation, judge: Judge, threshold: number): Uint8Array {
  const { count, stateStart } = dataset.questions;
  const { isEligible } = dataset.states;
  const { isLabelled, probeEm } = correctness;
  const marks = new Uint8Array(count);
  for (let q = 0; q < count; q++) {
    if (isLabelled[q] === 0) continue;
    let bits = 0;
    for (let s = stateStart[q]!; s < stateStart[q + 1]!; s++) {
      if (isEligible[s] === 0 || probeEm[s] === UNKNOWN) continue;
      const status = judge.status[s];
      const crosses = status === SCORED && judge.scores[s]! >= threshold;
      if (status === UNPARSED) bits |= MARK_UNPARSED;
      if (probeEm[s] === 1) bits |= crosses ? TRUE_POSITIVE : FALSE_NEGATIVE;
      else bits |= crosses ? FALSE_POSITIVE : TRUE_NEGATIVE;
    }
    marks[q] = bits;
  }
  return marks;
}
