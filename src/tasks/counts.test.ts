import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const script = resolve('src/tasks/counts.mjs');
const folder = mkdtempSync(join(tmpdir(), 'stopscope-counts-'));
afterAll(() => rmSync(folder, { recursive: true }));

function count(runner: string, report: unknown, exitCode: number) {
  const path = join(folder, 'report.json');
  rmSync(path, { force: true });
  if (report !== undefined) writeFileSync(path, typeof report === 'string' ? report : JSON.stringify(report));
  const { status, stdout } = spawnSync(process.execPath, [script, runner, path, String(exitCode)], {
    encoding: 'utf8',
  });
  const lines = stdout.trimEnd().split('\n');
  return { status, complaint: lines.slice(0, -1).join('\n'), summary: lines.at(-1) };
}

const suite = (status: string, ...tests: readonly string[]) => ({
  status,
  assertionResults: tests.map((test) => ({ status: test })),
});
const vitest = (success: boolean, ...testResults: readonly unknown[]) => ({ success, testResults });
const playwright = (expected: number, unexpected = 0, flaky = 0, skipped = 0, errors: readonly unknown[] = []) => ({
  stats: { expected, unexpected, flaky, skipped },
  errors,
});

describe('the counts of a test run', () => {
  it.each([
    ['vitest', vitest(true, suite('passed', 'passed', 'passed'), suite('passed', 'passed')), 0, '3 passed, 0 failed'],
    ['vitest', vitest(true, suite('passed', 'passed', 'skipped', 'todo')), 0, '1 passed, 0 failed, 2 skipped'],
    ['vitest', vitest(false, suite('failed', 'passed', 'failed')), 1, '1 passed, 1 failed'],
    ['playwright', playwright(7), 0, '7 passed, 0 failed'],
    ['playwright', playwright(5, 2, 1, 3), 1, '5 passed, 3 failed, 3 skipped'],
  ])('are those of the report (%s, case %#)', (runner, report, exitCode, summary) => {
    const result = count(runner, report, exitCode);
    expect(result).toEqual({ status: exitCode, complaint: '', summary });
  });

  it.each([
    [
      'a file that does not load',
      'vitest',
      vitest(false, suite('failed'), suite('passed', 'passed')),
      1,
      '1 passed, 1 failed',
    ],
    ['an error outside of tests', 'vitest', vitest(false, suite('passed', 'passed')), 1, '1 passed, 1 failed'],
    ['a crash after the report', 'vitest', vitest(true, suite('passed', 'passed')), 139, '1 passed, 1 failed'],
    ['no test at all', 'vitest', vitest(true), 0, '0 passed, 1 failed'],
    ['only skipped tests', 'vitest', vitest(true, suite('passed', 'skipped')), 0, '0 passed, 1 failed, 1 skipped'],
    ['no report', 'vitest', undefined, 0, '0 passed, 1 failed'],
    ['half a report', 'vitest', '{"success": true, "testRes', 0, '0 passed, 1 failed'],
    ['a report of something else', 'vitest', { stats: {} }, 0, '0 passed, 1 failed'],
    ['an empty report', 'playwright', {}, 0, '0 passed, 1 failed'],
    ['counts that are none', 'playwright', { stats: {}, errors: [] }, 0, '0 passed, 1 failed'],
    ['no browser test', 'playwright', playwright(0), 0, '0 passed, 1 failed'],
    ['a server that does not start', 'playwright', playwright(0, 0, 0, 0, [{}]), 1, '0 passed, 1 failed'],
    ['an interrupted run', 'playwright', playwright(3, 0, 0, 9), 130, '3 passed, 1 failed, 9 skipped'],
    ['a killed run', 'playwright', undefined, 137, '0 passed, 1 failed'],
  ])('never turn green for %s', (_, runner, report, exitCode, summary) => {
    const result = count(runner, report, exitCode);
    expect([result.status, result.summary]).toEqual([1, summary]);
  });
});
