import { breathe } from '../breathe.ts';
import type { ByteSource } from '../byte-source.ts';
import type { RowHooks, RowRef } from './json-lines.ts';
import { parseJson } from './json-text.ts';

/** Read at once: an element that ends in a later piece is copied once a piece. */
const PIECE_BYTES = 1 << 20;
const LONGEST_ELEMENT_BYTES = 128 << 20;
const [QUOTE, BACKSLASH, COMMA, NEWLINE] = [34, 92, 44, 10];
const isOpening = (byte: number): boolean => byte === 0x5b || byte === 0x7b;
const isClosing = (byte: number): boolean => byte === 0x5d || byte === 0x7d;
const isSpace = (byte: number): boolean => byte === 32 || (byte >= 9 && byte <= 13);

/** An entry of an object, as a row. */
export interface JsonEntry {
  readonly key: string;
  readonly value: unknown;
}

/**
 * Calls `onRow` for each element of one big array, or with {key, value} for each entry of one big object, without ever
 * holding the whole of it. A document that breaks off gives the elements before the cut; the rest is one bad row.
 */
export const readJsonElements = async (source: ByteSource, file: number, hooks: RowHooks): Promise<void> => {
  const scanner = new ElementScanner(file, hooks);
  for (let from = 0; from < source.size && !hooks.signal.aborted; from += PIECE_BYTES) {
    const piece = await source.slice(from, Math.min(source.size, from + PIECE_BYTES));
    scanner.push(piece);
    hooks.onBytes(piece.length);
    await breathe();
  }
  if (!hooks.signal.aborted) scanner.finish();
};

/** The value of one element's text: of an entry {key, value}. null: it is neither. */
export const parseElement = (text: string): { readonly value: unknown } | { readonly reason: string } => {
  const parsed = parseJson(text);
  if (parsed.kind === 'ok') return { value: parsed.value };
  const entry = parseEntry(text);
  return entry === null ? { reason: parsed.error } : { value: entry };
};

const parseEntry = (text: string): JsonEntry | null => {
  const parsed = parseJson(`{${text}}`);
  if (parsed.kind === 'failed' || typeof parsed.value !== 'object' || parsed.value === null) return null;
  const [entry, ...more] = Object.entries(parsed.value);
  return entry === undefined || more.length > 0 ? null : { key: entry[0], value: entry[1] };
};

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

class ElementScanner {
  readonly #hooks: RowHooks;
  readonly #at: RowRef;
  #bytes: Uint8Array = new Uint8Array(0);
  /** Where #bytes begins in the file, how far it was scanned, and where the element at hand begins in it. */
  #offset = 0;
  #scanned = 0;
  #from = 0;
  #line = 1;
  #depth = 0;
  #isObject = false;
  #inString = false;
  #isDone = false;

  constructor(file: number, hooks: RowHooks) {
    this.#hooks = hooks;
    this.#at = { file, line: 1, start: 0, length: 0 };
  }

  push(piece: Uint8Array): void {
    const kept = this.#bytes.subarray(this.#from);
    this.#offset += this.#from;
    this.#scanned -= this.#from;
    this.#from = 0;
    const bytes = new Uint8Array(kept.length + piece.length);
    bytes.set(kept);
    bytes.set(piece, kept.length);
    this.#bytes = bytes;
    this.#scan();
    if (this.#scanned - this.#from > LONGEST_ELEMENT_BYTES) this.#emit(this.#scanned);
  }

  finish(): void {
    const rest = this.#bytes.subarray(this.#from);
    const isCut = this.#depth > 0;
    if (rest.every(isSpace)) {
      if (!isCut) return;
      this.#place(this.#bytes.length);
      this.#hooks.onBad('the file is cut off: the document never closes', this.#at);
      return;
    }
    this.#emit(this.#bytes.length, isCut ? 'the file is cut off here' : 'it follows the end of the document');
  }

  #scan(): void {
    const bytes = this.#bytes;
    let at = this.#scanned;
    for (; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (this.#inString) {
        if (byte === BACKSLASH) at++;
        else if (byte === QUOTE) this.#inString = false;
      } else if (byte === QUOTE) {
        this.#inString = true;
      } else if (isOpening(byte)) {
        if (this.#depth++ === 0 && !this.#isDone) {
          this.#isObject = byte === 0x7b;
          this.#from = at + 1;
        }
      } else if (isClosing(byte)) {
        if (this.#depth > 0) this.#depth--;
        if (this.#depth === 0 && !this.#isDone) {
          this.#emit(at);
          this.#isDone = true;
        }
      } else if (byte === COMMA && this.#depth === 1 && !this.#isDone) {
        this.#emit(at);
      }
    }
    // A backslash may have jumped past the end: the escaped byte comes with the next piece.
    this.#scanned = at;
  }

  #emit(end: number, fault: string | null = null): void {
    let first = this.#from;
    while (first < end && isSpace(this.#bytes[first]!)) {
      if (this.#bytes[first] === NEWLINE) this.#line++;
      first++;
    }
    this.#from = first;
    if (first < end) {
      this.#place(end);
      this.#visit(this.#bytes.subarray(first, end), fault);
      for (let at = first; at < end; at++) if (this.#bytes[at] === NEWLINE) this.#line++;
    }
    this.#from = Math.min(end + 1, this.#bytes.length);
  }

  #place(end: number): void {
    this.#at.line = this.#line;
    this.#at.start = this.#offset + this.#from;
    this.#at.length = Math.max(0, end - this.#from);
  }

  #visit(bytes: Uint8Array, fault: string | null): void {
    if (bytes.length > LONGEST_ELEMENT_BYTES) {
      this.#hooks.onBad(`it is longer than ${LONGEST_ELEMENT_BYTES >> 20} MB`, this.#at);
      return;
    }
    let text: string;
    let isDamaged = false;
    try {
      text = strict.decode(bytes);
    } catch {
      text = lenient.decode(bytes);
      isDamaged = true;
    }
    const element = this.#isObject ? { entry: parseEntry(text) } : parseElement(text);
    if (fault !== null && this.#isDone) this.#hooks.onBad(fault, this.#at);
    else if ('entry' in element) {
      if (element.entry === null) this.#hooks.onBad(fault ?? 'it is no "key": value', this.#at);
      else this.#hooks.onRow(element.entry, this.#at);
    } else if ('reason' in element) this.#hooks.onBad(fault ?? element.reason, this.#at);
    else this.#hooks.onRow(element.value, this.#at);
    if (isDamaged) this.#hooks.onDamagedText(this.#at);
  }
}
