import type { Step } from './keys.ts';
import type { AxisUnit } from './ticks.ts';
import type { Point } from './track.ts';

/** One judge's curve. Row i is the i-th policy: row 0 never stops, thresholds descend. NaN: the metric is undefined. */
export interface TradeoffCurve {
  readonly judgeIndex: number;
  readonly name: string;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Early stops of each policy, given where a metric is a risk: below 8 the curve is faint. */
  readonly stops?: ArrayLike<number> | null | undefined;
}

export interface AxisSpec {
  /** "Mean searches per question". */
  readonly label: string;
  readonly unit: AxisUnit;
  /** "searches": beside a bare number. */
  readonly short?: string | undefined;
  /** "fewer is better", with the end of the axis it points to. */
  readonly hint?: { readonly text: string; readonly towards: 'low' | 'high' } | null | undefined;
}

export interface MarkedPoint extends Point {
  /** Small words under the name: "0.44875", "0.50250 at 2.496". */
  readonly detail?: string | undefined;
}

export interface BudgetPoint extends Point {
  readonly k: number;
}

export interface TradeoffPoints {
  readonly native: MarkedPoint | null;
  /** Label-dependent upper bounds; never in a judge's colour. */
  readonly qualityOracle: MarkedPoint | null;
  readonly costOracle: MarkedPoint | null;
  /** In the order of k; joined by dots. */
  readonly budgets: readonly BudgetPoint[];
}

/** What the flag at the handle says, and how it looks. */
export interface PolicyFlag {
  /** "θ = 7.875 · frozen", "θ = 7.500 · post hoc", "never stop". */
  readonly text: string;
  readonly look: FlagLook;
}

/** Filled: where the threshold is. Sentinel: dashed outline in the judge's colour. Quiet: never stop. */
export type FlagLook = 'filled' | 'sentinel' | 'quiet';

/** The threshold that came with the data, as a policy of the active curve. */
export interface FrozenPolicy {
  readonly row: number;
  /** "7.875", or "sentinel, never stop on validation". */
  readonly text: string;
  readonly isSentinel: boolean;
}

/** Both 95 % intervals at the current policy, as values of the two axes. */
export interface IntervalBox {
  readonly xLow: number;
  readonly xHigh: number;
  readonly yLow: number;
  readonly yHigh: number;
  /** Computed for another threshold than the one shown: faded until the worker answers. */
  readonly isStale: boolean;
}

export interface HandleProps {
  /** "Threshold, Expanded S2G LoRA". */
  readonly handleName: string;
  /** "7.875, frozen, EM 0.44250, 2.505 searches, 69 stops". */
  readonly valueText: string;
  /** At the never-stop end: dashed grey handle with a minus sign. */
  readonly isNeverStop: boolean;
  readonly onRowChange: (row: number) => void;
  readonly onStep: (step: Step) => void;
  /** Called when a drag begins and ends, for what should wait meanwhile. */
  readonly onDragChange?: ((isDragging: boolean) => void) | undefined;
}

/** Both criteria can pass only left of native and above native − margin. */
export interface GateSpec {
  /** 0.02 for a margin of −0.02. */
  readonly margin: number;
  /** "EM margin −0.02". */
  readonly label: string;
}
