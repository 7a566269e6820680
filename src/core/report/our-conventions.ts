import { ANSWER_RULES } from '../answers/index.ts';
import { type Evaluation, judgeAnswers } from '../correctness.ts';
import { averagePrecisionInOrder, averagePrecisionTieGrouped } from '../stats/average-precision.ts';
import { type Judge, SCORED, type Selection } from '../terms.ts';
import { findJudge } from './evaluation.ts';
import { nativeBlock, replayPublished, systemLevelBlock } from './evaluation-policies.ts';
import { collectRows, type EvaluationRows, effectiveScores, type StopsAt } from './evaluation-rows.ts';
import type { JudgeThreshold } from './evaluation-types.ts';
import type { ConventionRow } from './our-types.ts';

/** Judging a million answers under every rule takes longer than anybody waits for a report. */
const MOST_ANSWERS = 500_000;

/** The headline again with one convention changed at a time: stop rule, tie rule, errored rows, answer rule. */
export function conventionRows(
  evaluation: Evaluation,
  selection: Selection,
  thresholds: readonly JudgeThreshold[],
): readonly ConventionRow[] {
  const rows = collectRows(evaluation, selection);
  const judges = thresholds.map(({ judge, value }) => ({ judge: findJudge(evaluation, judge), threshold: value }));
  return [
    ...stopRule(evaluation, rows, judges),
    ...tieRule(rows, judges),
    ...erroredRows(evaluation, selection, rows, judges),
    ...answerRules(evaluation, selection, judges),
  ];
}

type JudgeAt = { readonly judge: Judge; readonly threshold: number };

const EMPTY = {
  em: null,
  token_f1: null,
  mean_searches: null,
  early_stop_count: null,
  safe_stop_count: null,
  rescued_count: null,
  harmed_count: null,
  stop_average_precision: null,
} as const;

const crosses =
  ({ judge, threshold }: JudgeAt, isStrict = false): StopsAt =>
  (s) =>
    judge.status[s] === SCORED && (isStrict ? judge.scores[s]! > threshold : judge.scores[s]! >= threshold);

/** The figures of one policy, or of native. */
function figures(evaluation: Evaluation, rows: EvaluationRows, judge: JudgeAt | null, isStrict = false) {
  const native = replayPublished(evaluation, rows, null);
  const nativeFigures = nativeBlock(rows, native);
  if (judge === null) {
    return {
      ...EMPTY,
      question_count: nativeFigures.question_count,
      em: nativeFigures.official_em,
      token_f1: nativeFigures.token_f1,
      mean_searches: nativeFigures.mean_search_calls,
    };
  }
  const policy = replayPublished(evaluation, rows, crosses(judge, isStrict));
  const block = systemLevelBlock(evaluation, rows, native, policy);
  return {
    ...EMPTY,
    question_count: block.question_count,
    em: block.official_em,
    token_f1: block.token_f1,
    mean_searches: block.mean_search_calls,
    early_stop_count: block.early_stop_count,
    safe_stop_count: block.safe_early_stop_count,
    rescued_count: block.wrong_to_correct_count,
    harmed_count: block.correct_to_wrong_count,
  };
}

function stopRule(evaluation: Evaluation, rows: EvaluationRows, judges: readonly JudgeAt[]): readonly ConventionRow[] {
  return judges.flatMap((judge) =>
    [false, true].map((isStrict) => ({
      convention: 'stop-rule' as const,
      variant: isStrict ? 'score > threshold' : 'score >= threshold',
      is_used: !isStrict,
      judge: judge.judge.id,
      ...figures(evaluation, rows, judge, isStrict),
    })),
  );
}

function tieRule(rows: EvaluationRows, judges: readonly JudgeAt[]): readonly ConventionRow[] {
  if (!rows.hasTruths) return [];
  return judges.flatMap(({ judge }) => {
    const scores = effectiveScores(judge, rows.states);
    const row = (variant: string, isUsed: boolean, value: number | null): ConventionRow => ({
      convention: 'ap-ties',
      variant,
      is_used: isUsed,
      judge: judge.id,
      question_count: rows.questions.length,
      ...EMPTY,
      stop_average_precision: value,
    });
    return [
      row('ties in file order', true, averagePrecisionInOrder(scores, rows.truths)),
      row('ties as one step', false, averagePrecisionTieGrouped(scores, rows.truths)),
    ];
  });
}

/** Questions without a native answer in the denominator or out of it, and unparsed states likewise. */
function erroredRows(
  evaluation: Evaluation,
  selection: Selection,
  rows: EvaluationRows,
  judges: readonly JudgeAt[],
): readonly ConventionRow[] {
  const { nativeAnswers } = evaluation.dataset.questions;
  const answered = selection.filter((q) => nativeAnswers[q] !== null);
  const variants: [string, boolean, EvaluationRows][] = [['counted as wrong', true, rows]];
  if (answered.length > 0)
    variants.push(['questions without a native answer left out', false, collectRows(evaluation, answered)]);
  const byQuestion = variants.flatMap(([variant, isUsed, theirs]) =>
    [null, ...judges].map((judge) => ({
      convention: 'errored-rows' as const,
      variant,
      is_used: isUsed,
      judge: judge?.judge.id ?? null,
      ...figures(evaluation, theirs, judge),
    })),
  );
  if (!rows.hasTruths) return byQuestion;
  const byState = judges.map(({ judge }): ConventionRow => {
    const parsed = rows.states.filter((s) => judge.status[s] === SCORED);
    const truths = Uint8Array.from(parsed, (s) => (evaluation.correctness.probeEm[s] === 1 ? 1 : 0));
    return {
      convention: 'errored-rows',
      variant: 'unparsed states left out',
      is_used: false,
      judge: judge.id,
      question_count: rows.questions.length,
      ...EMPTY,
      stop_average_precision: averagePrecisionInOrder(effectiveScores(judge, parsed), truths),
    };
  });
  return [...byQuestion, ...byState];
}

function answerRules(
  evaluation: Evaluation,
  selection: Selection,
  judges: readonly JudgeAt[],
): readonly ConventionRow[] {
  const { dataset, correctness } = evaluation;
  const answers = dataset.questions.count + dataset.states.hasProbe.reduce((sum, has) => sum + has, 0);
  const rules = answers > MOST_ANSWERS ? ANSWER_RULES.filter(({ id }) => id === correctness.ruleId) : ANSWER_RULES;
  return rules.flatMap((rule) => {
    const theirs = rule.id === correctness.ruleId ? evaluation : judgeAnswers(dataset, rule);
    const rows = collectRows(theirs, selection);
    if (!rows.hasLabels) return [];
    return [null, ...judges].map((judge) => ({
      convention: 'answer-rule' as const,
      variant: rule.isCoverVerdict === true ? `${rule.id} (cover match, not EM)` : rule.id,
      is_used: rule.id === correctness.ruleId,
      judge: judge?.judge.id ?? null,
      ...figures(theirs, rows, judge),
    }));
  });
}
