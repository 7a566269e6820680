import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCE = join(process.cwd(), 'src');

const sourceFiles = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path: relative(SOURCE, join(SOURCE, path)), text: readFileSync(join(SOURCE, path), 'utf8') }));

/** Hooks that zustand made: `const useX = create<…>()(…)`. */
const hooks = sourceFiles.flatMap(({ text }) =>
  [...text.matchAll(/\bconst (use[A-Z]\w*) = create\b/g)].map(([, name]) => name!),
);

/** The text up to the bracket that closes the one at `open`. */
function inside(text: string, open: number): string {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if ('([{'.includes(text[at]!)) depth++;
    else if (')]}'.includes(text[at]!) && --depth === 0) return text.slice(open + 1, at);
  }
  return text.slice(open + 1);
}

/** What is passed to these hooks where it is a function written on the spot. */
const selectorsIn = (text: string, names: readonly string[]): readonly string[] =>
  [...text.matchAll(new RegExp(`\\b(?:${names.join('|')})\\(`, 'g'))]
    .map((call) => inside(text, call.index + call[0].length - 1).trim())
    .filter((argument) => argument.includes('=>'));

/** Makes a list or an object anew each time it is called: the hook would never come to rest. */
const isFresh = (selector: string): boolean => {
  const body = selector.slice(selector.indexOf('=>') + 2).trim();
  return (
    /^(\(\s*)*[[{]/.test(body) ||
    /(\?\?|\|\||[?:])\s*(\[|\{)/.test(body) ||
    /\.(map|filter|flatMap|slice|concat|toSorted|toReversed|split)\(|\bObject\.(keys|values|entries|fromEntries|assign)\(|\bArray\.(from|of)\(|\[\.\.\.|\bnew [A-Z]/.test(
      body,
    )
  );
};

describe('selectors of the store (fault 43)', () => {
  it('none returns a fresh list or object: a component would render without end', () => {
    expect(hooks).toContain('useApp');
    const found = sourceFiles.flatMap(({ path, text }) =>
      selectorsIn(text, hooks).map((selector) => ({ path, selector })),
    );
    expect(found.length).toBeGreaterThan(100);
    expect(found.filter(({ selector }) => isFresh(selector))).toEqual([]);
  });

  it.each([
    '(state) => [state.view, state.dataset]',
    '(state) => ({ view: state.view })',
    '({ items }) => items.filter(({ isOpen }) => isOpen)',
    '(state) => state.dataset?.judges ?? []',
    '(state) => Object.keys(state.view)',
  ])('the rule sees %s', (selector) => {
    expect(selectorsIn(`const x = useApp(${selector});`, ['useApp'])).toEqual([selector]);
    expect(isFresh(selector)).toBe(true);
  });

  it.each([
    '(state) => state.view',
    '({ keys }) => keys.includes(keyOf(join))',
    '(state) => (state.page === 1 ? state.a : null)',
  ])('and lets %s be', (selector) => expect(isFresh(selector)).toBe(false));
});
