import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findAnswerRule } from '../answers/index.ts';
import { judgeAnswers } from '../correctness.ts';
import { arbitraryQuestions } from '../testing/arbitrary-dataset.ts';
import { buildDataset } from '../testing/build-dataset.ts';
import { columnIds, NO_ANNOTATIONS, QuestionColumns } from './question-columns.ts';
import { describeRow } from './rows.ts';

const squad = findAnswerRule('squad')!;
const dataset = buildDataset(
  [
    {
      gold: ['x', 'ex'],
      answer: 'x',
      searches: 3,
      split: 'dev',
      states: [
        { searchesUsed: 0, probe: 'x', scores: [1] },
        { searchesUsed: 1, probe: 'x', scores: [9] },
        { searchesUsed: 2, probe: 'y', scores: [{ unparsed: 20 }] },
      ],
    },
    { gold: 'x', answer: 'y', searches: 1, states: [{ searchesUsed: 0, probe: 'y', scores: [4] }] },
    { answer: null, searches: 0, states: [] },
  ],
  ['j'],
);
const evaluation = judgeAnswers(
  {
    ...dataset,
    questions: {
      ...dataset.questions,
      meta: [
        { name: 'type', values: ['bridge', null, 'a'] },
        { name: 'hops', values: [2, 3, null] },
        { name: '__proto__', values: [true, null, 1] },
      ],
    },
  },
  squad,
);
const table = new QuestionColumns(
  evaluation,
  { policy: { kind: 'threshold', judge: 'j', threshold: 5 }, judge: 'j', against: { kind: 'native' } },
  { tags: new Map([[1, ['b', 'a']]]), notes: new Map([[1, 'look']]) },
);

describe('columns of the question table', () => {
  it('describes a row by hand', () => {
    expect(describeRow(table, 0)).toMatchObject({
      gold: 'x | ex',
      policy: 'x',
      outcome: 'saved-late',
      stopState: 1,
      nativeSearches: 3,
      policySearches: 1,
      saved: 2,
      score: 9,
      margin: 4,
      highest: 9,
      earliestSafe: 0,
      delay: 1,
      states: 3,
      split: 'dev',
      meta: ['bridge', 2, true],
      flip: { answer: 'right-both', from: 'finish-right', to: 'safe', searches: -2, isChanged: true },
      gapQuality: 'ahead',
      gapCost: 'too-late',
    });
    expect(describeRow(table, 1)).toMatchObject({
      outcome: 'unreachable',
      score: null,
      margin: -1,
      highest: 4,
      tags: ['b', 'a'],
      note: 'look',
      flip: { isChanged: false },
    });
    expect(describeRow(table, 2)).toMatchObject({
      nativeVerdict: 'unknown',
      policyVerdict: 'unknown',
      outcome: 'finished-unknown',
      margin: null,
      meta: ['a', null, 1],
    });
  });

  it('has a column for every id, metadata with awkward names included', () => {
    for (const id of columnIds(evaluation)) expect(table.column(id), id).not.toBeNull();
    expect(table.column('meta:hops')).toMatchObject({ kind: 'number' });
    expect(table.column('meta:__proto__')).toMatchObject({ kind: 'category', names: ['1', 'true'] });
    for (const id of ['toString', '__proto__', 'meta:none', 'judge.score']) expect(table.column(id)).toBeNull();
  });

  it('has no margin at a threshold that never stops', () => {
    const never = new QuestionColumns(
      evaluation,
      { policy: { kind: 'threshold', judge: 'j', threshold: Number.POSITIVE_INFINITY }, judge: 'j', against: null },
      NO_ANNOTATIONS,
    );
    expect(describeRow(never, 0)).toMatchObject({ margin: null, highest: 9, flip: null });
  });

  it('stops exactly where the highest score reaches the threshold', () => {
    fc.assert(
      fc.property(arbitraryQuestions(1), fc.integer({ min: -7, max: 7 }), (specs, half) => {
        const some = judgeAnswers(buildDataset(specs, ['j']), squad);
        const threshold = half / 2;
        const columns = new QuestionColumns(
          some,
          { policy: { kind: 'threshold', judge: 'j', threshold }, judge: 'j', against: null },
          NO_ANNOTATIONS,
        );
        for (const q of columns.all) {
          const row = describeRow(columns, q);
          expect(row.stopState !== null).toBe(row.highest !== null && row.highest >= threshold);
          expect(row.saved).toBe(row.nativeSearches - row.policySearches);
          if (row.score !== null) expect(row.margin).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 200 },
    );
  });
});
