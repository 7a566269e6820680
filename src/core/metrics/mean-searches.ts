import type { Metric } from './metric.ts';
import { one, searches } from './quantities.ts';

export const meanSearches: Metric = {
  id: 'searches',
  name: 'Mean searches',
  shortName: 'Searches',
  numerator: searches,
  denominator: one,
  better: 'lower',
  format: 'mean',
  needsLabels: false,
  whenEmpty: 'no questions',
  description: 'Searches per question until the policy answers. Judge calls are not in it.',
};
