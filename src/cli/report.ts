import { writeFile } from 'node:fs/promises';
import { ANSWER_RULES, type AnswerRule, DEFAULT_ANSWER_RULE_ID, findAnswerRule } from '../core/answers/index.ts';
import { judgeAnswers } from '../core/correctness.ts';
import type { JudgeThreshold } from '../core/report/evaluation-types.ts';
import { formatReport } from '../core/report/format.ts';
import { buildReport, type ReportRequest } from '../core/report/report.ts';
import { failed, formatProblem, ok, type Problem, type Result } from '../core/result.ts';
import { select } from '../core/selection.ts';
import type { Dataset } from '../core/terms.ts';
import { readH0Inputs } from '../ingest/h0-inputs.ts';
import { REPORT_USAGE, type ReportArguments, readReportArguments } from './report-arguments.ts';
import { absolutePath, findJudges, findSelection, findThresholds, noJudge, openRun } from './report-input.ts';
import { reportProvenance, writePage } from './report-page.ts';
import { readVersion } from './version.ts';

/** Where the command writes: given in tests, the process itself otherwise. */
export interface ReportSurroundings {
  readonly print: (text: string) => void;
  readonly complain: (line: string) => void;
}

const processSurroundings: ReportSurroundings = {
  print: (text) => process.stdout.write(text),
  complain: (line) => process.stderr.write(`${line}\n`),
};

/** `stopscope report`. Returns the exit code: 0 fine, 2 bad input. */
export async function runReport(args: readonly string[], surroundings = processSurroundings): Promise<number> {
  const { print, complain } = surroundings;
  const wanted = readReportArguments(args);
  if (wanted.kind === 'failed') {
    complain(`${wanted.error}\n\n${REPORT_USAGE}`);
    return 2;
  }
  if (wanted.value.wantsHelp) {
    print(`${REPORT_USAGE}\n`);
    return 0;
  }
  const tell = (problems: readonly Problem[]): void => {
    for (const problem of problems) complain(formatProblem(problem));
  };
  const written = await report(wanted.value, tell);
  if (written.kind === 'failed') {
    complain(written.error);
    return 2;
  }
  const { out } = wanted.value;
  if (out === null) {
    print(written.value);
    return 0;
  }
  try {
    await writeFile(out, written.value);
  } catch (error) {
    complain(`${out} cannot be written: ${error instanceof Error ? error.message : String(error)}.`);
    return 2;
  }
  return 0;
}

async function report(
  wanted: ReportArguments,
  tell: (problems: readonly Problem[]) => void,
): Promise<Result<string, string>> {
  const opened = await openRun(wanted.directories, wanted);
  if (opened.kind === 'failed') {
    if (typeof opened.error === 'string') return failed(opened.error);
    tell(opened.error.problems);
    return failed(formatProblem(opened.error));
  }
  const { ingested, paths } = opened.value;
  if (wanted.out !== null && paths.includes(await absolutePath(wanted.out))) {
    return failed(`${wanted.out} is one of the files to read. Name another one for --out.`);
  }
  tell(ingested.problems);
  const rule = findAnswerRule(wanted.answers ?? DEFAULT_ANSWER_RULE_ID);
  if (rule === null) return failed(noRule(wanted.answers));
  const request = await makeRequest(ingested.dataset, rule, wanted, tell);
  if (request.kind === 'failed') return request;
  const h0 = await readH0Inputs(ingested);
  const built = buildReport({ ...request.value, h0, problems: [...ingested.problems, ...request.value.problems] });
  tell(built.problems);
  const { format, hasEvidence } = wanted;
  if (format !== 'html' && !hasEvidence) {
    const record = format === 'json' ? null : await reportProvenance(opened.value, request.value, built.report);
    return ok(formatReport(built.report, format, record));
  }
  return writePage(opened.value, request.value, built.report, wanted);
}

const noRule = (given: string | null): string =>
  `There is no answer rule "${given}". There are ${ANSWER_RULES.map(({ id }) => id).join(', ')}.`;

async function makeRequest(
  dataset: Dataset,
  rule: AnswerRule,
  wanted: ReportArguments,
  tell: (problems: readonly Problem[]) => void,
): Promise<Result<ReportRequest, string>> {
  const spec = findSelection(dataset, wanted);
  if (spec.kind === 'failed') return spec;
  const selection = select(dataset, spec.value);
  if (selection.length === 0) {
    return failed(`There are no questions in that selection; the data has ${dataset.questions.count}, counted from 0.`);
  }
  const judges = findJudges(dataset, wanted.judges);
  if (judges.kind === 'failed') return judges;
  const found = await findThresholds(dataset, judges.value, wanted);
  if (found.kind === 'failed') return found;
  tell(found.value.problems);
  const { thresholds } = found.value;
  const pair = readPair(dataset, wanted);
  if (pair.kind === 'failed') return pair;
  if (thresholds.length === 0 && judges.value.length > 0 && wanted.select === null && pair.value === null) {
    return failed(noThresholds(judges.value));
  }
  return ok({
    evaluation: judgeAnswers(dataset, rule),
    selection,
    selectionSpec: spec.value,
    judges: inOrderOf(thresholds, judges.value),
    thresholds,
    seed: wanted.seed,
    h0Seed: wanted.h0Seed,
    repeats: wanted.repeats,
    h0: null,
    select: wanted.select,
    pair: pair.value,
    margin: wanted.margin,
    programVersion: readVersion(),
    problems: found.value.problems,
  });
}

const noThresholds = (judges: readonly string[]): string =>
  `There is no threshold for ${judges.join(', ')}. Give --threshold JUDGE=VALUE or --thresholds FILE, or choose them with --select.`;

/** Judges with a threshold first, in the order of the thresholds. */
const inOrderOf = (thresholds: readonly JudgeThreshold[], judges: readonly string[]): readonly string[] => [
  ...new Set([...thresholds.map(({ judge }) => judge), ...judges]),
];

/**
 * BASE,LORA. The ladder has one threshold for both, 0 as published; another one when --threshold gives both the same.
 * A judge's name may hold a comma itself.
 */
function readPair(dataset: Dataset, { pair, thresholds }: ReportArguments): Result<ReportRequest['pair'], string> {
  if (pair === null) return ok(null);
  const known = dataset.judges.map(({ id }) => id);
  const cuts = [...pair.matchAll(/,/g)].map(({ index }) => [pair.slice(0, index), pair.slice(index + 1)] as const);
  if (cuts.length === 0) return failed('--pair wants BASE,LORA: two judges.');
  const found = cuts.find((names) => names.every((name) => known.includes(name)));
  if (found === undefined) return failed(noJudge(cuts[0]!.find((name) => !known.includes(name)) ?? pair, known));
  const [base, lora] = found;
  const given = (judge: string): number | undefined => thresholds.findLast((it) => it.judge === judge)?.value;
  const threshold = given(base) ?? 0;
  return ok({ base, lora, threshold: threshold === given(lora) ? threshold : 0 });
}
