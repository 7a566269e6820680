import { LATEX_NEEDS, latexTable, toTextTable } from '../present/table-text.ts';
import type { FullReport } from './report.ts';
import { describeReport, reportTables } from './report-tables.ts';

/** The report as LaTeX tables (booktabs), to be \input into a document. */
export function formatReportLatex(report: FullReport): string {
  const { notice } = report.stopscope;
  const lines = [
    LATEX_NEEDS,
    ...describeReport(report).map((line) => `% ${line.replace(/\s+/g, ' ')}`),
    ...reportTables(report).map((table) => `\n${latexTable(toTextTable(table), notice)}`),
  ];
  return `${lines.join('\n')}\n`;
}
