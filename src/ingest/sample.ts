import type { ByteSource } from './byte-source.ts';
import { rowMaker } from './readers/csv.ts';
import { type Dialect, parseCells, sniffDialect } from './readers/csv-dialect.ts';
import { headElements } from './readers/json-head.ts';
import { parseJson } from './readers/json-text.ts';

/** The beginning of a file, enough for every importer to say whether it is theirs. Names play no part in it. */
export type FileSample = SampleBase &
  (
    | { readonly layout: 'json-lines' | 'json-document' | 'json-array' | 'json-entries' | 'text' | 'binary' | 'empty' }
    /** Rows of texts under the names of a header: CSV, TSV and the like. */
    | { readonly layout: 'table'; readonly dialect: Dialect }
  );

/**
 * Layouts: one JSON value a line, one JSON document (an object), one JSON array of rows, one object too big to be held
 * whole (rows are its entries, {key, value}), a table, other text, or no text at all.
 */
interface SampleBase {
  readonly name: string;
  readonly size: number;
  /** The first values: of the lines, of the array, of the table; or the one document. */
  readonly records: readonly unknown[];
  /** Lines in the sample that should be JSON and are not. */
  readonly badLines: number;
  /** The first characters, for content that is no JSON. */
  readonly text: string;
  /** What unreadable content seems to be, in words, where it can be told. */
  readonly looksLike: string | null;
  /** Where the rows stood inside a document, in words. */
  readonly within?: string;
  /** The records are all there is: one line. Such a file is as good as one document. */
  readonly isOneRow?: boolean;
}

const HEAD_BYTES = 256 << 10;
/** A whole document is a side file (thresholds, a manifest); data of this size comes as lines. */
export const LARGEST_DOCUMENT_BYTES = 64 << 20;
const MOST_RECORDS = 40;

const SIGNATURES: readonly { readonly bytes: readonly number[]; readonly name: string }[] = [
  { bytes: [0x50, 0x4b, 0x03, 0x04], name: 'a zip archive' },
  { bytes: [0x50, 0x41, 0x52, 0x31], name: 'a Parquet file' },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], name: 'zstd-compressed data' },
  { bytes: [0x42, 0x5a, 0x68], name: 'bzip2-compressed data' },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a], name: 'xz-compressed data' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], name: 'a PNG picture' },
  { bytes: [0x25, 0x50, 0x44, 0x46], name: 'a PDF document' },
  { bytes: [0xff, 0xfe, 0x00, 0x00], name: 'UTF-32 text; save it as UTF-8' },
  { bytes: [0x00, 0x00, 0xfe, 0xff], name: 'UTF-32 text; save it as UTF-8' },
  { bytes: [0x00, 0x00, 0x00, 0x01, 0x42, 0x75, 0x64, 0x31], name: 'a folder-view file of macOS' },
];

const EMPTY = { records: [], badLines: 0, text: '', looksLike: null } as const;

export const takeSample = async (source: ByteSource): Promise<FileSample> => {
  const base = { name: source.name, size: source.size };
  const head = await source.slice(0, Math.min(source.size, HEAD_BYTES));
  const signature = SIGNATURES.find(({ bytes }) => bytes.every((byte, i) => head[i] === byte));
  if (signature !== undefined) return { ...base, ...EMPTY, layout: 'binary', looksLike: signature.name };
  const text = new TextDecoder().decode(head);
  if (text.trim() === '') return { ...base, ...EMPTY, layout: 'empty' };
  const isWhole = head.length === source.size;
  const { lines, isComplete } = await wholeLines(source, text, isWhole);
  const sampled = sampleLines(lines);
  const sample = { ...base, text: text.slice(0, 2000), looksLike: null };
  if (isOneArray(text, sampled)) {
    const records = await headElements(source, MOST_RECORDS);
    if (records.length > 0) return { ...sample, layout: 'json-array', records, badLines: 0 };
  }
  if (sampled.records.length > 0 && !isArrayDocument(sampled.records)) {
    const isOneRow = isComplete && sampled.records.length === 1 && sampled.badLines === 0;
    return { ...sample, ...sampled, layout: 'json-lines', isOneRow };
  }
  if (/^\s*[{[]/.test(text) && source.size <= LARGEST_DOCUMENT_BYTES) {
    const document = await readDocument(source);
    if (document.kind === 'ok') return { ...sample, layout: 'json-document', records: [document.value], badLines: 0 };
  }
  if (/^\s*\{/.test(text)) {
    const records = await headElements(source, MOST_RECORDS);
    if (records.length > 0) return { ...sample, layout: 'json-entries', records, badLines: 0 };
  }
  if (sampled.records.length > 0) return { ...sample, ...sampled, layout: 'json-lines' };
  const dialect = /^\s*[{[]/.test(text) ? null : sniffDialect(text, isWhole);
  if (dialect !== null) {
    return { ...sample, layout: 'table', records: tableRows(text, dialect, isWhole), badLines: 0, dialect };
  }
  return { ...sample, ...sampled, layout: 'text' };
};

/** One array of rows, not rows that are arrays: it opens in one line and closes in another, or is the only line. */
const isOneArray = (text: string, { records, badLines }: Pick<FileSample, 'records' | 'badLines'>): boolean =>
  /^\s*\[/.test(text) && (records.length === 0 || isArrayDocument(records) || badLines > records.length);

const tableRows = (text: string, dialect: Dialect, isWhole: boolean): readonly unknown[] => {
  const rows = parseCells(text, dialect.delimiter, dialect.newline, dialect.skippedLines + MOST_RECORDS + 2);
  if (!isWhole && rows.length < dialect.skippedLines + MOST_RECORDS + 2) rows.pop();
  const width = dialect.columns.length;
  return rows
    .slice(dialect.skippedLines + 1)
    .filter((cells) => cells.length >= width)
    .slice(0, MOST_RECORDS)
    .map(rowMaker(dialect.columns));
};

/** The text of a small file, as one. */
export const readText = async (source: ByteSource): Promise<string> =>
  new TextDecoder().decode(await source.slice(0, source.size));

export const readDocument = async (source: ByteSource): Promise<ReturnType<typeof parseJson>> =>
  parseJson(await readText(source));

const isArrayDocument = (records: readonly unknown[]): boolean => records.length === 1 && Array.isArray(records[0]);

/** Whole lines of the head; when not even the first line ends there, as much more as it needs (up to 16 MB). */
const wholeLines = async (
  source: ByteSource,
  head: string,
  isWhole: boolean,
): Promise<{ readonly lines: readonly string[]; readonly isComplete: boolean }> => {
  let text = head;
  let complete = isWhole;
  if (!complete && !text.includes('\n')) {
    const longer = Math.min(source.size, 16 << 20);
    text = new TextDecoder().decode(await source.slice(0, longer));
    complete = longer === source.size;
  }
  const lines = text.split('\n');
  if (!complete && lines.length > 1) lines.pop();
  return { lines, isComplete: complete };
};

const sampleLines = (lines: readonly string[]): { readonly records: readonly unknown[]; readonly badLines: number } => {
  const records: unknown[] = [];
  let badLines = 0;
  for (const line of lines) {
    if (records.length + badLines >= MOST_RECORDS) break;
    if (line.trim() === '') continue;
    const parsed = parseJson(line);
    if (parsed.kind === 'ok' && typeof parsed.value === 'object' && parsed.value !== null) records.push(parsed.value);
    else badLines++;
  }
  return { records, badLines };
};
