import { describe, expect, it } from 'vitest';
import {
  annotate,
  chooseExample,
  DEFAULT_DECK,
  type Deck,
  formatDeck,
  isTitleElsewhere,
  parseDeck,
  placeSlide,
  retitle,
  SLIDES,
  shownSlides,
  slideInForce,
  stepSlide,
  toggleSlide,
} from './story.ts';

describe('a deck', () => {
  it('shows every slide in the order of the story', () => {
    expect(shownSlides(DEFAULT_DECK)).toEqual(SLIDES);
    expect(slideInForce(DEFAULT_DECK, null)).toBe('setting');
  });

  it('moves a slide to a place among all, and keeps every slide once', () => {
    const moved = placeSlide(DEFAULT_DECK, 'risk', 1);
    expect(moved.order).toEqual(['setting', 'risk', 'reach', 'ranking', 'tradeoff', 'gate', 'examples', 'claims']);
    expect(placeSlide(moved, 'risk', -3).order[0]).toBe('risk');
    expect(placeSlide(moved, 'setting', 99).order.at(-1)).toBe('setting');
    expect([...placeSlide(moved, 'gate', 4).order].sort()).toEqual([...SLIDES].sort());
  });

  it('hides slides, but never the last one', () => {
    const without = toggleSlide(DEFAULT_DECK, 'reach');
    expect(shownSlides(without)).not.toContain('reach');
    expect(toggleSlide(without, 'reach')).toEqual(DEFAULT_DECK);
    const alone = SLIDES.reduce(toggleSlide, DEFAULT_DECK);
    expect(shownSlides(alone)).toEqual(['claims']);
  });

  it('steps over hidden slides and stays at the ends', () => {
    const deck = toggleSlide(DEFAULT_DECK, 'reach');
    expect(stepSlide(deck, 'setting', 1)).toBe('ranking');
    expect(stepSlide(deck, 'ranking', -1)).toBe('setting');
    expect(stepSlide(deck, 'setting', -1)).toBe('setting');
    expect(stepSlide(deck, 'gate', 99)).toBe('claims');
  });

  it('goes to the next shown slide where the wished one is hidden', () => {
    const deck = toggleSlide(toggleSlide(DEFAULT_DECK, 'reach'), 'claims');
    expect(slideInForce(deck, 'reach')).toBe('ranking');
    expect(slideInForce(deck, 'claims')).toBe('examples');
  });

  it('takes an own title with what it was written about, and gives it up when it is emptied', () => {
    const deck = retitle(DEFAULT_DECK, 'risk', '  27 of  69 \n are unsafe ', 'θ = 7.875');
    expect(deck.titles.risk).toEqual({ text: '27 of 69 are unsafe', about: 'θ = 7.875' });
    expect(isTitleElsewhere(deck.titles.risk!, 'θ = 7.875')).toBe(false);
    expect(isTitleElsewhere(deck.titles.risk!, 'θ = 6.000')).toBe(true);
    expect(isTitleElsewhere({ text: 'What stops', about: 'a' }, 'b')).toBe(false);
    expect(retitle(deck, 'risk', ' ', 'x')).toEqual(DEFAULT_DECK);
  });

  it('keeps empty notes apart from the default ones', () => {
    const deck = annotate(DEFAULT_DECK, 'gate', '');
    expect(deck.notes.gate).toBe('');
    expect(annotate(deck, 'gate', null)).toEqual(DEFAULT_DECK);
  });
});

describe('a deck as a file', () => {
  const deck: Deck = chooseExample(
    annotate(
      retitle(toggleSlide(placeSlide(DEFAULT_DECK, 'claims', 0), 'gate'), 'risk', 'Stops', 'here'),
      'risk',
      'Say it',
    ),
    1,
    { kind: 'question', id: 'dev-0007' },
  );

  it('reads back what was written', () => {
    expect(parseDeck(formatDeck(deck, 'my run'))).toEqual({ kind: 'ok', value: { deck, dataset: 'my run' } });
  });

  it('opens files of other versions of the story', () => {
    const read = parseDeck(
      JSON.stringify({
        stopscope: 'slides',
        version: 1,
        order: ['risk', 'a slide to come', 'risk', 'setting'],
        hidden: ['gate', 'a slide to come'],
        titles: { risk: 7, gate: { text: 'Gate' }, constructor: { text: 'x' } },
        examples: [{ kind: 'question' }],
      }),
    );
    if (read.kind !== 'ok') throw new Error(read.error);
    expect(read.value.deck.order).toEqual([
      'risk',
      'setting',
      'reach',
      'ranking',
      'tradeoff',
      'gate',
      'examples',
      'claims',
    ]);
    expect(read.value.deck.hidden).toEqual(['gate']);
    expect(read.value.deck.titles).toEqual({ gate: { text: 'Gate', about: '' } });
    expect(read.value.deck.examples).toEqual(DEFAULT_DECK.examples);
  });

  it('shows all where a file hides all', () => {
    const read = parseDeck(JSON.stringify({ stopscope: 'slides', version: 1, order: SLIDES, hidden: SLIDES }));
    expect(read.kind === 'ok' && shownSlides(read.value.deck)).toEqual(SLIDES);
  });

  it.each([
    ['{', 'The file is not JSON.'],
    ['[]', 'The file holds no slides of Stopscope.'],
    ['{"stopscope":"slides","version":2}', 'The slides were written by a newer version of Stopscope.'],
  ])('refuses %s in words', (text, error) => {
    expect(parseDeck(text)).toEqual({ kind: 'failed', error });
  });
});
