import type { Gold } from '../../core/terms.ts';
import type { Scalar } from '../importers/guards.ts';
import type { RowRef } from '../readers/json-lines.ts';

/** A label from a file that may name its question by id, by the question's text, or both. */
export interface LooseLabel {
  readonly id: string | null;
  readonly text: string | null;
  readonly gold: Gold;
  readonly meta: readonly (readonly [name: string, value: Scalar])[];
  readonly at: RowRef;
}

/** Trajectories that are samples of one question: by question key, the id they share. */
export type Samples = Map<number, string>;

/** By id: what trajectories with that id said, as a hash, and in which file. */
export type Prints = Map<string, { readonly file: number; readonly print: number }[]>;

/** A number of searches that stands in a file of its own. */
export interface LooseSearches {
  readonly id: string;
  readonly searches: number;
  readonly at: RowRef;
}
