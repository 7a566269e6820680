import Papa from 'papaparse';

export interface Dialect {
  readonly delimiter: string;
  readonly newline: '\n' | '\r';
  /** Lines before the header: blank ones, or Excel's `sep=;`. */
  readonly skippedLines: number;
  /** As the header says them, made unique and non-empty. */
  readonly columns: readonly string[];
  /** Names that stood in the header more than once. */
  readonly repeated: readonly string[];
}

const DELIMITERS = [',', '\t', ';', '|'] as const;
const MOST_ROWS = 100;
const LONGEST_NAME = 120;

/** Cells as text and nothing else: ids stay what they are, and no header means nobody renames a cell. */
export const parseCells = (text: string, delimiter: string, newline: '\n' | '\r', rows = 0): string[][] =>
  Papa.parse<string[]>(text, {
    delimiter,
    newline,
    quoteChar: '"',
    header: false,
    dynamicTyping: false,
    comments: false,
    skipEmptyLines: false,
    preview: rows,
  }).data;

/**
 * How a text is laid out as a table, or null when it is none. The delimiter is judged on header and body together: the one
 * that gives most rows the header's number of cells, and then the most columns. `isWhole`: the text is the whole file.
 */
export const sniffDialect = (head: string, isWhole: boolean): Dialect | null => {
  const text = head.charCodeAt(0) === 0xfeff ? head.slice(1) : head;
  const newline = !text.includes('\n') && text.includes('\r') ? '\r' : '\n';
  const { skippedLines, body, stated } = skipPreamble(text, newline);
  let best: { readonly score: number; readonly delimiter: string; readonly header: readonly string[] } | null = null;
  for (const delimiter of stated === null ? DELIMITERS : [stated]) {
    const rows = parseCells(body, delimiter, newline, MOST_ROWS).filter(
      (cells) => cells.length > 1 || cells[0]?.trim(),
    );
    // The last row of a part of a file is seldom whole.
    if (!isWhole && rows.length < MOST_ROWS) rows.pop();
    const header = rows.shift()?.map(trimName) ?? [];
    if (!isHeader(header)) continue;
    const width = header.length;
    const fitting = rows.filter((cells) => cells.length === width || isWiderByNothing(cells, width)).length;
    const share = rows.length === 0 ? 1 : fitting / rows.length;
    if (share < 0.5 || (rows.length === 0 && width < 3)) continue;
    const score = Math.round(share * 10) * 1000 + Math.min(width, 999);
    if (best === null || score > best.score) best = { score, delimiter, header };
  }
  if (best === null) return null;
  return { delimiter: best.delimiter, newline, skippedLines, ...nameColumns(best.header) };
};

const skipPreamble = (
  text: string,
  newline: string,
): { readonly skippedLines: number; readonly body: string; readonly stated: string | null } => {
  let body = text;
  let skippedLines = 0;
  let stated: string | null = null;
  for (;;) {
    const end = body.indexOf(newline);
    const line = (end < 0 ? body : body.slice(0, end)).trim();
    const named = /^sep=(.)$/i.exec(line)?.[1];
    if (end < 0 || (line !== '' && named === undefined)) return { skippedLines, body, stated };
    stated = named ?? stated;
    skippedLines++;
    body = body.slice(end + 1);
  }
};

const trimName = (name: string): string => name.trim();

/** Names, not values: at least two, most of them filled and short, none a plain number. */
const isHeader = (header: readonly string[]): boolean =>
  header.length > 1 &&
  header.filter((name) => name !== '').length * 2 > header.length &&
  header.every((name) => name.length <= LONGEST_NAME && !/^[[{]|^[+-]?\d+(\.\d+)?$|[.!]$/.test(name));

export const isWiderByNothing = (cells: readonly string[], width: number): boolean =>
  cells.length > width && cells.slice(width).every((cell) => cell.trim() === '');

const nameColumns = (header: readonly string[]): Pick<Dialect, 'columns' | 'repeated'> => {
  const taken = new Set(header);
  const seen = new Set<string>();
  const repeated: string[] = [];
  const columns = header.map((name, i) => {
    const wanted = name === '' ? `column ${i + 1}` : name;
    if (!seen.has(wanted)) {
      seen.add(wanted);
      return wanted;
    }
    repeated.push(wanted);
    let n = 2;
    while (taken.has(`${wanted} (${n})`) || seen.has(`${wanted} (${n})`)) n++;
    seen.add(`${wanted} (${n})`);
    return `${wanted} (${n})`;
  });
  return { columns, repeated };
};
