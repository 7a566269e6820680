import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { squad } from '../core/answers/squad.ts';
import { judgeAnswers } from '../core/correctness.ts';
import { beginProtocol, type Freeze, formatProtocol, takeFreeze, takeUnseal } from '../core/protocol/index.ts';
import type { Result } from '../core/result.ts';
import { TWO_SPLITS } from '../ingest/testing/auditable-run.ts';
import { SEALED_SPLITS, type TextFile, type Twin, twinBundle } from '../ingest/testing/twin-runs.ts';
import { runAuditCommand } from './audit.ts';
import { runCertify } from './certify.ts';
import { runReport } from './report.ts';
import { openRun } from './report-input.ts';
import { runRules } from './rules.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stopscope-sealed-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, files: readonly TextFile[]): string {
  // The name of the directory must be the same for both: it is in every answer.
  const path = join(folder, name, 'run');
  mkdirSync(path, { recursive: true });
  for (const file of files) writeFileSync(join(path, file.name), file.text);
  return path;
}

type Command = (
  args: readonly string[],
  to: { print(text: string): void; complain(line: string): void },
) => Promise<number>;

async function answerOf(command: Command, args: readonly string[]): Promise<string> {
  const said: string[] = [];
  const code = await command(args, { print: (text) => said.push(text), complain: (line) => said.push(`${line}\n`) });
  // Hashes name the files, whole or by their first 16 digits; in CSV the quotes around them are %22.
  return `${code}\n${said.join('')}`
    .replaceAll('%22', '"')
    .replaceAll(/[0-9a-f]{64}|(?<=SHA-256 |hash=|hash%3D)[0-9a-f]{16}/g, 'hash');
}

const WAYS: readonly (readonly [string, Command, readonly string[]])[] = [
  ...['json', 'md', 'latex', 'csv'].map(
    (format) =>
      [
        `report --format ${format}`,
        runReport,
        ['--format', format, '--threshold', 'j=-1', '--repeats', '50', '--select', '--min-stops', '1'],
      ] as const,
  ),
  ['report of the sealed questions', runReport, ['--questions', '12-23', '--threshold', 'j=-1', '--repeats', '50']],
  ['report as stored', runReport, ['--answers', 'stored', '--threshold', 'j=-1', '--repeats', '50']],
  ...['text', 'json', 'junit'].map(
    (format) => [`audit --format ${format}`, runAuditCommand, ['--format', format]] as const,
  ),
  ['rules', runRules, ['--rule', 'j >= -1', '--eval', '0-23', '--stops', '--format', 'json']],
  ['rules on sealed questions', runRules, ['--preset', 'all', '--tune', '0-11', '--eval', '12-23']],
  [
    'certify',
    runCertify,
    ['--alpha', '0.4', '--delta', '0.2', '--calibrate', '0-23', '--check', '12-23', '--format', 'json'],
  ],
];

describe('labels that the data keeps sealed', () => {
  const run = (twin: Twin, ranges: readonly object[]) =>
    write(`${twin}${ranges === SEALED_SPLITS ? '' : ' open'}`, twinBundle(twin, ranges));

  it.each(WAYS)('%s does not depend on them', async (_, command, args) => {
    const [first, second] = (['first', 'second'] as const).map((twin) => [run(twin, SEALED_SPLITS), ...args]);
    const answer = (await answerOf(command, first!)).replaceAll(join(folder, 'first'), '');
    expect((await answerOf(command, second!)).replaceAll(join(folder, 'second'), '')).toBe(answer);
  });

  it.each(WAYS)('%s would depend on them if they were open', async (_, command, args) => {
    const [first, second] = (['first', 'second'] as const).map((twin) => [run(twin, TWO_SPLITS), ...args]);
    const answer = (await answerOf(command, first!)).replaceAll(join(folder, 'first open'), '');
    expect((await answerOf(command, second!)).replaceAll(join(folder, 'second open'), '')).not.toBe(answer);
  });

  it('open with a protocol that has unsealed them, and with no other', async () => {
    const path = run('first', SEALED_SPLITS);
    const opened = unwrap(await openRun([path], { areLabelsOpen: true }));
    const { dataset } = opened.ingested;
    const time = (minute: number) => `2026-01-01T00:0${minute}:00.000Z`;
    const freeze: Freeze = {
      confirmatory: 'test',
      policy: { kind: 'threshold', judge: 'j', threshold: -1 },
      thresholds: [{ judge: 'j', value: -1 }],
      choice: null,
      answerRule: 'squad',
      margin: 0.5,
      seed: 1,
      repeats: 50,
      fallback: 'native',
      risk: { alpha: 0.1, delta: 0.1 },
      judgeCallInSearches: null,
      hypotheses: [],
      note: '',
      files: [],
      programVersion: 'test',
    };
    const frozen = unwrap(takeFreeze(beginProtocol(dataset, false, false, time(1)), freeze, time(2)));
    const { protocol } = unwrap(takeUnseal(frozen, () => judgeAnswers(dataset, squad), time(3)));
    const save = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const unsealed = save('unsealed.json', formatProtocol(protocol));
    const report = ['--questions', '12-23', '--threshold', 'j=-1', '--repeats', '50'];
    expect(await answerOf(runReport, [path, ...report])).toContain('labels.sealed: 12 labels are sealed.');
    const given = await answerOf(runReport, [path, ...report, '--protocol', unsealed]);
    expect(given).not.toContain('labels.sealed');
    expect(given).toMatch(/"official_em": 0\.\d/);
    const before = save('frozen.json', formatProtocol(frozen));
    expect(await answerOf(runReport, [path, ...report, '--protocol', before])).toContain('12 labels are sealed.');
    // A protocol of the same files from before they were to be sealed opens nothing.
    const open = save('open.json', formatProtocol(beginProtocol({ ...dataset, ranges: [] }, false, false, time(1))));
    const refused = await answerOf(runReport, [path, ...report, '--protocol', open]);
    expect(refused).toMatch(/^2\n.*That protocol would open 12 labels that are sealed here/s);
    expect(await answerOf(runReport, [path, ...report, '--protocol', join(path, 'labels.jsonl')])).toMatch(/^2\n/);
  });
});

function unwrap<T, E>(result: Result<T, E>): T {
  if (result.kind === 'failed') throw new Error(JSON.stringify(result.error));
  return result.value;
}
