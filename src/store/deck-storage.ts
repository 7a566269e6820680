import { DEFAULT_DECK, type Deck, formatDeck, parseDeck } from '../core/present/story.ts';

export interface StoredDeck {
  readonly deck: Deck;
  /** Why slides are not kept, or what was found of older ones; null: all is well. */
  readonly trouble: string | null;
}

const PREFIX = 'stopscope.slides.';
const CLOSED =
  'This browser keeps nothing here (a private window, or storage switched off). Slides last as long as this tab: save them as a file to keep them.';

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Throws where the browser keeps nothing. */
const device = (): Storage => globalThis.localStorage;

export const deckKey = (dataset: string): string => PREFIX + dataset;

/** The slides of a dataset. What cannot be read is put aside under another key, never thrown away. */
export function readDeck(dataset: string, storage: () => Storage = device): StoredDeck {
  let text: string | null;
  try {
    text = storage().getItem(deckKey(dataset));
  } catch {
    return { deck: DEFAULT_DECK, trouble: CLOSED };
  }
  if (text === null) return { deck: DEFAULT_DECK, trouble: null };
  const read = parseDeck(text);
  if (read.kind === 'ok') return { deck: read.value.deck, trouble: null };
  const aside = `${deckKey(dataset)}.unreadable`;
  try {
    storage().setItem(aside, text);
    const trouble = `The slides kept for this dataset could not be read. They were put aside as "${aside}" in this browser's storage.`;
    return { deck: DEFAULT_DECK, trouble };
  } catch {
    return { deck: DEFAULT_DECK, trouble: 'The slides kept for this dataset could not be read.' };
  }
}

/** Keeps the slides; says in words why not, or null. */
export function writeDeck(dataset: string, deck: Deck, storage: () => Storage = device): string | null {
  try {
    if (deck === DEFAULT_DECK) storage().removeItem(deckKey(dataset));
    else storage().setItem(deckKey(dataset), formatDeck(deck, dataset));
    return null;
  } catch (error) {
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    return isFull
      ? 'The storage of this browser is full: the last change is not kept beyond this tab. Save the slides as a file to keep them.'
      : CLOSED;
  }
}
