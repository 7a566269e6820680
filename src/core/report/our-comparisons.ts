import type { Evaluation } from '../correctness.ts';
import { gateAt } from '../gate.ts';
import { mcNemar } from '../stats/mcnemar.ts';
import { signFlip } from '../stats/sign-flip.ts';
import type { ResampleStep, Steps } from '../steps.ts';
import { SCORED, type Selection } from '../terms.ts';
import { findJudge } from './evaluation.ts';
import { compareColumns, comparisonSeeds, type Resampling } from './evaluation-pairs.ts';
import { countFlips, replayPublished } from './evaluation-policies.ts';
import { collectRows, MASKED_SCORE } from './evaluation-rows.ts';
import type { EvaluationReport, IntervalBlock, JudgeThreshold } from './evaluation-types.ts';
import type { ComparisonRow, GateRow } from './our-types.ts';

/** Column name of the native run in comparisons. */
export const NATIVE_NAME = 'native';

export interface ComparisonRequest extends Resampling {
  readonly selection: Selection;
  readonly thresholds: readonly JudgeThreshold[];
  /** Of the gate: the EM difference may go as far down as this, a share. */
  readonly margin: number;
  /** Its intervals are taken over where both conventions stop alike. */
  readonly published: EvaluationReport;
}

/** Every judge with native, then with the reference judge, in the published order and with the published seeds. */
export function* comparisonRows(
  evaluation: Evaluation,
  request: ComparisonRequest,
): Steps<ResampleStep, readonly ComparisonRow[]> {
  const rows = collectRows(evaluation, request.selection);
  const native = replayPublished(evaluation, rows, null);
  const policies = request.thresholds.map(({ judge: id, value }) => {
    const judge = findJudge(evaluation, id);
    const policy = replayPublished(evaluation, rows, (s) => judge.status[s] === SCORED && judge.scores[s]! >= value);
    return { id, policy };
  });
  /** At or below the mask the published layout stops on unparsed outputs, and its intervals are not ours. */
  const isAlike = (id: string | null): boolean =>
    request.thresholds.every(({ judge, value }) => judge !== id || value > MASKED_SCORE);
  const ids = policies.map(({ id }) => id);
  const compared: ComparisonRow[] = [];
  for (const { left, right, emSeed, searchesSeed } of comparisonSeeds(ids, request.seed)) {
    yield { done: compared.length, total: ids.length };
    const from = policies.find(({ id }) => id === left)?.policy ?? native;
    const to = policies.find(({ id }) => id === right)!.policy;
    const known = request.published.paired_comparisons[`${right}_minus_${left ?? NATIVE_NAME}`];
    const { official_em: em, search_calls: searches } =
      known !== undefined && isAlike(right) && isAlike(left)
        ? known
        : yield* compareColumns(rows, from, to, emSeed, searchesSeed, request.repeats);
    const flips = countFlips(from, to);
    const test = mcNemar(flips.correctToWrong, flips.wrongToCorrect);
    const deltas = Array.from(to.searches, (value, i) => value - from.searches[i]!);
    const ifKnown = <T>(value: T): T | null => (rows.hasTruths ? value : null);
    compared.push({
      left: left ?? NATIVE_NAME,
      right,
      question_count: rows.questions.length,
      em,
      em_seed: emSeed,
      searches,
      searches_seed: searchesSeed,
      rescued_count: ifKnown(flips.wrongToCorrect),
      harmed_count: ifKnown(flips.correctToWrong),
      mcnemar_exact_p: ifKnown(test.exact),
      mcnemar_mid_p: ifKnown(test.midP),
      searches_sign_flip_p: signFlip(deltas, { seed: request.seed, draws: request.repeats })?.pTwoSided ?? null,
      gate: left === null ? gateRow(em, searches, request.margin) : null,
    });
  }
  return compared;
}

function gateRow(em: IntervalBlock | null, searches: IntervalBlock, margin: number): GateRow {
  const band = (block: IntervalBlock | null) => ({
    low: Float64Array.of(block?.ci95_low ?? Number.NaN),
    high: Float64Array.of(block?.ci95_high ?? Number.NaN),
  });
  const verdict = gateAt(band(em), band(searches), margin, 0);
  return {
    margin,
    em_ci95_low: em?.ci95_low ?? null,
    em_verdict: em === null ? null : verdict.isEmPassed ? 'PASS' : 'FAIL',
    searches_ci95_high: searches.ci95_high,
    searches_verdict: verdict.areSearchesPassed ? 'PASS' : 'FAIL',
  };
}
