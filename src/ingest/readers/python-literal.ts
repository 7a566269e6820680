import { failed, ok, type Result } from '../../core/result.ts';

/**
 * A value as Python's repr() prints it, read without evaluating anything: strings of both quotes with their escapes,
 * numbers, None / True / False, lists, tuples, sets, dicts, and what NumPy and pandas put around them
 * (`array([...], dtype=object)`, `np.float64(0.5)`). Elements may stand without commas, as NumPy prints them.
 */
export const parsePythonLiteral = (text: string): Result<unknown, string> => {
  const reader = new Reader(text);
  try {
    const value = reader.value(0);
    reader.space();
    if (reader.at < text.length) throw new NotALiteral(`there is more after it`, reader.at);
    return ok(value);
  } catch (error) {
    if (error instanceof NotALiteral) return failed(`${error.message} at character ${error.at + 1}`);
    throw error;
  }
};

/** A list of texts from a cell: a Python or JSON list, else the cell itself. */
export const listInCell = (cell: string): Result<readonly unknown[], string> => {
  const text = cell.trim();
  if (!/^[[({]/.test(text)) return ok([cell]);
  const parsed = parsePythonLiteral(text);
  if (parsed.kind === 'failed') return parsed;
  return ok(Array.isArray(parsed.value) ? parsed.value : [parsed.value]);
};

/** Expected on any text that is no literal; never leaves this file. */
class NotALiteral extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** Deeper nesting is no data, and the stack is finite. */
const DEEPEST = 200;
const NUMBER = /[+-]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z_][\w.]*/y;
const PREFIXED = /(?:[bBuUrRfF]{1,2})(?=['"])/y;
const WORDS = new Map<string, unknown>([
  ['None', null],
  ['True', true],
  ['False', false],
  ['null', null],
  ['true', true],
  ['false', false],
  ['nan', Number.NaN],
  ['NaN', Number.NaN],
  ['NaT', null],
  ['inf', Number.POSITIVE_INFINITY],
  ['Infinity', Number.POSITIVE_INFINITY],
]);
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\u0007',
  '0': '\0',
  '\n': '',
};

class Reader {
  at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  space(): void {
    while (/\s/.test(this.#text[this.at] ?? '')) this.at++;
  }

  value(depth: number): unknown {
    if (depth > DEEPEST) this.#fail('it is nested too deeply');
    this.space();
    const char = this.#text[this.at];
    if (char === '[') return this.#items(']', depth);
    if (char === '(') return this.#items(')', depth);
    if (char === '{') return this.#braces(depth);
    if (char === '"' || char === "'") return this.#strings(false);
    const prefix = this.#take(PREFIXED);
    if (prefix !== null) return this.#strings(/r/i.test(prefix));
    const number = this.#take(NUMBER);
    if (number !== null) return Number(number.replaceAll('_', ''));
    if ((char === '-' || char === '+') && /[iI]/.test(this.#text[this.at + 1] ?? '')) {
      this.at++;
      const value = this.value(depth + 1);
      return typeof value === 'number' && char === '-' ? -value : value;
    }
    return this.#word(depth);
  }

  #word(depth: number): unknown {
    const word = this.#take(WORD) ?? this.#fail('no value stands here');
    if (this.#text[this.at] === '(') {
      // array([...], dtype=object), np.float64(0.5), Timestamp('...'): the first argument is the value.
      const items = this.#items(')', depth);
      return items[0] ?? null;
    }
    const last = word.split('.').at(-1) ?? word;
    if (!WORDS.has(last)) this.#fail(`the word ${word.slice(0, 20)} is no value`);
    return WORDS.get(last);
  }

  #items(close: string, depth: number): unknown[] {
    const items: unknown[] = [];
    this.at++;
    for (;;) {
      this.#separators(',');
      if (this.#text[this.at] === close) {
        this.at++;
        return items;
      }
      if (this.#text.startsWith('...', this.at)) this.#fail('it was shortened with ... when it was printed');
      // A keyword argument: dtype=object.
      const keyword = close === ')' ? /[A-Za-z_]\w*\s*=\s*/y : null;
      if (keyword !== null && this.#take(keyword) !== null) {
        this.#argument(depth);
        continue;
      }
      items.push(this.value(depth + 1));
    }
  }

  /** The value of a keyword may be a bare name (object, float32). */
  #argument(depth: number): void {
    const name = this.#take(/[A-Za-z_][\w.]*(?=\s*[,)])/y);
    if (name === null) this.value(depth + 1);
  }

  #braces(depth: number): unknown {
    const entries: [string, unknown][] = [];
    const items: unknown[] = [];
    this.at++;
    for (;;) {
      this.#separators(',');
      if (this.#text[this.at] === '}') {
        this.at++;
        // fromEntries defines own properties, so a key named __proto__ stays a key.
        return items.length > 0 ? items : Object.fromEntries(entries);
      }
      const key = this.value(depth + 1);
      this.space();
      if (this.#text[this.at] !== ':') {
        items.push(key);
        continue;
      }
      this.at++;
      entries.push([String(key), this.value(depth + 1)]);
    }
  }

  #separators(mark: string): void {
    for (;;) {
      this.space();
      if (this.at >= this.#text.length) this.#fail('it breaks off');
      if (this.#text[this.at] !== mark) return;
      this.at++;
    }
  }

  /** Literals that touch are one text, as in Python; with white space between them NumPy left a comma out. */
  #strings(isRaw: boolean): string {
    let text = this.#string(isRaw);
    while (/['"]/.test(this.#text[this.at] ?? '')) text += this.#string(isRaw);
    return text;
  }

  #string(isRaw: boolean): string {
    const quote = this.#text[this.at]!;
    const mark = this.#text.startsWith(quote.repeat(3), this.at) ? quote.repeat(3) : quote;
    this.at += mark.length;
    let text = '';
    for (;;) {
      const char = this.#text[this.at] ?? this.#fail('a string never closes');
      if (this.#text.startsWith(mark, this.at)) {
        this.at += mark.length;
        return text;
      }
      this.at++;
      text += char !== '\\' ? char : isRaw ? `\\${this.#text[this.at++] ?? ''}` : this.#escape();
    }
  }

  #escape(): string {
    const char = this.#text[this.at++] ?? '';
    const digits = { x: 2, u: 4, U: 8 }[char];
    if (digits !== undefined) {
      const hex = this.#text.slice(this.at, this.at + digits);
      if (!/^[0-9a-fA-F]+$/.test(hex) || hex.length < digits) this.#fail('an escape in a string is cut off');
      const code = Number.parseInt(hex, 16);
      if (code > 0x10ffff) this.#fail('an escape in a string names no character');
      this.at += digits;
      return String.fromCodePoint(code);
    }
    // Python keeps a backslash that escapes nothing.
    return ESCAPES[char] ?? (/['"\\]/.test(char) ? char : `\\${char}`);
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined || found === '') return null;
    this.at += found.length;
    return found;
  }

  #fail(message: string): never {
    throw new NotALiteral(message, this.at);
  }
}
