import { describe, expect, it } from 'vitest';
import { findAnswerRule } from './answers/index.ts';
import { judgeAnswers, UNKNOWN } from './correctness.ts';
import { exactMatch } from './metrics/exact-match.ts';
import { QUANTITIES } from './metrics/index.ts';
import { metricValue, sumOutcomes } from './metrics/totals.ts';
import type { Dataset } from './terms.ts';
import { buildDataset } from './testing/build-dataset.ts';

/** Two questions, each with one probed state before its native answer. */
const dataset: Dataset = {
  ...buildDataset(
    ['a', 'b'].map((answer) => ({
      answer,
      searches: 1,
      states: [{ searchesUsed: 0, nextAction: 'SEARCH' as const, probe: answer, scores: [1] }],
    })),
    ['j'],
  ),
  stored: {
    // The files say nothing of the second native answer, but call the answer at its state right.
    nativeEm: Uint8Array.of(0, UNKNOWN),
    nativeF1: Float64Array.of(0.5, Number.NaN),
    probeEm: Uint8Array.of(1, 1),
    probeF1: Float64Array.of(1, 1),
  },
};

describe('correctness as stored', () => {
  it('is known of a question as a whole or not at all: EM never counts an answer outside of its denominator', () => {
    const evaluation = judgeAnswers(dataset, findAnswerRule('stored')!);
    expect([...evaluation.correctness.isLabelled]).toEqual([1, 0]);
    expect([...evaluation.correctness.probeEm]).toEqual([1, UNKNOWN]);
    expect([...evaluation.correctness.earliestSafe]).toEqual([0, -1]);
    const bothStop = sumOutcomes(evaluation, Int32Array.of(0, 1), Int32Array.of(0, 1), QUANTITIES);
    expect(metricValue(exactMatch, bothStop)).toBe(1);
    const none = sumOutcomes(evaluation, Int32Array.of(0, 1), Int32Array.of(-1, -1), QUANTITIES);
    expect(metricValue(exactMatch, none)).toBe(0);
  });
});
