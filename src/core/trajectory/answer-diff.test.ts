import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ANSWER_RULES, findAnswerRule } from '../answers/index.ts';
import { explainAnswer } from './answer-diff.ts';
import { findAnswerSpans } from './spans.ts';

const squad = findAnswerRule('squad')!;
const explain = (prediction: string | null, gold: string | string[], rule = 'squad') =>
  explainAnswer(findAnswerRule(rule)!, prediction, gold)!;
const marked = (prediction: string, gold: string) =>
  explain(prediction, gold).pieces.map(({ kind, text }) => `${kind}:${text}`);

describe('answer diff', () => {
  it('marks the words beyond the target, and what the rule drops', () => {
    expect(marked('Judging by it, it should be the Gustave Flaubert', 'Gustave Flaubert')).toEqual([
      'extra:Judging by it, it should be',
      'dropped: the',
      'same: Gustave Flaubert',
    ]);
    expect(explain('Most likely 1770', '1770').reason).toBe('extra');
  });

  it.each([
    ['The Paris!', 'paris', 'equal', 1],
    [null, 'Paris', 'no-answer', 0],
    ['the', 'Paris', 'empty', 0],
    ['Haruki Murakami', 'Gustave Flaubert', 'different', 0],
    ['Gustave', 'Gustave Flaubert', 'missing', 0],
    ['Flaubert Gustave', 'Gustave Flaubert', 'order', 0],
    ['Saint Germain en Laye', 'Saint-Germain-en-Laye', 'breaks', 0],
    ['Garcia', 'Garc\u00eda', 'marks', 0],
    ['\u201cParis\u201d', 'Paris', 'marks', 0],
  ] as const)('says why: %j against %j is %s', (prediction, gold, reason, verdict) => {
    expect(explain(prediction, gold)).toMatchObject({ reason, verdict });
  });

  it('compares with the nearest of several targets', () => {
    expect(explain('Edmund Barton', ['1901', 'Sir Edmund Barton'])).toMatchObject({
      target: 'Sir Edmund Barton',
      missing: ['sir'],
      reason: 'missing',
    });
    expect(explainAnswer(squad, 'x', [])).toBeNull();
  });

  it('does not call a cover match equal', () => {
    expect(explain('in Paris, France', 'Paris', 'zerosearch')).toMatchObject({ verdict: 1, reason: 'rule' });
  });

  it('agrees with every rule, loses no word, and keeps the answer as it was given', () => {
    const word = fc.constantFrom(
      'the',
      'Paris',
      'paris,',
      'Caf\u00e9',
      '1,000',
      'a',
      'well-known',
      '\u201cx\u201d',
      '...',
    );
    const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.constantFrom(...ANSWER_RULES), text, text, (rule, prediction, gold) => {
        const diff = explainAnswer(rule, prediction, gold)!;
        expect(diff.verdict).toBe(rule.exactMatch(prediction, gold));
        if (diff.reason === 'equal') {
          expect(diff.missing).toEqual([]);
          expect(diff.pieces.every(({ kind }) => kind !== 'extra')).toBe(true);
        }
        if (diff.verdict === 0) {
          const isSame = diff.missing.length === 0 && diff.pieces.every(({ kind }) => kind !== 'extra');
          expect(isSame && rule.normalise(prediction) !== '').toBe(false);
        }
        const shown = diff.pieces.map((piece) => piece.text).join('');
        expect([prediction.trimEnd(), diff.normalised.trim()]).toContain(shown);
      }),
      { numRuns: 500 },
    );
  });

  it('stops comparing where an answer is no answer any more', () => {
    expect(explain('word '.repeat(100_000), 'word').isCut).toBe(true);
  });
});

describe('answer spans', () => {
  const find = (text: string, ...targets: string[]) =>
    findAnswerSpans(text, targets, squad.normalise).map(([from, to]) => text.slice(from, to));

  it('finds targets as the rule reads them, without the punctuation around', () => {
    expect(find('(Gustave Flaubert), a novelist; the FLAUBERT.', 'Gustave Flaubert', 'flaubert')).toEqual([
      'Gustave Flaubert',
      'FLAUBERT',
    ]);
    expect(find('Born in 1821.', '1821')).toEqual(['1821']);
    expect(find('the king of the Belgians', 'king of Belgians')).toEqual(['king of the Belgians']);
  });

  it('leaves yes and no alone', () => {
    expect(find('no, there is no river', 'no')).toEqual([]);
  });
});
