import { describe, expect, it } from 'vitest';
import { gateStretch, stateScores } from './threshold-data.ts';

describe('stateScores', () => {
  it('unfolds the cumulated counts into ascending scores', () => {
    const curve = {
      judge: 'j',
      scores: Float64Array.of(3, 1, -2),
      truePositives: Uint32Array.of(1, 1, 3),
      falsePositives: Uint32Array.of(0, 2, 2),
      eligible: 6,
      positives: 3,
      unparsed: 1,
      unparsedRows: 1,
      unscored: 0,
      averagePrecision: 0.5,
      unknownScores: Float64Array.of(4),
    };
    expect(stateScores(curve)).toEqual({
      safe: Float64Array.of(-2, -2, 3),
      unsafe: Float64Array.of(1, 1),
      unknown: Float64Array.of(4),
    });
  });
});

describe('gateStretch', () => {
  it('takes the widest run and says when there are more', () => {
    const thresholds = Float64Array.of(Number.POSITIVE_INFINITY, 9.625, 8, 7, 6.875, 2);
    expect(gateStretch([{ first: 1, last: 4 }], thresholds)).toEqual({
      from: 6.875,
      to: 9.625,
      label: 'gate passes 6.875 to 9.625',
    });
    expect(
      gateStretch(
        [
          { first: 1, last: 1 },
          { first: 3, last: 4 },
        ],
        thresholds,
      ),
    ).toMatchObject({
      from: 6.875,
      to: 7,
      label: 'gate passes 6.875 to 7.000, widest of 2 stretches',
    });
    expect(gateStretch([], thresholds)).toBeNull();
  });
});
