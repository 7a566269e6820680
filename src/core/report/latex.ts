import type { Provenance } from '../present/provenance.ts';
import { embedProvenance } from '../present/provenance-text.ts';
import { LATEX_NEEDS, latexTable, toTextTable } from '../present/table-text.ts';
import type { FullReport } from './report.ts';
import { describeReport, reportTables } from './report-tables.ts';

/** The report as LaTeX tables (booktabs), to be \input into a document. */
export function formatReportLatex(report: FullReport, record: Provenance | null = null): string {
  const { notice } = report.stopscope;
  const lines = [
    LATEX_NEEDS,
    ...describeReport(report).map((line) => `% ${line.replace(/\s+/g, ' ')}`),
    ...(record === null ? [] : [embedProvenance(record, 'latex')]),
    ...reportTables(report).map((table) => `\n${latexTable(toTextTable(table), notice)}`),
  ];
  return `${lines.join('\n')}\n`;
}
