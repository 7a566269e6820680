import { describe, expect, it } from 'vitest';
import { runCertify } from './certify.ts';
import { at, projectPath } from './testing/run-report.ts';

const DEV = projectPath('public/samples/dev1000');
const SPLITS = ['--calibrate', '0-199', '--check', '200-999'];

async function run(...args: readonly string[]) {
  const output: string[] = [];
  const complaints: string[] = [];
  const code = await runCertify(args, {
    print: (text) => output.push(text),
    complain: (line) => complaints.push(...line.split('\n')),
  });
  return { code, output: output.join(''), complaints };
}

describe('stopscope certify', () => {
  it('says plainly what cannot be certified, and what it would take', async () => {
    const { code, output } = await run(DEV, '--alpha', '0.2', '--delta', '0.1', ...SPLITS);
    expect(code).toBe(0);
    expect(output).toContain('expanded_s2g_lora: cannot certify: 4 of 11 stops are unsafe at the declared start');
    expect(output).toContain('No number of further stops like these would do');
    const more = await run(DEV, '--alpha', '0.45', '--delta', '0.1', ...SPLITS, '--judge', 'expanded_s2g_lora');
    expect(more.output).toContain('It would take 12 more labelled stops');
  }, 60_000);

  it('certifies what holds, and checks it on the other split', async () => {
    const { output } = await run(
      DEV,
      '--alpha',
      '0.6',
      '--delta',
      '0.1',
      ...SPLITS,
      '--min-stops',
      '30',
      '--format',
      'json',
      '--judge',
      'expanded_s2g_lora',
    );
    const json: unknown = JSON.parse(output);
    const [judge] = at(json, 'judges') as readonly unknown[];
    const verdict = at(judge, 'selected_stop_risk');
    expect(at(verdict, 'kind')).toBe('certified');
    expect(Number(at(verdict, 'stop', 'p'))).toBeLessThanOrEqual(0.1);
    expect(Number(at(verdict, 'stop', 'stops'))).toBeGreaterThanOrEqual(30);
    const held = at(verdict, 'held');
    expect(at(held, 'risk')).toBe(Number(at(held, 'unsafe')) / Number(at(held, 'stops')));
    expect(at(json, 'check', 'shared_with_calibrate')).toBe(0);
    expect(at(json, 'notice')).toBe('synthetic replica');
  }, 60_000);

  it('warns when the check is none', async () => {
    const { output } = await run(DEV, '--alpha', '0.5', '--delta', '0.1', '--calibrate', '0-199', '--check', '100-299');
    expect(output).toContain('100 questions are on both sides: the check is not independent');
  }, 60_000);

  it('refuses in words', async () => {
    for (const [args, words] of [
      [[DEV, '--alpha', '2', '--delta', '0.1', ...SPLITS], '--alpha wants a number between 0 and 1, not "2"'],
      [[DEV, '--alpha', '0.1', '--delta', '0.1', '--calibrate', '0-199'], '--check wants the split'],
      [[DEV, '--alpha', '0.1', '--delta', '0.1', '--calibrate', 'x', '--check', '0-9'], 'There is no split "x"'],
      [[DEV, '--alpha', '0.1', '--delta', '0.1', ...SPLITS, '--judge', 'nobody'], 'There is no judge "nobody"'],
    ] as const) {
      const { code, complaints } = await run(...args);
      expect(code).toBe(2);
      expect(complaints.join(' ')).toContain(words);
    }
  }, 60_000);
});
