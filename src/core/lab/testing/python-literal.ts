/** Test help only: what `ast.literal_eval` reads of the handed tables. Anything else is undefined. */
export type Literal = string | number | boolean | null | readonly Literal[] | { readonly [key: string]: Literal };

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', "'": "'", '"': '"' };

export function readPythonLiteral(text: string): Literal | undefined {
  let at = 0;
  const skip = (): void => {
    while (/\s/.test(text[at] ?? '')) at += 1;
  };
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) at += match[0].length;
    return match;
  };
  const readList = (close: RegExp): Literal[] | undefined => {
    const items: Literal[] = [];
    for (skip(); take(close) === null; skip()) {
      const item = read();
      if (item === undefined) return undefined;
      items.push(item);
      skip();
      take(/[,:]/y);
    }
    return items;
  };
  const read = (): Literal | undefined => {
    skip();
    if (take(/\[/y)) return readList(/\]/y);
    if (take(/\{/y)) {
      const cells = readList(/\}/y);
      if (cells === undefined) return undefined;
      return Object.fromEntries(Array.from({ length: cells.length / 2 }, (_, i) => [cells[2 * i], cells[2 * i + 1]!]));
    }
    const quoted = take(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/sy);
    if (quoted !== null) {
      const inner = quoted[1] ?? quoted[2] ?? '';
      return inner.replace(/\\x(..)|\\u(....)|\\(.)/gs, (_, x?: string, u?: string, c?: string) =>
        c === undefined ? String.fromCharCode(Number.parseInt(x ?? u ?? '', 16)) : (ESCAPES[c] ?? c),
      );
    }
    const word = take(/None|True|False|-?\d+(?:\.\d+)?/y)?.[0];
    if (word === undefined) return undefined;
    return word === 'None' ? null : word === 'True' ? true : word === 'False' ? false : Number(word);
  };
  const value = read();
  skip();
  return at === text.length ? value : undefined;
}
