import type { Evaluation } from '../correctness.ts';
import { type SelectionRule, selectThresholds } from '../report/threshold-selection.ts';
import { failed, ok, type Result } from '../result.ts';
import type { Selection } from '../terms.ts';
import type { ThresholdChoice } from './types.ts';

/**
 * The published threshold choice on a split's eligible states, every judge with what its threshold does there. Where
 * nothing qualifies the threshold is the finite sentinel "highest score + 1". Source: definitions.md 4.
 */
export function chooseThresholds(
  evaluation: Evaluation,
  split: string,
  members: Selection,
  rule: SelectionRule,
): Result<ThresholdChoice, string> {
  const { judges } = evaluation.dataset;
  const { report } = selectThresholds(
    evaluation,
    members,
    judges.map(({ id }) => id),
    rule,
  );
  if (report.models === undefined)
    return failed(`On "${split}" no threshold can be chosen: ${report.error ?? 'no labels'}.`);
  const { models } = report;
  return ok({
    split,
    minimumPrecision: rule.minimumPrecision,
    minimumStops: rule.minimumStops,
    states: report.validation_state_count,
    positives: report.positive_state_count,
    chosen: judges.map(({ id }) => {
      const chosen = models[id]!;
      return {
        judge: id,
        threshold: chosen.threshold,
        isSentinel: chosen.fallback === 'never_stop',
        stops: chosen.stop_count,
        hits: chosen.true_positive,
        precision: chosen.precision,
        recall: chosen.recall,
      };
    }),
  });
}
