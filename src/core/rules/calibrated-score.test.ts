import { describe, expect, it } from 'vitest';
import { squad } from '../answers/squad.ts';
import { judgeAnswers } from '../correctness.ts';
import { buildDataset, type QuestionSpec } from '../testing/build-dataset.ts';
import { calibrateScore } from './calibrated-score.ts';

const question = (scores: readonly (number | null)[], right: readonly boolean[]): QuestionSpec => ({
  gold: 'x',
  answer: 'x',
  searches: scores.length,
  states: scores.map((score, i) => ({ searchesUsed: i, probe: right[i] ? 'x' : 'y', scores: [score] })),
});

describe('calibrated judge scores', () => {
  const tuning = [1, 2, 3, 4, 5].map((score) => question([score, 0], [score > 2, score === 5]));
  const others = [question([2.5, 9, 1], [true, true, true]), question([null, 9], [true, true])];
  const unparsed: QuestionSpec = {
    gold: 'x',
    answer: 'x',
    searches: 1,
    states: [{ searchesUsed: 0, probe: 'x', scores: [{ unparsed: 5 }] }],
  };
  const evaluation = judgeAnswers(buildDataset([...tuning, ...others, unparsed], ['j']), squad);
  const judge = evaluation.dataset.judges[0]!;
  const { column, calibration, fittedOn } = calibrateScore(evaluation, judge, Int32Array.of(0, 1, 2, 3, 4));

  it('one curve a round, fitted on the tuning questions only', () => {
    expect(fittedOn).toBe(10);
    expect(calibration.byRound.get(0)).toMatchObject({ kind: 'isotonic', used: 5 });
    // All scores alike: the share of right answers in that round.
    expect(calibration.byRound.get(1)).toMatchObject({ kind: 'constant', value: 0.2 });
    expect([...column.values.slice(0, 10)]).toEqual([0, 0.2, 0, 0.2, 1, 0.2, 1, 0.2, 1, 0.2]);
  });

  it('interpolates elsewhere; missing, unparsed and unseen stay missing', () => {
    expect([...column.values.slice(10)]).toEqual([0.5, 0.2, Number.NaN, Number.NaN, 0.2, Number.NaN]);
  });

  it('a missing score may count as 0.5, an unparsed one never', () => {
    const { column: filled } = calibrateScore(evaluation, judge, Int32Array.of(0, 1, 2, 3, 4), {
      id: 'margin',
      whenMissing: 0.5,
    });
    expect(filled.id).toBe('margin');
    expect([...filled.values.slice(10)]).toEqual([0.5, 0.2, 0.5, 0.5, 0.2, Number.NaN]);
  });
});
