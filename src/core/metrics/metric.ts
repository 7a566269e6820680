import type { Quantity } from './quantity.ts';

/**
 * A policy metric: the ratio of two per-question numbers, summed over the selection. Without a denominator it is the
 * sum itself (a count). An empty denominator gives null: never 0.
 */
export interface Metric {
  readonly id: string;
  readonly name: string;
  /** For axes, where room is short. */
  readonly shortName: string;
  readonly numerator: Quantity;
  readonly denominator: Quantity | null;
  readonly better: 'higher' | 'lower' | 'neither';
  readonly format: 'mean' | 'share' | 'count';
  /** True when it cannot be computed without labels. */
  readonly needsLabels: boolean;
  /** What to say when the denominator is empty: "no stops". */
  readonly whenEmpty: string;
  /** One sentence for a newcomer. */
  readonly description: string;
}
