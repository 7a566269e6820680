import { describe, expect, it } from 'vitest';
import { formatTextTable, toTextTable } from './table-text.ts';

const table = toTextTable({
  id: 'my_table',
  title: 'Risk at 95 %',
  note: 'A note.',
  rowTitle: 'Judge',
  columns: [
    { id: 'em', title: 'EM', kind: 'mean' },
    { id: 'em_ci95', title: '95 % EM', kind: 'mean' },
    { id: 'n', title: 'N', kind: 'count' },
    { id: 'words', title: 'Words', kind: 'text' },
  ],
  rows: [
    { name: '=a_b & c', cells: [-0.1234567891, [-0.2, -0.05], 3, '\u2265 7 % [x]'], strong: ['em'] },
    { name: 'b|c', cells: [null, null, 12, '-dash'] },
  ],
});
const notes = { notes: ['synthetic replica', 'n = 2'], record: null, notice: 'synthetic replica' };

describe('one table as a file', () => {
  it('CSV: every digit, ends of intervals in columns of their own, no formulas, notes as comments', () => {
    const text = formatTextTable(table, 'csv', { ...notes, record: '# stopscope-provenance: %7B%7D' }).join('');
    expect(text).toBe(
      '# synthetic replica\r\n# n = 2\r\n# stopscope-provenance: %7B%7D\r\n' +
        'Judge,EM,"95 % EM, low","95 % EM, high",N,Words\r\n' +
        "'=a_b & c,-0.1234567891,-0.2,-0.05,3,\u2265 7 % [x]\r\n" +
        "b|c,,,,12,'-dash\r\n",
    );
  });

  it('Markdown: rounded, with intervals, bold where it holds, dashes where nothing can be said', () => {
    const text = formatTextTable(table, 'md', notes).join('');
    expect(text.split('\n').slice(0, 8)).toEqual([
      '## Risk at 95 %',
      '',
      'A note.',
      '',
      '| Judge | EM | 95 % EM | N | Words |',
      '|---|---:|---:|---:|---|',
      '| =a\\_b &amp; c | **-0.12346** | \\[-0.20000, -0.05000\\] | 3 | \u2265 7 % \\[x\\] |',
      '| b\\|c | \u2013 | \u2013 | 12 | -dash |',
    ]);
    expect(text).toContain('synthetic replica');
  });

  it('LaTeX: booktabs, minus signs, escaped texts', () => {
    const text = formatTextTable(table, 'latex', { ...notes, record: '% stopscope-provenance: {}' }).join('');
    expect(text).toContain('% Needs \\usepackage{booktabs}');
    expect(text).toContain('% stopscope-provenance: {}\n');
    expect(text).toContain('\\caption{Risk at 95 \\%. A note. (synthetic replica)}');
    expect(text).toContain('\\label{tab:stopscope-my-table}');
    expect(text).toContain('\\begin{tabular}{lrrrl}');
    expect(text).toContain(
      '=a\\_b \\& c & \\textbf{$-$0.12346} & {}[$-$0.20000, $-$0.05000] & 3 & $\\geq$ 7 \\% [x] \\\\',
    );
    expect(text).toContain('b\\textbar{}c & -- & -- & 12 & -dash \\\\');
  });
});
