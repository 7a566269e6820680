import { findAnswerRule } from '../core/answers/index.ts';
import { judgeAnswers } from '../core/correctness.ts';
import { QUANTITIES } from '../core/metrics/index.ts';
import { EVERYTHING, select } from '../core/selection.ts';
import { sweep } from '../core/sweep.ts';
import type { Dataset } from '../core/terms.ts';
import { medianTime, ms, type Row } from './measure.ts';
import { makeRandom } from './random.ts';

/** A full sweep of 1,000,000 states and 250,000 questions against sorting 1,000,000 doubles. */
export function benchSweep(dataset: Dataset): Row[] {
  const random = makeRandom(1);
  const floats = Float64Array.from({ length: 1_000_000 }, random);
  const evaluation = judgeAnswers(dataset, findAnswerRule('squad')!);
  const selection = select(dataset, EVERYTHING);
  const judge = dataset.judges[0]!;
  const first = performance.now();
  sweep(evaluation, judge, selection, QUANTITIES);
  const cold = performance.now() - first;
  const sweepTime = medianTime(() => void sweep(evaluation, judge, selection, QUANTITIES));
  const sortTime = medianTime(() => void floats.slice().sort());
  return [
    {
      what: `full sweep, ${dataset.states.count.toLocaleString('en')} states, ${QUANTITIES.length} quantities`,
      measured: ms(sweepTime),
      baseline: `sort of 1,000,000 doubles ${ms(sortTime)}`,
      ratio: `${(sweepTime / sortTime).toFixed(2)}x`,
      target: 'at most 3x',
      isMet: sweepTime <= 3 * sortTime,
    },
    {
      what: 'the very first sweep of a run, its per-state tables included',
      measured: ms(cold),
      baseline: `the same sort ${ms(sortTime)}`,
      ratio: `${(cold / sortTime).toFixed(2)}x`,
      target: '',
      isMet: null,
    },
  ];
}
