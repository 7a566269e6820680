import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findAnswerRule } from '../answers/index.ts';
import { type Evaluation, judgeAnswers } from '../correctness.ts';
import { QUANTITIES } from '../metrics/index.ts';
import { sumOutcomes, type Totals } from '../metrics/totals.ts';
import { type Policy, replayAll } from '../policies/index.ts';
import { EVERYTHING, select } from '../selection.ts';
import { sweep } from '../sweep.ts';
import { arbitraryQuestions } from '../testing/arbitrary-dataset.ts';
import { buildDataset, type QuestionSpec } from '../testing/build-dataset.ts';
import { GAP_SLICES, measureGap } from './index.ts';

const squad = findAnswerRule('squad')!;
const evaluate = (specs: readonly QuestionSpec[]): Evaluation => judgeAnswers(buildDataset(specs, ['j']), squad);

const everyThreshold = (evaluation: Evaluation): readonly number[] => [
  ...sweep(evaluation, evaluation.dataset.judges[0]!, select(evaluation.dataset, EVERYTHING), []).thresholds,
];

const totalsOf = (evaluation: Evaluation, stops: Int32Array): Totals =>
  sumOutcomes(evaluation, select(evaluation.dataset, EVERYTHING), stops, QUANTITIES);

const state = (searchesUsed: number, probe: string, score: number) => ({ searchesUsed, probe, scores: [score] });

describe('oracle gap', () => {
  it('splits the whole distance to either oracle, at every threshold', () => {
    fc.assert(
      fc.property(
        arbitraryQuestions(1),
        fc.constantFrom<Policy>({ kind: 'quality-oracle' }, { kind: 'cost-oracle' }),
        (specs, oracle) => {
          const evaluation = evaluate(specs);
          const selection = select(evaluation.dataset, EVERYTHING);
          const oracleStops = replayAll(oracle, evaluation, selection);
          const best = totalsOf(evaluation, oracleStops);
          for (const threshold of everyThreshold(evaluation)) {
            const stops = replayAll({ kind: 'threshold', judge: 'j', threshold }, evaluation, selection);
            const ledger = measureGap(evaluation, selection, stops, oracleStops);
            const totals = totalsOf(evaluation, stops);
            const sum = (values: Int32Array) => values.reduce((a, b) => a + b, 0);
            expect(sum(ledger.questions)).toBe(specs.length);
            expect(sum(ledger.correct)).toBe(best.correct! - totals.correct!);
            expect(sum(ledger.searches)).toBe(totals.searches! - best.searches!);
            const at = (id: (typeof GAP_SLICES)[number]) => GAP_SLICES.indexOf(id);
            for (const id of ['same', 'too-late', 'never-right'] as const) expect(ledger.correct[at(id)]).toBe(0);
            for (const id of ['too-early', 'overwritten'] as const) {
              expect(ledger.correct[at(id)]).toBe(ledger.questions[at(id)]);
            }
            expect(ledger.correct[at('ahead')]).toBeLessThanOrEqual(0);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('names the hand-made cases', () => {
    const two = (first: string, second: string, answer: string, scores: readonly [number, number]): QuestionSpec => ({
      gold: 'x',
      answer,
      searches: 2,
      states: [state(0, first, scores[0]), state(1, second, scores[1])],
    });
    const evaluation = evaluate([
      two('y', 'x', 'y', [9, 1]), // stops at 0, wrong; the oracle at 1
      two('x', 'x', 'y', [1, 9]), // stops at 1, right; the oracle at 0
      two('x', 'y', 'y', [1, 1]), // right at 0, never stopped, ends wrong
      two('y', 'y', 'y', [9, 1]), // nothing is ever right
      two('x', 'y', 'x', [9, 1]), // native is right: the quality oracle lets it run
      two('y', 'y', 'x', [1, 1]), // as the oracle
      two('y', 'y', 'x', [9, 1]), // native would have been right
    ]);
    const selection = select(evaluation.dataset, EVERYTHING);
    const stops = replayAll({ kind: 'threshold', judge: 'j', threshold: 5 }, evaluation, selection);
    const ledger = measureGap(
      evaluation,
      selection,
      stops,
      replayAll({ kind: 'quality-oracle' }, evaluation, selection),
    );
    expect([...ledger.slices].map((code) => GAP_SLICES[code])).toEqual([
      'too-early',
      'too-late',
      'overwritten',
      'never-right',
      'ahead',
      'same',
      'too-early',
    ]);
  });
});
