import type { Totals } from '../core/metrics/totals.ts';
import { type StateCounts, type StateCurve, stateCountsAt } from '../core/state-level.ts';
import { rowAt, type Sweep, totalsAt } from '../core/sweep.ts';
import type { Curves } from '../engine/evaluate.ts';
import type { DatasetHandle, JudgeHandle } from '../engine/jobs.ts';
import type { View } from './view.ts';

/** The judge whose threshold is dragged, with its position (its colour, dash and mark on every page). */
export interface ActiveJudge {
  readonly index: number;
  readonly handle: JudgeHandle;
  readonly sweep: Sweep;
  readonly states: StateCurve;
}

export function activeJudge(
  dataset: DatasetHandle | null,
  curves: Curves | null,
  judgeId: string | null,
): ActiveJudge | null {
  if (dataset === null || curves === null || dataset.judges.length === 0) return null;
  const index = Math.max(
    0,
    dataset.judges.findIndex((judge) => judge.id === judgeId),
  );
  const handle = dataset.judges[index];
  const found = curves.judges[index];
  if (handle === undefined || found === undefined || found.sweep.judge !== handle.id) return null;
  return { index, handle, sweep: found.sweep, states: found.states };
}

/** The threshold in force: the user's, else the frozen one, else never stop. */
export const thresholdOf = (view: View, judge: JudgeHandle): number =>
  view.threshold ?? judge.frozen?.value ?? Number.POSITIVE_INFINITY;

/** Everything about the policy at the threshold. Two binary searches. */
export interface PolicyReading {
  readonly threshold: number;
  readonly row: number;
  readonly totals: Totals;
  readonly states: StateCounts;
}

export function readPolicy(judge: ActiveJudge, threshold: number): PolicyReading {
  const row = rowAt(judge.sweep, threshold);
  return { threshold, row, totals: totalsAt(judge.sweep, row), states: stateCountsAt(judge.states, threshold) };
}

/**
 * The threshold `steps` policies away: positive steps lower it (more stops), negative ones raise it. Rows are all
 * policies there are, so every step changes something; the ends are the lowest record and never stop.
 */
export function stepThreshold({ thresholds }: Sweep, threshold: number, steps: number): number {
  const row = rowAt({ thresholds }, threshold);
  const next = Math.min(thresholds.length - 1, Math.max(0, row + steps));
  return thresholds[next]!;
}
