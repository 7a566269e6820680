import { parseArgs } from 'node:util';
import { ANSWER_RULES, type AnswerRule, DEFAULT_ANSWER_RULE_ID, findAnswerRule } from '../core/answers/index.ts';
import { AUDIT_FORMATS, type AuditFormat, formatAudit } from '../core/audit/format.ts';
import { type AuditInput, type AuditReport, runAudit } from '../core/audit/index.ts';
import { splitsOfRanges } from '../core/audit/splits.ts';
import { judgeAnswers } from '../core/correctness.ts';
import { splitsNow, stateOf, transfersOf } from '../core/protocol/index.ts';
import { failed, ok, type Result } from '../core/result.ts';
import { collectEvidence } from '../ingest/evidence.ts';
import { processSurroundings, type Surroundings } from './lab-output.ts';
import { READING_OPTIONS, type ReadingOptions, readingOf } from './reading-options.ts';
import { absolutePath, type OpenedRun, openRun } from './report-input.ts';
import { type Made, parseOptions, runText, tellFailure } from './text-command.ts';

export const AUDIT_USAGE = `stopscope audit DIR… [options]

Checks the structure of the run in DIR: markers, counts, ids, order, budgets, contexts, hashes, judge outputs, stored
numbers, label isolation, leaks and overlaps between splits.

  --format NAME   text (default), json, or junit for CI
  --answers RULE  answer rule for stored correctness (default ${DEFAULT_ANSWER_RULE_ID})
  --protocol FILE a protocol: its splits, what it keeps sealed, and whether precision transferred; without one, labels
                  stay sealed where the data asks for it
  --budget N      searches a run may make, where the files do not say
  --mapping FILE  how to read tables of your own (the Data page exports it)
  --join-by-order join labels row by row where they share no id and no text with the runs
  --out FILE      write there instead of the standard output
  --help          this text

Exit code 0: no check fails (warnings may stand), 1: a check fails, 2: bad input.`;

interface AuditArguments extends ReadingOptions {
  readonly directories: readonly string[];
  readonly format: AuditFormat;
  readonly rule: AnswerRule;
  readonly budget: number | null;
  readonly protocol: string | null;
  readonly isJoinedByOrder: boolean;
  readonly out: string | null;
}

/** `stopscope audit`. Returns the exit code. */
export const runAuditCommand = (
  args: readonly string[],
  surroundings: Surroundings = processSurroundings,
): Promise<number> => runText({ usage: AUDIT_USAGE, read: readArguments, make: makeAudit }, args, surroundings);

async function makeAudit(wanted: AuditArguments, complain: Surroundings['complain']): Promise<Result<Made, string>> {
  const { directories, out, format } = wanted;
  const run = await openRun(directories, wanted);
  if (run.kind === 'failed') return failed(tellFailure(run.error, complain));
  if (out !== null && run.value.paths.includes(await absolutePath(out))) {
    return failed(`${out} is one of the files to read. Name another one for --out.`);
  }
  const evaluation = judgeAnswers(run.value.ingested.dataset, wanted.rule);
  const report = await auditRun(run.value, { evaluation, budget: wanted.budget });
  return ok({ text: formatAudit(report, format), out, code: report.counts.fail > 0 ? 1 : 0 });
}

/** Every check on a run, as the protocol in force lets it be seen. */
export async function auditRun(
  { ingested, protocol }: OpenedRun,
  { evaluation, budget }: Pick<AuditInput, 'evaluation' | 'budget'>,
): Promise<AuditReport> {
  const { dataset, problemCounts } = ingested;
  const own = protocol === null ? [] : splitsNow(protocol, dataset);
  const { frozen = null, unsealed = null } = protocol === null ? {} : stateOf(protocol);
  const split = own.find(({ name }) => name === unsealed?.step.split);
  return runAudit({
    evaluation,
    evidence: await collectEvidence(ingested, { signal: new AbortController().signal, onBytes: () => {} }),
    problems: problemCounts,
    splits: protocol === null ? splitsOfRanges(dataset) : own,
    budget,
    transfers: split === undefined || frozen === null ? [] : transfersOf(evaluation, split, frozen.step.freeze),
  });
}

function readArguments(args: readonly string[]): Result<AuditArguments | 'help', string> {
  const parsed = parseOptions(() => parse(args));
  if (parsed.kind === 'failed') return parsed;
  const { values, positionals } = parsed.value;
  if (values.help === true) return ok('help');
  if (positionals.length === 0) return failed('Name the directory that holds the run.');
  const format = AUDIT_FORMATS.find((name) => name === (values.format ?? 'text'));
  if (format === undefined) return failed(`--format wants ${AUDIT_FORMATS.join(', ')}, not "${values.format}".`);
  const rule = findAnswerRule(values.answers ?? DEFAULT_ANSWER_RULE_ID);
  if (rule === null) {
    const known = ANSWER_RULES.map(({ id }) => id).join(', ');
    return failed(`There is no answer rule "${values.answers}". There are ${known}.`);
  }
  if (values.budget !== undefined && !/^\d{1,9}$/.test(values.budget)) {
    return failed(`--budget wants a whole number, not "${values.budget}".`);
  }
  return ok({
    directories: positionals,
    format,
    rule,
    budget: values.budget === undefined ? null : Number(values.budget),
    protocol: values.protocol ?? null,
    ...readingOf(values),
    out: values.out ?? null,
  });
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
      ...READING_OPTIONS,
      out: text,
      help: { type: 'boolean', short: 'h' },
    },
  });
}
