import type { Metric } from './metric.ts';
import { one, stopped } from './quantities.ts';

export const coverage: Metric = {
  id: 'coverage',
  name: 'Coverage',
  shortName: 'Coverage',
  numerator: stopped,
  denominator: one,
  better: 'neither',
  format: 'share',
  needsLabels: false,
  whenEmpty: 'no questions',
  description: 'Share of questions that are stopped early.',
};
