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
 * A table as it stands on the page, for tables that are made of words and links. Spreadsheets get a cell's `data-value`
 * before its words, and its `data-ends` as two figures; "27 / 69" is two figures there too, for one of them would be taken
 * for a date. Signs and spaces that only type-setting needs become those that programs read.
 */
export function ofElement(id: string, title: string, table: HTMLTableElement): TextTable {
  const [head, ...body] = [...table.rows].filter((row) => !row.hidden);
  const cellsOf = (row: HTMLTableRowElement) => [...row.cells];
  const heads = head === undefined ? [] : cellsOf(head).map((cell) => wordsOf(cell));
  const rows = body
    .filter((row) => row.cells.length > 1 || heads.length === 1)
    .map((row) =>
      cellsOf(row).map(
        (cell): ReadCell => ({
          words: wordsOf(cell),
          exact: cell.dataset.value ?? null,
          ends: cell.dataset.ends?.split(' ') ?? null,
        }),
      ),
    );
  return {
    id,
    title,
    note: null,
    rowCount: rows.length,
    columns: heads.flatMap((name, c) =>
      columnsOf(
        name,
        rows.map((cells) => cells[c] ?? NO_CELL),
      ),
    ),
  };
}

export interface ReadCell {
  /** As it stands there. */
  readonly words: string;
  /** Every digit; null: the words are all there is. */
  readonly exact: string | null;
  /** The two ends of an interval, every digit. */
  readonly ends: readonly string[] | null;
}

const NO_CELL: ReadCell = { words: '', exact: null, ends: null };
/** "27 / 69", "39.13 % · 27 / 69". */
const RATIO = /(?:^|\u00b7 )(\d[\d\u2009]*) \/ (\d[\d\u2009]*)(?!\S)/;
const INTERVAL = /^\[([\u2212+\d.e]+), ([\u2212+\d.e]+)\]/;
/** What stands where there is no figure: "no stops", "not known". */
const NO_FIGURE = /^\D{0,30}$/;

/** One column of the page as one or more of a file. */
export function columnsOf(title: string, cells: readonly ReadCell[]): readonly TextColumn[] {
  const isNumber = ({ words }: ReadCell) => words === '' || /^[[\u2212+-]?\d/.test(words);
  const shown = {
    title,
    isText: !cells.every(isNumber),
    value: (row: number) => toCell(cells[row]!.exact ?? forPrograms(cells[row]!.words)),
    text: (row: number) => cells[row]!.words || null,
  };
  const pairs = cells.map((cell) => cell.ends ?? (cell.exact === null ? pairIn(cell.words) : null));
  const isSplit = cells.every(({ words }, row) => pairs[row] !== null || NO_FIGURE.test(words));
  if (!isSplit || pairs.every((pair) => pair === null)) return [shown];
  const isRatio = cells.some(({ words, ends }) => ends === null && RATIO.test(words));
  // "Better / worse" has two names already.
  const names = title.split(' / ');
  const part = (name: string, i: 0 | 1): TextColumn => ({
    title: names.length === 2 ? names[i]! : `${title}, ${name}`,
    isText: false,
    value: (row) => pairs[row]?.[i] ?? (i === 0 ? toCell(cells[row]!.exact ?? '') : null),
    text: () => null,
    only: 'values',
  });
  return [{ ...shown, only: 'text' }, part(isRatio ? 'count' : 'low', 0), part(isRatio ? 'of' : 'high', 1)];
}

function pairIn(words: string): readonly string[] | null {
  const found = RATIO.exec(words) ?? INTERVAL.exec(words);
  return found === null ? null : [forPrograms(found[1]!), forPrograms(found[2]!)];
}

/** Parts that stand apart on the page are no one word. */
const APART = 'small, div, p, li, br';

const wordsOf = (cell: HTMLElement): string => {
  const copy = cell.cloneNode(true) as HTMLElement;
  for (const extra of copy.querySelectorAll('svg, select, input, [aria-hidden="true"]')) extra.remove();
  for (const apart of copy.querySelectorAll(APART)) apart.before(' ');
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
