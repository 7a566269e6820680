import { failed, ok, type Result } from '../result.ts';
import type { Comparison } from './rule.ts';

/** What is wrong with a rule's text, where, and in words. */
export interface RuleProblem {
  /** Index into the text (UTF-16) and length of what is wrong; at the end of the text, the length is 0. */
  readonly position: number;
  readonly length: number;
  /** One or two sentences that name the place, counted from 1. */
  readonly message: string;
}

export type Token = TokenMeaning & { readonly position: number; readonly text: string };

export type TokenMeaning =
  | { readonly kind: 'name'; readonly name: string; readonly isQuoted: boolean }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'comparison'; readonly comparison: Comparison }
  | { readonly kind: 'and' | 'or' | 'not' | 'open' | 'close' };

/** Names that need no quotes. Words of the language are not among them. */
const NAME = /[\p{L}_][\p{L}\p{N}_]*(?:[.:/-][\p{L}\p{N}_]+)*/uy;
const NUMBER = /[+\-\u2212]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/iy;
const QUOTED = /"(?:[^"\\]|\\.)*"/uy;
const COMPARISONS = /==|<>|!=|>=|<=|=>|=<|[><=≥≤≠]/y;
const SIGNS = /&&|\|\||[&|!()∧∨¬]/y;

const COMPARISON_OF: Readonly<Record<string, Comparison>> = {
  '>': '>',
  '<': '<',
  '=': '=',
  '==': '=',
  '>=': '>=',
  '=>': '>=',
  '≥': '>=',
  '<=': '<=',
  '=<': '<=',
  '≤': '<=',
  '!=': '!=',
  '<>': '!=',
  '≠': '!=',
};

const SIGN_OF: Readonly<Record<string, 'and' | 'or' | 'not' | 'open' | 'close'>> = {
  '&': 'and',
  '&&': 'and',
  '∧': 'and',
  '|': 'or',
  '||': 'or',
  '∨': 'or',
  '!': 'not',
  '¬': 'not',
  '(': 'open',
  ')': 'close',
};

const WORDS: ReadonlyMap<string, 'and' | 'or' | 'not'> = new Map([
  ['and', 'and'],
  ['or', 'or'],
  ['not', 'not'],
]);

/** True where a signal's id must be quoted in a rule. */
export const needsQuotes = (name: string): boolean => {
  NAME.lastIndex = 0;
  const isPlain = NAME.exec(name)?.[0] === name;
  return !isPlain || WORDS.has(name.toLowerCase()) || name === 'always' || name === 'never';
};

export const at = (position: number): string => `At character ${position + 1}`;

export const ruleProblem = (position: number, length: number, message: string): RuleProblem => ({
  position,
  length,
  message: `${at(position)}: ${message}`,
});

const unquote = (text: string): string => text.slice(1, -1).replace(/\\(.)/gsu, '$1');

export function readTokens(text: string): Result<readonly Token[], RuleProblem> {
  const tokens: Token[] = [];
  let position = 0;
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = position;
    return pattern.exec(text)?.[0] ?? null;
  };
  while (position < text.length) {
    if (/\s/u.test(text[position]!)) {
      position += 1;
      continue;
    }
    const token = readToken(take);
    if (token === null) return failed(unreadable(text, position));
    const follows = text[position + token.text.length] ?? '';
    if (token.kind === 'number' && /[\p{L}\p{N}_,.%]/u.test(follows)) {
      return failed(badNumber(text, position));
    }
    tokens.push({ ...token, position });
    position += token.text.length;
  }
  return ok(tokens);
}

function readToken(take: (pattern: RegExp) => string | null): (TokenMeaning & { readonly text: string }) | null {
  const quoted = take(QUOTED);
  if (quoted !== null) return { kind: 'name', name: unquote(quoted), isQuoted: true, text: quoted };
  const name = take(NAME);
  if (name !== null) {
    const word = WORDS.get(name.toLowerCase());
    return word === undefined ? { kind: 'name', name, isQuoted: false, text: name } : { kind: word, text: name };
  }
  const number = take(NUMBER);
  if (number !== null) return { kind: 'number', value: Number(number.replace('\u2212', '-')) + 0, text: number };
  const comparison = take(COMPARISONS);
  if (comparison !== null) return { kind: 'comparison', comparison: COMPARISON_OF[comparison]!, text: comparison };
  const sign = take(SIGNS);
  return sign === null ? null : { kind: SIGN_OF[sign]!, text: sign };
}

function unreadable(text: string, position: number): RuleProblem {
  const character = String.fromCodePoint(text.codePointAt(position)!);
  if (character === '"') return ruleProblem(position, 1, 'the quotation mark is never closed.');
  return ruleProblem(
    position,
    character.length,
    `\`${character}\` has no meaning in a rule. Conditions are joined with & (and) and | (or).`,
  );
}

function badNumber(text: string, position: number): RuleProblem {
  const word = /^\S*?(?=[\s&|()]|$)/u.exec(text.slice(position))?.[0] ?? '';
  const hint = /^[+-]?\d+,\d+$/.test(word)
    ? ` Write ${word.replace(',', '.')}, with a point.`
    : word.endsWith('%')
      ? ' Write a share, such as 0.25, in place of a percentage.'
      : /\p{L}/u.test(word)
        ? ' A name that begins with a digit goes into double quotes.'
        : '';
  return ruleProblem(position, word.length, `\`${word}\` is not a number.${hint}`);
}
