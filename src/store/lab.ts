import { create } from 'zustand';
import type { Prices } from '../core/lab/cost.ts';
import { inSearches } from '../core/lab/cost.ts';
import type { Goal } from '../core/lab/solver.ts';
import type { Quality } from '../core/rules/thresholds.ts';
import type { LabView as LabRequest } from '../engine/lab-context.ts';
import { changeView, useApp } from './app-store.ts';
import type { DatasetHandle } from './handles.ts';
import { readRules, type SavedRule, writeRules } from './lab-rules-storage.ts';
import { type LabView, tuneOf } from './lab-view.ts';
import type { View } from './view.ts';

/** What the sections of the lab are set to; it outlives a look at another page, not the tab. */
export interface LabSettings {
  readonly study: {
    /** Ids of the chosen signals; null: the first ones that there are. */
    readonly signals: readonly string[] | null;
    readonly budget: string;
    readonly quality: Quality;
    readonly candidates: 'grid' | 'exact';
    /** A rule's text; "never" is the native run. */
    readonly baseline: string;
  };
  /** Which policy the sections speak of: the judge at its threshold, or the rule. */
  readonly subject: 'threshold' | 'rule';
  readonly isHighConfidence: boolean;
  readonly certify: { readonly alpha: string; readonly delta: string; readonly minStops: string };
  readonly prices: Prices;
  readonly goal: Goal;
  readonly saved: readonly SavedRule[];
  /** Why rules cannot be kept on this device, or null. */
  readonly trouble: string | null;
}

const start = readRules();

export const useLab = create<LabSettings>()(() => ({
  study: { signals: null, budget: '', quality: 'em', candidates: 'grid', baseline: 'never' },
  subject: 'threshold',
  isHighConfidence: false,
  certify: { alpha: '0.2', delta: '0.1', minStops: '' },
  prices: inSearches(0.1),
  goal: { minEmDifference: -0.01, maxRisk: 0.4, minStops: null },
  saved: start.rules,
  trouble: start.trouble,
}));

export const setLab = (change: Partial<LabSettings>): void => useLab.setState(change);

export const changeLab = (change: Partial<LabView>): void => {
  const { view } = useApp.getState();
  changeView({ lab: { ...view.lab, ...change } });
};

/** Keeps a rule under a name on this device; one of that name is replaced. */
export function saveRule(rule: SavedRule): void {
  const saved = [...useLab.getState().saved.filter(({ name }) => name !== rule.name), rule];
  setLab({ saved, trouble: writeRules(saved) });
}

export function forgetRule(name: string): void {
  const saved = useLab.getState().saved.filter((rule) => rule.name !== name);
  setLab({ saved, trouble: writeRules(saved) });
}

/** What all jobs of the lab are told. */
export const labRequest = (dataset: DatasetHandle, view: View): LabRequest => ({
  datasetId: dataset.id,
  selection: { range: view.range, split: view.split },
  answerRule: view.answerRule,
  tune: tuneOf(view.lab) ?? defaultTune(dataset, view),
});

/** The questions to tune on where nobody chose any: a named range outside of what is evaluated, else what is evaluated. */
export function defaultTune(dataset: DatasetHandle, view: View): LabRequest['tune'] {
  const { range } = view;
  const apart = dataset.ranges.find(({ from, to }) => range !== null && (to < range.from || from > range.to));
  return { range: apart ? { from: apart.from, to: apart.to } : range, split: apart ? null : view.split };
}
