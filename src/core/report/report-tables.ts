import type { FullReport } from './report.ts';
import { type ReportTable, tableOf } from './tables.ts';
import { h0Tables, ladderTables, selectionTable } from './tables-audit.ts';
import { ourTables } from './tables-ours.ts';
import { publishedTables } from './tables-published.ts';

/** All tables of a report, in reading order. */
export function reportTables(report: FullReport): readonly ReportTable[] {
  return [
    ...publishedTables(report),
    ...(report.h0 === undefined ? [] : h0Tables(report.h0)),
    ...(report.core === undefined ? [] : ladderTables(report.core)),
    ...(report.threshold_selection === undefined ? [] : [selectionTable(report.threshold_selection)]),
    ...ourTables(report.stopscope),
    files(report),
  ];
}

const files = ({ stopscope }: FullReport): ReportTable =>
  tableOf({ id: 'files', title: 'Files', rowTitle: 'File' }, stopscope.provenance.files, ({ name }) => name, [
    ['taken_for', 'Taken for', 'text', (file) => file.taken_for],
    ['bytes', 'Bytes', 'count', (file) => file.bytes],
    ['rows_used', 'Rows used', 'count', (file) => file.rows_used],
    ['rows_aside', 'Set aside', 'count', (file) => file.rows_aside],
    ['sha256', 'SHA-256', 'text', (file) => file.sha256],
  ]);

/** What was evaluated and how, in a few lines. */
export function describeReport({ stopscope: { provenance } }: FullReport): readonly string[] {
  const { selection } = provenance;
  const range = selection.from === null ? 'all questions' : `questions ${selection.from}-${selection.to}`;
  const split = selection.split === null ? '' : ` of split ${selection.split}`;
  const unanswered =
    selection.unanswered_question_count === 0
      ? ''
      : `; ${selection.unanswered_question_count} native runs without an answer count as wrong`;
  return [
    `Dataset: ${provenance.dataset}.`,
    `Selection: ${range}${split}: ${selection.question_count}, of which ${selection.labelled_question_count} have a label${unanswered}.`,
    `Answer rule: ${provenance.answer_rule}. Seed ${provenance.seed}, reachability audit ${provenance.h0_seed}, ${provenance.repeats} repeats.`,
    `Computed by stopscope ${provenance.program_version}.`,
  ];
}
