import { breathe } from '../breathe.ts';
import type { ByteSource } from '../byte-source.ts';
import { type Dialect, isWiderByNothing, parseCells } from './csv-dialect.ts';
import { endOfLine, endOfRecord, type Marks } from './csv-records.ts';
import type { RowHooks, RowRef } from './json-lines.ts';
import { ownText } from './own-text.ts';

/** Whole records are handed to PapaParse in batches of about this size. */
const BATCH_BYTES = 256 << 10;
/** Parsed at once: strings of this size live and die in the collector's nursery, longer ones cost twice the time. */
const PARSED_BYTES = 48 << 10;
/** A record that is longer is none: a quote opened and never closed. */
const LONGEST_RECORD_BYTES = 32 << 20;
const MOST_LOST = 50;
const CR = 13;

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });

export type TableRow = Readonly<Record<string, string>>;

/**
 * Calls `onRow` with an object of texts for each record of a CSV or TSV file. Bytes are cut into whole records here, and
 * PapaParse only ever sees those: its own chunks may split a character, guess the line end anew, or rename a cell of a
 * later chunk. That also gives every row its line and byte range.
 */
export const readCsv = async (source: ByteSource, file: number, dialect: Dialect, hooks: RowHooks): Promise<void> => {
  const table = new TableVisitor(file, dialect, hooks);
  let rest: Uint8Array = new Uint8Array(0);
  let offset = 0;
  for await (const piece of batches(source)) {
    if (hooks.signal.aborted) return;
    rest = rest.length === 0 ? piece : joined(rest, piece);
    const used = table.visit(rest, offset, false);
    rest = rest.subarray(used);
    offset += used;
    hooks.onBytes(piece.length);
    await breathe();
  }
  while (rest.length > 0 && !hooks.signal.aborted) {
    const used = table.visit(rest, offset, true);
    rest = rest.subarray(used);
    offset += used;
  }
};

/** Objects with the columns of a dialect. A column may be called __proto__: then only a definition keeps it a column. */
export const rowMaker = (columns: readonly string[]): ((cells: readonly string[]) => TableRow) => {
  if (columns.includes('__proto__')) {
    return (cells) => Object.fromEntries(columns.map((name, i) => [name, cellOf(cells, i)]));
  }
  return (cells) => {
    const row: Record<string, string> = {};
    for (let i = 0; i < columns.length; i++) row[columns[i]!] = cellOf(cells, i);
    return row;
  };
};

/** Ids, answers and questions are kept; long cells are only looked into, and copying all of them would cost. */
const LONGEST_KEPT = 400;

const cellOf = (cells: readonly string[], i: number): string => {
  const cell = cells[i] ?? '';
  return cell.length > LONGEST_KEPT ? cell : ownText(cell);
};

/** The row that one record's text is, or null. */
export const parseCsvRow = (text: string, { delimiter, newline, columns }: Dialect): TableRow | null => {
  const record = withoutBom(newline === '\n' && text.endsWith('\r') ? text.slice(0, -1) : text, 0);
  const [cells, ...more] = parseRecords(record, delimiter, newline);
  return cells === undefined || more.length > 0 ? null : rowMaker(columns)(cells);
};

class TableVisitor {
  readonly #at: RowRef;
  readonly #dialect: Dialect;
  readonly #hooks: RowHooks;
  readonly #marks: Marks;
  readonly #make: (cells: readonly string[]) => TableRow;
  #toSkip: number;
  #lost = 0;

  constructor(file: number, dialect: Dialect, hooks: RowHooks) {
    this.#at = { file, line: 1, start: 0, length: 0 };
    this.#dialect = dialect;
    this.#hooks = hooks;
    this.#marks = { delimiter: dialect.delimiter.charCodeAt(0), newline: dialect.newline.charCodeAt(0) };
    this.#make = rowMaker(dialect.columns);
    // The header is a record like the others, and the first that is not blank.
    this.#toSkip = dialect.skippedLines + 1;
  }

  /** Reads the whole records at the beginning of `bytes` and says how many bytes they were. */
  visit(bytes: Uint8Array, offset: number, isEnd: boolean): number {
    let ends: number[] = [];
    let from = 0;
    let at = 0;
    while (at < bytes.length) {
      if (at - from >= PARSED_BYTES) {
        this.#batch(bytes, from, offset, ends);
        ends = [];
        from = at;
      }
      // Each open quote is searched for to the end of the file: after many of them nobody waits for another search.
      const end = this.#lost > MOST_LOST ? endOfLine(bytes, at, this.#marks) : endOfRecord(bytes, at, this.#marks);
      if (end.kind === 'end') {
        ends.push(end.at);
        at = end.at + 1;
        continue;
      }
      const isLost = end.isQuoted && (isEnd || bytes.length - at > LONGEST_RECORD_BYTES);
      if (isLost) {
        this.#batch(bytes, from, offset, ends);
        return this.#lose(bytes, at, offset);
      }
      if (!isEnd) break;
      ends.push(bytes.length);
      at = bytes.length;
    }
    this.#batch(bytes, from, offset, ends);
    return Math.min(at, bytes.length);
  }

  /** A quote that never closes: its line is set aside, and reading goes on after it. */
  #lose(bytes: Uint8Array, from: number, offset: number): number {
    this.#lost++;
    const newline = bytes.indexOf(this.#marks.newline, from);
    const end = newline < 0 ? bytes.length : newline;
    this.#place(from, end, offset);
    if (this.#toSkip > 0) this.#toSkip--;
    else this.#hooks.onBad('a quote opens here and never closes', this.#at);
    this.#at.line++;
    return Math.min(bytes.length, end + 1);
  }

  #place(from: number, end: number, offset: number): void {
    this.#at.start = offset + from;
    this.#at.length = end - from;
  }

  /** Whole records that begin at `start` and end at `ends`. */
  #batch(bytes: Uint8Array, start: number, offset: number, ends: readonly number[]): void {
    const last = ends.at(-1);
    if (last === undefined) return;
    const { delimiter, newline } = this.#dialect;
    const whole = this.#withoutReturns(bytes, start, ends);
    const text = decode(whole);
    const rows = parseRecords(withoutBom(text ?? lenient.decode(whole), offset + start), delimiter, newline);
    // Should the two ever disagree on where records end, each is parsed alone, and nothing slips into a neighbour.
    const isAligned = rows.length === ends.length;
    // One look tells of most batches that every record is one line.
    const isOfLines = isAligned && count(whole, this.#marks.newline) === ends.length - 1;
    let from = start;
    for (let i = 0; i < ends.length; i++) {
      const end = ends[i]!;
      this.#place(from, end, offset);
      const isDamaged = text === null && decode(bytes.subarray(from, end)) === null;
      if (isAligned) this.#row(rows[i]!, isDamaged);
      else this.#alone(bytes.subarray(from, end), from + offset, isDamaged);
      this.#at.line += isOfLines ? 1 : 1 + count(bytes.subarray(from, end), this.#marks.newline);
      from = end + 1;
    }
  }

  /**
   * Lines may end in \r\n here and in \n there. A record ends outside quotes, so a \r at its end is no content; left in,
   * PapaParse would take it for some.
   */
  #withoutReturns(bytes: Uint8Array, start: number, ends: readonly number[]): Uint8Array {
    const whole = bytes.subarray(start, ends.at(-1));
    if (this.#marks.newline === CR || !ends.some((end) => bytes[end - 1] === CR)) return whole;
    const kept = new Uint8Array(whole.length);
    let length = 0;
    let from = start;
    for (const end of ends) {
      if (from > start) kept[length++] = this.#marks.newline;
      const record = withoutReturn(bytes.subarray(from, end));
      kept.set(record, length);
      length += record.length;
      from = end + 1;
    }
    return kept.subarray(0, length);
  }

  #alone(record: Uint8Array, start: number, isDamaged: boolean): void {
    const { delimiter, newline } = this.#dialect;
    const text = withoutBom(lenient.decode(withoutReturn(record)), start);
    const rows = parseRecords(text, delimiter, newline);
    if (rows.length === 1) this.#row(rows[0]!, isDamaged);
    else this.#hooks.onBad('its quotes do not pair up', this.#at);
  }

  #row(cells: string[], isDamaged: boolean): void {
    if (this.#toSkip > 0) {
      this.#toSkip--;
      return;
    }
    if (isBlank(cells)) return;
    const width = this.#dialect.columns.length;
    if (cells.length !== width && !isWiderByNothing(cells, width)) {
      this.#hooks.onBad(`it has ${cells.length} cells, and the header has ${width} columns`, this.#at);
      return;
    }
    this.#hooks.onRow(this.#make(cells), this.#at);
    if (isDamaged) this.#hooks.onDamagedText(this.#at);
  }
}

const withoutReturn = (record: Uint8Array): Uint8Array => (record.at(-1) === CR ? record.subarray(0, -1) : record);

/** With a line end after the last record too: there PapaParse would not see white space behind a closing quote. */
const parseRecords = (text: string, delimiter: string, newline: '\n' | '\r'): string[][] => {
  const rows = parseCells(text + newline, delimiter, newline);
  rows.pop();
  return rows;
};

const isBlank = (cells: readonly string[]): boolean => cells.length === 1 && cells[0]!.trim() === '';

const withoutBom = (text: string, start: number): string =>
  start === 0 && text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;

const decode = (bytes: Uint8Array): string | null => {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
};

const count = (bytes: Uint8Array, byte: number): number => {
  let found = 0;
  for (let at = bytes.indexOf(byte); at >= 0; at = bytes.indexOf(byte, at + 1)) found++;
  return found;
};

/** Pieces of at least BATCH_BYTES: a stream may hand out small ones. */
async function* batches(source: ByteSource): AsyncIterable<Uint8Array> {
  let pending: Uint8Array[] = [];
  let length = 0;
  for await (const piece of source.stream()) {
    pending.push(piece);
    length += piece.length;
    if (length < BATCH_BYTES) continue;
    yield joined(...pending);
    pending = [];
    length = 0;
  }
  if (length > 0) yield joined(...pending);
}

const joined = (...pieces: readonly Uint8Array[]): Uint8Array => {
  if (pieces.length === 1) return pieces[0]!;
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
};
