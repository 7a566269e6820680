import { describe, expect, it } from 'vitest';
import type { GapItem } from '../terms.ts';
import { gapCategories, nextQueries } from './gaps.ts';
import { gateEndings, gateRates, type SufficiencyQuestion, type SufficiencyTurn } from './sufficiency.ts';
import { FigureSets, figureColumnId, figuresOf, figureWords, type TextFigure, TRUTHS } from './text-figures.ts';

const gap = (category: string, target: string): GapItem => ({ category, target, slot: 'x', description: null });
const turn = (turnNumber: number, over: Partial<SufficiencyTurn>): SufficiencyTurn => ({
  turn: turnNumber,
  isSufficient: false,
  titlesBefore: [],
  titlesAfter: ['A'],
  isCorrect: null,
  gaps: [],
  evidence: null,
  documents: null,
  isFollowed: true,
  newDocuments: null,
  recordedQuery: null,
  ...over,
});
const question = (
  id: string,
  isEndRight: boolean | null,
  ...turns: readonly SufficiencyTurn[]
): SufficiencyQuestion => ({
  id,
  question: 'Where is A?',
  goldTitles: ['A'],
  isEndRight,
  turns,
});

const QUESTIONS: readonly SufficiencyQuestion[] = [
  question(
    'q0',
    true,
    turn(0, {
      gaps: [gap('relation', 'A'), gap('Relation', 'B'), null],
      recordedQuery: 'B x',
      newDocuments: 'A alone',
    }),
    turn(1, { isSufficient: true, titlesBefore: ['A'], isCorrect: true }),
  ),
  question('q1', false, turn(0, {}), turn(1, { titlesBefore: ['A'], isCorrect: true, isFollowed: false })),
  question('q2', null, turn(0, { isSufficient: true, isCorrect: false, titlesAfter: null })),
  question('q3', false, turn(0, { isSufficient: null, gaps: [gap('bridge_entity', 'C')] })),
];

const sets = new FigureSets(QUESTIONS.length);
QUESTIONS.forEach((one, q) => {
  sets.add('j', q, figuresOf(one, 3));
});
const members = (figure: TextFigure): readonly string[] =>
  [...sets.codes(figureColumnId('j', figure))].flatMap((code, q) => (code === 0 ? [QUESTIONS[q]!.id] : []));

describe('questions behind the figures of sufficiency', () => {
  it('are those whose verdicts are counted', () => {
    expect(members({ kind: 'verdict', truth: 'before', cell: 'trueNegative', turn: null })).toEqual(['q0', 'q1']);
    expect(members({ kind: 'verdict', truth: 'before', cell: 'truePositive', turn: null })).toEqual(['q0']);
    expect(members({ kind: 'verdict', truth: 'before', cell: 'underClaim', turn: 1 })).toEqual(['q1']);
    expect(members({ kind: 'verdict', truth: 'before', cell: 'underClaim', turn: 0 })).toEqual([]);
    expect(members({ kind: 'verdict', truth: 'after', cell: 'underClaim', turn: 0 })).toEqual(['q0', 'q1']);
    expect(members({ kind: 'verdict', truth: 'before', cell: 'falsePositive', turn: null })).toEqual(['q2']);
    // What is not known stays out.
    expect(members({ kind: 'verdict', truth: 'after', cell: 'falsePositive', turn: null })).toEqual([]);
    expect(members({ kind: 'verdict', truth: 'answer', cell: 'underClaim', turn: null })).toEqual(['q1']);
  });

  it('are as many as the counts where no question counts twice, and none where the count is 0', () => {
    for (const truth of ['before', 'after', 'answer'] as const) {
      const { perTurn } = gateRates(QUESTIONS, TRUTHS[truth]);
      for (const { turn: at, counts } of perTurn) {
        for (const cell of ['truePositive', 'falsePositive', 'underClaim', 'trueNegative'] as const) {
          expect([truth, at, cell, members({ kind: 'verdict', truth, cell, turn: at }).length]).toEqual([
            truth,
            at,
            cell,
            counts[cell],
          ]);
        }
      }
    }
    const { stopped, forced } = gateEndings(QUESTIONS);
    expect(members({ kind: 'end', isSufficient: true, isRight: true }).length).toBe(stopped.n);
    expect(members({ kind: 'end', isSufficient: false, isRight: false }).length).toBe(forced.of - forced.n);
  });

  it('have a gap of the category, whatever its spelling', () => {
    expect(members({ kind: 'gap', category: 'relation', turn: 0 })).toEqual(['q0']);
    expect(members({ kind: 'gap', category: 'bridge entity', turn: null })).toEqual(['q3']);
    for (const { turn: at, counts } of gapCategories(QUESTIONS).perTurn) {
      for (const category of counts.keys()) expect(members({ kind: 'gap', category, turn: at })).not.toEqual([]);
    }
  });

  it('have a target that is, or is not, where it is looked for', () => {
    const next = nextQueries(QUESTIONS, 3);
    expect([next.targetInQuestion, next.targetInRecordedQuery, next.targetInNewDocuments].map(({ n }) => n)).toEqual([
      1, 1, 1,
    ]);
    for (const place of ['question', 'query', 'documents'] as const) {
      expect(members({ kind: 'next', place, isThere: true })).toEqual(['q0']);
      expect(members({ kind: 'next', place, isThere: false })).toEqual(['q0']);
    }
  });

  it('are told in words', () => {
    const id = figureColumnId('a "b" [c]', { kind: 'verdict', truth: 'before', cell: 'falsePositive', turn: 1 });
    expect(figureWords(id)).toBe(
      'a "b" [c]: said sufficient, was not after 1 search, by gold titles before the search of the turn',
    );
    expect(figureWords(figureColumnId('j', { kind: 'gap', category: 'relation', turn: null }))).toBe(
      'j: gap of category relation',
    );
    expect(figureWords('outcome')).toBeNull();
    expect(figureWords('figure:{')).toBeNull();
    expect(figureWords('figure:["j","else"]')).toBeNull();
  });
});
