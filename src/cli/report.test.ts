import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tinyRun } from '../ingest/testing/sources.ts';
import { at, projectPath, report, reportJson } from './testing/run-report.ts';

const DEV = projectPath('public/samples/dev1000');
const FEW = ['--repeats', '50'];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stopscope-report-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A directory with files of JSON lines (arrays) or one JSON document. */
function directoryWith(name: string, files: Readonly<Record<string, unknown>>): string {
  const path = mkdtempSync(join(folder, `${name}-`));
  for (const [file, content] of Object.entries(files)) {
    const lines = Array.isArray(content)
      ? content.map((row) => JSON.stringify(row)).join('\n')
      : JSON.stringify(content);
    writeFileSync(join(path, file), lines);
  }
  return path;
}

const tiny = tinyRun(9);
const TINY = {
  'a.jsonl': tiny.inputs,
  'b.jsonl': tiny.natives,
  'c.jsonl': tiny.labels,
  'd.jsonl': tiny.states,
  'e.jsonl': tiny.probes,
  'judge-j.jsonl': tiny.scores,
};

describe('stopscope report --mapping', () => {
  const TABLE = [1, 2, 3, 4].flatMap((n) => [
    { item: `q${n}`, step_no: 0, says: 'no', truth: ['yes'], doubt: n / 8 },
    { item: `q${n}`, step_no: 1, says: n === 4 ? 'no' : 'yes', truth: ['yes'], doubt: 0 },
  ]);
  const MAPPING = {
    stopscope: 'mapping',
    version: 1,
    columns: { id: 'item', turn: 'step_no', prediction: 'says', gold: 'truth' },
    scores: [{ column: 'doubt', direction: 'lower-is-surer', scale: 'margin' }],
  };

  it("reads a table of one's own, and states the hash of its file", async () => {
    const data = directoryWith('mapped', { 'table.jsonl': TABLE });
    const mapping = join(directoryWith('mapping', { 'm.json': MAPPING }), 'm.json');
    const actual = await reportJson(data, '--mapping', mapping, '--threshold', 'doubt=-0.3', ...FEW);
    expect(actual.question_count).toBe(4);
    expect(at(actual, 'native', 'official_em')).toBe(0.75);
    expect(at(actual, 'system_level', 'doubt', 'early_stop_count')).toBe(2);
    const hash = createHash('sha256')
      .update(readFileSync(join(data, 'table.jsonl')))
      .digest('hex');
    expect(at(actual, 'stopscope', 'provenance', 'files', '0', 'sha256')).toBe(hash);
  });

  it('says what is wrong with a mapping, and that a table needs one', async () => {
    const data = directoryWith('unmapped', { 'table.jsonl': TABLE });
    const bad = await report(data, '--mapping', join(data, 'table.jsonl'));
    expect([bad.code, bad.complaints.join(' ')]).toEqual([2, expect.stringContaining('table.jsonl is no')]);
    const none = await report(data);
    expect([none.code, none.complaints.join(' ')]).toEqual([2, expect.stringContaining('Map its columns')]);
  });
});

describe('stopscope report', () => {
  it('prints the confirmatory figures of the replica', async () => {
    const actual = await reportJson(DEV, '--questions', '200-999');
    const expanded = (key: string) => at(actual, 'system_level', 'expanded_s2g_lora', key);
    expect([expanded('official_em'), at(actual, 'native', 'official_em')]).toEqual([0.4425, 0.44875]);
    expect([expanded('mean_search_calls'), at(actual, 'native', 'mean_search_calls')]).toEqual([2.505, 2.60125]);
    expect(['early', 'safe_early', 'unsafe_early'].map((kind) => expanded(`${kind}_stop_count`))).toEqual([69, 42, 27]);
    expect([expanded('correct_to_wrong_count'), expanded('wrong_to_correct_count')]).toEqual([6, 1]);
    expect(expanded('opportunity_question_count')).toBe(294);
    expect(expanded('early_stop_opportunity_recall')).toBe(42 / 294);
    const interval = (key: string) => at(actual, 'paired_comparisons', 'expanded_s2g_lora_minus_native', key);
    expect(interval('official_em')).toEqual({ estimate: -0.00625, ci95_low: -0.0125, ci95_high: 0 });
    expect(interval('search_calls')).toEqual({ estimate: -0.09625, ci95_low: -0.12, ci95_high: -0.07375 });
  }, 60_000);

  it('takes a named range for --split, and cuts it with --questions', async () => {
    const confirmatory = await reportJson(DEV, '--split', '200-999', ...FEW);
    expect(confirmatory.question_count).toBe(800);
    expect((await reportJson(DEV, '--split', '200-999', '--questions', '0-299', ...FEW)).question_count).toBe(100);
  });

  it('keeps only the judges asked for', async () => {
    const actual = await reportJson(DEV, '--judge', 'old_s2g_lora', ...FEW);
    expect(Object.keys(actual.system_level as object)).toEqual(['old_s2g_lora']);
    expect(Object.keys(actual.paired_comparisons as object)).toEqual(['old_s2g_lora_minus_native']);
  });

  it('lets --threshold win over the files', async () => {
    const actual = await reportJson(DEV, '--threshold', 'structured_base=1.5', ...FEW);
    expect(actual.thresholds).toEqual({
      expanded_s2g_lora: 7.874999982333975,
      old_s2g_lora: 8.000000061001629,
      structured_base: 1.5,
    });
  });

  it('reads --thresholds in the order of its file, names that look like numbers included', async () => {
    const run = directoryWith('order', { ...TINY, 'judge-2.jsonl': tiny.scores, 'judge-10.jsonl': tiny.scores });
    const file = join(folder, 'frozen.json');
    writeFileSync(file, '{"j": 0.5, "10": 0.25, "2": -1, "elsewhere": 3}');
    const { code, output, complaints } = await report(run, '--thresholds', file, ...FEW);
    expect(code).toBe(0);
    // Without structured_base the first judge of the file is the reference.
    const pairs = Object.keys(at(JSON.parse(output), 'paired_comparisons') as object);
    expect(pairs.filter((name) => !name.endsWith('native'))).toEqual(['10_minus_j', '2_minus_j']);
    expect(complaints.some((line) => line.includes('threshold.no-scores') && line.includes('elsewhere'))).toBe(true);
  });

  it('chooses thresholds and evaluates them where the data brings none', async () => {
    const actual = await reportJson(
      directoryWith('select', TINY),
      '--select',
      '--min-precision',
      '0.1',
      '--min-stops',
      '1',
      ...FEW,
    );
    expect(at(actual, 'threshold_selection', 'models', 'j', 'feasible')).toBe(true);
    expect(actual.thresholds).toEqual(at(actual, 'threshold_selection', 'thresholds'));
  });

  it('writes --out, and never over a file it reads', async () => {
    const run = directoryWith('out', { ...TINY, 't.json': { j: 0 } });
    const target = join(folder, 'report.json');
    expect(await report(run, '--out', target, ...FEW)).toMatchObject({ code: 0, output: '' });
    expect(JSON.parse(readFileSync(target, 'utf8'))).toMatchObject({ question_count: 9 });
    const refused = await report(run, '--out', join(run, 't.json'), ...FEW);
    expect(refused.code).toBe(2);
    expect(readFileSync(join(run, 't.json'), 'utf8')).toBe('{"j":0}');
  });

  it('says where a row is bad, and goes on', async () => {
    const run = directoryWith('bad', { ...TINY, 't.json': { j: 0 } });
    writeFileSync(
      join(run, 'e.jsonl'),
      `${tiny.probes.map((row) => JSON.stringify(row)).join('\n')}\n{"record_type": "pro`,
    );
    const { code, complaints } = await report(run, ...FEW);
    expect(code).toBe(0);
    expect(complaints.find((line) => line.includes('json.syntax'))).toMatch(/e\.jsonl:\d+: json\.syntax: /);
  });
});

describe('the replica in our own block', () => {
  it('passes the gate, and shows what no stop means', async () => {
    const actual = await reportJson(DEV, '--questions', '200-999', '--repeats', '2000');
    const [gate] = at(actual, 'stopscope', 'comparisons') as readonly unknown[];
    expect(gate).toMatchObject({ right: 'expanded_s2g_lora', gate: { em_verdict: 'PASS', searches_verdict: 'PASS' } });
    expect(gate).toMatchObject({ rescued_count: 1, harmed_count: 6 });
    const policies = at(actual, 'stopscope', 'policies') as readonly Record<string, unknown>[];
    const native = policies.find(({ policy }) => policy === 'native');
    expect(native).toMatchObject({ em: 0.44875, mean_searches: 2.60125, selected_stop_risk: null });
    const oracle = policies.find(({ policy }) => policy === 'quality-oracle');
    expect(oracle).toMatchObject({ is_label_dependent: true });
  }, 60_000);

  it('says how firm the thresholds of the validation split are', async () => {
    const actual = await reportJson(projectPath('public/samples/validation100'), '--select', '--repeats', '1000');
    const rows = at(actual, 'stopscope', 'threshold_selection') as readonly Record<string, unknown>[];
    const chosen = (level: string) => rows.find((row) => row.judge === 'expanded_s2g_lora' && row.level === level);
    expect(chosen('state')).toMatchObject({
      threshold: 7.874999982333975,
      here: { stop_count: 11, precision: 10 / 11 },
    });
    expect(chosen('question')?.threshold).not.toBeUndefined();
    expect(rows.find((row) => row.judge === 'structured_base')).toMatchObject({ threshold: null });
  });

  it.each(['md', 'latex', 'csv'])('prints %s with the notice', async (format) => {
    const { code, output } = await report(DEV, '--questions', '200-999', '--format', format, ...FEW);
    expect(code).toBe(0);
    expect(output).toContain('synthetic replica');
    expect(output).toMatch(/0\.44250|0\.4425/);
  });
});

describe('data that lacks something', () => {
  it('a native run alone: searches, and EM where there are labels', async () => {
    const actual = await reportJson(
      directoryWith('native', { 'n.jsonl': tiny.natives, 'l.jsonl': tiny.labels }),
      ...FEW,
    );
    expect(actual.native).toEqual({ question_count: 9, official_em: 1, token_f1: 1, mean_search_calls: 1 });
    expect(actual.system_level).toEqual({});
    const bare = await reportJson(directoryWith('bare', { 'n.jsonl': tiny.natives }), ...FEW);
    expect(bare.native).toEqual({ question_count: 9, official_em: null, token_f1: null, mean_search_calls: 1 });
  });

  it('no labels: searches and stops, nothing that needs right and wrong', async () => {
    const { 'c.jsonl': _labels, ...rest } = TINY;
    const actual = await reportJson(directoryWith('unlabelled', { ...rest, 't.json': { j: 0 } }), ...FEW);
    expect(actual.positive_state_count).toBeNull();
    expect(actual.state_level).toEqual({});
    expect(at(actual, 'system_level', 'j')).toMatchObject({
      official_em: null,
      accepted_risk: null,
      early_stop_count: 3,
    });
    expect(at(actual, 'paired_comparisons', 'j_minus_native', 'official_em')).toBeNull();
    expect(at(actual, 'paired_comparisons', 'j_minus_native', 'search_calls', 'estimate')).toBeLessThan(0);
  });

  it('labels for some: the others are left out and counted', async () => {
    const run = directoryWith('some', { ...TINY, 'c.jsonl': tiny.labels.slice(0, 5), 't.json': { j: 0 } });
    const { output, complaints } = await report(run, ...FEW);
    expect(at(JSON.parse(output), 'question_count')).toBe(5);
    expect(complaints.find((line) => line.includes('label.left-out'))).toContain('4 of 9 questions');
  });

  it('no probes: native EM, and stops of unknown worth', async () => {
    const { 'e.jsonl': _probes, ...rest } = TINY;
    const actual = await reportJson(directoryWith('unprobed', { ...rest, 't.json': { j: 0 } }), ...FEW);
    expect(at(actual, 'native', 'official_em')).toBe(1);
    expect(at(actual, 'system_level', 'j', 'official_em')).toBeNull();
    expect(at(actual, 'system_level', 'j', 'early_stop_count')).toBe(3);
  });
});

describe('bad input ends with exit code 2 and words', () => {
  const cases: readonly [string, readonly string[], string][] = [
    ['no directory', [], 'Name the directory'],
    ['a directory that is not there', ['/nowhere/at/all'], 'There is no directory'],
    ['an option that does not exist', [DEV, '--colour'], '--colour'],
    ['a range the wrong way round', [DEV, '--questions', '9-2'], '--questions wants A-B'],
    ['no questions in the selection', [DEV, '--questions', '5000-6000'], 'no questions'],
    ['an unknown split', [DEV, '--split', 'test'], 'There is no split "test". The data has 200–999'],
    ['an unknown judge', [DEV, '--judge', 'nobody'], 'There is no judge "nobody". The data has expanded_s2g_lora'],
    ['an unknown judge in --threshold', [DEV, '--threshold', 'nobody=1'], 'There is no judge "nobody"'],
    ['an unknown judge in --pair', [DEV, '--pair', 'structured_base,nobody'], 'There is no judge "nobody"'],
    ['a pair of one', [DEV, '--pair', 'structured_base'], '--pair wants BASE,LORA'],
    ['a threshold without a number', [DEV, '--threshold', 'structured_base='], '--threshold wants'],
    ['an unknown answer rule', [DEV, '--answers', 'vibes'], 'There is no answer rule "vibes". There are squad'],
    ['an unknown format', [DEV, '--format', 'pdf'], '--format wants json, md, latex, csv'],
    ['no repeats', [DEV, '--repeats', '0'], '--repeats wants'],
    ['limits without --select', [DEV, '--min-stops', '3'], 'belong to --select'],
    ['a thresholds file that is not there', [DEV, '--thresholds', '/nowhere.json'], 'cannot be read'],
  ];
  it.each(cases)('%s', async (_name, args, words) => {
    const { code, output, complaints } = await report(...args);
    expect(code).toBe(2);
    expect(output).toBe('');
    expect(complaints.join('\n')).toContain(words);
  });

  it('no thresholds at all', async () => {
    const { code, complaints } = await report(directoryWith('none', TINY));
    expect(code).toBe(2);
    expect(complaints.join('\n')).toContain('There is no threshold for j');
  });

  it('a directory with nothing to read', async () => {
    expect((await report(directoryWith('empty', {}))).code).toBe(2);
    expect((await report(directoryWith('other', { 'x.json': { hello: 'world' } }))).code).toBe(2);
  });
});
