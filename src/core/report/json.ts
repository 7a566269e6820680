import type { FullReport } from './report.ts';

/** The report as JSON text. Doubles keep every digit; a count and a float that is whole look alike, as in JavaScript. */
export const formatReportJson = (report: FullReport): string => `${JSON.stringify(report, null, 1)}\n`;
