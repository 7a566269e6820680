import { useMemo } from 'react';
import { passingRows } from '../../core/gate.ts';
import { useActiveBands } from '../../figures/use-policy.ts';
import { useApp } from '../../store/app-store.ts';
import type { ActiveJudge } from '../../store/selectors.ts';
import { gateStretch, stateScores } from './threshold-data.ts';

/** What the threshold chart and the phone's dock share: scores at states, and where the gate passes. */
export function useThresholdChart(active: ActiveJudge) {
  const margin = useApp((state) => state.view.gate.margin);
  const state = useActiveBands(active);
  const bands = state.kind === 'ready' ? state.bands : null;
  const scores = useMemo(() => stateScores(active.states), [active]);
  const gate = useMemo(
    () => (bands?.em ? gateStretch(passingRows(bands.em, bands.searches, margin), active.sweep.thresholds) : null),
    [bands, margin, active],
  );
  return { bands, scores, gate, margin };
}
