import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listInCell, parsePythonLiteral } from './python-literal.ts';

const read = (text: string): unknown => {
  const parsed = parsePythonLiteral(text);
  return parsed.kind === 'ok' ? parsed.value : `failed: ${parsed.error}`;
};

describe('Python literals in cells (fault 19)', () => {
  it.each([
    [`['a', "b'c"]`, ['a', "b'c"]],
    [`{'k': None}`, { k: null }],
    [`array(['American', 'x'], dtype=object)`, ['American', 'x']],
    [`[{'spans': array(['American'], dtype=object), 'n': 1}]`, [{ spans: ['American'], n: 1 }]],
    [`[{'a': 1}\n {'a': 2}]`, [{ a: 1 }, { a: 2 }]],
    [`array(['x' 'y'], dtype='<U1')`, ['x', 'y']],
    [`('one',)`, ['one']],
    [`[np.float64(0.5), np.str_('t'), -1.5e-3, 1_000]`, [0.5, 't', -0.0015, 1000]],
    [`[True, False, None, nan, -inf]`, [true, false, null, Number.NaN, Number.NEGATIVE_INFINITY]],
    [`'\\n \\x41 \\u00e9 \\U0001F600 \\' \\\\ \\d'`, "\n A é 😀 ' \\ \\d"],
    [`[]`, []],
    [`{}`, {}],
    [`{'a', 'b'}`, ['a', 'b']],
    [`b'bytes'`, 'bytes'],
    [`["juxta" 'posed']`, ['juxta', 'posed']],
  ])('%s', (text, value) => {
    expect(read(text)).toEqual(value);
  });

  it('keeps keys that an object would swallow', () => {
    const value = read(`{'__proto__': 1, 'toString': 2}`);
    expect(Object.entries(value as object)).toEqual([
      ['__proto__', 1],
      ['toString', 2],
    ]);
  });

  it.each([
    `['a'`,
    `[nan_]`,
    `__import__('os')`,
    `open("x"`,
    `['a'] + ['b']`,
    `{'a':`,
    `'\\u12'`,
    '',
    `array([1 ... 2])`,
  ])('refuses %s in words or reads no more than data', (text) => {
    const parsed = parsePythonLiteral(text);
    if (parsed.kind === 'failed') expect(parsed.error).toMatch(/at character \d+/);
    else expect(parsed.value).toBe('os');
  });

  it('never throws, and reads back what json can say', () => {
    fc.assert(fc.property(fc.string(), (text) => void parsePythonLiteral(text)));
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...`[]{}()'",:\\nx1 N.`) }), (t) => void parsePythonLiteral(t)),
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null))),
        (list) => {
          expect(read(JSON.stringify(list))).toEqual(JSON.parse(JSON.stringify(list)));
        },
      ),
    );
    expect(read('['.repeat(100_000))).toMatch(/nested too deeply/);
  });

  it('takes a plain cell as a list of one', () => {
    expect(listInCell('Paris')).toEqual({ kind: 'ok', value: ['Paris'] });
    expect(listInCell(`['NULL']`)).toEqual({ kind: 'ok', value: ['NULL'] });
    expect(listInCell('[nan]')).toEqual({ kind: 'ok', value: [Number.NaN] });
  });
});
