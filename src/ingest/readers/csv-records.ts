/** How a table's bytes are cut: single ASCII bytes, so that no character of UTF-8 is ever split. */
export interface Marks {
  readonly delimiter: number;
  /** 10, or 13 for files that end their lines with a bare \r. */
  readonly newline: number;
}

const QUOTE = 34;
const SPACE = 32;
const TAB = 9;
const CR = 13;

/** Where a record ends (at its newline or the end of the bytes), or why that cannot be told. */
export type RecordEnd =
  | { readonly kind: 'end'; readonly at: number }
  /** The bytes run out inside it. `isQuoted`: inside quotes. */
  | { readonly kind: 'open'; readonly isQuoted: boolean };

/**
 * End of the record that begins at `from`. A quote opens only at the start of a cell and closes only before a delimiter, a
 * newline or the end (white space between is allowed), as PapaParse reads it: both must agree on where records end.
 */
export const endOfRecord = (bytes: Uint8Array, from: number, marks: Marks): RecordEnd => {
  const { delimiter, newline } = marks;
  let at = from;
  for (;;) {
    if (bytes[at] === QUOTE) {
      at = endOfQuoted(bytes, at + 1, marks);
      if (at < 0) return { kind: 'open', isQuoted: true };
    }
    while (at < bytes.length && bytes[at] !== delimiter && bytes[at] !== newline) at++;
    if (at >= bytes.length) return { kind: 'open', isQuoted: false };
    if (bytes[at] === newline) return { kind: 'end', at };
    at++;
  }
};

/** Quotes ignored: for files in which they do not pair up. */
export const endOfLine = (bytes: Uint8Array, from: number, { newline }: Marks): RecordEnd => {
  const at = bytes.indexOf(newline, from);
  return at < 0 ? { kind: 'open', isQuoted: false } : { kind: 'end', at };
};

/** Just past the closing quote, or -1 when it never closes within the bytes. */
const endOfQuoted = (bytes: Uint8Array, from: number, { delimiter, newline }: Marks): number => {
  for (let at = from; ; ) {
    const quote = bytes.indexOf(QUOTE, at);
    if (quote < 0) return -1;
    if (bytes[quote + 1] === QUOTE) {
      at = quote + 2;
      continue;
    }
    let next = quote + 1;
    while (bytes[next] !== delimiter && bytes[next] !== newline && isSpace(bytes[next])) next++;
    if (next >= bytes.length || bytes[next] === delimiter || bytes[next] === newline) return quote + 1;
    at = quote + 1;
  }
};

const isSpace = (byte: number | undefined): boolean => byte === SPACE || byte === TAB || byte === CR;
