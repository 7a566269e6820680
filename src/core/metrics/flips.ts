import type { Metric } from './metric.ts';
import { harmed, rescued } from './quantities.ts';

const count = { denominator: null, format: 'count', needsLabels: true, whenEmpty: 'no stops' } as const;

export const harmedQuestions: Metric = {
  ...count,
  id: 'harmed',
  name: 'Harmed',
  shortName: 'Harmed',
  numerator: harmed,
  better: 'lower',
  description: 'Questions that native answers right and the policy wrong.',
};

export const rescuedQuestions: Metric = {
  ...count,
  id: 'rescued',
  name: 'Rescued',
  shortName: 'Rescued',
  numerator: rescued,
  better: 'higher',
  description: 'Questions that native answers wrong and the policy right.',
};
