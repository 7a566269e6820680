import { describe, expect, it } from 'vitest';
import { squad } from '../answers/squad.ts';
import { judgeAnswers } from '../correctness.ts';
import { collectDetailColumns } from '../rules/detail-signals.ts';
import type { GapItem, QuestionDetails } from '../terms.ts';
import { buildDataset } from '../testing/build-dataset.ts';
import { nextQueries } from './gaps.ts';
import { gateRates } from './sufficiency.ts';
import { sufficiencyFromDetails } from './sufficiency-details.ts';

const dataset = buildDataset(
  [
    {
      gold: 'Nile',
      answer: 'Nile',
      searches: 2,
      states: [
        { searchesUsed: 0, probe: 'Rhine', scores: [1] },
        { searchesUsed: 1, probe: 'nile', scores: [2] },
        { searchesUsed: 2, probe: 'Nile', nextAction: 'ANSWER', scores: [3] },
        { searchesUsed: 3, isCounterfactual: true, probe: 'Nile', scores: [4] },
      ],
    },
  ],
  ['s2g'],
);
const evaluation = judgeAnswers(dataset, squad);
const gap = { category: 'bridge entity', target: 'Lake Tana', slot: 'outflow', description: null };
const judge = (isSufficient: boolean | null, gapItems: readonly GapItem[] | null) => ({
  s2g: { isSufficient, gapItems, rawCompletion: null, parseError: null },
});
const details: QuestionDetails = {
  supportingFacts: [
    ['Blue Nile', 0],
    ['Lake Tana', 1],
    ['Blue Nile', 2],
  ],
  states: [
    { stateId: 's0', query: null, context: '[NO RETRIEVED EVIDENCE]', judges: judge(false, [gap]) },
    {
      stateId: 's1',
      query: 'lake tana river',
      context: 'Doc 1(Title: "Lake Tana") a big lake',
      judges: judge(true, []),
    },
    {
      stateId: 's2',
      query: 'blue nile',
      context: 'Doc 1(Title: "Lake Tana") a big lake\n\nDoc 1(Title: "Blue Nile") A long river from lake Tana',
      judges: judge(null, null),
    },
    { stateId: 's3', query: 'x', context: 'Doc 1(Title: "X") x', judges: judge(true, []) },
  ],
};

describe('texts of a question', () => {
  it('as verdicts over the turns', () => {
    const question = sufficiencyFromDetails(evaluation, 0, details, 's2g');
    expect(
      question.turns.map((row) => [
        row.turn,
        row.titlesBefore,
        row.titlesAfter,
        row.isSufficient,
        row.isCorrect,
        row.recordedQuery,
        row.newDocuments,
      ]),
    ).toEqual([
      [0, [], ['Lake Tana'], false, false, 'lake tana river', 'Doc 1(Title: "Lake Tana") a big lake'],
      // Satisfied: the search that the run made all the same is not the judge's.
      [
        1,
        ['Lake Tana'],
        ['Lake Tana'],
        true,
        true,
        'blue nile',
        '\n\nDoc 1(Title: "Blue Nile") A long river from lake Tana',
      ],
      [2, ['Lake Tana', 'Blue Nile'], ['Lake Tana', 'Blue Nile'], null, true, null, null],
    ]);
    expect(question.isEndRight).toBe(true);
    const rates = gateRates([question], { kind: 'titles', reading: 'before' });
    expect(rates.pooled).toMatchObject({ truePositive: 0, falsePositive: 1, underClaim: 0, trueNegative: 1 });
    expect(gateRates([question], { kind: 'answer' }).pooled).toMatchObject({ truePositive: 1, trueNegative: 1 });
    const next = nextQueries([question], 1);
    expect(next.targetInRecordedQuery).toEqual({ n: 1, of: 1, rate: 1 });
    expect(next.targetInNewDocuments).toEqual({ n: 1, of: 1, rate: 1 });
  });

  it('knows nothing of a judge that did not write', () => {
    const question = sufficiencyFromDetails(evaluation, 0, { ...details, supportingFacts: null }, 'toString');
    expect(question.goldTitles).toBeNull();
    expect(question.turns.map(({ isSufficient, gaps }) => [isSufficient, gaps])).toEqual([
      [null, []],
      [null, []],
      [null, []],
    ]);
  });

  it('as listed titles, raw documents and a text that holds the query, where there is compact evidence', () => {
    const [first, second, third] = details.states;
    const listed: QuestionDetails = {
      ...details,
      states: [
        { ...first!, context: null, judges: judge(false, [gap, { ...gap, isBare: true }]) },
        {
          ...second!,
          query: null,
          queryText: 'Query: Where? Lake Tana outflow',
          context: 'EVIDENCE: big',
          titles: ['Blue Nile', 'Lake Tana'],
          documents: 'Lake Tana is big and a lake',
        },
        { ...third!, documents: 'Lake Tana is big and a lake, the Blue Nile long', titles: ['Blue Nile'] },
      ],
    };
    const [before, after] = sufficiencyFromDetails(evaluation, 0, listed, 's2g').turns;
    // Nothing is retrieved at 0 searches; a bare text is no gap item.
    expect(before).toMatchObject({ titlesBefore: [], titlesAfter: ['Blue Nile', 'Lake Tana'], gaps: [gap, null] });
    expect(before).toMatchObject({ recordedQuery: 'Query: Where? Lake Tana outflow', evidence: null });
    expect(after).toMatchObject({ evidence: 'EVIDENCE: big', documents: 'Lake Tana is big and a lake' });
    expect(after!.newDocuments).toBe(', the Blue Nile long');
  });

  it('as signals for rules', () => {
    const collected = collectDetailColumns(evaluation);
    expect(collected.columns()).toEqual([]);
    collected.add(0, details);
    const columns = Object.fromEntries(collected.columns().map(({ id, values }) => [id, [...values]]));
    const gone = Number.NaN;
    expect(columns).toEqual({
      // Tokens before: lake, tana, a, big. New: blue, nile, a, long, river, from, lake, tana. Shared 3 of 9.
      overlap: [0, 0, 3 / 9, gone],
      coverage: [0, 0.5, 1, gone],
      'sufficient:s2g': [0, 1, gone, gone],
      'gaps:s2g': [1, 0, gone, gone],
    });
  });
});
