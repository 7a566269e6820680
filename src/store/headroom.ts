import { create } from 'zustand';
import type { Headroom } from '../core/report/h0.ts';
import { EngineRejection } from '../engine/client.ts';
import type { Curves } from '../engine/evaluate.ts';
import { askEngine, useApp } from './app-store.ts';
import { forgetAtSeal } from './watch.ts';

/** Of the curves on screen; null until it is there, or without labels. */
export const useHeadroom = create<{ readonly of: Curves | null; readonly headroom: Headroom | null }>()(() => ({
  of: null,
  headroom: null,
}));

forgetAtSeal(() => useHeadroom.setState({ of: null, headroom: null }));

/** A newer wish replaces the one that runs. */
export async function fetchHeadroom(): Promise<void> {
  const { dataset, curves, view } = useApp.getState();
  const { of, headroom: known } = useHeadroom.getState();
  const { repeats } = view.gate;
  if (dataset === null || curves === null || (of === curves && (known === null || known.repeats === repeats))) return;
  const { selection, answerRule } = curves;
  try {
    const params = { datasetId: dataset.id, selection, answerRule, repeats };
    useHeadroom.setState({ of: curves, headroom: await askEngine('headroom', params, { lane: 'headroom' }) });
  } catch (error) {
    // The report itself says what went wrong; without these figures their panel is left out.
    if (!(error instanceof EngineRejection)) throw error;
  }
}
