import type { Metric } from './metric.ts';
import { labelled, tokenF1 } from './quantities.ts';

export const tokenF1Mean: Metric = {
  id: 'f1',
  name: 'Token F1',
  shortName: 'F1',
  numerator: tokenF1,
  denominator: labelled,
  better: 'higher',
  format: 'mean',
  needsLabels: true,
  whenEmpty: 'no labels',
  description: 'Mean overlap of answer tokens with the best gold answer.',
};
