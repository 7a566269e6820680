import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { ANSWER_RULES, type AnswerRule, DEFAULT_ANSWER_RULE_ID, findAnswerRule } from '../core/answers/index.ts';
import { AUDIT_FORMATS, formatAudit } from '../core/audit/format.ts';
import { type AuditInput, runAudit } from '../core/audit/index.ts';
import { splitsOfRanges } from '../core/audit/splits.ts';
import { judgeAnswers } from '../core/correctness.ts';
import {
  parseProtocol,
  resolveSplits,
  sealDataset,
  sealedQuestions,
  stateOf,
  transfersOf,
} from '../core/protocol/index.ts';
import { failed, formatProblem, ok, type Result } from '../core/result.ts';
import type { Dataset } from '../core/terms.ts';
import { collectEvidence } from '../ingest/evidence.ts';
import type { Ingested } from '../ingest/ingest.ts';
import { absolutePath, openRun } from './report-input.ts';

export const AUDIT_USAGE = `stopscope audit DIR… [options]

Checks the structure of the run in DIR: markers, counts, ids, order, budgets, contexts, hashes, judge outputs, stored
numbers, label isolation, leaks and overlaps between splits.

  --format NAME   text (default), json, or junit for CI
  --answers RULE  answer rule for stored correctness (default ${DEFAULT_ANSWER_RULE_ID})
  --protocol FILE a protocol: its splits, what it keeps sealed, and whether precision transferred
  --budget N      searches a run may make, where the files do not say
  --join-by-order join labels row by row where they share no id and no text with the runs
  --out FILE      write there instead of the standard output
  --help          this text

Exit code 0: no check fails (warnings may stand), 1: a check fails, 2: bad input.`;

export interface AuditSurroundings {
  readonly print: (text: string) => void;
  readonly complain: (line: string) => void;
}

/** The process itself; tests give their own. */
export const processSurroundings: AuditSurroundings = {
  print: (text) => process.stdout.write(text),
  complain: (line) => process.stderr.write(`${line}\n`),
};

/** `stopscope audit`. Returns the exit code. */
export async function runAuditCommand(args: readonly string[], surroundings = processSurroundings): Promise<number> {
  const { print, complain } = surroundings;
  const refuse = (words: string): number => {
    complain(words);
    return 2;
  };
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    // parseArgs throws on options it does not know: that is the user's input, not a bug.
    return refuse(`${error instanceof Error ? error.message : String(error)}\n\n${AUDIT_USAGE}`);
  }
  const { values, positionals } = parsed;
  if (values.help === true) {
    print(`${AUDIT_USAGE}\n`);
    return 0;
  }
  if (positionals.length === 0) return refuse(`Name the directory that holds the run.\n\n${AUDIT_USAGE}`);
  const format = AUDIT_FORMATS.find((name) => name === (values.format ?? 'text'));
  if (format === undefined) return refuse(`--format wants ${AUDIT_FORMATS.join(', ')}, not "${values.format}".`);
  const rule = findAnswerRule(values.answers ?? DEFAULT_ANSWER_RULE_ID);
  if (rule === null) {
    return refuse(
      `There is no answer rule "${values.answers}". There are ${ANSWER_RULES.map(({ id }) => id).join(', ')}.`,
    );
  }
  const budget = values.budget === undefined ? null : /^\d{1,9}$/.test(values.budget) ? Number(values.budget) : 'wrong';
  if (budget === 'wrong') return refuse(`--budget wants a whole number, not "${values.budget}".`);
  const run = await openRun(positionals, [], values['join-by-order'] === true);
  if (run.kind === 'failed') {
    if (typeof run.error === 'string') return refuse(run.error);
    for (const problem of run.error.problems) complain(formatProblem(problem));
    return refuse(formatProblem(run.error));
  }
  const { ingested, paths } = run.value;
  const { out } = values;
  if (out !== undefined && paths.includes(await absolutePath(out))) {
    return refuse(`${out} is one of the files to read. Name another one for --out.`);
  }
  const closed = await withProtocol(ingested, values.protocol ?? null, rule);
  if (closed.kind === 'failed') return refuse(closed.error);
  const { dataset, splits, transfers } = closed.value;
  const evidence = await collectEvidence(
    { ...ingested, dataset },
    { signal: new AbortController().signal, onBytes: () => {} },
  );
  const report = runAudit({
    evaluation: judgeAnswers(dataset, rule),
    evidence,
    problems: ingested.problemCounts,
    splits,
    budget,
    transfers,
  });
  const text = formatAudit(report, format);
  if (out === undefined) print(text);
  else {
    try {
      await writeFile(out, text);
    } catch (error) {
      return refuse(`${out} cannot be written: ${error instanceof Error ? error.message : String(error)}.`);
    }
  }
  return report.counts.fail > 0 ? 1 : 0;
}

interface Closed {
  readonly dataset: Dataset;
  readonly splits: AuditInput['splits'];
  readonly transfers: AuditInput['transfers'];
}

/** The data as a protocol lets it be seen; without one, as it is, with the splits that it names. */
async function withProtocol(
  { dataset }: Ingested,
  path: string | null,
  rule: AnswerRule,
): Promise<Result<Closed, string>> {
  if (path === null) return ok({ dataset, splits: splitsOfRanges(dataset), transfers: [] });
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return failed(`${path} cannot be read.`);
  const parsed = parseProtocol(text);
  if (parsed.kind === 'failed') return failed(`${path}: ${parsed.error}`);
  const { splits: definitions, frozen, unsealed } = stateOf(parsed.value);
  const splits = resolveSplits(dataset, definitions);
  if (splits.kind === 'failed') return failed(`${path} does not fit the run: ${splits.error}`);
  const hidden = sealDataset(dataset, sealedQuestions(parsed.value, splits.value, dataset.questions.count));
  const split = splits.value.find(({ name }) => name === unsealed?.step.split);
  const transfers =
    split === undefined || frozen === null ? [] : transfersOf(judgeAnswers(hidden, rule), split, frozen.step.freeze);
  return ok({ dataset: hidden, splits: splits.value, transfers });
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      format: text,
      answers: text,
      protocol: text,
      budget: text,
      'join-by-order': { type: 'boolean' },
      out: text,
      help: { type: 'boolean', short: 'h' },
    },
  });
}
