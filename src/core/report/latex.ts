import type { FullReport } from './report.ts';
import { describeReport, reportTables } from './report-tables.ts';
import { formatCell, type ReportTable } from './tables.ts';

/** The report as LaTeX tables (booktabs), to be \input into a document. */
export function formatReportLatex(report: FullReport): string {
  const { notice } = report.stopscope;
  const lines = [
    '% Needs \\usepackage{booktabs} and, for the width, \\usepackage{graphicx}.',
    ...describeReport(report).map((line) => `% ${line.replace(/\s+/g, ' ')}`),
    ...reportTables(report).map((table) => formatTable(table, notice)),
  ];
  return `${lines.join('\n')}\n`;
}

function formatTable({ id, title, note, rowTitle, columns, rows }: ReportTable, notice: string | null): string {
  const line = (cells: readonly string[]): string => `${cells.map(escapeText).join(' & ')} \\\\`;
  const caption = [title, ...(note === null ? [] : [note]), ...(notice === null ? [] : [`(${notice})`])].join('. ');
  const width = columns.length > 6;
  return [
    '',
    '\\begin{table}',
    '\\centering',
    `\\caption{${escapeText(caption.replace(/\.\. /g, '. '))}}`,
    `\\label{tab:stopscope-${id.replaceAll('_', '-')}}`,
    ...(width ? ['\\resizebox{\\linewidth}{!}{%'] : []),
    `\\begin{tabular}{l${columns.map(({ kind }) => (kind === 'text' ? 'l' : 'r')).join('')}}`,
    '\\toprule',
    line([rowTitle, ...columns.map((column) => column.title)]),
    '\\midrule',
    ...rows.map(({ name, cells }) => line([name, ...cells.map((cell, i) => formatCell(cell, columns[i]!.kind, '--'))])),
    '\\bottomrule',
    `\\end{tabular}${width ? '}' : ''}`,
    '\\end{table}',
  ].join('\n');
}

const SPECIAL: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
};

/** Texts come from files. A leading bracket after a row's end would be taken for an option of it. */
const escapeText = (text: string): string => {
  const escaped = text
    .replace(/\s+/g, ' ')
    .replace(/[\\~^<>|]|[&%$#_{}]/g, (character) => SPECIAL[character] ?? `\\${character}`);
  return escaped.startsWith('[') ? `{}${escaped}` : escaped;
};
