import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAuditCommand } from './audit.ts';
import { readCertifyArguments } from './certify-arguments.ts';
import { readReportArguments } from './report-arguments.ts';
import { openRun } from './report-input.ts';
import { runRules } from './rules.ts';
import { readRulesArguments } from './rules-arguments.ts';
import { runVerify } from './verify.ts';

const BOTH = ['--mapping', 'm.json', '--join-by-order'];
const READ = { mapping: 'm.json', isJoinedByOrder: true };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stopscope-reading-'));
  mkdirSync(join(folder, 'run'));
  const lines = (name: string, rows: readonly object[]) =>
    writeFileSync(join(folder, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  lines(
    'run/mine.jsonl',
    [0, 1, 2, 3].map((i) => ({ mine: `a${i % 2}`, sure: i / 4 })),
  );
  lines(
    'run/gold.jsonl',
    [0, 1, 2, 3].map((i) => ({ question: `Q${i}?`, answer: [`a${i % 3}`] })),
  );
  const scores = [{ column: 'sure', direction: 'higher-is-surer', scale: 'margin' }];
  lines('m.json', [{ stopscope: 'mapping', version: 1, columns: { prediction: 'mine' }, scores }]);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('every command that reads a folder takes --mapping and --join-by-order', () => {
  it('report, rules and certify', () => {
    const split = ['--calibrate', '0-1', '--check', '2-3', '--alpha', '0.1', '--delta', '0.1'];
    expect(readReportArguments(['run', ...BOTH])).toMatchObject({ value: READ });
    expect(readRulesArguments(['run', '--eval', '0-3', '--list', ...BOTH])).toMatchObject({ value: READ });
    expect(readCertifyArguments(['run', ...split, ...BOTH])).toMatchObject({ value: READ });
  });

  it('and a run is read so: predictions without any id, their labels by order', async () => {
    const options = { mapping: join(folder, 'm.json'), isJoinedByOrder: true };
    const joined = await openRun([join(folder, 'run')], options);
    if (joined.kind === 'failed') throw new Error(JSON.stringify(joined.error));
    expect(joined.value.ingested.dataset.questions.golds).toEqual([['a0'], ['a1'], ['a2'], ['a0']]);
    const apart = await openRun([join(folder, 'run')], { ...options, isJoinedByOrder: false });
    expect(apart.kind === 'ok' && apart.value.ingested.dataset.questions.golds).toEqual([null, null, null, null]);
  });

  it('rules have labels to compare with only where they are joined', async () => {
    const list = async (...args: readonly string[]) => {
      const complaints: string[] = [];
      const all = [join(folder, 'run'), '--eval', '0-3', '--list', '--mapping', join(folder, 'm.json'), ...args];
      const code = await runRules(all, { print: () => {}, complain: (line) => complaints.push(line) });
      return { code, complaints: complaints.join('\n') };
    };
    const apart = await list();
    expect(apart.code).toBe(2);
    expect(apart.complaints).toContain('No question there is labelled');
    expect((await list('--join-by-order')).code).toBe(0);
  });

  it('audit and verify read them too', async () => {
    const printed: string[] = [];
    const surroundings = { print: (text: string) => void printed.push(text), complain: () => {} };
    await runAuditCommand([join(folder, 'run'), '--mapping', join(folder, 'm.json'), '--join-by-order'], surroundings);
    expect(printed.join('')).not.toBe('');
    const complaints: string[] = [];
    const complain = (line: string) => void complaints.push(line);
    // The options are known: what is missing is the protocol.
    expect(await runVerify(['p.json', 'r.json', 'run', ...BOTH], { print: () => {}, complain })).toBe(2);
    expect(complaints.join('\n')).toContain('p.json cannot be read');
  });
});
