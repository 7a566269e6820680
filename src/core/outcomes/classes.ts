import { type Evaluation, UNKNOWN } from '../correctness.ts';
import { NATIVE, type Selection } from '../terms.ts';

/**
 * What a policy did to one question. The classes are exhaustive and disjoint: every question of every policy falls in
 * exactly one, so their counts sum to the question count.
 *
 * Stopped early, answer there right (safe): `saved` where native is right too, `rescued` where it is wrong; `on-time` at
 * the first state that could have been stopped at with a right answer (no search after it), `late` when searches were
 * spent beyond it. Stopped early, answer wrong (unsafe): `harmed` where native is right, `already-wrong` where it is not.
 * Not stopped although some eligible state had a right answer (missed opportunity): `missed-cost-only` where native is
 * right anyway, `missed-harmful` where it is not. Not stopped and nothing missed: `kept` where native is right, else
 * `unreachable`. Without a label, or stopped where no probe answer is known: `stopped-unknown`, `finished-unknown`.
 */
export const OUTCOME_CLASSES = [
  'saved-on-time',
  'saved-late',
  'rescued-on-time',
  'rescued-late',
  'harmed',
  'already-wrong',
  'missed-cost-only',
  'missed-harmful',
  'kept',
  'unreachable',
  'stopped-unknown',
  'finished-unknown',
] as const;
export type OutcomeClass = (typeof OUTCOME_CLASSES)[number];

/** Bits of `Outcomes.flags`. */
/** An unsafe stop although a later native state, or the native run itself, has the right answer. */
export const PREMATURE = 1;
/** An unsafe stop that keeps a later eligible state with a right answer from being reached. */
export const SUPPRESSING = 2;
/** Unreachable, and yet right when asked at a native state that is not eligible (the last one). */
export const TERMINAL_RESCUE = 4;

/** Per question of the selection, in its order. */
export interface Outcomes {
  /** Index into OUTCOME_CLASSES. */
  readonly classes: Uint8Array;
  readonly flags: Uint8Array;
}

const codeOf = (id: OutcomeClass): number => OUTCOME_CLASSES.indexOf(id);
const SAVED = codeOf('saved-on-time');
const SAVED_LATE = codeOf('saved-late');
const RESCUED = codeOf('rescued-on-time');
const RESCUED_LATE = codeOf('rescued-late');
const HARMED = codeOf('harmed');
const ALREADY_WRONG = codeOf('already-wrong');
const MISSED_COST = codeOf('missed-cost-only');
const MISSED_HARM = codeOf('missed-harmful');
const KEPT = codeOf('kept');
const UNREACHABLE = codeOf('unreachable');
const STOPPED_UNKNOWN = codeOf('stopped-unknown');
const FINISHED_UNKNOWN = codeOf('finished-unknown');

/** Classes and flags for given stops: `stops[i]` belongs to `selection[i]`, -1 is the native finish. */
export function classifyOutcomes(evaluation: Evaluation, selection: Selection, stops: Int32Array): Outcomes {
  const classes = new Uint8Array(selection.length);
  const flags = new Uint8Array(selection.length);
  for (let i = 0; i < selection.length; i++) {
    const code = classOf(evaluation, selection[i]!, stops[i]!);
    classes[i] = code;
    if (code === HARMED || code === ALREADY_WRONG) flags[i] = unsafeFlags(evaluation, selection[i]!, stops[i]!);
    else if (code === UNREACHABLE && isRightAtTheEnd(evaluation, selection[i]!)) flags[i] = TERMINAL_RESCUE;
  }
  return { classes, flags };
}

function classOf({ dataset, correctness }: Evaluation, q: number, stop: number): number {
  const native = correctness.nativeEm[q]!;
  const earliest = correctness.earliestSafe[q]!;
  if (stop < 0) {
    if (native === UNKNOWN) return FINISHED_UNKNOWN;
    if (earliest >= 0) return native === 1 ? MISSED_COST : MISSED_HARM;
    return native === 1 ? KEPT : UNREACHABLE;
  }
  const answer = correctness.probeEm[stop]!;
  if (native === UNKNOWN || answer === UNKNOWN) return STOPPED_UNKNOWN;
  if (answer === 0) return native === 1 ? HARMED : ALREADY_WRONG;
  const { searchesUsed } = dataset.states;
  const isLate = earliest >= 0 && searchesUsed[stop]! > searchesUsed[earliest]!;
  if (native === 1) return isLate ? SAVED_LATE : SAVED;
  return isLate ? RESCUED_LATE : RESCUED;
}

function unsafeFlags({ dataset, correctness }: Evaluation, q: number, stop: number): number {
  const { stateStart } = dataset.questions;
  const { isEligible, role } = dataset.states;
  let flags = correctness.nativeEm[q] === 1 ? PREMATURE : 0;
  for (let s = stop + 1; s < stateStart[q + 1]!; s++) {
    if (role[s] !== NATIVE || correctness.probeEm[s] !== 1) continue;
    flags |= isEligible[s] === 1 ? PREMATURE | SUPPRESSING : PREMATURE;
  }
  return flags;
}

function isRightAtTheEnd({ dataset, correctness }: Evaluation, q: number): boolean {
  const { stateStart } = dataset.questions;
  const { isEligible, role } = dataset.states;
  for (let s = stateStart[q]!; s < stateStart[q + 1]!; s++) {
    if (role[s] === NATIVE && isEligible[s] === 0 && correctness.probeEm[s] === 1) return true;
  }
  return false;
}

/** How many questions are in each class: length OUTCOME_CLASSES.length. */
export function countClasses({ classes }: Outcomes): Int32Array {
  const counts = new Int32Array(OUTCOME_CLASSES.length);
  for (let i = 0; i < classes.length; i++) counts[classes[i]!]!++;
  return counts;
}
