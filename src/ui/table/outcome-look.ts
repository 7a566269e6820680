import type { OutcomeClass } from '../../core/outcomes/index.ts';
import type { OutcomeShape } from './OutcomeGlyph.tsx';

/** How an outcome class is drawn and called. Only harm and rescue are tinted. */
export interface OutcomeLook {
  readonly shape: OutcomeShape;
  readonly label: string;
  readonly tone: 'safe' | 'unsafe' | 'plain';
}

const look = (shape: OutcomeShape, label: string, tone: OutcomeLook['tone'] = 'plain'): OutcomeLook => ({
  shape,
  label,
  tone,
});

const LOOKS: Readonly<Record<OutcomeClass, OutcomeLook>> = {
  'saved-on-time': look('safe', 'saved'),
  'saved-late': look('safe', 'saved late'),
  'rescued-on-time': look('safe', 'rescued', 'safe'),
  'rescued-late': look('safe', 'rescued late', 'safe'),
  harmed: look('unsafe', 'harmed', 'unsafe'),
  'already-wrong': look('unsafe', 'already wrong'),
  'missed-cost-only': look('missed', 'missed, cost'),
  'missed-harmful': look('missed', 'missed, harmful'),
  kept: look('kept', 'kept'),
  unreachable: look('unreachable', 'unreachable'),
  'stopped-unknown': look('unknown', 'stopped'),
  'finished-unknown': look('unknown', 'not stopped'),
};

export const outcomeLook = (outcome: OutcomeClass): OutcomeLook => LOOKS[outcome];

/** "unsafe stop, harmed": for the head of a panel, where there is room. */
export function outcomeInFull(outcome: OutcomeClass): string {
  const { shape, label } = LOOKS[outcome];
  return shape === 'safe'
    ? `safe stop, ${label}`
    : shape === 'unsafe'
      ? `unsafe stop, ${label}`
      : (IN_FULL[outcome] ?? label);
}

const IN_FULL: Partial<Readonly<Record<OutcomeClass, string>>> = {
  'missed-cost-only': 'missed opportunity, cost-only',
  'missed-harmful': 'missed opportunity, harmful',
  kept: 'kept, no opportunity',
  'stopped-unknown': 'stopped, right or wrong not known',
  'finished-unknown': 'not stopped, right or wrong not known',
};
