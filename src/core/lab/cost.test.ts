import { describe, expect, it } from 'vitest';
import { squad } from '../answers/squad.ts';
import { judgeAnswers } from '../correctness.ts';
import { replayAll } from '../policies/index.ts';
import { buildDataset, type QuestionSpec } from '../testing/build-dataset.ts';
import { breakEven, costOf, equivalentSearches, inSearches, measureUsage } from './cost.ts';

const question = (...scores: readonly (number | null | { readonly unparsed: number })[]): QuestionSpec => ({
  gold: 'x',
  answer: 'x',
  searches: scores.length,
  states: [
    ...scores.map((score, i) => ({ searchesUsed: i, probe: 'x', scores: [score] })),
    // Judged, but no decision is made there.
    { searchesUsed: scores.length, probe: 'x', nextAction: 'ANSWER' as const, scores: [99] },
  ],
});

const built = buildDataset([question(0, 5, 0), question({ unparsed: 9 }, 1), question(7, 7), question(null, 1)], ['j']);
const dataset = {
  ...built,
  judges: built.judges.map((judge) => ({
    ...judge,
    promptTokens: judge.scores.map((_, state) => 100 + state),
    completionTokens: judge.scores.map((_, state) => (state === 1 ? Number.NaN : 10)),
  })),
};
const evaluation = judgeAnswers(dataset, squad);
const selection = Int32Array.of(0, 1, 2, 3);
const [judge] = dataset.judges;
const stops = replayAll({ kind: 'threshold', judge: 'j', threshold: 5 }, evaluation, selection);
const policy = measureUsage(evaluation, selection, stops, [judge!]);
const native = measureUsage(evaluation, selection, new Int32Array(4).fill(-1), []);

describe('usage', () => {
  it('asks the judge up to and at the stop, an unparsed output included, never where it has no row', () => {
    // Question 0 stops at its second state, question 2 at its first.
    expect([...stops]).toEqual([1, -1, 7, -1]);
    expect(policy).toMatchObject({ questions: 4, searches: 1 + 2 + 0 + 2, judgeCalls: 2 + 2 + 1 + 1 });
    expect(native).toMatchObject({ searches: 9, judgeCalls: 0 });
  });

  it('adds up what was recorded, and counts what was not', () => {
    expect(policy.promptTokens).toEqual({ sum: 100 + 101 + 104 + 105 + 107 + 111, missing: 0 });
    expect(policy.completionTokens).toEqual({ sum: 50, missing: 1 });
    expect(policy.seconds).toEqual({ sum: 0, missing: 6 });
  });
});

describe('cost', () => {
  it('is search and judge together', () => {
    const prices = { search: 2, judgeCall: 0.5, promptToken: 0.01, completionToken: 0, second: 0 };
    const cost = costOf(policy, prices);
    expect(cost.search).toBe(10);
    expect(cost.judge).toBeCloseTo(3 + 6.28, 12);
    expect(cost.total).toBeCloseTo(19.28, 12);
  });

  it('has no total where a price is put on what was not recorded', () => {
    const prices = { ...inSearches(0.1), second: 1 };
    expect(costOf(policy, prices)).toEqual({ search: 5, judge: null, total: null });
    expect(breakEven(policy, native, prices)).toEqual({ kind: 'unknown' });
    expect(equivalentSearches(policy, prices)).toBeNull();
    // A policy without a judge has nothing to record.
    expect(costOf(native, prices).total).toBe(9);
  });

  it('breaks even where the saved searches pay for the judge', () => {
    const even = breakEven(policy, native, inSearches(123));
    expect(even).toEqual({ kind: 'price', judgeCall: 4 / 6 });
    if (even.kind !== 'price') return;
    expect(costOf(policy, inSearches(even.judgeCall)).total).toBeCloseTo(costOf(native, inSearches(0)).total!, 12);
    expect(breakEven(native, native, inSearches(1))).toEqual({ kind: 'none' });
  });

  it('as searches', () => {
    expect(equivalentSearches(policy, inSearches(0.5))).toBe((5 + 3) / 4);
    expect(equivalentSearches(policy, { ...inSearches(1), search: 0 })).toBeNull();
    expect(
      equivalentSearches(measureUsage(evaluation, new Int32Array(0), new Int32Array(0), []), inSearches(1)),
    ).toBeNull();
  });
});
