import { placeOf } from '../audit/format.ts';
import type { AuditReport, CheckResult } from '../audit/index.ts';
import { originLine, type Provenance, provenanceLines } from '../present/provenance.ts';
import { embedProvenance } from '../present/provenance-text.ts';
import { escapeMarkdown, markdownTable, toTextTable } from '../present/table-text.ts';
import { type ClaimsBlock, claimLine } from '../protocol/claims-text.ts';
import type { FullReport } from './report.ts';
import { describeReport, reportTables } from './report-tables.ts';
import type { ReportTable } from './tables.ts';

/** What a report may carry beside its figures, so that it can be checked. */
export interface ReportEvidence {
  readonly audit: AuditReport | null;
  /** A sentence where there are none. */
  readonly claims: ClaimsBlock | string;
}

/** The report as Markdown (GitHub tables), with provenance, claims and audit where they are given. */
export function formatReportMarkdown(
  report: FullReport,
  record: Provenance | null = null,
  evidence: ReportEvidence | null = null,
): string {
  const { notice } = report.stopscope;
  const blocks = [
    '# Stopscope report',
    ...(notice === null ? [] : [`**${escapeMarkdown(notice)}**`]),
    describeReport(report)
      .map((line) => `- ${escapeMarkdown(line)}`)
      .join('\n'),
    ...(evidence === null ? [] : [claims(evidence.claims)]),
    ...(evidence?.audit ? [audit(evidence.audit)] : []),
    ...reportTables(report).map(formatTable),
    ...(record === null ? [] : [provenance(record)]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

const list = (lines: readonly string[]): string => lines.map((line) => `- ${escapeMarkdown(line)}`).join('\n');

function claims(block: ClaimsBlock | string): string {
  if (typeof block === 'string') return `## Claims\n\n${escapeMarkdown(block)}`;
  const lines = (isSupported: boolean): string => {
    const found = block.claims.filter((claim) => claim.isSupported === isSupported);
    return found.length === 0 ? '- nothing' : list(found.map((claim) => claimLine(claim, block.where)));
  };
  return [
    '## Claims',
    escapeMarkdown(block.summary),
    `Supported:\n\n${lines(true)}`,
    `Not supported (not refuted either):\n\n${lines(false)}`,
    `Scope:\n\n${list(block.scope)}`,
    escapeMarkdown(block.last),
  ].join('\n\n');
}

/** Rows of a finding that are written out. */
const SHOWN = 5;

function audit({ counts, results, sealedQuestions }: AuditReport): string {
  const line = ({ status, title, figure, unit, finding, rows, rowCount }: CheckResult): string => {
    const number = [figure, unit].filter((part) => part !== '').join(' ');
    const isTrouble = status === 'fail' || status === 'warn';
    const head = `${status}: ${title}${number === '' ? '' : `: ${number}`}${finding === '' ? '' : `. ${finding}`}`;
    const shown = isTrouble ? rows.slice(0, SHOWN) : [];
    const more = shown.length > 0 && rowCount > shown.length ? [`and ${rowCount - shown.length} more`] : [];
    return [
      `- ${escapeMarkdown(head)}`,
      ...[...shown.map((row) => `${placeOf(row)}: ${row.note}`), ...more].map((text) => `  - ${escapeMarkdown(text)}`),
    ].join('\n');
  };
  const sealed = sealedQuestions === 0 ? '' : ` ${sealedQuestions} labels are sealed and were not looked at.`;
  return [
    '## Audit of the run',
    `${counts.fail} fail, ${counts.warn} warn, ${counts.pass} pass, ${counts['not-applicable']} not applicable.${sealed}`,
    results.map(line).join('\n'),
  ].join('\n\n');
}

const provenance = (record: Provenance): string =>
  [
    '## Provenance',
    list([...provenanceLines(record), ...record.dataset.files.map(originLine)]),
    embedProvenance(record, 'markdown'),
  ].join('\n\n');

function formatTable(table: ReportTable): string {
  const { title, note } = table;
  return [
    `## ${escapeMarkdown(title)}`,
    '',
    ...(note === null ? [] : [escapeMarkdown(note), '']),
    markdownTable(toTextTable(table)),
  ].join('\n');
}
