import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { itWithShared, readSharedJson } from '../core/answers/testing/outside.ts';
import { readSharedCsv } from '../core/rules/testing/tables.ts';
import { runRules } from './rules.ts';
import { at, projectPath } from './testing/run-report.ts';

const DEV = projectPath('public/samples/dev1000');
const TASR = projectPath('../shared/goldens/tasr-a');
const EXPECTED = 'goldens/tasr-a.expected';
const LOGS = ['--tune', `${TASR}/signal_log_lp_tune.csv`, '--eval', `${TASR}/signal_log_lp.csv`];

async function run(...args: readonly string[]) {
  const output: string[] = [];
  const complaints: string[] = [];
  const code = await runRules(args, {
    print: (text) => output.push(text),
    complain: (line) => complaints.push(...line.split('\n')),
  });
  return { code, output: output.join(''), complaints };
}

async function runJson(...args: readonly string[]): Promise<unknown> {
  const { code, output, complaints } = await run(...args, '--format', 'json');
  if (code !== 0) throw new Error(complaints.join('\n'));
  return JSON.parse(output) as unknown;
}

type JsonRow = Readonly<Record<string, unknown>>;
const rowsOf = (json: unknown): readonly JsonRow[] => at(json, 'rules') as readonly JsonRow[];

/** 1e-9 relative, as the goldens ask. */
const expectClose = (actual: unknown, expected: number, what: string): void => {
  expect(typeof actual, what).toBe('number');
  expect(Math.abs(Number(actual) - expected), `${what}: ${actual} for ${expected}`).toBeLessThanOrEqual(
    1e-9 * Math.max(1, Math.abs(expected)),
  );
};

describe('stopscope rules on round-wise logs', () => {
  itWithShared(EXPECTED)(
    'published rules: stop rounds, figures and intervals, from CSV and from Parquet',
    async () => {
      const stops = new Map(readSharedCsv(`${EXPECTED}/stop_rounds.csv`).map((row) => [row.qid!, row]));
      const headline = readSharedJson<{
        readonly point: Readonly<Record<string, { readonly f1: number; readonly em: number; readonly calls: number }>>;
        readonly vs_fixed3: Readonly<Record<string, Readonly<Record<string, number | readonly [number, number]>>>>;
      }>(`${EXPECTED}/headline.json`);
      const parquet = [
        '--tune',
        `${TASR}/signal_log_lp_tune.gzip.parquet`,
        '--eval',
        `${TASR}/signal_log_lp.snappy.parquet`,
      ];
      for (const files of [LOGS, parquet]) {
        const json = await runJson(...files, '--preset', 'all', '--baseline', 'k=3', '--stops');
        const rows = rowsOf(json);
        expect(rows.length).toBe(18);
        for (const row of rows) {
          const name = String(row.name).startsWith('oracle: first round') ? 'oracle' : String(row.name);
          const golden = headline.point[name];
          if (golden === undefined) continue;
          expectClose(100 * Number(row.em), golden.em, `${name} EM`);
          expectClose(100 * Number(row.f1), golden.f1, `${name} F1`);
          expectClose(row.calls, golden.calls, `${name} calls`);
          const [low, high] = headline.vs_fixed3[name]!.diff_f1_ci95 as readonly [number, number];
          expectClose(100 * Number(at(row, 'difference', 'f1', 'ci95_low')), low, `${name} low`);
          expectClose(100 * Number(at(row, 'difference', 'f1', 'ci95_high')), high, `${name} high`);
          for (const [qid, round] of Object.entries(row.stop_rounds as Readonly<Record<string, number | null>>)) {
            // A run that no round stops ends with its last round.
            const last = stops.get(qid)!['fixed_k=5'];
            expect(String(round ?? last), `${name} ${qid}`).toBe(stops.get(qid)![name]);
          }
        }
        expect(rows.filter(({ name }) => headline.point[String(name)] !== undefined).length).toBe(16);
      }
    },
    120_000,
  );

  itWithShared(EXPECTED)(
    'every rule over six signals, with the intervals against answer repeats',
    async () => {
      const json = await runJson(
        ...LOGS,
        ...['--tune-pools', `${TASR}/dev_tune.json`, '--eval-pools', `${TASR}/dev_eval.json`],
        ...['--enumerate', '--signals', 'mrg,as,cnf,ovl,tzi,gap', '--baseline', 'AS'],
      );
      const golden = new Map(readSharedCsv(`${EXPECTED}/subset_ablation_lp_dnf.csv`).map((row) => [row.formula!, row]));
      const rows = rowsOf(json);
      expect(rows.length).toBe(876);
      expect(at(json, 'rules_tried')).toBe(876);
      for (const row of rows) {
        const formula = String(row.formula);
        const expected = golden.get(formula)!;
        expectClose(100 * Number(row.f1), Number(expected.eval_f1), formula);
        expectClose(row.calls, Number(expected.eval_calls), formula);
        expectClose(100 * Number(row.difference), Number(expected.diff_f1_vs_as), formula);
        expectClose(100 * Number(row.ci95_low), Number(expected.ci_as_lo), formula);
        expectClose(100 * Number(row.ci95_high), Number(expected.ci_as_hi), formula);
        expect(Number(row.p_holm)).toBeGreaterThanOrEqual(Number(row.p));
      }
    },
    120_000,
  );

  itWithShared(EXPECTED)('says what is no log', async () => {
    const { code, complaints } = await run(
      '--tune',
      `${TASR}/dev_tune.json`,
      '--eval',
      `${TASR}/dev_tune.json`,
      '--preset',
      'tasr',
    );
    expect(code).toBe(2);
    expect(complaints.join(' ')).toContain('is no round-wise signal log');
  });
});

describe('stopscope rules on a run', () => {
  it('compares a rule with native on the replica', async () => {
    const json = await runJson(
      DEV,
      '--tune',
      '0-199',
      '--eval',
      '200-999',
      '--preset',
      'tasr',
      '--rule',
      'expanded_s2g_lora >= 7.874999982333975',
    );
    const [tasr, frozen] = rowsOf(json);
    expect(tasr?.rule).toBe('repeat & calibrated:expanded_s2g_lora > 0.25');
    // A rule on the frozen threshold is the threshold policy: the published figures of the confirmatory split.
    expect([frozen?.em, frozen?.calls, frozen?.stopped]).toEqual([0.4425, 2.505, 69]);
    expectClose(at(frozen, 'difference', 'em', 'observed'), -0.00625, 'EM difference');
  }, 60_000);

  it('writes text and CSV', async () => {
    const args = [
      DEV,
      '--tune',
      '0-199',
      '--eval',
      '200-999',
      '--enumerate',
      '--signals',
      'repeat,old_s2g_lora',
      '--quality',
      'em',
      '--repeats',
      '50',
    ];
    const text = await run(...args);
    expect(text.output).toContain('4 rules were tried');
    expect(text.output).toContain('Notice: synthetic replica');
    const folder = mkdtempSync(join(tmpdir(), 'stopscope-rules-'));
    try {
      const out = join(folder, 'rules.csv');
      expect((await run(...args, '--format', 'csv', '--out', out)).code).toBe(0);
      const lines = readFileSync(out, 'utf8').split('\r\n');
      expect(lines.filter((line) => line.startsWith('rules,')).length).toBe(4);
      expect(lines.find((line) => line.startsWith('table,row,em'))).toContain(
        'difference_ci95_low,difference_ci95_high',
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  }, 60_000);

  it('refuses in words', async () => {
    const words = async (...args: readonly string[]) => {
      const { code, complaints } = await run(...args);
      expect(code).toBe(2);
      return complaints.join(' ');
    };
    expect(await words(DEV, '--eval', '200-999')).toContain('Say what to compare');
    expect(await words(DEV, '--eval', 'tune', '--preset', 'tasr')).toContain('There is no split "tune"');
    expect(await words(DEV, '--eval', '200-999', '--rule', 'repeat & margni > 0.2')).toContain('At character 10');
    expect(await words(DEV, '--eval', '200-999', '--preset', 'tasar')).toContain('There is no published rule "tasar"');
    expect(await words(DEV, '--tune', '0-199', '--eval', '200-999', '--enumerate', '--signals', 'nope')).toContain(
      'no signal "nope"',
    );
    expect(await words('--eval', 'x.csv', '--preset', 'tasr', '--budget', 'many')).toContain('--budget wants');
  }, 60_000);
});
