import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textSource } from '../testing/sources.ts';
import { parseElement, readJsonElements } from './json-elements.ts';

const readAll = async (text: string) => {
  const source = textSource('a.json', text);
  const bytes = await source.slice(0, source.size);
  const rows: { value: unknown; line: number; text: string }[] = [];
  const bad: { reason: string; line: number }[] = [];
  await readJsonElements(source, 0, {
    onRow: (value, { line, start, length }) =>
      rows.push({ value, line, text: new TextDecoder().decode(bytes.subarray(start, start + length)) }),
    onBad: (reason, { line }) => bad.push({ reason, line }),
    onDamagedText: () => {},
    onBytes: () => {},
    signal: new AbortController().signal,
  });
  return { rows, bad, values: rows.map(({ value }) => value) };
};

describe('readJsonElements', () => {
  it('reads an array element by element, with lines and texts', async () => {
    const { rows } = await readAll('[\n  {"a": "x],[\\"", "b": [1, {"c": 2}]},\n  {"a": NaN},\n  3\n]\n');
    expect(rows.map(({ value }) => value)).toEqual([{ a: 'x],["', b: [1, { c: 2 }] }, { a: Number.NaN }, 3]);
    expect(rows.map(({ line }) => line)).toEqual([2, 3, 4]);
    for (const { value, text } of rows) expect(parseElement(text)).toEqual({ value });
  });

  it('reads the entries of an object in the order of the text', async () => {
    const { rows, values } = await readAll('{"b": [1], "2": "x", "1": null, "__proto__": {}}');
    expect(values).toEqual([
      { key: 'b', value: [1] },
      { key: '2', value: 'x' },
      { key: '1', value: null },
      { key: '__proto__', value: {} },
    ]);
    for (const { value, text } of rows) expect(parseElement(text)).toEqual({ value });
  });

  it('keeps what stands before a cut, and says so', async () => {
    expect(await readAll('[{"a":1},{"a":2},{"a"')).toMatchObject({
      values: [{ a: 1 }, { a: 2 }],
      bad: [{ reason: 'the file is cut off here' }],
    });
    expect((await readAll('[{"a":1},')).bad).toMatchObject([{ reason: expect.stringContaining('cut off') }]);
    expect(await readAll('[1]\n{"accuracy": 0.5}')).toMatchObject({
      values: [1],
      bad: [{ reason: 'it follows the end of the document', line: 2 }],
    });
    expect(await readAll('[]')).toMatchObject({ values: [], bad: [] });
  });

  it('agrees with JSON.parse on any array, however it is written', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue()), fc.constantFrom(0, 2), async (list, indent) => {
        const { values, bad } = await readAll(JSON.stringify(list, null, indent));
        expect(bad).toEqual([]);
        expect(values).toEqual(JSON.parse(JSON.stringify(list)));
      }),
    );
  });
});
