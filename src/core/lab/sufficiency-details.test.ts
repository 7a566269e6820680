import { describe, expect, it } from 'vitest';
import { squad } from '../answers/squad.ts';
import { judgeAnswers } from '../correctness.ts';
import { collectDetailColumns } from '../rules/detail-signals.ts';
import type { QuestionDetails } from '../terms.ts';
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
const judge = (isSufficient: boolean | null, gapItems: readonly (typeof gap)[] | null) => ({
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
      question.turns.map(({ turn, titles, isSufficient, isCorrect, recordedQuery }) => [
        turn,
        titles,
        isSufficient,
        isCorrect,
        recordedQuery,
      ]),
    ).toEqual([
      [0, [], false, false, 'lake tana river'],
      [1, ['Lake Tana'], true, true, 'blue nile'],
      [2, ['Lake Tana', 'Blue Nile'], null, true, null],
    ]);
    const rates = gateRates([question], { kind: 'titles', reading: 'as-written' });
    expect(rates.pooled).toMatchObject({ truePositive: 0, falsePositive: 1, underClaim: 0, trueNegative: 1 });
    expect(gateRates([question], { kind: 'answer' }).pooled).toMatchObject({ truePositive: 1, trueNegative: 1 });
    expect(nextQueries([question], { first: 1, lastTurn: null }).targetInRecordedQuery).toEqual({
      n: 1,
      of: 1,
      rate: 1,
    });
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
