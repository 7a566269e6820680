import { describe, expect, it } from 'vitest';
import { contextSizes } from './context-size.ts';
import { nextQueries, normaliseCategory } from './gaps.ts';
import { gateEndings, gateRates, type SufficiencyQuestion } from './sufficiency.ts';

const turn = (over: Partial<SufficiencyQuestion['turns'][number]>): SufficiencyQuestion['turns'][number] => ({
  turn: 1,
  isSufficient: null,
  titlesBefore: null,
  titlesAfter: null,
  isCorrect: null,
  gaps: [],
  evidence: null,
  documents: null,
  isFollowed: true,
  newDocuments: null,
  recordedQuery: null,
  ...over,
});

describe('what is not known stays out', () => {
  const questions: readonly SufficiencyQuestion[] = [
    {
      id: 'a',
      question: 'Where is the Nile?',
      goldTitles: ['Nile', 'Nile', 'Egypt'],
      isEndRight: true,
      turns: [
        turn({ isSufficient: false, titlesBefore: [], titlesAfter: ['Nile', 'Egypt'], isCorrect: false }),
        turn({ turn: 2, isSufficient: null, titlesBefore: ['Nile'] }),
        turn({ turn: 3, isSufficient: true, titlesBefore: ['Nile', 'Egypt'], titlesAfter: null, isCorrect: true }),
      ],
    },
    {
      id: 'b',
      question: 'Who?',
      goldTitles: null,
      isEndRight: false,
      turns: [turn({ isSufficient: true, titlesBefore: ['X'], isCorrect: false })],
    },
  ];

  it('rates over rows with a verdict and a truth', () => {
    const before = gateRates(questions, { kind: 'titles', reading: 'before' });
    expect(before.pooled).toMatchObject({ truePositive: 1, falsePositive: 0, underClaim: 0, trueNegative: 1 });
    expect(before.withoutFirst).toMatchObject({ truePositive: 1, trueNegative: 0 });
    expect(before.withoutFirst.falsePositiveRate).toEqual({ n: 0, of: 0, rate: null });
    expect(before.perTurn.map((row) => row.turn)).toEqual([1, 3]);
    // After the search of the turn all was there; what the last turn led to is not known.
    const after = gateRates(questions, { kind: 'titles', reading: 'after' });
    expect(after.pooled).toMatchObject({ truePositive: 0, falsePositive: 0, underClaim: 1, trueNegative: 0 });
  });

  it('against the answer', () => {
    const answers = gateRates(questions, { kind: 'answer' });
    expect(answers.pooled).toMatchObject({ truePositive: 1, falsePositive: 1, underClaim: 0, trueNegative: 1 });
    expect(gateEndings(questions)).toEqual({
      stopped: { n: 1, of: 2, rate: 0.5 },
      forced: { n: 0, of: 0, rate: null },
    });
  });

  it('queries and sizes without texts', () => {
    const found = nextQueries(questions, 3);
    expect(found.queries).toEqual([
      { id: 'a', turn: 1, query: 'Where is the Nile?', usesGap: false, isRecorded: null },
    ]);
    expect(found.recorded).toEqual({ n: 0, of: 0, rate: null });
    expect(contextSizes(questions).pooled).toMatchObject({ rows: 0, evidenceChars: null, compressionWords: null });
  });

  it('characters are code points', () => {
    const sizes = contextSizes([
      { ...questions[0]!, turns: [turn({ evidence: '\u{1F600}', documents: 'a\u00a0b \u{1F600}\u{1F600}' })] },
    ]);
    expect(sizes.pooled).toMatchObject({
      evidenceChars: 1,
      evidenceWords: 1,
      rawChars: 6,
      rawWords: 3,
      compressionChars: 6,
    });
  });

  it('asks whether the recorded query names the gap', () => {
    const gap = { category: 'Bridge_Entity ', target: 'Lake Tana', slot: null, description: null };
    const [first] = questions;
    const found = nextQueries(
      [{ ...first!, turns: [turn({ isSufficient: false, gaps: [gap, null], recordedQuery: 'lake tana river' })] }],
      3,
    );
    expect(found.targetInRecordedQuery).toEqual({ n: 1, of: 1, rate: 1 });
    expect(found.usesGap.n).toBe(0);
    expect(normaliseCategory(gap.category)).toBe('bridge entity');
  });
});
