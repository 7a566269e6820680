import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { ANSWER_RULES, DEFAULT_ANSWER_RULE_ID, findAnswerRule } from '../core/answers/index.ts';
import { AUDIT_FORMATS, formatAudit } from '../core/audit/format.ts';
import { runAudit } from '../core/audit/index.ts';
import { judgeAnswers } from '../core/correctness.ts';
import { formatProblem } from '../core/result.ts';
import { collectEvidence } from '../ingest/evidence.ts';
import { absolutePath, openRun } from './report-input.ts';
import { withProtocol } from './sealed-run.ts';

export const AUDIT_USAGE = `stopscope audit DIR… [options]

Checks the structure of the run in DIR: markers, counts, ids, order, budgets, contexts, hashes, judge outputs, stored
numbers, label isolation, leaks and overlaps between splits.

  --format NAME   text (default), json, or junit for CI
  --answers RULE  answer rule for stored correctness (default ${DEFAULT_ANSWER_RULE_ID})
  --protocol FILE a protocol: its splits, what it keeps sealed, and whether precision transferred
  --budget N      searches a run may make, where the files do not say
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
  const run = await openRun(positionals);
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
      out: text,
      help: { type: 'boolean', short: 'h' },
    },
  });
}
