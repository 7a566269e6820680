import type { Metric } from './metric.ts';
import { correct, labelled } from './quantities.ts';

export const exactMatch: Metric = {
  id: 'em',
  name: 'Exact match',
  shortName: 'EM',
  numerator: correct,
  denominator: labelled,
  better: 'higher',
  format: 'mean',
  needsLabels: true,
  whenEmpty: 'no labels',
  description: 'Share of questions whose final answer matches a gold answer under the answer rule.',
};
