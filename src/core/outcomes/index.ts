export {
  classifyOutcomes,
  countClasses,
  OUTCOME_CLASSES,
  type OutcomeClass,
  type Outcomes,
  PREMATURE,
  SUPPRESSING,
  TERMINAL_RESCUE,
} from './classes.ts';
export {
  compareStops,
  emAt,
  FLIP_ANSWERS,
  type FlipAnswer,
  type Flips,
  type FlipTotals,
  STANDINGS,
  type Standing,
  searchesAt,
  sumFlips,
} from './flips.ts';
export { GAP_SLICES, type GapLedger, type GapSlice, measureGap } from './oracle-gap.ts';
export { findOutcomeSet, maskOf, OUTCOME_SETS, OUTCOME_TREE, type OutcomeSet } from './sets.ts';
export { type Slice, type SliceOptions, SMALL_SLICE, sliceMetric } from './slices.ts';
export {
  bitsOf,
  findStateSet,
  markStates,
  STATE_MARKS,
  STATE_SETS,
  type StateMark,
  type StateSet,
} from './state-marks.ts';
export { type Walk, walkFrom } from './walk.ts';
