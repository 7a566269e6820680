import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findAnswerRule } from '../answers/index.ts';
import { judgeAnswers } from '../correctness.ts';
import { QUANTITIES } from '../metrics/index.ts';
import { correct, searches } from '../metrics/quantities.ts';
import { replayAll } from '../policies/index.ts';
import { EVERYTHING, select } from '../selection.ts';
import { sweep } from '../sweep.ts';
import { arbitraryQuestions } from '../testing/arbitrary-dataset.ts';
import { buildDataset } from '../testing/build-dataset.ts';
import { pairedBootstrap } from './bootstrap.ts';
import { type BandEvents, drawResamples, type Sliced, startBand } from './curve-band.ts';

const finish = <T>(work: Sliced<T>): T => {
  while (!work.isFinished()) work.advance(5);
  return work.result();
};

describe('curve band', () => {
  it('equals, at every row, the published bootstrap run for that row alone', () => {
    fc.assert(
      fc.property(arbitraryQuestions(1), fc.nat(1e9), fc.integer({ min: 1, max: 300 }), (questions, seed, repeats) => {
        if (questions.length === 0) return;
        const evaluation = judgeAnswers(buildDataset(questions, ['j']), findAnswerRule('squad')!);
        const selection = select(evaluation.dataset, EVERYTHING);
        const curve = sweep(evaluation, evaluation.dataset.judges[0]!, selection, QUANTITIES);
        const counts = finish(drawResamples(selection.length, repeats, seed));
        for (const quantity of [correct, searches]) {
          const outcomeValue = (q: number, s: number) =>
            s < 0 ? quantity.atNative(evaluation, q) : quantity.atStop(evaluation, q, s);
          const events: BandEvents = {
            rowStart: curve.rowStart,
            question: curve.eventQuestion,
            delta: Int32Array.from(
              curve.eventQuestion,
              (q, e) => outcomeValue(q, curve.eventState[e]!) - outcomeValue(q, curve.eventFrom[e]!),
            ),
          };
          const band = finish(startBand(counts, events));
          for (let row = 0; row < curve.thresholds.length; row++) {
            const policy = { kind: 'threshold', judge: 'j', threshold: curve.thresholds[row]! } as const;
            const stops = replayAll(policy, evaluation, selection);
            const differences = Int32Array.from(stops, (s, q) => outcomeValue(q, s) - outcomeValue(q, -1));
            const { low, high } = pairedBootstrap(differences, { seed, repeats });
            expect([band.low[row], band.high[row]]).toEqual([low, high]);
          }
        }
      }),
      { numRuns: 120 },
    );
  });

  it('draws what CPython draws: every replicate has as many draws as questions', () => {
    const { counts, repeats, questions } = finish(drawResamples(37, 150, 20260928));
    for (let r = 0; r < repeats; r++) {
      let sum = 0;
      for (let q = 0; q < questions; q++) sum += counts[q * repeats + r]!;
      expect(sum).toBe(37);
    }
  });
});
