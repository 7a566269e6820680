import { describe, expect, it } from 'vitest';
import { type ColumnMapping, columnsKey, recallMapping, rememberMapping } from './mapping-memory.ts';

const MAPPING: ColumnMapping = {
  columns: { id: 'k', prediction: 'p' },
  scores: [{ column: 's', direction: 'lower-is-surer', scale: 'probability' }],
};
const SHAPE = columnsKey(['p', 'k', 's']);

const deviceWith = (entries: Readonly<Record<string, string>> = {}) => {
  const kept = new Map(Object.entries(entries));
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return { kept, storage: () => storage };
};

describe('mappings kept on this device', () => {
  it('come back for files of the same shape, and for no others', () => {
    const { storage } = deviceWith();
    expect(rememberMapping(SHAPE, MAPPING, storage)).toBe(true);
    expect(recallMapping(columnsKey(['k', 's', 'p']), storage)).toEqual({ mapping: MAPPING, trouble: null });
    expect(recallMapping(columnsKey(['k', 's']), storage)).toEqual({ mapping: null, trouble: null });
  });

  it('are read as an earlier version kept them', () => {
    const { storage } = deviceWith({ [`stopscope.mapping.${SHAPE}`]: JSON.stringify(MAPPING) });
    expect(recallMapping(SHAPE, storage).mapping).toEqual(MAPPING);
  });

  it.each([
    ['{"columns":', /no JSON/],
    ['null', /does not say/],
    ['{"columns":{"who":"x"},"scores":[]}', /"who" is no role/],
    ['{"columns":{"id":"k","prediction":"p"},"scores":[{"column":"s"}]}', /direction/],
  ])('broken, %s is put aside and said, once (fault 42)', (text, why) => {
    const { kept, storage } = deviceWith({ [`stopscope.mapping.${SHAPE}`]: text });
    const { mapping, trouble } = recallMapping(SHAPE, storage);
    expect(mapping).toBeNull();
    expect(trouble).toMatch(why);
    expect(trouble).toMatch(/put aside/);
    expect([...kept]).toEqual([[`stopscope.broken-mapping.${SHAPE}`, text]]);
    expect(recallMapping(SHAPE, storage)).toEqual({ mapping: null, trouble: null });
  });

  it('do without storage', () => {
    const closed = () => {
      throw new DOMException('closed', 'SecurityError');
    };
    expect(recallMapping(SHAPE, closed)).toEqual({ mapping: null, trouble: null });
    expect(rememberMapping(SHAPE, MAPPING, closed)).toBe(false);
  });
});
