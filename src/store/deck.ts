import { create } from 'zustand';
import { DEFAULT_DECK, type Deck, formatDeck, parseDeck, type SlideId } from '../core/present/story.ts';
import { saveText } from './actions.ts';
import { changeView, openPage, pageBefore, useApp } from './app-store.ts';
import { deckKey, readDeck, writeDeck } from './deck-storage.ts';

export interface DeckState {
  /** Name of the dataset that the slides belong to. */
  readonly dataset: string | null;
  readonly deck: Deck;
  readonly trouble: string | null;
}

export const useDeck = create<DeckState>()(() => ({ dataset: null, deck: DEFAULT_DECK, trouble: null }));
const { setState: set, getState: get } = useDeck;

/** Brings the slides of the dataset on screen, and changes from other tabs, until the returned function is called. */
export function watchDeck(): () => void {
  const follow = (name: string | null) => {
    if (name !== null && name !== get().dataset) set({ dataset: name, ...readDeck(name) });
  };
  const stop = useApp.subscribe((state) => follow(state.dataset?.name ?? null));
  follow(useApp.getState().dataset?.name ?? null);
  const onStorage = (event: StorageEvent) => {
    const { dataset } = get();
    if (dataset !== null && event.key === deckKey(dataset)) set(readDeck(dataset));
  };
  globalThis.addEventListener?.('storage', onStorage);
  return () => {
    stop();
    globalThis.removeEventListener?.('storage', onStorage);
  };
}

export function changeDeck(change: (deck: Deck) => Deck): void {
  const { dataset, deck } = get();
  const next = change(deck);
  if (next === deck) return;
  set({ deck: next, trouble: dataset === null ? null : writeDeck(dataset, next) });
}

export const resetDeck = (): void => changeDeck(() => DEFAULT_DECK);

export function downloadDeck(): void {
  const { dataset, deck } = get();
  if (dataset !== null) saveText(formatDeck(deck, dataset), `${dataset} slides.json`);
}

/** Takes over a saved deck. What there is to say about it, in words; null: nothing. */
export function importDeck(text: string): string | null {
  const read = parseDeck(text);
  if (read.kind === 'failed') return read.error;
  const { dataset } = get();
  changeDeck(() => read.value.deck);
  return read.value.dataset === null || read.value.dataset === dataset
    ? null
    : `These slides were made for "${read.value.dataset}". Their figures are now those of "${dataset}"; check own titles and notes.`;
}

export const goToSlide = (slide: SlideId): void => changeView({ slide });

export const leaveSlides = (): void => openPage(pageBefore());
