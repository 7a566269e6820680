import { type Cell, csvLine } from '../csv.ts';
import { formatCell, type ReportTable } from '../report/tables.ts';

/** A table on its way into a file or the clipboard: exact values for spreadsheets, words and rounded figures for people. */
export interface TextTable {
  /** For machines: `policies`. */
  readonly id: string;
  readonly title: string;
  /** What must be known to read it. */
  readonly note: string | null;
  readonly columns: readonly TextColumn[];
  readonly rowCount: number;
}

export interface TextColumn {
  readonly title: string;
  /** Text stands left, figures right. */
  readonly isText: boolean;
  /** Every digit; NaN and null are empty cells. */
  readonly value: (row: number) => Cell;
  /** As people read it; null: nothing can be said. */
  readonly text: (row: number) => string | null;
  /** Set in bold: the best, where the difference holds. */
  readonly isStrong?: (row: number) => boolean;
  /** An end of an interval that another column shows in words, and the other way round. */
  readonly only?: 'values' | 'text';
}

export const TABLE_FORMATS = ['csv', 'md', 'latex'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** Rows per part: a million rows become a list of strings, not one. */
const PART = 10_000;

/** The table as CSV in parts (RFC 4180). `notes` stand above its head as comment lines. */
export function csvTable({ columns, rowCount }: TextTable, notes: readonly string[] = []): string[] {
  const shown = columns.filter(({ only }) => only !== 'text');
  const parts = [
    notes.map((note) => `${commentLine('#', note)}\r\n`).join(''),
    csvLine(shown.map(({ title }) => title)),
  ];
  for (let from = 0; from < rowCount; from += PART) {
    let part = '';
    const to = Math.min(rowCount, from + PART);
    for (let row = from; row < to; row++) part += csvLine(shown.map(({ value }) => value(row)));
    parts.push(part);
  }
  return parts;
}

const commentLine = (mark: string, note: string): string =>
  note.startsWith(mark) ? note : `${mark} ${note.replace(/\s+/g, ' ')}`;

/** The table alone, in GitHub's Markdown. */
export function markdownTable({ columns, rowCount }: TextTable): string {
  const shown = columns.filter(({ only }) => only !== 'values');
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const cell = ({ text, isStrong }: TextColumn, row: number): string => {
    const words = escapeMarkdown(text(row) ?? '\u2013');
    return isStrong?.(row) ? `**${words}**` : words;
  };
  return [
    line(shown.map(({ title }) => escapeMarkdown(title))),
    `|${shown.map(({ isText }) => (isText ? '---|' : '---:|')).join('')}`,
    ...rowsOf(rowCount, (row) => line(shown.map((column) => cell(column, row)))),
  ].join('\n');
}

/** The table as a LaTeX float (booktabs). Wide tables are scaled to the line (graphicx). */
export function latexTable(table: TextTable, notice: string | null = null): string {
  const { id, title, note, rowCount } = table;
  const columns = table.columns.filter(({ only }) => only !== 'values');
  const line = (cells: readonly string[]): string => `${cells.map(guardBracket).join(' & ')} \\\\`;
  const caption = [title, ...(note === null ? [] : [note]), ...(notice === null ? [] : [`(${notice})`])].join('. ');
  const isWide = columns.length > 7;
  const cell = ({ text, isText, isStrong }: TextColumn, row: number): string => {
    const words = isText ? escapeLatex(text(row) ?? '--') : latexNumber(text(row) ?? '--');
    return isStrong?.(row) ? `\\textbf{${words}}` : words;
  };
  return [
    '\\begin{table}',
    '\\centering',
    `\\caption{${escapeLatex(caption.replace(/\.\. /g, '. '))}}`,
    `\\label{tab:stopscope-${id.replace(/[^A-Za-z0-9]+/g, '-')}}`,
    ...(isWide ? ['\\resizebox{\\linewidth}{!}{%'] : []),
    `\\begin{tabular}{${columns.map(({ isText }) => (isText ? 'l' : 'r')).join('')}}`,
    '\\toprule',
    line(columns.map((column) => escapeLatex(column.title))),
    '\\midrule',
    ...rowsOf(rowCount, (row) => line(columns.map((column) => cell(column, row)))),
    '\\bottomrule',
    `\\end{tabular}${isWide ? '}' : ''}`,
    '\\end{table}',
  ].join('\n');
}

export const LATEX_NEEDS = '% Needs \\usepackage{booktabs} and, for the width, \\usepackage{graphicx}.';

const rowsOf = (count: number, line: (row: number) => string): string[] =>
  Array.from({ length: count }, (_, row) => line(row));

/**
 * One table as a file of its own, in parts. `notes` are what it rests on, in words, and `record` the same for programs
 * (`embedProvenance` for that kind of file).
 */
export function formatTextTable(
  table: TextTable,
  format: TableFormat,
  {
    notes,
    record,
    notice,
  }: { readonly notes: readonly string[]; readonly record: string | null; readonly notice: string | null },
): string[] {
  const marks = record === null ? [] : [record];
  if (format === 'csv') return csvTable(table, [...notes, ...marks]);
  if (format === 'latex') {
    const comments = notes.map((note) => commentLine('%', note));
    return [`${[LATEX_NEEDS, ...comments, ...marks, '', latexTable(table, notice)].join('\n')}\n`];
  }
  const note = table.note === null ? [] : [escapeMarkdown(table.note), ''];
  const small = notes.length === 0 ? [] : ['', `<sub>${notes.map(escapeMarkdown).join(' \u00b7 ')}</sub>`];
  return [
    `${[`## ${escapeMarkdown(table.title)}`, '', ...note, markdownTable(table), ...small, '', ...marks].join('\n').trimEnd()}\n`,
  ];
}

/** A table of the report. An interval is one column in words, its ends two in a spreadsheet. */
export function toTextTable({ id, title, note, rowTitle, columns, rows }: ReportTable): TextTable {
  return {
    id,
    title,
    note,
    rowCount: rows.length,
    columns: [
      { title: rowTitle, isText: true, value: (row) => rows[row]!.name, text: (row) => rows[row]!.name },
      ...columns.flatMap((column, c): TextColumn[] => {
        const { kind } = column;
        const cellAt = (row: number) => rows[row]!.cells[c]!;
        const words = (row: number): string | null => {
          const cell = cellAt(row);
          return cell === null ? null : formatCell(cell, kind, '');
        };
        const shown: TextColumn = {
          title: column.title,
          isText: kind === 'text',
          value: (row) => plain(cellAt(row)),
          text: words,
          isStrong: (row) => rows[row]!.strong?.includes(column.id) ?? false,
        };
        const isInterval = rows.some(({ cells }) => Array.isArray(cells[c]));
        if (!isInterval) return [shown];
        const end = (name: string, i: 0 | 1): TextColumn => ({
          title: `${column.title}, ${name}`,
          isText: false,
          value: (row) => {
            const cell = cellAt(row);
            return typeof cell === 'object' && cell !== null ? cell[i] : null;
          },
          text: () => null,
          only: 'values',
        });
        return [{ ...shown, only: 'text' }, end('low', 0), end('high', 1)];
      }),
    ],
  };
}

const plain = (cell: ReportTable['rows'][number]['cells'][number]): Cell =>
  typeof cell === 'object' && cell !== null ? `[${cell[0]}, ${cell[1]}]` : cell;

/** Texts come from files: nothing in them may end a cell, a line or be taken for markup. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]|~]/g, '\\$&')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;');

const SPECIAL: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '\u2212': '$-$',
  '\u2013': '--',
  '\u2014': '---',
  '\u2009': '\\,',
  '\u202f': '\\,',
  '\u00a0': '~',
  '\u00b7': '$\\cdot$',
  '\u00d7': '$\\times$',
  '\u2264': '$\\leq$',
  '\u2265': '$\\geq$',
  '\u2260': '$\\neq$',
  '\u2190': '$\\leftarrow$',
  '\u2192': '$\\rightarrow$',
  '\u0394': '$\\Delta$',
  '\u03b1': '$\\alpha$',
  '\u03b4': '$\\delta$',
  '\u03b8': '$\\theta$',
  '\u03bb': '$\\lambda$',
};

/** Texts come from files. Letters of other scripts stay: they need a Unicode engine, not an escape. */
export const escapeLatex = (text: string): string =>
  text
    .replace(/[\t\n\r\f\v ]+/g, ' ')
    .replace(
      /[\\~^<>|&%$#_{}\u2212\u2013\u2014\u2009\u202f\u00a0\u00b7\u00d7\u2264\u2265\u2260\u2190\u2192\u0394\u03b1\u03b4\u03b8\u03bb]/g,
      (character) => SPECIAL[character] ?? `\\${character}`,
    );

/** A hyphen before a digit is a minus, but in an exponent. */
const latexNumber = (text: string): string => escapeLatex(text).replace(/(^|[^\w.])-(?=[\d.])/g, '$1$$-$$');

/** A leading bracket after a row's end would be taken for an option of it. */
const guardBracket = (cell: string): string => (cell.startsWith('[') ? `{}${cell}` : cell);
