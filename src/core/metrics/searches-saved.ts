import type { Metric } from './metric.ts';
import { one, searchesSaved } from './quantities.ts';

export const meanSearchesSaved: Metric = {
  id: 'saved',
  name: 'Searches saved',
  shortName: 'Saved',
  numerator: searchesSaved,
  denominator: one,
  better: 'higher',
  format: 'mean',
  needsLabels: false,
  whenEmpty: 'no questions',
  description: 'Native searches minus policy searches, per question. Judge calls are not in it.',
};
