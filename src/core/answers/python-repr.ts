import type { Gold } from '../terms.ts';

const NAMED: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
/** `str.isprintable` is false for categories C and Z, the blank excepted. */
const UNPRINTABLE = /[\p{C}\p{Z}]/u;

const escapeCharacter = (character: string, quote: string): string => {
  if (character === quote) return `\\${quote}`;
  const named = NAMED[character];
  if (named !== undefined) return named;
  if (character === ' ' || !UNPRINTABLE.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`;
  if (code < 0x10000) return `\\u${code.toString(16).padStart(4, '0')}`;
  return `\\U${code.toString(16).padStart(8, '0')}`;
};

const reprOfText = (text: string): string => {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let out = quote;
  for (const character of text) out += escapeCharacter(character, quote);
  return out + quote;
};

/** CPython's `repr()` of a string or of a list of strings: `['x', "it's"]`. */
export const pythonRepr = (value: Gold): string =>
  typeof value === 'string' ? reprOfText(value) : `[${value.map(reprOfText).join(', ')}]`;

/**
 * CPython's `str()`: a string is itself, a list is its repr. The published evaluator takes F1 of a list label against
 * this text (definitions.md 1).
 */
export const pythonStr = (value: Gold): string => (typeof value === 'string' ? value : pythonRepr(value));
