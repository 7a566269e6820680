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
import { failed, formatProblem, ok, type Result } from '../core/result.ts';
import { hashSource } from '../ingest/evidence/hashes.ts';
import type { Ingested } from '../ingest/ingest.ts';
import { type AuditSurroundings, processSurroundings } from './audit.ts';
import { absolutePath, openRun } from './report-input.ts';

export const VERIFY_USAGE = `stopscope verify PROTOCOL REPORT DIR… [options]

Recomputes what a protocol and its confirmatory report say, from the run in DIR, and says what does not match: the hash
chain, the order of steps, the files, the splits, the labels, the thresholds, every figure of the report.

  --format NAME  text (default) or json
  --help         this text

Exit code 0: everything matches, 1: something does not, 2: bad input.`;

/** `stopscope verify`. Returns the exit code. */
export async function runVerify(args: readonly string[], surroundings = processSurroundings): Promise<number> {
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
    return refuse(`${error instanceof Error ? error.message : String(error)}\n\n${VERIFY_USAGE}`);
  }
  const { values, positionals } = parsed;
  if (values.help === true) {
    print(`${VERIFY_USAGE}\n`);
    return 0;
  }
  const [protocolPath, reportPath, ...directories] = positionals;
  if (protocolPath === undefined || reportPath === undefined || directories.length === 0) {
    return refuse(`Name the protocol, the report and the directory of the run.\n\n${VERIFY_USAGE}`);
  }
  const { format = 'text' } = values;
  if (format !== 'text' && format !== 'json') return refuse(`--format wants text or json, not "${format}".`);
  const found = await compare(protocolPath, reportPath, directories, surroundings);
  if (found.kind === 'failed') return refuse(found.error);
  print(format === 'json' ? `${JSON.stringify(found.value, null, 1)}\n` : describeFindings(found.value));
  return found.value.some(({ status }) => status === 'mismatch') ? 1 : 0;
}

async function compare(
  protocolPath: string,
  reportPath: string,
  directories: readonly string[],
  { complain }: AuditSurroundings,
): Promise<Result<readonly Finding[], string>> {
  const protocol = await read(protocolPath, parseProtocol);
  if (protocol.kind === 'failed') return protocol;
  const report = await read(reportPath, parseReportFile);
  if (report.kind === 'failed') return report;
  const run = await openRun(directories);
  if (run.kind === 'failed') {
    if (typeof run.error === 'string') return failed(run.error);
    for (const problem of run.error.problems) complain(formatProblem(problem));
    return failed(formatProblem(run.error));
  }
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
    options: { format: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
}
