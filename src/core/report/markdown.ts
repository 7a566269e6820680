import { escapeMarkdown, markdownTable, toTextTable } from '../present/table-text.ts';
import type { FullReport } from './report.ts';
import { describeReport, reportTables } from './report-tables.ts';
import type { ReportTable } from './tables.ts';

/** The report as Markdown (GitHub tables). */
export function formatReportMarkdown(report: FullReport): string {
  const { notice } = report.stopscope;
  const blocks = [
    '# Stopscope report',
    ...(notice === null ? [] : [`**${escapeMarkdown(notice)}**`]),
    describeReport(report)
      .map((line) => `- ${escapeMarkdown(line)}`)
      .join('\n'),
    ...reportTables(report).map(formatTable),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function formatTable(table: ReportTable): string {
  const { title, note } = table;
  return [
    `## ${escapeMarkdown(title)}`,
    '',
    ...(note === null ? [] : [escapeMarkdown(note), '']),
    markdownTable(toTextTable(table)),
  ].join('\n');
}
