import { breathe } from '../breathe.ts';
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

/** After so many bytes other work of the thread gets its turn. */
const BREATH_BYTES = 4 << 20;
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
 * space to JSON); U+2028, U+2029 and U+0085 never do. Bytes are cut at newlines before they are decoded, so no character
 * is split; newlines are then counted in bytes and in text side by side, which keeps byte offsets exact.
 */
export const readJsonLines = async (source: ByteSource, file: number, hooks: RowHooks): Promise<void> => {
  const at: RowRef = { file, line: 0, start: 0, length: 0 };
  const carry = new Carry();
  let offset = 0;
  let sinceBreath = 0;
  for await (const piece of source.stream()) {
    if (hooks.signal.aborted) return;
    const first = piece.indexOf(NEWLINE);
    if (first < 0) {
      carry.add(piece);
    } else {
      const last = piece.lastIndexOf(NEWLINE);
      carry.add(piece.subarray(0, first + 1));
      visitCarried(carry, offset + first + 1, at, hooks);
      visitSegments(piece.subarray(first + 1, last + 1), offset + first + 1, at, hooks);
      carry.add(piece.subarray(last + 1));
    }
    offset += piece.length;
    sinceBreath += piece.length;
    hooks.onBytes(piece.length);
    if (sinceBreath < BREATH_BYTES) continue;
    sinceBreath = 0;
    await breathe();
  }
  visitCarried(carry, offset, at, hooks);
};

/** The beginning of a line that ends in a later piece. A line too long to be read is only measured. */
class Carry {
  #pieces: Uint8Array[] = [];
  length = 0;

  add(piece: Uint8Array): void {
    this.length += piece.length;
    if (this.length > LONGEST_LINE_BYTES) this.#pieces = [];
    else if (piece.length > 0) this.#pieces.push(piece);
  }

  /** null: too long. */
  take(): Uint8Array | null {
    const pieces = this.#pieces;
    const length = this.length;
    this.#pieces = [];
    this.length = 0;
    if (length > LONGEST_LINE_BYTES) return null;
    if (pieces.length === 1) return pieces[0]!;
    const joined = new Uint8Array(length);
    let at = 0;
    for (const piece of pieces) {
      joined.set(piece, at);
      at += piece.length;
    }
    return joined;
  }
}

/** `end`: where the carried bytes end in the file. */
const visitCarried = (carry: Carry, end: number, at: RowRef, hooks: RowHooks): void => {
  const { length } = carry;
  const bytes = carry.take();
  if (bytes !== null) {
    visitLines(bytes, end - length, at, hooks);
    return;
  }
  Object.assign(at, { line: at.line + 1, start: end - length, length: length - 1 });
  hooks.onBad(`This line is longer than ${LONGEST_LINE_BYTES >> 20} MB.`, at);
};

/** Whole lines, a segment at a time. */
const visitSegments = (bytes: Uint8Array, offset: number, at: RowRef, hooks: RowHooks): void => {
  for (let start = 0; start < bytes.length; ) {
    const end = segmentEnd(bytes, start);
    visitLines(bytes.subarray(start, end), offset + start, at, hooks);
    start = end;
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
