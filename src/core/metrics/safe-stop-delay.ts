import type { Metric } from './metric.ts';
import { safe, safeStopDelay } from './quantities.ts';

export const meanSafeStopDelay: Metric = {
  id: 'delay',
  name: 'Mean safe-stop delay',
  shortName: 'Delay',
  numerator: safeStopDelay,
  denominator: safe,
  better: 'lower',
  format: 'mean',
  needsLabels: true,
  whenEmpty: 'no safe stops',
  description: 'Searches between the earliest safe state and the stop, over safe stops.',
};
