/** A cell of an exported table; null is an empty cell. */
export type Cell = string | number | boolean | null;

/** A plain number as text: nothing a spreadsheet could take for a formula, and nothing to be damaged by a guard. */
const PLAIN_NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * A text that a spreadsheet would run as a formula gets an apostrophe in front, so that it stays a text: those that
 * begin with = + - @, also after blanks or line ends, a tab or a line break, in ASCII or full width. Numbers such as -0.3
 * stay as they are. Only the beginning counts: later lines of a cell are text.
 */
export const guardFormula = (text: string): string =>
  /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  // What is undefined is empty, never 0 and never a word.
  if (typeof cell !== 'string') return Number.isNaN(cell) ? '' : String(cell);
  const text = guardFormula(cell);
  // Readers that were told of comment lines cut a bare # off with all that follows.
  return /[",#\r\n]/.test(text) || text.trim() !== text ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line of CSV (RFC 4180) with its line end. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** One line for the clipboard: tabs between cells, none inside. */
export const tsvLine = (cells: readonly Cell[]): string =>
  `${cells
    .map((cell) =>
      cell === null ? '' : typeof cell === 'string' ? guardFormula(cell.replace(/\s+/g, ' ').trim()) : cell,
    )
    .join('\t')}\n`;
