import type { Metric } from './metric.ts';
import { judgedStop, unsafe } from './quantities.ts';

export const selectedStopRisk: Metric = {
  id: 'risk',
  name: 'Selected-stop risk',
  shortName: 'Risk',
  numerator: unsafe,
  denominator: judgedStop,
  better: 'lower',
  format: 'share',
  needsLabels: true,
  whenEmpty: 'no stops',
  description: 'Share of the early stops whose probe answer is wrong, whatever native would have answered.',
};
