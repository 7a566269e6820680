import type { Evaluation } from '../correctness.ts';
import type { Ranking } from '../protocol/claims.ts';
import { type ClaimsBlock, describedClaims } from '../protocol/claims-text.ts';
import { looseInSteps } from '../protocol/loose-claims.ts';
import { roleOfSelection } from '../protocol/roles.ts';
import { type SelectionSpec, selectionWords } from '../selection.ts';
import { finish, type ResampleStep, type Steps } from '../steps.ts';
import type { Selection } from '../terms.ts';
import type { FullReport } from './report.ts';

/** Selected-stop risk at most 10 % with 90 % confidence. */
export const DEFAULT_RISK = { alpha: 0.1, delta: 0.1 } as const;

/**
 * What the figures of a report support and what not, for the policy of one judge at its threshold in it (native where
 * `judge` is null). No protocol stands behind them. A string says why there are no claims.
 */
export const reportClaims = (...args: Parameters<typeof reportClaimsInSteps>): ClaimsBlock | string =>
  finish(reportClaimsInSteps(...args));

/** `reportClaims` in steps. */
export function* reportClaimsInSteps(
  evaluation: Evaluation,
  selection: Selection,
  spec: SelectionSpec,
  report: FullReport,
  judge: string | null,
): Steps<ResampleStep, ClaimsBlock | string> {
  const { dataset } = evaluation;
  const { thresholds, answer_rule: answerRule, gate_margin: margin, seed, repeats } = report.stopscope.provenance;
  const sealed = selection.filter((q) => dataset.questions.sealed?.[q] === 1).length;
  if (sealed > 0) return `${sealed} labels are sealed: nothing can be claimed before a freeze is unsealed.`;
  const own = thresholds.find((one) => one.judge === judge);
  const claims = yield* looseInSteps(
    evaluation,
    selection,
    selectionWords(spec),
    roleOfSelection(dataset, selection),
    {
      policy: own === undefined ? { kind: 'native' } : { kind: 'threshold', judge: own.judge, threshold: own.value },
      thresholds,
      answerRule,
      margin,
      seed,
      repeats,
      risk: DEFAULT_RISK,
      judgeCallInSearches: null,
    },
    rankingIn(evaluation, report, judge),
  );
  return claims.kind === 'failed'
    ? `There are no claims. ${claims.error}`
    : describedClaims(claims.value, dataset.notice);
}

/** The comparison of average precision with the reference judge, where the report has one. */
function rankingIn({ dataset }: Evaluation, report: FullReport, judge: string | null): Ranking | null {
  const row = report.stopscope.comparisons.find(({ left, right }) => right === judge && left !== 'native');
  const ap =
    row === undefined ? null : report.paired_comparisons[`${row.right}_minus_${row.left}`]?.stop_average_precision;
  if (row === undefined || ap === null || ap === undefined) return null;
  const reference = dataset.judges.find(({ id }) => id === row.left)?.name ?? row.left;
  return { reference, difference: { estimate: ap.estimate, low: ap.ci95_low, high: ap.ci95_high } };
}
