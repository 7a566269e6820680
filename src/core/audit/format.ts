import { originLine } from '../present/provenance.ts';
import { unreachable } from '../result.ts';
import type { FileOrigin } from '../terms.ts';
import type { AuditReport, CheckResult, CheckStatus } from './check.ts';
import type { EvidenceRow } from './evidence.ts';
import { count } from './words.ts';

export const AUDIT_FORMATS = ['text', 'json', 'junit'] as const;
export type AuditFormat = (typeof AUDIT_FORMATS)[number];

/** The audit as text for people, JSON, or JUnit XML for CI: the same checks in the same order. */
export function formatAudit(report: AuditReport, format: AuditFormat): string {
  switch (format) {
    case 'text':
      return formatText(report);
    case 'json':
      return `${JSON.stringify({ stopscope: 'audit', version: 1, ...report }, null, 1)}\n`;
    case 'junit':
      return formatJunit(report);
    default:
      return unreachable(format);
  }
}

const WORDS: Readonly<Record<CheckStatus, string>> = {
  fail: 'FAIL',
  warn: 'WARN',
  pass: 'pass',
  'not-applicable': 'n/a ',
};
/** Rows in the text; JSON carries all that were kept. */
const SHOWN = 5;

function formatText(report: AuditReport): string {
  const { fail, warn, pass, 'not-applicable': none } = report.counts;
  const head = [
    `${report.dataset}${report.notice === null ? '' : ` (${report.notice})`}`,
    `${count(report.files)} files, ${count(report.questions)} questions, answer rule ${report.answerRule}`,
    ...(report.sealedQuestions > 0
      ? [`${count(report.sealedQuestions)} labels are sealed and were not looked at`]
      : []),
    `${fail} fail, ${warn} warn, ${pass} pass, ${none} not applicable`,
    '',
  ];
  const files = ['', ...report.sources.map(originLine)];
  return `${[...head, ...report.results.flatMap(textOf), ...files].join('\n')}\n`;
}

function textOf(result: CheckResult): readonly string[] {
  const { status, title, figure, unit, finding, why, id } = result;
  const number = [figure, unit].filter((part) => part !== '').join(' ');
  const line = `${WORDS[status]}  ${title}${number === '' ? '' : `: ${number}`}  [${id}]`;
  if (status === 'pass') return [line];
  if (status === 'not-applicable') return [line, `      ${finding}`];
  const more = result.rowCount - Math.min(SHOWN, result.rows.length);
  return [
    line,
    `      ${finding}`,
    ...(finding.startsWith(why) ? [] : [`      Why it matters: ${why}`]),
    ...result.rows.slice(0, SHOWN).map((row) => `      ${placeOf(row)}: ${row.note}`),
    ...(result.rows.length > 0 && more > 0 ? [`      and ${count(more)} more`] : []),
  ];
}

/** file:line, or the id where there is no line, or both. */
export function placeOf({ file, line, id }: EvidenceRow): string {
  const place = file === null ? null : line === null ? file : `${file}:${line}`;
  return [place, id].filter((part) => part !== null).join(' ') || 'dataset';
}

/** A warning is a passed test with its words in system-out; what does not apply is skipped. */
function formatJunit(report: AuditReport): string {
  const cases = report.results.map(caseOf).join('');
  const { fail, 'not-applicable': skipped } = report.counts;
  const numbers = `tests="${report.results.length}" failures="${fail}" errors="0" skipped="${skipped}"`;
  const name = xml(`stopscope audit ${report.dataset}`);
  const property = (file: FileOrigin) =>
    `   <property name="${xml(`SHA-256 of ${file.name}`)}" value="${file.sha256 ?? ''}"/>\n`;
  const properties =
    report.sources.length === 0 ? '' : `  <properties>\n${report.sources.map(property).join('')}  </properties>\n`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${numbers}>\n <testsuite name="${name}" ${numbers}>\n${properties}${cases} </testsuite>\n</testsuites>\n`;
}

function caseOf(result: CheckResult): string {
  const { id, title, status, figure, unit, finding, why, rows, rowCount } = result;
  const open = `  <testcase classname="stopscope.audit" name="${xml(`${id}: ${title}`)}"`;
  const number = [figure, unit].filter((part) => part !== '').join(' ');
  const body = [finding, why, ...rows.map((row) => `${placeOf(row)}: ${row.note}`)];
  if (rowCount > rows.length && rows.length > 0) body.push(`and ${rowCount - rows.length} more`);
  const text = xml(body.filter((part) => part !== '').join('\n'));
  switch (status) {
    case 'pass':
      return `${open}/>\n`;
    case 'not-applicable':
      return `${open}><skipped message="${xml(finding)}"/></testcase>\n`;
    case 'warn':
      return `${open}><system-out>${xml(`warning: ${number}\n`)}${text}</system-out></testcase>\n`;
    case 'fail':
      return `${open}><failure message="${xml(number === '' ? title : number)}">${text}</failure></testcase>\n`;
    default:
      return unreachable(status);
  }
}

/** XML 1.0 has no place for most control characters, lone surrogates, U+FFFE and U+FFFF. */
function xml(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
      .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  );
}
