import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeyTable } from './keys.ts';

describe('KeyTable', () => {
  it('gives what a Map would, for any ids', () => {
    const id = fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom('__proto__', 'toString', '', 'q1', 'q2'));
    fc.assert(
      fc.property(fc.array(id, { maxLength: 200 }), (mentions) => {
        const table = new KeyTable();
        const expected = new Map<string, number>();
        for (const text of mentions) {
          if (!expected.has(text)) expected.set(text, expected.size);
          expect(table.keyOf(text)).toBe(expected.get(text));
        }
        expect(table.count).toBe(expected.size);
        expect(table.ids).toEqual([...expected.keys()]);
      }),
    );
  });

  it('holds through growth', () => {
    const table = new KeyTable();
    const id = (i: number): string => (i % 3 === 0 ? `question-${i}` : `q${i}:search-state:${i % 5}`);
    for (let i = 0; i < 50_000; i++) expect(table.keyOf(id(i))).toBe(i);
    for (let i = 0; i < 50_000; i++) if (table.keyOf(id(i)) !== i) throw new Error(`lost ${i}`);
    expect(table.ids[49_999]).toBe(id(49_999));
  });
});
