import { coverage } from './coverage.ts';
import { exactMatch } from './exact-match.ts';
import { harmedQuestions, rescuedQuestions } from './flips.ts';
import { meanSearches } from './mean-searches.ts';
import type { Metric } from './metric.ts';
import { opportunityRecall } from './opportunity-recall.ts';
import { labelled, nativeSearches, one, opportunity, sealed, unknownStop } from './quantities.ts';
import type { Quantity } from './quantity.ts';
import { meanSafeStopDelay } from './safe-stop-delay.ts';
import { meanSearchesSaved } from './searches-saved.ts';
import { selectedStopRisk } from './selected-stop-risk.ts';
import { earlyStops, safeStops, unsafeStops } from './stop-counts.ts';
import { tokenF1Mean } from './token-f1.ts';

/** Every policy metric, in the order in which menus list them. */
export const METRICS: readonly Metric[] = [
  exactMatch,
  tokenF1Mean,
  meanSearches,
  meanSearchesSaved,
  coverage,
  selectedStopRisk,
  earlyStops,
  safeStops,
  unsafeStops,
  opportunityRecall,
  harmedQuestions,
  rescuedQuestions,
  meanSafeStopDelay,
];

export const findMetric = (id: string): Metric | undefined => METRICS.find((metric) => metric.id === id);

/** Every quantity that some metric or card needs, each once. */
export const QUANTITIES: readonly Quantity[] = [
  ...new Set([
    one,
    labelled,
    sealed,
    opportunity,
    nativeSearches,
    unknownStop,
    ...METRICS.flatMap((metric) => (metric.denominator ? [metric.numerator, metric.denominator] : [metric.numerator])),
  ]),
];
