/**
 * The few string functions of CPython (3.11) that published evaluators lean on. JavaScript's own differ: `trim` and `\s`
 * also drop U+FEFF and keep \x1c-\x1f and U+0085, and `\b` and `\w` know ASCII only.
 */

/** `string.punctuation`: the 32 ASCII characters. */
export const PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

const PUNCTUATION_PATTERN = /[!-/:-@[-`{-~]/g;

/** What `str.isspace` and `str.split` count as white space: bidirectional type WS, B or S, or category Zs. */
const SPACES = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const SPACE_RUN = new RegExp(`[${SPACES}]+`, 'g');

/** `\w` of Python's `re` on text: letters, anything numeric, underscore. Combining marks are not in it. */
const WORD = '[\\p{L}\\p{N}_]';
const ARTICLES = new RegExp(`(?<!${WORD})(?:a|an|the)(?!${WORD})`, 'gu');

/** `str.isspace()` of one UTF-16 code unit (all of Python's white space lies in the basic plane). */
export const isPythonSpace = (code: number): boolean =>
  code <= 0x20
    ? code === 0x20 || (code >= 0x09 && code <= 0x0d) || code >= 0x1c
    : code >= 0x85 &&
      (code === 0x85 ||
        code === 0xa0 ||
        code === 0x1680 ||
        (code >= 0x2000 && code <= 0x200a) ||
        code === 0x2028 ||
        code === 0x2029 ||
        code === 0x202f ||
        code === 0x205f ||
        code === 0x3000);

/**
 * `str.lower()`: full case mapping of the Unicode default (U+0130 becomes two code points, a word-final capital sigma
 * becomes U+03C2). ECMAScript's `toLowerCase` is defined by the same tables; the tests check every code point.
 */
export const pythonLower = (text: string): string => text.toLowerCase();

/** `text.split()`: the runs between white space, none of them empty. */
export const pythonSplit = (text: string): readonly string[] => {
  const tokens: string[] = [];
  let start = -1;
  for (let i = 0; i < text.length; i += 1) {
    if (isPythonSpace(text.charCodeAt(i))) {
      if (start >= 0) tokens.push(text.slice(start, i));
      start = -1;
    } else if (start < 0) start = i;
  }
  if (start >= 0) tokens.push(text.slice(start));
  return tokens;
};

/** `text.strip()`. */
export const pythonStrip = (text: string): string => {
  let start = 0;
  let end = text.length;
  while (start < end && isPythonSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isPythonSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
};

/** `' '.join(text.split())`. */
export const squeezeSpaces = (text: string): string => {
  const joined = text.replace(SPACE_RUN, ' ');
  const from = joined.startsWith(' ') ? 1 : 0;
  const to = joined.length > from && joined.endsWith(' ') ? joined.length - 1 : joined.length;
  return joined.slice(from, to);
};

/** Puts `by` in place of every character of `string.punctuation`; without `by`, deletes them. */
export const replacePunctuation = (text: string, by = ''): string => text.replace(PUNCTUATION_PATTERN, by);

/** `re.sub(r'\b(a|an|the)\b', ' ', text)` with Python's Unicode word edges. */
export const replaceArticles = (text: string): string => text.replace(ARTICLES, ' ');
