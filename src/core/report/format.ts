import type { Provenance } from '../present/provenance.ts';
import { unreachable } from '../result.ts';
import { formatReportCsv } from './csv.ts';
import { formatReportJson } from './json.ts';
import { formatReportLatex } from './latex.ts';
import { formatReportMarkdown } from './markdown.ts';
import type { FullReport } from './report.ts';

export const REPORT_FORMATS = ['json', 'md', 'latex', 'csv'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/**
 * The report as a text file of that format; all formats carry the same figures. `record`: what they rest on, to be read
 * back from the file; JSON has it in its own block `provenance`.
 */
export function formatReport(report: FullReport, format: ReportFormat, record: Provenance | null = null): string {
  switch (format) {
    case 'json':
      return formatReportJson(report);
    case 'md':
      return formatReportMarkdown(report, record);
    case 'latex':
      return formatReportLatex(report, record);
    case 'csv':
      return formatReportCsv(report, record);
    default:
      return unreachable(format);
  }
}
