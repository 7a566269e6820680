import { exactMatch } from '../../core/metrics/exact-match.ts';
import { meanSearches } from '../../core/metrics/mean-searches.ts';
import { earlyStops } from '../../core/metrics/stop-counts.ts';
import { metricText } from '../../figures/figures.ts';
import { type Policy, thresholdWords } from '../policy.ts';

/** "7.875, frozen, EM 0.44250, 2.50500 searches, 69 stops": what a screen reader hears of the slider. */
export const valueWords = (policy: Policy): string => {
  const { totals } = policy;
  const stops = metricText(earlyStops, totals);
  return `${thresholdWords(policy).replace(' \u00b7', ',')}, EM ${metricText(exactMatch, totals)}, ${metricText(meanSearches, totals)} searches, ${stops} stops`;
};
