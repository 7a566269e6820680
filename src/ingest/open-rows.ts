import type { ByteSource } from './byte-source.ts';
import { parseCsvRow, readCsv } from './readers/csv.ts';
import { rowsInDocument } from './readers/json-document.ts';
import { parseElement, readJsonElements } from './readers/json-elements.ts';
import { type RowHooks, readJsonLines } from './readers/json-lines.ts';
import { RowsBlob } from './readers/rows-blob.ts';
import { type FileSample, takeSample } from './sample.ts';

/** A file as rows, whatever its container. Byte ranges of rows point into `source`. */
export interface RowReader {
  readonly source: ByteSource;
  readonly sample: FileSample;
  /** What a row that cannot be read is called, and how the sentence about it begins. */
  readonly rowFault: { readonly code: string; readonly begin: string };
  read(file: number, hooks: RowHooks): Promise<void>;
  /** The entries of a document as rows {key, value}. */
  readEntries(file: number, hooks: RowHooks): Promise<void>;
  /** The value of one row's text; undefined when it is none. */
  parseRow(text: string): unknown;
}

const JSON_LINE = { code: 'json.syntax', begin: 'This line is not JSON: ' };
const JSON_ELEMENT = { code: 'json.syntax', begin: 'This element cannot be read: ' };
const TABLE_ROW = { code: 'csv.syntax', begin: 'This row does not fit the table: ' };

/** Looks at the content and says how to read it. A document that is a table in disguise becomes one here. */
export const openRows = async (source: ByteSource): Promise<RowReader> => {
  const sample = await takeSample(source);
  const readEntries: RowReader['readEntries'] = (file, hooks) => readJsonElements(source, file, hooks);
  const lines: RowReader = {
    source,
    sample,
    rowFault: JSON_LINE,
    read: (file, hooks) => readJsonLines(source, file, hooks),
    readEntries,
    parseRow: parseJsonRow,
  };
  switch (sample.layout) {
    case 'json-document':
      return (await openTableInDocument(sample)) ?? { ...lines, read: (file, hooks) => readWhole(sample, file, hooks) };
    case 'json-array':
    case 'json-entries':
      return { ...lines, rowFault: JSON_ELEMENT, read: readEntries };
    case 'table': {
      const { dialect } = sample;
      return {
        ...lines,
        rowFault: TABLE_ROW,
        read: (file, hooks) => readCsv(source, file, dialect, hooks),
        parseRow: (text) => parseCsvRow(text, dialect) ?? undefined,
      };
    }
    case 'json-lines':
      return (sample.isOneRow ? await openTableInDocument(sample) : null) ?? lines;
    case 'text':
    case 'binary':
    case 'empty':
      return lines;
  }
};

/** A line, an element of an array, or an entry of an object. */
const parseJsonRow = (text: string): unknown => {
  const element = parseElement(text);
  return 'value' in element ? element.value : undefined;
};

const readWhole = async (sample: FileSample, file: number, hooks: RowHooks): Promise<void> => {
  hooks.onBytes(sample.size);
  hooks.onRow(sample.records[0], { file, line: 1, start: 0, length: sample.size });
};

const openTableInDocument = async (sample: FileSample): Promise<RowReader | null> => {
  const found = rowsInDocument(sample.records[0]);
  if (found === null) return null;
  const rows = new RowsBlob();
  for (const row of found.rows) rows.add(row);
  const opened = await openRows(rows.finish(sample.name));
  return { ...opened, sample: { ...opened.sample, within: found.how } };
};
