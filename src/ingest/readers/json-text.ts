import { failed, ok, type Result } from '../../core/result.ts';

/**
 * JSON as Python's json.dumps writes it: NaN, Infinity and -Infinity as bare words, and (non-strict) raw control
 * characters inside strings. Called only after JSON.parse refused the text. Text inside strings is never touched.
 */
export const parsePythonJson = (text: string): Result<unknown, string> => {
  const marker = unusedMarker(text);
  const tolerant = rewrite(text, marker);
  try {
    const value: unknown = JSON.parse(tolerant.text);
    return ok(tolerant.hasNaN ? withNaN(value, marker) : value);
  } catch (error) {
    return failed(shorten(error instanceof Error ? error.message : String(error)));
  }
};

/** JSON.parse first, the tolerant reading only where that fails. */
export const parseJson = (text: string): Result<unknown, string> => {
  try {
    return ok(JSON.parse(text));
  } catch {
    return parsePythonJson(text);
  }
};

/** Index just past the string that opens at `open`, or -1 when it never closes. */
export const endOfString = (text: string, open: number): number => {
  let at = open + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return -1;
    let slashes = 0;
    while (text.charCodeAt(quote - 1 - slashes) === 92) slashes++;
    if (slashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const CONTROL = /[\u0000-\u001f]/g;
const BARE_WORD = /-?\bInfinity\b|\bNaN\b/g;

const rewrite = (text: string, marker: string): { readonly text: string; readonly hasNaN: boolean } => {
  let hasNaN = false;
  const outside = (part: string): string =>
    part.replace(BARE_WORD, (word) => {
      // 1e999 overflows to Infinity on parsing; no JSON number gives NaN, so it travels as a string.
      if (word !== 'NaN') return word.startsWith('-') ? '-1e999' : '1e999';
      hasNaN = true;
      return `"${marker}"`;
    });
  const inside = (part: string): string =>
    part.replace(CONTROL, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const pieces: string[] = [];
  let at = 0;
  for (;;) {
    const open = text.indexOf('"', at);
    const end = open < 0 ? -1 : endOfString(text, open);
    if (end < 0) {
      pieces.push(outside(text.slice(at)));
      return { text: pieces.join(''), hasNaN };
    }
    pieces.push(outside(text.slice(at, open)), inside(text.slice(open, end)));
    at = end;
  }
};

const unusedMarker = (text: string): string => {
  let marker = 'NaN!';
  while (text.includes(marker)) marker += '!';
  return marker;
};

const withNaN = (value: unknown, marker: string): unknown => {
  if (value === marker) return Number.NaN;
  if (Array.isArray(value)) return value.map((item) => withNaN(item, marker));
  if (typeof value === 'object' && value !== null) {
    // fromEntries defines own properties, so a key named __proto__ stays a key.
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withNaN(item, marker)]));
  }
  return value;
};

const shorten = (message: string): string => (message.length > 160 ? `${message.slice(0, 160)}…` : message);
