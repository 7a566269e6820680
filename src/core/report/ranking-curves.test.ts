import { describe, expect, it } from 'vitest';
import type { StateCurve } from '../state-level.ts';
import { calibrationPoints, precisionRecall, prevalenceOf } from './ranking-curves.ts';
import { tableOf } from './tables.ts';

const states = (
  truePositives: number[],
  falsePositives: number[],
  positives: number,
  eligible: number,
): StateCurve => ({
  judge: 'j',
  scores: Float64Array.from(truePositives, (_, i) => -i),
  truePositives: Uint32Array.from(truePositives),
  falsePositives: Uint32Array.from(falsePositives),
  eligible,
  positives,
  unparsed: 0,
  unparsedRows: 0,
  unscored: 0,
  averagePrecision: null,
  unknownScores: new Float64Array(0),
});

describe('precision against recall', () => {
  it('is worked by hand: right, wrong, right of three right ones', () => {
    const { x, y } = precisionRecall(states([1, 1, 2], [0, 1, 1], 3, 6));
    expect([...x]).toEqual([1 / 3, 1 / 3, 2 / 3]);
    expect([...y]).toEqual([1, 1 / 2, 2 / 3]);
    expect(prevalenceOf(states([1], [0], 3, 6))).toBe(0.5);
  });

  it('has no recall, and no prevalence, where nothing is right or nothing is known', () => {
    expect([...precisionRecall(states([0], [1], 0, 1)).x]).toEqual([Number.NaN]);
    expect(prevalenceOf(states([0], [1], 0, 1))).toBeNull();
    expect(prevalenceOf(states([], [], 0, 0))).toBeNull();
  });
});

it('calibration takes the bins of one judge, also where its name is the beginning of another', () => {
  const rows = [
    ['a', 0, 0.1, 0.05, 0.5],
    ['a b', 0, 0.1, 0.06, 0.25],
    ['a', 0.9, 1, 0.95, 0.75],
  ] as const;
  const table = tableOf(
    { id: 'calibration', title: '', rowTitle: '' },
    rows,
    ([name, low, high]) => `${name} ${low}-${high}`,
    [
      ['count', '', 'count', () => 1],
      ['mean_probability', '', 'mean', ([, , , p]) => p],
      ['observed_rate', '', 'mean', ([, , , , rate]) => rate],
    ],
  );
  expect(calibrationPoints([table], 'a')).toEqual({ x: Float64Array.of(0.05, 0.95), y: Float64Array.of(0.5, 0.75) });
  expect(calibrationPoints([table], 'a b').x).toEqual(Float64Array.of(0.06));
  expect(calibrationPoints([], 'a').x).toHaveLength(0);
});
