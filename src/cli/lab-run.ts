import { ANSWER_RULES, DEFAULT_ANSWER_RULE_ID, findAnswerRule } from '../core/answers/index.ts';
import { type Evaluation, judgeAnswers } from '../core/correctness.ts';
import { failed, formatProblem, ok, type Result } from '../core/result.ts';
import { collectDetailColumns } from '../core/rules/detail-signals.ts';
import { type SelectionSpec, splitNames } from '../core/selection.ts';
import type { Dataset } from '../core/terms.ts';
import { readAhead, readDetails } from '../ingest/index.ts';
import type { ReadingOptions } from './reading-options.ts';
import { openRun } from './report-input.ts';

/** A run read from disk and judged. `complain` hears what was wrong with its rows. */
export async function openEvaluation(
  wanted: ReadingOptions & {
    readonly directories: readonly string[];
    readonly answers: string | null;
    readonly protocol: string | null;
  },
  complain: (line: string) => void,
  withTexts: boolean,
): Promise<Result<{ readonly evaluation: Evaluation; readonly paths: readonly string[] }, string>> {
  const { answers } = wanted;
  const rule = findAnswerRule(answers ?? DEFAULT_ANSWER_RULE_ID);
  if (rule === null) {
    return failed(`There is no answer rule "${answers}". There are ${ANSWER_RULES.map(({ id }) => id).join(', ')}.`);
  }
  const run = await openRun(wanted.directories, wanted);
  if (run.kind === 'failed') {
    if (typeof run.error === 'string') return failed(run.error);
    for (const problem of run.error.problems) complain(formatProblem(problem));
    return failed(formatProblem(run.error));
  }
  const { ingested, paths } = run.value;
  for (const problem of ingested.problems) if (problem.severity !== 'note') complain(formatProblem(problem));
  const evaluation = judgeAnswers(ingested.dataset, rule);
  if (!withTexts) return ok({ evaluation, paths });
  const columns = collectDetailColumns(evaluation);
  const reading = readAhead(ingested);
  for (let q = 0; q < ingested.dataset.questions.count; q++) columns.add(q, await readDetails(reading, q));
  return ok({ evaluation: { ...evaluation, textSignals: columns.columns() }, paths });
}

/** "0-199", the name of a split in the files, or a range that the data names. */
export function findSplit(dataset: Dataset, given: string): Result<SelectionSpec, string> {
  const splits = splitNames(dataset);
  if (splits.includes(given)) return ok({ range: null, split: given });
  const named = dataset.ranges.find(({ name }) => name === given || name.replaceAll('–', '-') === given);
  if (named !== undefined) return ok({ range: { from: named.from, to: named.to }, split: null });
  const range = /^(\d{1,9})[-–](\d{1,9})$/.exec(given.trim());
  const from = Number(range?.[1]);
  const to = Number(range?.[2]);
  if (range !== null && from <= to && from < dataset.questions.count) return ok({ range: { from, to }, split: null });
  const known = [...splits, ...dataset.ranges.map(({ name }) => name)];
  return failed(
    `There is no split "${given}". Name a range of its ${dataset.questions.count} questions, like 0-199${known.length === 0 ? '' : `, or ${known.join(', ')}`}.`,
  );
}
