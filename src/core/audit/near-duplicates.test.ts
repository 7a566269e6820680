import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finish } from '../steps.ts';
import { findNearPairs, NEAR, type NearText, namesIn, nearPairs } from './near-duplicates.ts';

/** Validation (0) and test (1) questions as they are compared; names as the check takes them. */
type Given = readonly (readonly [group: number, text: string])[];
const texts = (...given: Given): readonly NearText[] =>
  given.map(([group, text]) => ({ group, text: text.toLowerCase(), names: namesIn(text) }));
const pairs = (...given: Given) => findNearPairs(texts(...given), 100).map(({ left, right }) => [left, right]);

const RIVER = 'which river in the north of the country flows through the oldest city of all';

describe('near-duplicate questions across splits', () => {
  it('finds the same words in another order', () => {
    expect(findNearPairs(texts([0, 'who wrote the old book'], [1, 'the old book who wrote']), 10)).toEqual([
      { left: 0, right: 1, similarity: 1 },
    ]);
  });

  it('finds one word more: 13 of 14 triples are shared', () => {
    // 15 words are 13 triples; one word at the end adds one: 13 / 14.
    const [pair] = findNearPairs(texts([0, RIVER], [1, `${RIVER} today`]), 10);
    expect(pair).toEqual({ left: 0, right: 1, similarity: 13 / 14 });
  });

  it('leaves a word changed in the middle of a short question alone: 2 of 8 triples are shared', () => {
    // Seven words are five triples; a changed word in the middle breaks three of them.
    expect(pairs([0, 'which city is the capital of it'], [1, 'which city is not capital of it'])).toEqual([]);
  });

  it('takes just the similarity that it says, and nothing below', () => {
    // n words are n - 2 triples. A word at the end: (n - 2) / (n - 1). 0.8 at six words, 0.75 at five.
    expect(pairs([0, 'a b c d e f'], [1, 'a b c d e f g'])).toEqual([[0, 1]]);
    expect(pairs([0, 'a b c d e'], [1, 'a b c d e f'])).toEqual([]);
    expect(NEAR).toBe(0.8);
  });

  it('lets questions of one template be about different things', () => {
    expect(pairs([0, `${RIVER} of Norway`], [1, `${RIVER} of Sweden`])).toEqual([]);
    expect(pairs([0, `${RIVER} in 1990`], [1, `${RIVER} in 1991`])).toEqual([]);
    expect(pairs([0, `${RIVER} of Norway`], [1, `${RIVER} of Norway now`])).toEqual([[0, 1]]);
  });

  it('leaves equal texts to the other check, and pairs within a split alone', () => {
    expect(pairs([0, RIVER], [1, RIVER])).toEqual([]);
    expect(pairs([0, RIVER], [0, `${RIVER} today`])).toEqual([]);
    expect(pairs([0, ''], [1, ''], [1, 'a'])).toEqual([]);
  });

  it('names a pair by the first of equal texts, once', () => {
    expect(pairs([0, RIVER], [0, RIVER], [1, `${RIVER} today`], [1, `${RIVER} today`])).toEqual([[0, 2]]);
  });

  it('stops at the most pairs that are wanted', () => {
    const many = texts(...Array.from({ length: 40 }, (_, i) => [i % 2, `${RIVER} ${'x'.repeat(i + 1)}`] as const));
    expect(findNearPairs(many, 5).length).toBeGreaterThanOrEqual(5);
    expect(findNearPairs(many, 5).length).toBeLessThan(findNearPairs(many, 1000).length);
  });

  it('a text that is asked ten thousand times takes no ten thousand squared', () => {
    const same = texts(
      ...Array.from({ length: 40_000 }, (_, i) => [i % 2, i === 1 ? `${RIVER} today` : RIVER] as const),
    );
    const begin = performance.now();
    expect(findNearPairs(same, 10).map(({ left, right }) => [left, right])).toEqual([[0, 1]]);
    // Squared it would be minutes.
    expect(performance.now() - begin).toBeLessThan(5000);
  });

  it('equals a look at every pair', () => {
    const word = fc.constantFrom('a', 'b', 'c', 'd');
    const text = fc.array(word, { minLength: 1, maxLength: 9 }).map((words) => words.join(' '));
    const question = fc.record({ text, group: fc.integer({ min: 0, max: 2 }), names: fc.constantFrom('', 'X') });
    fc.assert(
      fc.property(fc.array(question, { maxLength: 14 }), (questions) => {
        const key = ({ left, right }: { left: number; right: number }) =>
          [left, right]
            .map((i) => `${questions[i]!.group} ${questions[i]!.text}`)
            .sort()
            .join(' | ');
        const found = new Set(finish(nearPairs(questions, 1000)).map(key));
        expect([...found].sort()).toEqual([...new Set(bruteForce(questions).map(key))].sort());
      }),
      { numRuns: 300 },
    );
  });
});

/** As the definition says it, over every pair; names are those of the first of equal texts in a group. */
function bruteForce(questions: readonly NearText[]) {
  const first = (q: NearText) => questions.find(({ text, group }) => text === q.text && group === q.group)!;
  const triples = (text: string): ReadonlySet<string> => {
    const words = text.split(' ');
    return words.length < 4 ? new Set([text]) : new Set(words.slice(2).map((_, i) => words.slice(i, i + 3).join(' ')));
  };
  const isNear = (a: NearText, b: NearText): boolean => {
    if (a.group === b.group || a.text === b.text) return false;
    if (a.text.split(' ').sort().join() === b.text.split(' ').sort().join()) return true;
    const [x, y] = [triples(a.text), triples(b.text)];
    const common = [...x].filter((triple) => y.has(triple)).length;
    return common / (x.size + y.size - common) >= NEAR && first(a).names === first(b).names;
  };
  return questions.flatMap((a, left) =>
    questions.flatMap((b, right) => (left < right && isNear(a, b) ? [{ left, right }] : [])),
  );
}

it('names are capitalised words after the first, and words with digits', () => {
  expect(namesIn('Which film of Ang Lee won in 1993?')).toBe('1993 Ang Lee');
  expect(namesIn('Were both born in Ulm?')).toBe('Ulm');
  expect(namesIn('what is it')).toBe('');
});
