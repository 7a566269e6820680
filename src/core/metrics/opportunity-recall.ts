import type { Metric } from './metric.ts';
import { opportunity, safe } from './quantities.ts';

export const opportunityRecall: Metric = {
  id: 'opportunity',
  name: 'Opportunity recall',
  shortName: 'Opp. recall',
  numerator: safe,
  denominator: opportunity,
  better: 'higher',
  format: 'share',
  needsLabels: true,
  whenEmpty: 'no opportunities',
  description: 'Of the questions with a safe eligible state, the share whose first crossing is a safe stop.',
};
