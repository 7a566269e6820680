import type { StateScores } from './distribution.ts';
import type { TipContent } from './Tip.tsx';
import type { AxisUnit } from './ticks.ts';
import type { HandleProps, PolicyFlag } from './tradeoff-types.ts';

/** One metric over the threshold: a step curve in a panel of its own. */
export interface StepPanel {
  readonly key: string;
  /** "EM difference". */
  readonly label: string;
  readonly unit: AxisUnit;
  /** Row i is the policy with thresholds[i]; NaN is a gap. */
  readonly y: Float64Array;
  /** Early stops of each policy, given where the metric is a risk: below 8 the curve is faint. */
  readonly stops?: ArrayLike<number> | null | undefined;
  readonly band?: { readonly low: Float64Array; readonly high: Float64Array } | null | undefined;
  /** A criterion across the panel: the margin. */
  readonly line?: { readonly value: number; readonly label: string } | null | undefined;
}

/** The thresholds at which both criteria pass. */
export interface GateStretch {
  readonly from: number;
  readonly to: number;
  /** "gate passes 6.875 to 9.625". */
  readonly label: string;
}

export interface FrozenThresholdMark {
  readonly threshold: number;
  readonly text: string;
  readonly isSentinel: boolean;
}

export interface ThresholdChartProps extends HandleProps {
  readonly judgeIndex: number;
  readonly judgeName: string;
  /** Descending; thresholds[0] is +Infinity, never stop. */
  readonly thresholds: Float64Array;
  /** The exact current threshold; it may lie between two policies' own thresholds. */
  readonly threshold: number;
  readonly row: number;
  /** One to three, from top to bottom. */
  readonly panels: readonly StepPanel[];
  readonly scores: StateScores;
  /** "Judge score, log-odds margin". */
  readonly scoreLabel: string;
  readonly flag: PolicyFlag | null;
  readonly frozen: FrozenThresholdMark | null;
  readonly onFrozen?: (() => void) | undefined;
  readonly gate?: GateStretch | null | undefined;
  readonly tip?: TipContent | null | undefined;
}
