import type { ByteSource } from '../byte-source.ts';
import { parsePythonJson } from './json-text.ts';

/** Where a row stands: file index, line from 1, byte range. Readers move one object along: copy what you keep. */
export interface RowRef {
  file: number;
  line: number;
  start: number;
  length: number;
}

export interface RowHooks {
  onRow(value: unknown, at: Readonly<RowRef>): void;
  /** A line that is no JSON. `reason` is in words. */
  onBad(reason: string, at: Readonly<RowRef>): void;
  /** A line that was read, but some of its bytes are no UTF-8 and became U+FFFD. */
  onDamagedText(at: Readonly<RowRef>): void;
  onBytes(count: number): void;
  readonly signal: AbortSignal;
}

/** Read at once: a round trip each. */
const CHUNK_BYTES = 4 << 20;
/** Decoded at once: such strings live and die in the collector's nursery; of megabytes each, they cost twice the time. */
const SEGMENT_BYTES = 64 << 10;
/** Browsers cannot make a string beyond about 512 MB; a line of this size is no row of a run. */
const LONGEST_LINE_BYTES = 128 << 20;
const NEWLINE = 10;
const BOM = 0xfeff;

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });

const decodeStrictly = (bytes: Uint8Array): string | null => {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
};

/**
 * Calls `onRow` for each line of a JSON Lines file; blank lines are skipped. Only \n ends a line (\r before it is white
 * space to JSON); U+2028, U+2029 and U+0085 never do. Bytes are cut at
 * newlines before they are decoded, so no character is split; newlines are then counted in bytes and in text side by side,
 * which keeps byte offsets exact.
 */
export const readJsonLines = async (
  source: ByteSource,
  file: number,
  hooks: RowHooks,
  chunkBytes = CHUNK_BYTES,
): Promise<void> => {
  const at: RowRef = { file, line: 0, start: 0, length: 0 };
  let next = readWholeLines(source, 0, chunkBytes);
  for (let from = 0; from < source.size; ) {
    const { bytes, consumed, isTooLong } = await next;
    if (hooks.signal.aborted) return;
    if (consumed === 0) return;
    // The next read runs while this chunk is parsed.
    if (from + consumed < source.size) next = readWholeLines(source, from + consumed, chunkBytes);
    if (isTooLong) {
      Object.assign(at, { line: at.line + 1, start: from, length: consumed });
      hooks.onBad(`This line is longer than ${LONGEST_LINE_BYTES >> 20} MB.`, at);
    } else {
      for (let start = 0; start < bytes.length; ) {
        const end = segmentEnd(bytes, start);
        visitLines(bytes.subarray(start, end), from + start, at, hooks);
        start = end;
      }
    }
    hooks.onBytes(consumed);
    from += consumed;
  }
};

interface WholeLines {
  readonly bytes: Uint8Array;
  /** How far the source was used up: `bytes.length`, or past a line that is too long to read. */
  readonly consumed: number;
  readonly isTooLong: boolean;
}

/** Bytes from `from` (a line start) to the last newline within reach, or to the end of the file. */
const readWholeLines = async (source: ByteSource, from: number, chunkBytes: number): Promise<WholeLines> => {
  for (let size = chunkBytes; ; size = Math.min(size * 4, LONGEST_LINE_BYTES)) {
    const bytes = await source.slice(from, Math.min(source.size, from + size));
    if (from + bytes.length >= source.size) return { bytes, consumed: bytes.length, isTooLong: false };
    const last = bytes.lastIndexOf(NEWLINE);
    if (last >= 0) return { bytes: bytes.subarray(0, last + 1), consumed: last + 1, isTooLong: false };
    if (size >= LONGEST_LINE_BYTES) {
      return { bytes, consumed: (await findLineEnd(source, from + size)) - from, isTooLong: true };
    }
  }
};

/** The last line end within a segment; a longer line is a segment of its own. */
const segmentEnd = (bytes: Uint8Array, start: number): number => {
  if (start + SEGMENT_BYTES >= bytes.length) return bytes.length;
  const last = bytes.lastIndexOf(NEWLINE, start + SEGMENT_BYTES - 1);
  if (last >= start) return last + 1;
  const next = bytes.indexOf(NEWLINE, start + SEGMENT_BYTES);
  return next < 0 ? bytes.length : next + 1;
};

const findLineEnd = async (source: ByteSource, from: number): Promise<number> => {
  for (let at = from; at < source.size; at += CHUNK_BYTES) {
    const found = (await source.slice(at, Math.min(source.size, at + CHUNK_BYTES))).indexOf(NEWLINE);
    if (found >= 0) return at + found + 1;
  }
  return source.size;
};

const visitLines = (bytes: Uint8Array, offset: number, at: RowRef, hooks: RowHooks): void => {
  const decoded = decodeStrictly(bytes);
  const text = decoded ?? lenient.decode(bytes);
  // No character took more than one byte: positions in the text are positions in the bytes.
  const isAscii = text.length === bytes.length;
  let byteStart = 0;
  let textStart = 0;
  while (byteStart < bytes.length) {
    let textEnd = text.indexOf('\n', textStart);
    if (textEnd < 0) textEnd = text.length;
    let byteEnd = isAscii ? textEnd : bytes.indexOf(NEWLINE, byteStart);
    if (byteEnd < 0) byteEnd = bytes.length;
    at.line++;
    at.start = offset + byteStart;
    at.length = byteEnd - byteStart;
    visitLine(text.slice(textStart, textEnd), at, hooks);
    if (decoded === null && decodeStrictly(bytes.subarray(byteStart, byteEnd)) === null) hooks.onDamagedText(at);
    byteStart = byteEnd + 1;
    textStart = textEnd + 1;
  }
};

const visitLine = (line: string, at: RowRef, hooks: RowHooks): void => {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    // Only here: a byte order mark (files glued together carry one in the middle), blank lines, Python's NaN.
    const text = line.charCodeAt(0) === BOM ? line.slice(1) : line;
    if (text.trim() === '') return;
    const parsed = parsePythonJson(text);
    if (parsed.kind === 'failed') {
      hooks.onBad(parsed.error, at);
      return;
    }
    value = parsed.value;
  }
  hooks.onRow(value, at);
};
