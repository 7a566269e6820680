import type { Policy } from '../policies/index.ts';

/** One condition on a column. All conditions of a table hold together; the values of one are alternatives. */
export type Filter =
  | {
      readonly kind: 'in';
      readonly column: string;
      /** Names of the column's values (of outcome sets in the outcome column); null: not recorded. */
      readonly values: readonly (string | null)[];
    }
  | {
      readonly kind: 'range';
      readonly column: string;
      /** Both ends included; null: open. */
      readonly low: number | null;
      readonly high: number | null;
    };

export interface SortKey {
  readonly column: string;
  readonly isDescending: boolean;
}

/** What a table of questions shows, apart from which questions the selection has. */
export interface TableSpec {
  readonly policy: Policy;
  /** Whose scores the score columns hold; null: none. */
  readonly judge: string | null;
  /** The policy that the flip columns start from; null: no flip columns. */
  readonly against: Policy | null;
  readonly filters: readonly Filter[];
  readonly sort: readonly SortKey[];
  /** Words that must all occur in question, id, gold, native or policy answer. "In quotes": a phrase. */
  readonly find: string;
}

export const sameFilter = (a: Filter, b: Filter): boolean => JSON.stringify(a) === JSON.stringify(b);
