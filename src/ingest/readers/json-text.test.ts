import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entriesInOrder } from './json-entries.ts';
import { parseJson } from './json-text.ts';

const parsed = (text: string): unknown => {
  const result = parseJson(text);
  return result.kind === 'ok' ? result.value : `failed: ${result.error}`;
};

describe('parseJson', () => {
  it("reads Python's NaN and Infinity", () => {
    expect(parsed('{"a":NaN,"b":[-Infinity,Infinity],"c":{"d":NaN}}')).toEqual({
      a: Number.NaN,
      b: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
      c: { d: Number.NaN },
    });
    expect(parsed('NaN')).toBeNaN();
  });

  it('never touches text inside strings', () => {
    const text = String.raw`{"x":NaN,"answer":": NaN, \"-Infinity\" \\","NaN":"NaN","k\\":Infinity}`;
    expect(parsed(text)).toEqual({
      x: Number.NaN,
      answer: ': NaN, "-Infinity" \\',
      NaN: 'NaN',
      'k\\': Number.POSITIVE_INFINITY,
    });
    // The word that stands for NaN on the way is not taken from the data.
    expect(parsed('{"a":"NaN!","b":"NaN!!","c":NaN}')).toEqual({ a: 'NaN!', b: 'NaN!!', c: Number.NaN });
  });

  it('keeps keys that have a meaning elsewhere', () => {
    const value = parsed('{"__proto__":{"a":NaN},"constructor":1,"x":NaN}');
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor', 'x']);
  });

  it('accepts raw control characters inside strings only', () => {
    expect(parsed('{"a":"x\u0000\ty"}')).toEqual({ a: 'x\u0000\ty' });
    expect(parsed('{"a":\u0000 1}')).toMatch(/^failed: /);
  });

  it.each(['{"a":1', '{"a":nan}', '{"a":NaNa}', '{"a":"x', '{"a":1}{"b":2}', "{'a':1}", '', '{"a":NaN,}'])(
    'refuses %s',
    (text) => {
      expect(parsed(text)).toMatch(/^failed: /);
    },
  );

  it('reads back whatever Python would write', () => {
    const number = fc.oneof(
      fc.double(),
      fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string({ unit: 'binary' }),
        fc.constantFrom(': NaN,', '"NaN"', '\\', 'NaN!', '-Infinity'),
        number,
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.string({ unit: 'binary' }), tie('value'), { maxKeys: 4 }),
      ),
    }));
    const write = (item: unknown): string => {
      if (typeof item === 'number')
        return Number.isFinite(item) ? (Object.is(item, -0) ? '-0' : String(item)) : String(item);
      if (Array.isArray(item)) return `[${item.map(write).join(',')}]`;
      if (typeof item === 'object' && item !== null) {
        return `{${Object.entries(item)
          .map(([key, inner]) => `${JSON.stringify(key)}:${write(inner)}`)
          .join(',')}}`;
      }
      return JSON.stringify(item);
    };
    fc.assert(
      fc.property(value, (item) => {
        expect(write(parsed(write(item)))).toBe(write(item));
      }),
    );
  });
});

describe('entriesInOrder', () => {
  it('gives keys as the text has them, with their raw values', () => {
    expect(entriesInOrder(' {"b": 1, "10": {"x": [1, "}"]}, "9" : "a,\\"b", "__proto__":[]} ')).toEqual([
      ['b', '1'],
      ['10', '{"x": [1, "}"]}'],
      ['9', '"a,\\"b"'],
      ['__proto__', '[]'],
    ]);
    expect(entriesInOrder('{}')).toEqual([]);
    expect(entriesInOrder('[1]')).toEqual([]);
    expect(entriesInOrder('')).toEqual([]);
  });

  it('agrees with JSON.parse on any object', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), fc.boolean(), (object, isWide) => {
        const text = JSON.stringify(object, null, isWide ? 2 : 0);
        const entries = entriesInOrder(text).map(([key, raw]) => [key, JSON.parse(raw)]);
        expect(Object.fromEntries(entries)).toEqual(JSON.parse(text));
        expect(entries.length).toBe(Object.keys(object).length);
      }),
    );
  });
});
