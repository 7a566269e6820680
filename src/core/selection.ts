import type { Dataset, Selection } from './terms.ts';

/** What the user chose to look at. Both conditions hold together; null means no restriction. */
export interface SelectionSpec {
  /** Inclusive range of question indices, from 0. */
  readonly range: { readonly from: number; readonly to: number } | null;
  readonly split: string | null;
}

export const EVERYTHING: SelectionSpec = { range: null, split: null };

/** Ascending question indices that meet the specification. Ends outside the dataset are cut, not refused. */
export function select(dataset: Dataset, spec: SelectionSpec): Selection {
  const { count, splits } = dataset.questions;
  const from = Math.max(0, spec.range?.from ?? 0);
  const to = Math.min(count - 1, spec.range?.to ?? count - 1);
  const named = dataset.splitMembers?.find(({ name }) => name === spec.split);
  if (named !== undefined) return named.members.filter((q) => q >= from && q <= to);
  const chosen = new Int32Array(Math.max(0, to - from + 1));
  let size = 0;
  for (let q = from; q <= to; q++) {
    if (spec.split === null || splits[q] === spec.split) chosen[size++] = q;
  }
  return chosen.slice(0, size);
}

/** Names of the splits: a protocol's, then those in the data in order of first appearance. */
export function splitNames(dataset: Dataset): readonly string[] {
  // What is also a range is offered as one.
  const ranges = new Set(dataset.ranges.map(({ name }) => name));
  const names = new Set(dataset.splitMembers?.map(({ name }) => name).filter((name) => !ranges.has(name)));
  for (const split of dataset.questions.splits) if (split !== null) names.add(split);
  return [...names];
}

/** The questions in words: "200–999", "split test", "all questions". */
export const selectionWords = ({ range, split }: SelectionSpec): string =>
  [range === null ? null : `${range.from}\u2013${range.to}`, split === null ? null : `split ${split}`]
    .filter((part) => part !== null)
    .join(', ') || 'all questions';
