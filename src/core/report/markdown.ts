import type { FullReport } from './report.ts';
import { describeReport, reportTables } from './report-tables.ts';
import { formatCell, type ReportTable } from './tables.ts';

/** The report as Markdown (GitHub tables). */
export function formatReportMarkdown(report: FullReport): string {
  const { notice } = report.stopscope;
  const blocks = [
    '# Stopscope report',
    ...(notice === null ? [] : [`**${escapeText(notice)}**`]),
    describeReport(report)
      .map((line) => `- ${escapeText(line)}`)
      .join('\n'),
    ...reportTables(report).map(formatTable),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function formatTable({ title, note, rowTitle, columns, rows }: ReportTable): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escapeText).join(' | ')} |`;
  const isText = columns.map(({ kind }) => kind === 'text');
  return [
    `## ${escapeText(title)}`,
    '',
    ...(note === null ? [] : [escapeText(note), '']),
    line([rowTitle, ...columns.map((column) => column.title)]),
    `|---|${isText.map((text) => (text ? '---|' : '---:|')).join('')}`,
    ...rows.map(({ name, cells }) => line([name, ...cells.map((cell, i) => formatCell(cell, columns[i]!.kind, '–'))])),
  ].join('\n');
}

/** Texts come from files: nothing in them may end a cell, a line or be taken for markup. */
const escapeText = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]|~]/g, '\\$&')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;');
