import type { TextColumn, TextTable } from '../../core/present/table-text.ts';
import type { DataTableProps } from '../table/DataTable.tsx';

/** A chart's table twin: every digit in a spreadsheet, the words of the screen elsewhere. */
export const ofDataTable = (id: string, title: string, { columns, rowCount }: DataTableProps): TextTable => ({
  id,
  title,
  note: null,
  rowCount,
  columns: columns.flatMap((column, i): TextColumn[] => {
    const { label, value, text, textLabel } = column;
    const isText = i === 0 || (rowCount > 0 && typeof value(0) === 'string' && typeof value(rowCount - 1) === 'string');
    if (text === null) return [{ title: label, isText: false, value, text: () => null, only: 'values' }];
    const words: TextColumn = { title: textLabel ?? label, isText, value, text: (row) => text(row) || null };
    // An end of an interval is a figure of its own in spreadsheets, and part of a text elsewhere.
    return textLabel === undefined
      ? [words]
      : [
          { title: label, isText: false, value, text: () => null, only: 'values' },
          { ...words, only: 'text' },
        ];
  }),
});

/**
 * A table as it stands on the page, for tables that are made of words and links. A cell's `data-value` goes before its
 * words. Signs and spaces that only type-setting needs become those that programs read.
 */
export function ofElement(id: string, title: string, table: HTMLTableElement): TextTable {
  const [head, ...body] = [...table.rows].filter((row) => !row.hidden);
  const cellsOf = (row: HTMLTableRowElement) => [...row.cells];
  const heads = head === undefined ? [] : cellsOf(head).map((cell) => wordsOf(cell));
  const rows = body.filter((row) => row.cells.length > 1 || heads.length === 1).map(cellsOf);
  return {
    id,
    title,
    note: null,
    rowCount: rows.length,
    columns: heads.map((name, c): TextColumn => {
      const words = (row: number) => {
        const cell = rows[row]![c];
        return cell === undefined ? '' : wordsOf(cell);
      };
      const exact = (row: number) => rows[row]![c]?.dataset.value ?? forPrograms(words(row));
      const isText = !rows.every((_, row) => words(row) === '' || /^[[\u2212+-]?\d/.test(words(row)));
      return { title: name, isText, value: (row) => toCell(exact(row)), text: (row) => words(row) || null };
    }),
  };
}

const wordsOf = (cell: HTMLElement): string => {
  const copy = cell.cloneNode(true) as HTMLElement;
  for (const extra of copy.querySelectorAll('svg, select, input, [aria-hidden="true"]')) extra.remove();
  return (copy.textContent ?? '').replace(/[\n\r\t ]+/g, ' ').trim();
};

/** U+2212 becomes a hyphen before a digit; thin spaces between digits go. */
export const forPrograms = (text: string): string =>
  text
    .replace(/\u2212(?=[\d.])/g, '-')
    .replace(/(?<=\d)[\u2009\u202f](?=\d)/g, '')
    .replace(/[\u2009\u202f\u00a0]/g, ' ');

/** A number is a number in the file too, digit by digit as it stood there. */
const toCell = (text: string): string | null => (text === '' ? null : text);
