import { failed, ok, type Result } from '../result.ts';

/** The slides of the story, in the order in which it is told unless somebody reorders them. */
export const SLIDES = ['setting', 'reach', 'ranking', 'tradeoff', 'gate', 'risk', 'examples', 'claims'] as const;
export type SlideId = (typeof SLIDES)[number];

export const isSlideId = (value: unknown): value is SlideId => (SLIDES as readonly unknown[]).includes(value);

/** A title that somebody wrote. Unlike the default ones it does not follow the threshold. */
export interface OwnTitle {
  readonly text: string;
  /** The policy and the questions that it was written about: "θ = 7.875, 200–999". */
  readonly about: string;
}

/** Which question an example slot shows: the surest one of an outcome, whatever the threshold, or one question for good. */
export type ExampleWish =
  | { readonly kind: 'outcome' /** Id of an outcome set. */; readonly set: string }
  | { readonly kind: 'question'; readonly id: string };

export const EXAMPLE_SLOTS = 3;

/** What a person made of the story. Figures are never part of it: they come from the data each time. */
export interface Deck {
  /** Every slide once, hidden ones too. */
  readonly order: readonly SlideId[];
  readonly hidden: readonly SlideId[];
  readonly titles: Readonly<Partial<Record<SlideId, OwnTitle>>>;
  /** Speaker notes in place of the default ones. */
  readonly notes: Readonly<Partial<Record<SlideId, string>>>;
  /** EXAMPLE_SLOTS of them. */
  readonly examples: readonly ExampleWish[];
}

export const DEFAULT_DECK: Deck = {
  order: SLIDES,
  hidden: [],
  titles: {},
  notes: {},
  examples: ['saved', 'harmed', 'missed'].map((set) => ({ kind: 'outcome', set })),
};

export const shownSlides = ({ order, hidden }: Deck): readonly SlideId[] => order.filter((id) => !hidden.includes(id));

/** The slide that is on: the wished one where it is shown, else the next shown one after it, else the first. */
export function slideInForce(deck: Deck, wished: SlideId | null): SlideId {
  const shown = shownSlides(deck);
  if (wished === null) return shown[0]!;
  const after = deck.order.slice(deck.order.indexOf(wished)).find((id) => shown.includes(id));
  return after ?? shown.at(-1)!;
}

/** The slide `steps` further on; it stays at the ends. */
export function stepSlide(deck: Deck, current: SlideId, steps: number): SlideId {
  const shown = shownSlides(deck);
  const at = shown.indexOf(current) + steps;
  return shown[Math.min(shown.length - 1, Math.max(0, at))]!;
}

/** Puts a slide at a position among all slides, 0 .. 7; beyond the ends is at the ends. */
export function placeSlide(deck: Deck, id: SlideId, position: number): Deck {
  const rest = deck.order.filter((other) => other !== id);
  const at = Math.min(rest.length, Math.max(0, position));
  return { ...deck, order: [...rest.slice(0, at), id, ...rest.slice(at)] };
}

/** Hides a slide or shows it again. The last one that is shown stays. */
export function toggleSlide(deck: Deck, id: SlideId): Deck {
  if (deck.hidden.includes(id)) return { ...deck, hidden: deck.hidden.filter((other) => other !== id) };
  return shownSlides(deck).length === 1 ? deck : { ...deck, hidden: [...deck.hidden, id] };
}

/** An empty text brings the default title back. */
export function retitle(deck: Deck, id: SlideId, text: string, about: string): Deck {
  const { [id]: _, ...others } = deck.titles;
  const clean = text.replace(/\s+/g, ' ').trim();
  return { ...deck, titles: clean === '' ? others : { ...others, [id]: { text: clean, about } } };
}

/** null brings the default notes back. */
export function annotate(deck: Deck, id: SlideId, text: string | null): Deck {
  const { [id]: _, ...others } = deck.notes;
  return { ...deck, notes: text === null ? others : { ...others, [id]: text } };
}

export const chooseExample = (deck: Deck, slot: number, wish: ExampleWish): Deck => ({
  ...deck,
  examples: deck.examples.map((old, i) => (i === slot ? wish : old)),
});

/** Whether an own title may speak of other figures than the slide shows: it names a number, and was written elsewhere. */
export const isTitleElsewhere = ({ text, about }: OwnTitle, now: string): boolean => /\d/.test(text) && about !== now;

/** The deck as a small file, beside the name of the dataset that it was made for. */
export const formatDeck = (deck: Deck, dataset: string): string =>
  `${JSON.stringify({ stopscope: 'slides', version: 1, dataset, ...deck }, null, 2)}\n`;

export interface ReadDeck {
  readonly deck: Deck;
  readonly dataset: string | null;
}

/**
 * Reads a deck. Slides that this version does not know are left out, and slides that the file does not name come last,
 * so that files of other versions still open. The error is a sentence.
 */
export function parseDeck(text: string): Result<ReadDeck, string> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return failed('The file is not JSON.');
  }
  if (!isObject(value) || value.stopscope !== 'slides') return failed('The file holds no slides of Stopscope.');
  if (value.version !== 1) return failed('The slides were written by a newer version of Stopscope.');
  const named = [...new Set(listOf(value.order).filter(isSlideId))];
  const order = [...named, ...SLIDES.filter((id) => !named.includes(id))];
  const hidden = order.filter((id) => listOf(value.hidden).includes(id));
  return ok({
    dataset: typeof value.dataset === 'string' ? value.dataset : null,
    deck: {
      order,
      // A deck of nothing shows nothing, not even how to get out of it.
      hidden: hidden.length === order.length ? [] : hidden,
      titles: pick(value.titles, readTitle),
      notes: pick(value.notes, (note) => (typeof note === 'string' ? note : null)),
      examples: DEFAULT_DECK.examples.map((wish, i) => readWish(listOf(value.examples)[i]) ?? wish),
    },
  });
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function pick<T>(value: unknown, read: (one: unknown) => T | null): Partial<Record<SlideId, T>> {
  const found: Partial<Record<SlideId, T>> = {};
  if (!isObject(value)) return found;
  for (const id of SLIDES) {
    const one = Object.hasOwn(value, id) ? read(value[id]) : null;
    if (one !== null) found[id] = one;
  }
  return found;
}

function readTitle(value: unknown): OwnTitle | null {
  if (!isObject(value) || typeof value.text !== 'string' || value.text.trim() === '') return null;
  return { text: value.text, about: typeof value.about === 'string' ? value.about : '' };
}

function readWish(value: unknown): ExampleWish | null {
  if (!isObject(value)) return null;
  if (value.kind === 'outcome' && typeof value.set === 'string') return { kind: 'outcome', set: value.set };
  return value.kind === 'question' && typeof value.id === 'string' ? { kind: 'question', id: value.id } : null;
}
