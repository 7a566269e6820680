import { useMemo } from 'react';
import { unknownStop } from '../core/metrics/quantities.ts';
import { changeView, useApp } from '../store/app-store.ts';
import type { CurveBands } from '../store/handles.ts';
import {
  type ActiveJudge,
  activeJudge,
  type PolicyReading,
  readPolicy,
  stepThreshold,
  thresholdOf,
} from '../store/selectors.ts';

/** The active judge with its curves, or null while there is none. Does not change while a threshold is dragged. */
export function useActiveJudge(): ActiveJudge | null {
  const dataset = useApp((state) => state.dataset);
  const curves = useApp((state) => state.curves);
  const judge = useApp((state) => state.view.judge);
  return useMemo(() => activeJudge(dataset, curves, judge), [dataset, curves, judge]);
}

/** The policy at the threshold in force. Changes with every step of a drag: only what shows its figures should use it. */
export function usePolicy(judge: ActiveJudge): PolicyReading {
  const threshold = useApp((state) => thresholdOf(state.view, judge.handle));
  return useMemo(() => readPolicy(judge, threshold), [judge, threshold]);
}

/** Positive steps lower the threshold by that many policies. */
export function stepBy(judge: ActiveJudge, steps: number): void {
  const { view } = useApp.getState();
  changeView({ threshold: stepThreshold(judge.sweep, thresholdOf(view, judge.handle), steps) });
}

/** Puts the threshold on a row of the sweep. */
export function goToRow(judge: ActiveJudge, row: number): void {
  const last = judge.sweep.thresholds.length - 1;
  changeView({ threshold: judge.sweep.thresholds[Math.min(last, Math.max(0, row))]! });
}

export const setThreshold = (threshold: number): void => changeView({ threshold });

/** False as soon as the user is anywhere but at the threshold that came with the data. */
export const isAtFrozen = (judge: ActiveJudge, threshold: number): boolean => judge.handle.frozen?.value === threshold;

export type ActiveBands =
  | { readonly kind: 'ready'; readonly bands: CurveBands }
  | { readonly kind: 'pending' }
  | { readonly kind: 'none' };

/** The intervals along the active judge's curve. Those of another judge, or of other curves, never show. */
export function useActiveBands(active: ActiveJudge | null): ActiveBands {
  const bands = useApp((state) => state.bands);
  const isRunning = useApp((state) => state.banding.kind === 'running');
  return useMemo(() => {
    if (active === null) return { kind: 'none' };
    const rows = active.sweep.thresholds.length;
    if (bands !== null && bands.judge === active.handle.id && bands.searches.low.length === rows) {
      return { kind: 'ready', bands: knownOnly(bands, active) };
    }
    return { kind: isRunning ? 'pending' : 'none' };
  }, [bands, isRunning, active]);
}

/** Where stops have no probe answer, EM is unknown, and so is the interval of its difference: NaN, drawn as a gap. */
function knownOnly(bands: CurveBands, { sweep }: ActiveJudge): CurveBands {
  const unknown = sweep.columns[unknownStop.id];
  if (bands.em === null || unknown === undefined || !unknown.some((count) => count > 0)) return bands;
  const known = (ends: Float64Array) => ends.map((end, row) => (unknown[row]! > 0 ? Number.NaN : end));
  return { ...bands, em: { ...bands.em, low: known(bands.em.low), high: known(bands.em.high) } };
}

/** A keyboard step of a handle: +1 is the next higher threshold that changes a stop, `end` never stop. */
export function stepTo(judge: ActiveJudge, step: number | 'start' | 'end'): void {
  if (step === 'start') goToRow(judge, judge.sweep.thresholds.length - 1);
  else if (step === 'end') goToRow(judge, 0);
  else stepBy(judge, -step);
}
