import { describe, expect, it } from 'vitest';
import { readNotes, writeNotes } from './note-storage.ts';

const memory = () => {
  const map = new Map<string, string>();
  return {
    map,
    storage: () => ({
      getItem: (key: string) => map.get(key) ?? null,
      setItem: (key: string, value: string) => void map.set(key, value),
      removeItem: (key: string) => void map.delete(key),
    }),
  };
};
const closed = () => {
  throw new DOMException('denied', 'SecurityError');
};
const full = () => ({
  getItem: () => null,
  setItem: () => {
    throw new DOMException('full', 'QuotaExceededError');
  },
  removeItem: () => {},
});

describe('notes on the device', () => {
  it('come back as they were, awkward ids included', () => {
    const { storage, map } = memory();
    const notes = { __proto__x: { tags: ['a', 'b'], note: '' }, 'q*1': { tags: [], note: 'why?' } };
    expect(writeNotes('run', notes, storage)).toBeNull();
    expect(readNotes('run', storage)).toEqual({ notes, trouble: null });
    expect(readNotes('other', storage).notes).toEqual({});
    writeNotes('run', {}, storage);
    expect(map.size).toBe(0);
  });

  it('say so when the browser keeps nothing', () => {
    expect(readNotes('run', closed).trouble).toContain('as long as this tab');
    expect(writeNotes('run', { q: { tags: ['a'], note: '' } }, closed)).toContain('as long as this tab');
    expect(writeNotes('run', { q: { tags: ['a'], note: '' } }, full)).toContain('full');
  });

  it.each(['{"version":1', '[]', '{"version":2,"notes":{}}', '{"version":1,"notes":{"q":{"tags":"x"}}}'])(
    'put unreadable ones aside: %s',
    (text) => {
      const { storage, map } = memory();
      map.set('stopscope.notes.run', text);
      const { notes, trouble } = readNotes('run', storage);
      expect(notes).toEqual({});
      expect(trouble).toContain('put aside');
      expect(map.get('stopscope.notes.run.unreadable')).toBe(text);
    },
  );
});
