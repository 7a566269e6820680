import type { DataColumn } from './DataTable.tsx';

/** A plain number in the forms that spreadsheets read as a number, signs and exponents included. */
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * One CSV cell (RFC 4180). A text that a spreadsheet would run as a formula gets a leading apostrophe; a number such as
 * -0.3 starts with the same character and stays as it is.
 */
export const csvCell = (value: number | string | null): string => {
  if (value === null) return '';
  if (typeof value === 'number') return Number.isNaN(value) ? '' : String(value);
  const isFormula = /^[=+\-@\t\r]/.test(value) && !NUMBER.test(value);
  const safe = isFormula ? `'${value}` : value;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Rows per part: a million rows become a list of strings, not one. */
const PART = 10_000;

/**
 * The table as CSV parts for a Blob, every digit of every value. `notes` stand above the header as comment lines: the
 * notice of a synthetic dataset goes there.
 */
export const tableToCsv = (
  columns: readonly DataColumn[],
  rowCount: number,
  notes: readonly string[] = [],
): string[] => {
  const line = (cells: readonly (number | string | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`;
  const parts = [
    notes.map((note) => `# ${note.replace(/[\r\n]+/g, ' ')}\r\n`).join(''),
    line(columns.map((column) => column.label)),
  ];
  for (let from = 0; from < rowCount; from += PART) {
    let part = '';
    const to = Math.min(rowCount, from + PART);
    for (let row = from; row < to; row++) part += line(columns.map((column) => column.value(row)));
    parts.push(part);
  }
  return parts;
};
