import type { SelectionSpec } from '../core/selection.ts';

export const LAB_SECTIONS = [
  'rule',
  'study',
  'baselines',
  'ranking',
  'sufficiency',
  'certify',
  'cost',
  'solver',
  'decisions',
] as const;
export type LabSection = (typeof LAB_SECTIONS)[number];

/** What the policy lab looks at. Part of the view, so that a link carries the rule. */
export interface LabView {
  readonly section: LabSection;
  /** The rule as it is written; null: none yet. */
  readonly rule: string | null;
  /** Its name, for people. */
  readonly ruleName: string | null;
  /** Questions that thresholds and calibrated signals are fitted on; null: not chosen yet. */
  readonly tune: { readonly from: number; readonly to: number } | null;
}

export const DEFAULT_LAB: LabView = { section: 'rule', rule: null, ruleName: null, tune: null };

/** Adds the parameters of the lab; what equals the default is left out. */
export function encodeLab(lab: LabView, params: URLSearchParams): void {
  if (lab.section !== DEFAULT_LAB.section) params.set('lab', lab.section);
  if (lab.rule !== null) params.set('dnf', lab.rule);
  if (lab.ruleName !== null) params.set('dnf-name', lab.ruleName);
  if (lab.tune !== null) params.set('tune', `${lab.tune.from}-${lab.tune.to}`);
}

export function decodeLab(params: URLSearchParams): LabView {
  const tune = /^(\d{1,9})-(\d{1,9})$/.exec(params.get('tune') ?? '');
  const from = Number(tune?.[1]);
  const to = Number(tune?.[2]);
  return {
    section: LAB_SECTIONS.find((id) => id === params.get('lab')) ?? DEFAULT_LAB.section,
    rule: params.get('dnf'),
    ruleName: params.get('dnf-name'),
    tune: tune !== null && from <= to ? { from, to } : null,
  };
}

/** The tuning questions as jobs take them. */
export const tuneOf = (lab: LabView): SelectionSpec | null =>
  lab.tune === null ? null : { range: lab.tune, split: null };
