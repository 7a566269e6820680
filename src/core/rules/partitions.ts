/**
 * The shape of a rule over signals 0 .. n - 1: an OR of groups, each a bit set of the signals that must all hold. Groups
 * share no signal.
 */
export interface RuleShape {
  readonly groups: readonly number[];
}

/** With seven there would be 4,139 shapes; with six there are 876. */
export const MOST_SIGNALS = 6;

/**
 * All shapes over up to six signals: every non-empty subset (smaller ones first, then in the order of the signals), every
 * set partition of it. In the order of the published enumeration (definitions.md 12).
 */
export function listShapes(signalCount: number): readonly RuleShape[] {
  if (signalCount > MOST_SIGNALS) throw new Error(`at most ${MOST_SIGNALS} signals, not ${signalCount}`);
  const shapes: RuleShape[] = [];
  for (let size = 1; size <= signalCount; size++) {
    for (const subset of subsetsOf(signalCount, size)) {
      for (const groups of partitionsOf(subset)) shapes.push({ groups });
    }
  }
  return shapes;
}

/** Subsets of a size in lexicographic order. */
function subsetsOf(count: number, size: number, from = 0): readonly (readonly number[])[] {
  if (size === 0) return [[]];
  const subsets: (readonly number[])[] = [];
  for (let first = from; first <= count - size; first++) {
    for (const rest of subsetsOf(count, size - 1, first + 1)) subsets.push([first, ...rest]);
  }
  return subsets;
}

/** For each partition of the others: the first item on its own, then in each of the groups. */
function partitionsOf(items: readonly number[]): readonly (readonly number[])[] {
  const [first, ...rest] = items;
  if (first === undefined) return [[]];
  const bit = 1 << first;
  return partitionsOf(rest).flatMap((groups) => [
    [bit, ...groups],
    ...groups.map((_, i) => groups.map((group, j) => (i === j ? group | bit : group))),
  ]);
}

/** The signals in a group, ascending. */
export const membersOf = (group: number): readonly number[] =>
  Array.from({ length: MOST_SIGNALS }, (_, signal) => signal).filter((signal) => (group >> signal) & 1);
