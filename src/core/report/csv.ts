import { csvLine } from '../csv.ts';
import type { Provenance } from '../present/provenance.ts';
import { embedProvenance } from '../present/provenance-text.ts';
import type { FullReport } from './report.ts';
import { describeReport, reportTables } from './report-tables.ts';
import type { Cell, TableColumn } from './tables.ts';

/**
 * The report as one long CSV table: a figure a line, with every digit. The two ends of an interval are two lines,
 * `…_low` and `…_high`; what cannot be said is empty. With a record, the last line holds it:
 * no comment, which not every reader of CSV knows.
 */
export function formatReportCsv(report: FullReport, record: Provenance | null = null): string {
  const { notice } = report.stopscope;
  const lines: (readonly (string | number | null)[])[] = [['table', 'row', 'figure', 'value']];
  if (notice !== null) lines.push(['report', '', 'notice', notice]);
  describeReport(report).forEach((text, i) => {
    lines.push(['report', '', `about_${i + 1}`, text]);
  });
  for (const { id, columns, rows } of reportTables(report)) {
    for (const { name, cells } of rows) {
      cells.forEach((cell, i) => {
        for (const [figure, value] of figuresOf(columns[i]!, cell)) lines.push([id, name, figure, value]);
      });
    }
  }
  if (record !== null) lines.push(['report', '', 'provenance', embedProvenance(record, 'cell')]);
  return lines.map(csvLine).join('');
}

function figuresOf({ id, kind }: TableColumn, cell: Cell): readonly (readonly [string, string | number | null])[] {
  if (typeof cell === 'boolean') return [[id, String(cell)]];
  if (cell === null || typeof cell === 'string' || typeof cell === 'number') {
    // Both ends are lines of their own, also when there is no interval.
    return cell === null && kind !== 'text' && id.endsWith('_ci95')
      ? [
          [`${id}_low`, null],
          [`${id}_high`, null],
        ]
      : [[id, cell]];
  }
  return [
    [`${id}_low`, cell[0]],
    [`${id}_high`, cell[1]],
  ];
}
