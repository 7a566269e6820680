import {
  correct,
  harmed,
  judgedStop,
  labelled,
  nativeSearches,
  one,
  opportunity,
  rescued,
  safe,
  safeStopDelay,
  searches,
  searchesSaved,
  stopped,
  tokenF1,
  unknownStop,
  unsafe,
} from '../metrics/quantities.ts';
import type { Quantity } from '../metrics/quantity.ts';
import type { Filter } from './spec.ts';
import { STATE_MARKS_COLUMN } from './state-marks-column.ts';

/** The questions behind a figure: conditions that leave exactly these, and what to call them. */
export interface Behind {
  readonly filters: readonly Filter[];
  /** In a sentence, plural: "questions with a safe stop". */
  readonly words: string;
}

const isIn = (column: string, ...values: readonly string[]): Filter => ({ kind: 'in', column, values });
const atLeast = (column: string, low: number): Filter => ({ kind: 'range', column, low, high: null });
const behind = (words: string, ...filters: readonly Filter[]): Behind => ({ words, filters });

/** Conditions that numbers on any page stand for. */
export const outcomeIs = (...sets: readonly string[]): Filter => isIn('outcome', ...sets);

/** Questions with an opportunity: an eligible state with a right answer. */
export const HAS_OPPORTUNITY: Filter = atLeast('earliestSafe', 0);

const HAS_LABEL = isIn('nativeVerdict', 'right', 'wrong');
export const HAS_NO_LABEL: Filter = { kind: 'in', column: 'nativeVerdict', values: [null] };

/**
 * By quantity: the questions for which it is not 0 under the policy in force, so that its sum is theirs alone. A mean of
 * fractions rests on every labelled question, and searches saved on every early stop, also on one that saves none.
 */
const BY_QUANTITY: Readonly<Record<string, Behind>> = {
  [one.id]: behind('questions'),
  [labelled.id]: behind('questions with a label', HAS_LABEL),
  [tokenF1.id]: behind('questions with a label', HAS_LABEL),
  [correct.id]: behind('questions that the policy answers right', isIn('policyVerdict', 'right')),
  [searches.id]: behind('questions with a search under the policy', atLeast('policySearches', 1)),
  [nativeSearches.id]: behind('questions with a native search', atLeast('nativeSearches', 1)),
  [searchesSaved.id]: behind('questions with an early stop', outcomeIs('stopped')),
  [stopped.id]: behind('questions with an early stop', outcomeIs('stopped')),
  [judgedStop.id]: behind('questions with a safe or an unsafe stop', outcomeIs('safe', 'unsafe')),
  [safe.id]: behind('questions with a safe stop', outcomeIs('safe')),
  [unsafe.id]: behind('questions with an unsafe stop', outcomeIs('unsafe')),
  [unknownStop.id]: behind('questions with a stop that has no probe answer', outcomeIs('stopped-unknown'), HAS_LABEL),
  [opportunity.id]: behind('questions with an opportunity', HAS_OPPORTUNITY),
  [harmed.id]: behind('harmed questions', outcomeIs('harmed')),
  [rescued.id]: behind('rescued questions', outcomeIs('rescued')),
  [safeStopDelay.id]: behind('questions with a late safe stop', atLeast('delay', 1)),
};

/** The questions behind a quantity of the policy in force; null where no condition tells them. */
export const behindQuantity = ({ id }: Quantity): Behind | null =>
  Object.hasOwn(BY_QUANTITY, id) ? BY_QUANTITY[id]! : null;

/** Likewise of the native run, where the policy changes the quantity. */
const BY_NATIVE: Readonly<Record<string, Behind>> = {
  [correct.id]: behind('questions that native answers right', isIn('nativeVerdict', 'right')),
  [searches.id]: BY_QUANTITY[nativeSearches.id]!,
};
export const behindNative = ({ id }: Quantity): Behind | null => (Object.hasOwn(BY_NATIVE, id) ? BY_NATIVE[id]! : null);

/** What a difference between two policies is made of, on their flip ledger, which lists only stops that move. */
const BY_DIFFERENCE: Readonly<Record<string, Behind>> = {
  [correct.id]: behind('answers that flip', isIn('flip', 'gained', 'lost')),
  [searches.id]: behind('stops that move'),
};
export const behindDifference = ({ id }: Quantity): Behind | null =>
  Object.hasOwn(BY_DIFFERENCE, id) ? BY_DIFFERENCE[id]! : null;

/** What any policy stops, on its flip ledger from native: it changes nothing else. */
const BY_STOP: Readonly<Record<string, Behind>> = {
  [stopped.id]: behind('early stops'),
  [safe.id]: behind('safe stops', isIn('flipTo', 'safe')),
  [unsafe.id]: behind('unsafe stops', isIn('flipTo', 'unsafe')),
};
export const behindStops = ({ id }: Quantity): Behind | null => (Object.hasOwn(BY_STOP, id) ? BY_STOP[id]! : null);

/** Questions that hold a state of one of the sets of STATE_SETS, under the threshold in force. */
export const holdsState = (words: string, ...sets: readonly string[]): Behind =>
  behind(`questions that hold ${words}`, isIn(STATE_MARKS_COLUMN, ...sets));
