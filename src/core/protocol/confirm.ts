import type { PrecisionTransfer } from '../audit/check.ts';
import type { Evaluation } from '../correctness.ts';
import { gateAt } from '../gate.ts';
import { DEFAULT_H0_SEED } from '../report/h0.ts';
import { type FullReport, reportInSteps } from '../report/report.ts';
import { failed, ok, type Result } from '../result.ts';
import { formatRule } from '../rules/format.ts';
import { stateCountsAt, stateCurve } from '../state-level.ts';
import { finish, type ResampleStep, type Steps } from '../steps.ts';
import type { SplitMembers } from '../terms.ts';
import { canonicalJson, type Json } from './canonical.ts';
import { type Claim, claimsOf, type Ranking, summaryOf } from './claims.ts';
import { percent, plain } from './numbers.ts';
import { type PrimaryResults, primaryInSteps } from './results.ts';
import { sha256Text } from './sha256.ts';
import { countMembers } from './splits.ts';
import type { Freeze, FrozenPolicy, LogEntry, ResolvedCount } from './types.ts';

/** What the one look showed. Linked to the freeze by its hash, and to the log by its own. */
export interface ConfirmatoryReport {
  readonly stopscope: 'confirmatory-report';
  readonly version: 1;
  readonly dataset: string;
  readonly notice: string | null;
  readonly split: ResolvedCount;
  readonly role: 'confirmatory';
  readonly unsealedAt: string;
  readonly freezeHash: string;
  readonly freeze: Freeze;
  readonly verdicts: { readonly em: 'PASS' | 'FAIL'; readonly searches: 'PASS' | 'FAIL' };
  readonly results: PrimaryResults;
  readonly ranking: Ranking | null;
  readonly transfers: readonly PrecisionTransfer[];
  readonly claims: readonly Claim[];
  readonly summary: string;
  /** What the claims are about and nothing beyond. */
  readonly scope: readonly string[];
  /** The published layout and our own block. null without any judge's threshold. */
  readonly evaluation: FullReport | null;
}

/** As a file: with the log that it belongs to. */
export interface ReportFile extends ConfirmatoryReport {
  readonly log: readonly LogEntry[];
}

export interface Look {
  readonly split: SplitMembers;
  readonly freeze: Freeze;
  readonly freezeHash: string;
  readonly time: string;
}

/** Computes the confirmatory report from data whose labels are open. The error is a sentence. */
export const confirm = (evaluation: Evaluation, look: Look): Result<ConfirmatoryReport, string> =>
  finish(confirmInSteps(evaluation, look));

/** `confirm` in steps. */
export function* confirmInSteps(
  evaluation: Evaluation,
  look: Look,
): Steps<ResampleStep, Result<ConfirmatoryReport, string>> {
  const { split, freeze, freezeHash, time } = look;
  const { dataset } = evaluation;
  const results = yield* primaryInSteps(evaluation, split.members, freeze);
  if (typeof results === 'string') return failed(results);
  const full = yield* fullReport(evaluation, split, freeze);
  const ranking = rankingOf(evaluation, freeze, full);
  const transfers = transfersOf(evaluation, split, freeze);
  const claims = claimsOf(results, freeze, ranking, transfers);
  const band = ({ low, high }: { readonly low: number; readonly high: number }) => ({
    low: Float64Array.of(low),
    high: Float64Array.of(high),
  });
  const gate = gateAt(band(results.em), band(results.searches), freeze.margin, 0);
  const where = `${split.name} (confirmatory, n = ${split.members.length})`;
  return ok({
    stopscope: 'confirmatory-report',
    version: 1,
    dataset: dataset.name,
    notice: dataset.notice,
    split: countMembers(dataset, split),
    role: 'confirmatory',
    unsealedAt: time,
    freezeHash,
    freeze,
    verdicts: { em: gate.isEmPassed ? 'PASS' : 'FAIL', searches: gate.areSearchesPassed ? 'PASS' : 'FAIL' },
    results,
    ranking,
    transfers,
    claims,
    summary: summaryOf(results, where, freeze.margin),
    scope: scopeOf(evaluation, look),
    evaluation: full,
  });
}

/** SHA-256 of the report itself, without the log that a file carries beside it. */
export function reportHash(report: ConfirmatoryReport): string {
  const { log: _log, ...own } = { log: null, ...report };
  return sha256Text(canonicalJson(JSON.parse(JSON.stringify(own)) as Json));
}

function* fullReport(
  evaluation: Evaluation,
  split: SplitMembers,
  freeze: Freeze,
): Steps<ResampleStep, FullReport | null> {
  if (freeze.thresholds.length === 0) return null;
  const { report } = yield* reportInSteps({
    evaluation,
    selection: split.members,
    selectionSpec: { range: null, split: split.name },
    judges: freeze.thresholds.map(({ judge }) => judge),
    thresholds: freeze.thresholds,
    seed: freeze.seed,
    h0Seed: DEFAULT_H0_SEED,
    repeats: freeze.repeats,
    h0: null,
    select: null,
    pair: null,
    margin: freeze.margin,
    programVersion: freeze.programVersion,
    problems: [],
  });
  return report;
}

/** The frozen judge against the reference judge of the published evaluator. */
function rankingOf({ dataset }: Evaluation, { policy }: Freeze, full: FullReport | null): Ranking | null {
  if (policy.kind !== 'threshold' || full === null) return null;
  for (const [name, block] of Object.entries(full.paired_comparisons)) {
    const reference = name.startsWith(`${policy.judge}_minus_`) ? name.slice(policy.judge.length + 7) : null;
    const ap = block.stop_average_precision;
    if (reference === null || ap === undefined || ap === null) continue;
    return {
      reference: dataset.judges.find(({ id }) => id === reference)?.name ?? reference,
      difference: { estimate: ap.estimate, low: ap.ci95_low, high: ap.ci95_high },
    };
  }
  return null;
}

/** Precision of the predicted STOP states where the threshold was chosen, and here. */
export function transfersOf(
  evaluation: Evaluation,
  split: SplitMembers,
  { choice }: Freeze,
): readonly PrecisionTransfer[] {
  if (choice === null) return [];
  return choice.chosen.flatMap(({ judge: id, threshold, isSentinel, stops, hits }) => {
    const judge = evaluation.dataset.judges.find((candidate) => candidate.id === id);
    if (judge === undefined || isSentinel) return [];
    const { truePositive, falsePositive } = stateCountsAt(stateCurve(evaluation, judge, split.members), threshold);
    return [
      {
        judge: id,
        judgeName: judge.name,
        minimumPrecision: choice.minimumPrecision,
        chosenOn: { split: choice.split, stops, hits },
        lookedAtOn: { split: split.name, stops: truePositive + falsePositive, hits: truePositive },
      },
    ];
  });
}

function scopeOf({ dataset }: Evaluation, { split, freeze }: Look): readonly string[] {
  const { choice } = freeze;
  return [
    `${dataset.name}${dataset.notice === null ? '' : ` (${dataset.notice})`}`,
    `Split ${split.name}, ${split.members.length} questions, confirmatory, looked at once`,
    `Policy: ${describePolicy(freeze.policy)}`,
    choice === null
      ? 'The threshold was not chosen on a split of this data'
      : `Threshold chosen on ${choice.split}: precision at least ${plain(choice.minimumPrecision)} with at least ${choice.minimumStops} stops`,
    `Answer rule ${freeze.answerRule}, margin ${percent(freeze.margin, 1)}, ${freeze.repeats} resamples of questions, base seed ${freeze.seed}`,
    'The system as recorded: its reasoner, retriever, prompts and budget. Nothing is claimed beyond them',
  ];
}

/** For sentences and the log. */
export function describePolicy(policy: FrozenPolicy): string {
  switch (policy.kind) {
    case 'native':
      return 'native, never stop';
    case 'budget':
      return `at most ${policy.searches} searches`;
    case 'threshold':
      return `stop where ${policy.judge} scores at or above ${policy.threshold}, else native`;
    case 'decisions':
      return `stop where ${policy.judge} says STOP, else native`;
    case 'rule':
      return `stop where ${formatRule(policy.rule)}, else native`;
  }
}
