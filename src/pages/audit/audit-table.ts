import type { AuditReport } from '../../core/audit/index.ts';
import type { TextColumn, TextTable } from '../../core/present/table-text.ts';
import { forPrograms } from '../../ui/export/table-source.ts';
import { STATUS_WORDS } from './words.ts';

const texts = <R>(rows: readonly R[], title: string, take: (row: R) => string | null): TextColumn => ({
  title,
  isText: true,
  value: (row) => forPrograms(take(rows[row]!) ?? '') || null,
  text: (row) => take(rows[row]!) || null,
});

/** Every check of the audit, in its order. */
export function checksTable({ results, dataset }: AuditReport): TextTable {
  return {
    id: 'audit',
    title: `Audit of ${dataset}`,
    note: null,
    rowCount: results.length,
    columns: [
      texts(results, 'Check', ({ title }) => title),
      texts(results, 'Result', ({ status }) => STATUS_WORDS[status]),
      texts(results, 'Figure', ({ figure, unit }) => [figure, unit].filter((part) => part !== '').join(' ')),
      texts(results, 'Finding', ({ finding }) => finding),
      texts(results, 'Id', ({ id }) => id),
    ],
  };
}

/** The audit looks at the whole dataset, whatever the view looks at. */
export const auditNotes = ({ counts, sealedQuestions, answerRule }: AuditReport): readonly string[] => [
  'audit of the whole dataset',
  `${counts.fail} fail, ${counts.warn} warn, ${counts.pass} pass, ${counts['not-applicable']} not applicable, answer rule ${answerRule}`,
  ...(sealedQuestions > 0 ? [`${sealedQuestions} sealed labels were not looked at`] : []),
];
