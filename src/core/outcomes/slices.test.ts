import { describe, expect, it } from 'vitest';
import { findAnswerRule } from '../answers/index.ts';
import { judgeAnswers } from '../correctness.ts';
import { findMetric } from '../metrics/index.ts';
import { replayAll } from '../policies/index.ts';
import { EVERYTHING, select } from '../selection.ts';
import { buildDataset, type QuestionSpec } from '../testing/build-dataset.ts';
import { sliceMetric } from './slices.ts';

const question = (isRight: boolean, searches: number): QuestionSpec => ({
  gold: 'x',
  answer: isRight ? 'x' : 'y',
  searches,
  states: [{ searchesUsed: 0, probe: 'y', scores: [isRight ? 1 : 0] }],
});

const SPECS = [
  ...Array.from({ length: 40 }, (_, i) => question(i < 30, 2)),
  ...Array.from({ length: 5 }, (_, i) => question(i < 1, i)),
];
const evaluation = judgeAnswers(buildDataset(SPECS, ['j']), findAnswerRule('squad')!);
const selection = select(evaluation.dataset, EVERYTHING);
const groups = Int32Array.from(SPECS, (_, i) => (i < 40 ? 3 : -1));
const run = (metric: string, threshold = 9) =>
  sliceMetric(
    evaluation,
    findMetric(metric)!,
    selection,
    replayAll({ kind: 'threshold', judge: 'j', threshold }, evaluation, selection),
    groups,
    { repeats: 400, seed: 1 },
  );

describe('slices', () => {
  it('gives each group its value, the unrecorded one last, and warns of small ones', () => {
    const slices = run('em');
    expect(slices.map(({ group, questions, value, isSmall }) => ({ group, questions, value, isSmall }))).toEqual([
      { group: 3, questions: 40, value: 0.75, isSmall: false },
      { group: -1, questions: 5, value: 0.2, isSmall: true },
    ]);
    // Wilson's formula for 30 of 40, worked out apart from this code.
    expect(slices[0]!.interval).toMatchObject({ kind: 'wilson' });
    expect(slices[0]!.interval!.low).toBeCloseTo(0.59806038579, 9);
    expect(slices[0]!.interval!.high).toBeCloseTo(0.85812881361, 9);
  });

  it('bootstraps what is no share of whole units', () => {
    const [first, second] = run('searches');
    expect(first).toMatchObject({ value: 2, interval: { low: 2, high: 2, kind: 'bootstrap' } });
    expect(second!.value).toBe(2);
    expect(second!.interval!.low).toBeLessThan(2);
    expect(second!.interval!.high).toBeGreaterThan(2);
  });

  it('leaves an empty denominator empty', () => {
    expect(run('risk').map(({ value, interval }) => [value, interval])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(run('risk', 0.5)[0]).toMatchObject({ numerator: 30, denominator: 30, value: 1 });
  });

  it('sums over the groups to the whole', () => {
    const slices = run('harmed', 0.5);
    expect(slices.reduce((sum, { numerator }) => sum + numerator, 0)).toBe(31);
  });
});
