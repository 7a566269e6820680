import type { Evaluation } from '../correctness.ts';
import type { Problem } from '../result.ts';
import { finish, type ResampleStep, type Steps } from '../steps.ts';
import { type Judge, type Selection, UNPARSED } from '../terms.ts';
import { type EvaluatedJudge, pairedComparisons, type Resampling } from './evaluation-pairs.ts';
import { nativeBlock, replayPublished, systemLevelBlock } from './evaluation-policies.ts';
import {
  collectRows,
  countUnparsed,
  type EvaluationRows,
  effectiveScores,
  isAllUnparsed,
  MASKED_SCORE,
  publishedStopRule,
} from './evaluation-rows.ts';
import { stateLevelBlock } from './evaluation-states.ts';
import type { EvaluationReport, JudgeThreshold, StateLevelBlock, SystemLevelBlock } from './evaluation-types.ts';

export const DEFAULT_SEED = 20260728;
export const DEFAULT_REPEATS = 10_000;

export interface EvaluationRequest extends Resampling {
  readonly selection: Selection;
  /** In the order of the thresholds file: seeds count along it. Each judge once, and in the dataset. */
  readonly thresholds: readonly JudgeThreshold[];
}

const TRUTH = 'SAFE_EARLY_STOP = answer-only official EM correct on a Native state whose next action was SEARCH';
const SCORE_POLICY =
  'parseable structured Judge rows retain raw margin; parsed=null rows use deterministic CONTINUE-only effective score';

/**
 * The scale-up evaluation in its published layout, run on the rows of the selection alone. Where a judge's every eligible
 * row is unparsed we never stop and the published evaluator always does; a Problem names that corner.
 * Source: definitions.md 2-6. Throws for a judge the dataset does not have, or an empty selection.
 */
export const buildEvaluationReport = (evaluation: Evaluation, request: EvaluationRequest): BuiltEvaluation =>
  finish(evaluationInSteps(evaluation, request));

export interface BuiltEvaluation {
  readonly report: EvaluationReport;
  readonly problems: readonly Problem[];
}

/** `buildEvaluationReport` in steps. */
export function* evaluationInSteps(
  evaluation: Evaluation,
  { selection, thresholds, seed, repeats }: EvaluationRequest,
): Steps<ResampleStep, BuiltEvaluation> {
  if (selection.length === 0) throw new Error('no questions in the selection');
  const rows = collectRows(evaluation, selection);
  const native = replayPublished(evaluation, rows, null);
  const problems: Problem[] = rows.hasLabels && rows.unlabelled > 0 ? [missingLabels(rows)] : [];
  const stateLevel: [string, StateLevelBlock][] = [];
  const systemLevel: [string, SystemLevelBlock][] = [];
  const unparsed: [string, number][] = [];
  const judges: EvaluatedJudge[] = [];
  for (const { judge: id, value } of thresholds) {
    const judge = findJudge(evaluation, id);
    const scores = effectiveScores(judge, rows.states);
    const stopsAt = publishedStopRule(judge, value, rows.states);
    const policy = replayPublished(evaluation, rows, stopsAt);
    judges.push({ id, policy, scores });
    systemLevel.push([id, systemLevelBlock(evaluation, rows, native, policy)]);
    if (rows.hasTruths) stateLevel.push([id, stateLevelBlock(rows, scores, value, stopsAt)]);
    unparsed.push([id, countUnparsed(evaluation, judge, rows.questions)]);
    problems.push(...unparsedProblems(judge, value, rows));
  }
  const report: EvaluationReport = {
    schema_version: 1,
    truth: TRUTH,
    question_count: rows.questions.length,
    eligible_state_count: rows.states.length,
    positive_state_count: rows.hasTruths ? rows.positives : null,
    native: nativeBlock(rows, native),
    state_level: Object.fromEntries(stateLevel),
    system_level: Object.fromEntries(systemLevel),
    paired_comparisons: yield* pairedComparisons(evaluation, rows, native, judges, { seed, repeats }),
    thresholds: Object.fromEntries(thresholds.map(({ judge, value }) => [judge, value])),
    score_policy: SCORE_POLICY,
    masked_parse_failure_counts: Object.fromEntries(unparsed),
  };
  return { report, problems };
}

export function findJudge({ dataset }: Evaluation, id: string): Judge {
  const judge = dataset.judges.find((candidate) => candidate.id === id);
  if (judge === undefined) throw new Error(`no judge ${id}`);
  return judge;
}

const missingLabels = ({ unlabelled, questions }: EvaluationRows): Problem => ({
  code: 'label.left-out',
  severity: 'warning',
  message: `${unlabelled} of ${unlabelled + questions.length} questions have no label.`,
  effect: 'They are left out of every figure of the published layout: right or wrong is unknown there.',
  file: null,
  line: null,
});

/** The two corners in which a threshold at or below the mask meets unparsed rows. */
function unparsedProblems(judge: Judge, threshold: number, { states }: EvaluationRows): readonly Problem[] {
  if (threshold > MASKED_SCORE) return [];
  const unparsed = states.filter((s) => judge.status[s] === UNPARSED).length;
  if (unparsed === 0) return [];
  const base = { severity: 'warning', file: null, line: null } as const;
  if (isAllUnparsed(judge, states)) {
    return [
      {
        ...base,
        code: 'sentinel.fail-open',
        message: `All ${unparsed} eligible outputs of judge "${judge.id}" are unparsed and its threshold is ${threshold}: the published never-stop sentinel, max + 1, collapses to the mask of -1e30, and the published evaluator stops everywhere.`,
        effect: 'Here it never stops, so its figures differ from the published ones on purpose.',
      },
    ];
  }
  return [
    {
      ...base,
      code: 'threshold.below-mask',
      message: `The threshold ${threshold} of judge "${judge.id}" lies at or below the mask of -1e30, so the published layout counts its ${unparsed} unparsed eligible outputs as stops.`,
      effect: 'Under "stopscope" an unparsed output never stops.',
    },
  ];
}
