import { describe, expect, it } from 'vitest';
import { DEFAULT_DECK, toggleSlide } from '../core/present/story.ts';
import { deckKey, readDeck, writeDeck } from './deck-storage.ts';

function memory() {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return { kept, storage: () => storage };
}

const closed = () => {
  throw new Error('closed');
};

describe('slides on this device', () => {
  it('come back per dataset', () => {
    const { kept, storage } = memory();
    const deck = toggleSlide(DEFAULT_DECK, 'gate');
    expect(writeDeck('a', deck, storage)).toBeNull();
    expect(readDeck('a', storage)).toEqual({ deck, trouble: null });
    expect(readDeck('b', storage)).toEqual({ deck: DEFAULT_DECK, trouble: null });
    writeDeck('a', DEFAULT_DECK, storage);
    expect(kept.size).toBe(0);
  });

  it('are put aside when they cannot be read', () => {
    const { kept, storage } = memory();
    kept.set(deckKey('a'), '{broken');
    const { deck, trouble } = readDeck('a', storage);
    expect(deck).toBe(DEFAULT_DECK);
    expect(trouble).toContain('put aside');
    expect(kept.get(`${deckKey('a')}.unreadable`)).toBe('{broken');
  });

  it('say so where a browser keeps nothing', () => {
    expect(readDeck('a', closed).trouble).toContain('keeps nothing');
    expect(writeDeck('a', toggleSlide(DEFAULT_DECK, 'gate'), closed)).toContain('keeps nothing');
  });
});
