import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { findAnswerRule } from '../core/answers/index.ts';
import { judgeAnswers } from '../core/correctness.ts';
import {
  CAN_PROVE,
  CANNOT_PROVE,
  type FileHash,
  type Finding,
  parseProtocol,
  parseReportFile,
  verify,
} from '../core/protocol/index.ts';
import { failed, ok, type Result } from '../core/result.ts';
import { hashSource } from '../ingest/evidence/hashes.ts';
import type { Ingested } from '../ingest/ingest.ts';
import { processSurroundings, type Surroundings } from './lab-output.ts';
import { READING_OPTIONS, type ReadingOptions, readingOf } from './reading-options.ts';
import { absolutePath, openRun } from './report-input.ts';
import { type Made, parseOptions, runText, tellFailure } from './text-command.ts';

export const VERIFY_USAGE = `stopscope verify PROTOCOL REPORT DIR… [options]

Recomputes what a protocol and its confirmatory report say, from the run in DIR, and says what does not match: the hash
chain, the order of steps, the files, the splits, the labels, the thresholds, every figure of the report.

  --mapping FILE   how to read tables of your own (the Data page exports it)
  --join-by-order  join labels row by row where they share no id and no text with the runs
  --format NAME    text (default) or json
  --help           this text

Exit code 0: everything matches, 1: something does not, 2: bad input.`;

interface VerifyArguments extends ReadingOptions {
  readonly protocol: string;
  readonly report: string;
  readonly directories: readonly string[];
  readonly format: 'text' | 'json';
}

/** `stopscope verify`. Returns the exit code. */
export const runVerify = (args: readonly string[], surroundings: Surroundings = processSurroundings): Promise<number> =>
  runText({ usage: VERIFY_USAGE, read: readArguments, make: makeFindings }, args, surroundings);

async function makeFindings(
  wanted: VerifyArguments,
  complain: Surroundings['complain'],
): Promise<Result<Made, string>> {
  const found = await compare(wanted, complain);
  if (found.kind === 'failed') return found;
  const findings = found.value;
  const text = wanted.format === 'json' ? `${JSON.stringify(findings, null, 1)}\n` : describeFindings(findings);
  return ok({ text, out: null, code: findings.some(({ status }) => status === 'mismatch') ? 1 : 0 });
}

function readArguments(args: readonly string[]): Result<VerifyArguments | 'help', string> {
  const parsed = parseOptions(() => parse(args));
  if (parsed.kind === 'failed') return parsed;
  const { values, positionals } = parsed.value;
  if (values.help === true) return ok('help');
  const [protocol, report, ...directories] = positionals;
  if (protocol === undefined || report === undefined || directories.length === 0) {
    return failed('Name the protocol, the report and the directory of the run.');
  }
  const { format = 'text' } = values;
  if (format !== 'text' && format !== 'json') return failed(`--format wants text or json, not "${format}".`);
  return ok({ protocol, report, directories, format, ...readingOf(values) });
}

async function compare(
  { protocol: protocolPath, report: reportPath, directories, mapping, isJoinedByOrder }: VerifyArguments,
  complain: Surroundings['complain'],
): Promise<Result<readonly Finding[], string>> {
  const protocol = await read(protocolPath, parseProtocol);
  if (protocol.kind === 'failed') return protocol;
  const report = await read(reportPath, parseReportFile);
  if (report.kind === 'failed') return report;
  const run = await openRun(directories, { areLabelsOpen: true, mapping, isJoinedByOrder });
  if (run.kind === 'failed') return failed(tellFailure(run.error, complain));
  const { ingested, paths } = run.value;
  // The two may lie beside the run: they are no part of it.
  const own = await Promise.all([absolutePath(protocolPath), absolutePath(reportPath)]);
  const files = await hashFiles(
    ingested,
    paths.map((path) => own.includes(path)),
  );
  return ok(
    verify(protocol.value, report.value, {
      files,
      evaluate: (id) => {
        const rule = findAnswerRule(id);
        return rule === null ? null : judgeAnswers(ingested.dataset, rule);
      },
    }),
  );
}

async function read<T>(path: string, parseText: (text: string) => Result<T, string>): Promise<Result<T, string>> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return failed(`${path} cannot be read.`);
  const parsed = parseText(text);
  return parsed.kind === 'ok' ? parsed : failed(`${path}: ${parsed.error}`);
}

async function hashFiles({ sources, dataset }: Ingested, isLeftOut: readonly boolean[]): Promise<readonly FileHash[]> {
  const files: FileHash[] = [];
  for (const [i, source] of sources.entries()) {
    if (isLeftOut[i] === true) continue;
    files.push({ name: dataset.sources[i]!.name, bytes: source.size, sha256: await hashSource(source) });
  }
  return files;
}

const MARKS = { match: 'match   ', mismatch: 'MISMATCH', note: 'note    ' } as const;

function describeFindings(findings: readonly Finding[]): string {
  const wrong = findings.filter(({ status }) => status === 'mismatch').length;
  return `${[
    ...findings.flatMap(({ status, title, id, details }) => [
      `${MARKS[status]}  ${title}  [${id}]`,
      ...details.map((line) => `          ${line}`),
    ]),
    '',
    wrong === 0 ? 'Everything matches.' : `${wrong} of ${findings.length} do not match.`,
    '',
    'A match shows:',
    ...CAN_PROVE.map((line) => `  ${line}`),
    'It cannot show:',
    ...CANNOT_PROVE.map((line) => `  ${line}`),
  ].join('\n')}\n`;
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { ...READING_OPTIONS, format: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
}
