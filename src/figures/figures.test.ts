import { describe, expect, it } from 'vitest';
import { coverage } from '../core/metrics/coverage.ts';
import { exactMatch } from '../core/metrics/exact-match.ts';
import { selectedStopRisk } from '../core/metrics/selected-stop-risk.ts';
import { compare, metricText, netFlips, sentenceOf } from './figures.ts';

const native = {
  questions: 800,
  labelled: 800,
  opportunities: 294,
  nativeSearches: 2081,
  unknownStops: 0,
  correct: 359,
  searches: 2081,
  stopped: 0,
  safe: 0,
  unsafe: 0,
  judgedStops: 0,
  harmed: 0,
  rescued: 0,
};
const policy = {
  ...native,
  correct: 354,
  searches: 2004,
  stopped: 69,
  safe: 42,
  unsafe: 27,
  judgedStops: 69,
  harmed: 6,
  rescued: 1,
};
const text = (totals: typeof native) =>
  sentenceOf(totals, native)
    .map((part) => part.text)
    .join('');

describe('the readout', () => {
  it('says searches, answers and unsafe stops, costs included', () => {
    expect(sentenceOf(policy, native).map(({ counts: _, ...part }) => part)).toEqual([
      { text: '77 fewer searches', aside: '−3.70\u2009%' },
      { text: ', 5 fewer correct answers', aside: '−0.625 points' },
      { text: ', and 27 of 69 early stops unsafe.' },
    ]);
    expect(netFlips(policy)).toBe('net −5');
  });

  it('gives every count but a zero the questions behind it, in the order of the words', () => {
    const countsOf = (totals: typeof native) =>
      sentenceOf(totals, native).flatMap(({ text: all, counts = [] }) => {
        const places = counts.map(({ text: count }) => all.indexOf(count));
        expect(places).toEqual([...places].sort((a, b) => a - b));
        expect(places).not.toContain(-1);
        return counts.map(({ text: count, behind, isChange }) => [count, behind.words, isChange]);
      });
    expect(countsOf(policy)).toEqual([
      ['77', 'stops that move', true],
      ['5', 'answers that flip', true],
      ['27', 'questions with an unsafe stop', false],
      ['69', 'questions with a safe or an unsafe stop', false],
    ]);
    expect(countsOf(native)).toEqual([]);
    expect(countsOf({ ...policy, unsafe: 0, safe: 1 }).map(([count]) => count)).toEqual(['77', '5', '1']);
  });

  it('does not say 0 where nothing happened or nothing is known', () => {
    expect(text(native)).toBe('the same number of searches, the same number of correct answers, and no early stops.');
    expect(text({ ...policy, labelled: 0 })).toBe('77 fewer searches, and right or wrong unknown without labels.');
    expect(text({ ...policy, correct: 360, unsafe: 0, safe: 1 })).toContain(
      '1 more correct answer, and 0 of 1 early stop unsafe',
    );
  });

  it('knows nothing of answers where a stop has no probe answer', () => {
    const unprobed = { ...policy, correct: 312, safe: 0, unsafe: 0, judgedStops: 0, unknownStops: 69, harmed: 0 };
    expect(text(unprobed)).toBe(
      '77 fewer searches, and right or wrong unknown at 69 of 69 early stops, which have no probe answer.',
    );
    expect(compare(exactMatch, unprobed, native)).toEqual({
      value: { kind: 'words', text: 'no probes' },
      native: '0.44875',
      difference: null,
      counts: null,
    });
    expect(metricText(selectedStopRisk, unprobed)).toBe('no probes');
    expect(metricText(coverage, unprobed)).toBe('8.63\u2009%');
  });

  it('compares with native over the common denominator', () => {
    expect(compare(exactMatch, policy, native)).toEqual({
      value: { kind: 'value', text: '0.44250' },
      native: '0.44875',
      difference: '−0.00625',
      counts: null,
    });
    expect(compare(coverage, policy, native)).toMatchObject({ value: { text: '8.63\u2009%' }, counts: '69 / 800' });
  });

  it('shows words for an empty denominator', () => {
    expect(compare(selectedStopRisk, native, native)).toEqual({
      value: { kind: 'words', text: 'no stops' },
      native: 'no stops',
      difference: null,
      counts: null,
    });
    expect(compare(exactMatch, { ...policy, labelled: 0 }, { ...native, labelled: 0 }).value).toEqual({
      kind: 'words',
      text: 'no labels',
    });
  });
});
