import { isValidElement, type ReactNode } from 'react';
import type { TextTable } from '../../core/present/table-text.ts';
import type { QuestionRow } from '../../core/questions/index.ts';
import type { QuestionColumn } from './columns.tsx';

/** Rows of the list as a table for papers: the words and rounded figures of the screen. */
export const questionTable = (
  title: string,
  columns: readonly QuestionColumn[],
  rows: readonly QuestionRow[],
): TextTable => ({
  id: 'questions',
  title,
  note: null,
  rowCount: rows.length,
  columns: columns.map((column) => ({
    title: column.label,
    isText: column.align !== 'end',
    value: (row) => column.value(rows[row]!),
    text: (row) => textOf(column, rows[row]!) || null,
  })),
});

function textOf(column: QuestionColumn, row: QuestionRow): string {
  const value = column.value(row);
  return wordsIn(column.render(row)) ?? (value === null ? '' : String(value));
}

/** The words of what is drawn; null where a part draws itself. */
function wordsIn(node: ReactNode): string | null {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) {
    const parts = node.map(wordsIn);
    return parts.includes(null) ? null : parts.join('');
  }
  if (!isValidElement<{ readonly children?: ReactNode }>(node)) return '';
  return typeof node.type === 'function' ? null : wordsIn(node.props.children);
}
