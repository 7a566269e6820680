import { describe, expect, it } from 'vitest';
import { findAnswerRule } from '../answers/index.ts';
import { judgeAnswers } from '../correctness.ts';
import { EVERYTHING } from '../selection.ts';
import { buildDataset } from '../testing/build-dataset.ts';
import { formatReport, REPORT_FORMATS } from './format.ts';
import { buildReport, type FullReport } from './report.ts';
import { reportTables } from './report-tables.ts';

const JUDGES = ['=1+1', 'a_b&c|"d"', '-x'];

const SOURCE = {
  name: 'labels.jsonl',
  bytes: 7,
  sha256: '5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9',
  takenFor: 'labels',
  reason: null,
  confidence: null,
  rowsRead: 1,
  rowsUsed: 1,
  rowsAside: 0,
};

function build(notice: string | null = 'synthetic replica'): FullReport {
  const states = [
    { searchesUsed: 0, probe: 'no', scores: [2, 0.5, -0.25] },
    { searchesUsed: 1, probe: 'right', scores: [0, 2, 3] },
  ];
  const specs = ['right', 'no', null].map((answer) => ({ gold: 'right', answer, searches: 2, states }));
  const dataset = { ...buildDataset(specs, JUDGES), notice, sources: [SOURCE] };
  return buildReport({
    evaluation: judgeAnswers(dataset, findAnswerRule('squad')!),
    selection: Int32Array.of(0, 1, 2),
    selectionSpec: EVERYTHING,
    judges: JUDGES,
    thresholds: JUDGES.map((judge) => ({ judge, value: 1 })),
    seed: 1,
    h0Seed: 1,
    repeats: 50,
    h0: null,
    select: { minimumPrecision: 0.5, minimumStops: 1 },
    pair: { base: '=1+1', lora: '-x', threshold: 0 },
    margin: 0.02,
    programVersion: 'test',
    problems: [],
  }).report;
}
const report = build();

/** A reader of RFC 4180, enough to see what a spreadsheet would. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end !== ',') rows.push([]);
  }
  return rows.slice(0, -1);
}

describe('every format', () => {
  it.each(REPORT_FORMATS)('%s says that the data is a replica, and only then', (format) => {
    expect(formatReport(report, format)).toContain('synthetic replica');
    expect(formatReport(build(null), format)).not.toContain('synthetic replica');
  });

  it.each(REPORT_FORMATS)('%s names each file with its SHA-256', (format) => {
    const text = formatReport(report, format);
    expect(text).toContain('labels.jsonl');
    expect(text).toContain(SOURCE.sha256);
  });

  it('carries the same figures', () => {
    const em = report.system_level['a_b&c|"d"']?.official_em ?? Number.NaN;
    const delay = report.stopscope.policies[2]?.mean_searches ?? Number.NaN;
    for (const format of ['md', 'latex'] as const) {
      const text = formatReport(report, format);
      expect(text).toContain(em.toFixed(5));
      expect(text).toContain(delay.toFixed(5));
      for (const { title } of reportTables(report))
        expect(text).toContain(title.replace('%', format === 'md' ? '%' : '\\%'));
    }
    expect(JSON.parse(formatReport(report, 'json'))).toEqual(JSON.parse(JSON.stringify(report)));
  });
});

describe('CSV', () => {
  const rows = parseCsv(formatReport(report, 'csv'));

  it('is one rectangular table with every figure of every table', () => {
    expect(rows[0]).toEqual(['table', 'row', 'figure', 'value']);
    expect(rows.every((row) => row.length === 4)).toBe(true);
    const at = (table: string, row: string, figure: string) =>
      rows.find((it) => it[0] === table && it[1] === row && it[2] === figure)?.[3];
    expect(Number(at('system_level', 'a_b&c|"d"', 'token_f1'))).toBe(report.system_level['a_b&c|"d"']?.token_f1);
    const low = report.paired_comparisons['a_b&c|"d"_minus_native']?.official_em?.ci95_low;
    expect(Number(at('paired_comparisons', 'a_b&c|"d"_minus_native', 'official_em_ci95_low'))).toBe(low);
  });

  it('starts no text like a formula, and leaves negative numbers alone', () => {
    const cells = rows.flat();
    expect(cells).toContain("'=1+1");
    expect(cells).toContain("'-x");
    expect(cells.filter((cell) => /^\s*[=+@]/.test(cell))).toEqual([]);
    expect(cells.filter((cell) => cell.startsWith('-') && Number.isNaN(Number(cell)))).toEqual([]);
    expect(cells.some((cell) => Number(cell) < 0)).toBe(true);
  });
});

describe('Markdown', () => {
  it('keeps every row of a table as wide as its head, whatever the names hold', () => {
    const lines = formatReport(report, 'md').split('\n');
    const bars = (line: string): number => line.replaceAll(/\\./g, '').split('|').length;
    let head = '';
    let checked = 0;
    lines.forEach((line, i) => {
      if (lines[i + 1]?.startsWith('|---')) head = line;
      if (!line.startsWith('|')) return;
      expect(bars(line)).toBe(bars(head));
      checked += 1;
    });
    expect(checked).toBeGreaterThan(30);
  });

  it('shows a dash where there is nothing to say', () => {
    expect(formatReport(report, 'md')).toContain('| – |');
  });
});

describe('LaTeX', () => {
  const text = formatReport(report, 'latex');

  it('uses booktabs and closes what it opens', () => {
    for (const [open, close] of [
      ['\\begin{table}', '\\end{table}'],
      ['\\begin{tabular}', '\\end{tabular}'],
      ['\\toprule', '\\bottomrule'],
    ] as const) {
      expect(text.split(open).length).toBe(text.split(close).length);
    }
    const braces = text.replaceAll(/\\[{}]/g, '').replaceAll(/%\n/g, '\n');
    expect(braces.split('{').length).toBe(braces.split('}').length);
  });

  it('escapes what has a meaning, and gives every row its cells', () => {
    expect(text).toContain('a\\_b\\&c\\textbar{}"d"');
    for (const [, columns, body] of text.matchAll(
      /\\begin\{tabular\}\{([lr]+)\}\n\\toprule\n([\s\S]*?)\\bottomrule/g,
    )) {
      const rows = body!.split('\n').filter((line) => line.endsWith('\\\\'));
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(row.replaceAll('\\&', '').split('&').length).toBe(columns!.length);
    }
  });
});
