import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findAnswerRule } from './answers/index.ts';
import { type Evaluation, judgeAnswers, UNKNOWN } from './correctness.ts';
import { METRICS, QUANTITIES } from './metrics/index.ts';
import { metricValue, sumOutcomes } from './metrics/totals.ts';
import { replay, replayAll } from './policies/index.ts';
import { EVERYTHING, select } from './selection.ts';
import { stateCountsAt, stateCurve } from './state-level.ts';
import { rowAt, sweep, totalsAt } from './sweep.ts';
import { SCORED } from './terms.ts';
import { arbitraryQuestions } from './testing/arbitrary-dataset.ts';
import { buildDataset } from './testing/build-dataset.ts';

const squad = findAnswerRule('squad')!;

/** Thresholds that matter: every score there is, its neighbours, and both ends. */
function interestingThresholds(evaluation: Evaluation): number[] {
  const scores = [...evaluation.dataset.judges[0]!.scores];
  return [
    ...new Set([
      ...scores,
      ...scores.flatMap((x) => [x - 1e-9, x + 1e-9]),
      Number.POSITIVE_INFINITY,
      -Number.MAX_VALUE,
    ]),
  ];
}

/** The definitions, written out once more without columns, limbs or deltas. */
function bruteForce(evaluation: Evaluation, threshold: number): Record<string, number | null> {
  const { dataset, correctness } = evaluation;
  const judge = dataset.judges[0]!;
  const n = {
    q: 0,
    labelled: 0,
    em: 0,
    searches: 0,
    saved: 0,
    stops: 0,
    safe: 0,
    unsafe: 0,
    opp: 0,
    harmed: 0,
    rescued: 0,
  };
  let delay = 0;
  let unknown = 0;
  for (let q = 0; q < dataset.questions.count; q++) {
    const gold = dataset.questions.golds[q] ?? null;
    const native = dataset.questions.nativeAnswers[q] ?? null;
    const states = [];
    for (let s = dataset.questions.stateStart[q]!; s < dataset.questions.stateStart[q + 1]!; s++) {
      if (dataset.states.isEligible[s]) states.push(s);
    }
    const isSafe = (s: number) =>
      gold !== null &&
      dataset.states.hasProbe[s] === 1 &&
      squad.exactMatch(dataset.states.probeAnswers[s]!, gold) === 1;
    const stop = states.find((s) => judge.status[s] === 1 && judge.scores[s]! >= threshold);
    const firstSafe = states.find(isSafe);
    const nativeRight = gold !== null && squad.exactMatch(native, gold) === 1;
    n.q += 1;
    if (gold !== null) n.labelled += 1;
    if (firstSafe !== undefined) n.opp += 1;
    if (stop === undefined) {
      n.em += nativeRight ? 1 : 0;
      n.searches += dataset.questions.nativeSearches[q]!;
      continue;
    }
    n.stops += 1;
    n.searches += dataset.states.searchesUsed[stop]!;
    n.saved += dataset.questions.nativeSearches[q]! - dataset.states.searchesUsed[stop]!;
    if (gold === null) continue;
    if (dataset.states.hasProbe[stop] === 0) {
      unknown += 1;
      continue;
    }
    if (isSafe(stop)) {
      n.em += 1;
      n.safe += 1;
      n.rescued += nativeRight ? 0 : 1;
      delay += dataset.states.searchesUsed[stop]! - dataset.states.searchesUsed[firstSafe!]!;
    } else {
      n.unsafe += 1;
      n.harmed += nativeRight ? 1 : 0;
    }
  }
  const ratio = (a: number, b: number) => (b === 0 ? null : a / b);
  const known = (x: number | null) => (unknown > 0 ? null : x);
  return {
    em: known(ratio(n.em, n.labelled)),
    searches: ratio(n.searches, n.q),
    saved: ratio(n.saved, n.q),
    coverage: ratio(n.stops, n.q),
    risk: known(ratio(n.unsafe, n.safe + n.unsafe)),
    stops: n.stops,
    safe: known(n.safe),
    unsafe: known(n.unsafe),
    opportunity: known(ratio(n.safe, n.opp)),
    harmed: known(n.harmed),
    rescued: known(n.rescued),
    delay: known(ratio(delay, n.safe)),
    correctness: correctness.ruleId === 'squad' ? 1 : 0,
  };
}

describe('sweep', () => {
  it('equals brute-force replay at every threshold, exactly', () => {
    fc.assert(
      fc.property(arbitraryQuestions(1), (questions) => {
        const evaluation = judgeAnswers(buildDataset(questions, ['j']), squad);
        const selection = select(evaluation.dataset, EVERYTHING);
        const curve = sweep(evaluation, evaluation.dataset.judges[0]!, selection, QUANTITIES);
        for (const threshold of interestingThresholds(evaluation)) {
          const totals = totalsAt(curve, rowAt(curve, threshold));
          const stops = replayAll({ kind: 'threshold', judge: 'j', threshold }, evaluation, selection);
          expect(totals).toEqual(sumOutcomes(evaluation, selection, stops, QUANTITIES));
          const expected = bruteForce(evaluation, threshold);
          for (const metric of METRICS) {
            if (metric.id !== 'f1')
              expect([metric.id, metricValue(metric, totals)]).toEqual([metric.id, expected[metric.id]]);
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  it('sums F1 in fixed point, so that the order of the questions does not matter', () => {
    fc.assert(
      fc.property(arbitraryQuestions(1), (questions) => {
        const there = judgeAnswers(buildDataset(questions, ['j']), squad);
        const back = judgeAnswers(buildDataset([...questions].reverse(), ['j']), squad);
        const curves = [there, back].map((e) =>
          sweep(e, e.dataset.judges[0]!, select(e.dataset, EVERYTHING), QUANTITIES),
        );
        expect(curves[0]!.columns.tokenF1).toEqual(curves[1]!.columns.tokenF1);
        let naive = 0;
        for (const f1 of there.correctness.nativeF1) naive += f1;
        expect(curves[0]!.columns.tokenF1![0]).toBeCloseTo(naive, 12);
      }),
    );
  });

  it('keeps the events of every row, in agreement with replay', () => {
    fc.assert(
      fc.property(arbitraryQuestions(1), (questions) => {
        const evaluation = judgeAnswers(buildDataset(questions, ['j']), squad);
        const selection = select(evaluation.dataset, EVERYTHING);
        const curve = sweep(evaluation, evaluation.dataset.judges[0]!, selection, QUANTITIES);
        const stops = new Int32Array(evaluation.dataset.questions.count).fill(-1);
        for (let row = 1; row < curve.thresholds.length; row++) {
          for (let e = curve.rowStart[row]!; e < curve.rowStart[row + 1]!; e++) {
            expect(stops[curve.eventQuestion[e]!]).toBe(curve.eventFrom[e]);
            stops[curve.eventQuestion[e]!] = curve.eventState[e]!;
          }
          const policy = { kind: 'threshold', judge: 'j', threshold: curve.thresholds[row]! } as const;
          expect(stops).toEqual(replayAll(policy, evaluation, selection));
        }
      }),
    );
  });

  it('counts states apart from stops, at every threshold', () => {
    fc.assert(
      fc.property(arbitraryQuestions(1), (questions) => {
        const evaluation = judgeAnswers(buildDataset(questions, ['j']), squad);
        const { dataset, correctness } = evaluation;
        const judge = dataset.judges[0]!;
        const curve = stateCurve(evaluation, judge, select(dataset, EVERYTHING));
        for (const threshold of interestingThresholds(evaluation)) {
          const expected = { truePositive: 0, falsePositive: 0, falseNegative: 0, trueNegative: 0 };
          for (let s = 0; s < dataset.states.count; s++) {
            if (!dataset.states.isEligible[s] || correctness.probeEm[s] === UNKNOWN) continue;
            const isStop = judge.status[s] === 1 && judge.scores[s]! >= threshold;
            const isRight = correctness.probeEm[s] === 1;
            expected[
              isStop ? (isRight ? 'truePositive' : 'falsePositive') : isRight ? 'falseNegative' : 'trueNegative'
            ] += 1;
          }
          expect(stateCountsAt(curve, threshold)).toEqual(expected);
        }
        const unknown = [...judge.scores].filter(
          (_, s) =>
            dataset.states.isEligible[s] === 1 && correctness.probeEm[s] === UNKNOWN && judge.status[s] === SCORED,
        );
        expect([...curve.unknownScores]).toEqual(unknown.map((score) => score + 0).sort((a, b) => a - b));
      }),
    );
  });
});

describe('a hand-worked run', () => {
  const evaluation = judgeAnswers(
    buildDataset(
      [
        // Two crossings: the early wrong one hides the later right one.
        {
          gold: 'Paris',
          answer: 'Paris',
          searches: 3,
          states: [
            { searchesUsed: 0, probe: 'Rome', scores: [2] },
            { searchesUsed: 1, probe: 'Paris', scores: [3] },
            { searchesUsed: 2, probe: 'Paris', scores: [3] },
          ],
        },
        // Native wrong, a safe state: rescued when stopped there. An unparsed 9 never stops.
        {
          gold: 'Lyon',
          answer: 'Nice',
          searches: 2,
          states: [
            { searchesUsed: 0, probe: 'Lyon', scores: [{ unparsed: 9 }] },
            { searchesUsed: 1, probe: 'the Lyon', scores: [2] },
          ],
        },
        // A high score on the ANSWER state stops nothing.
        {
          gold: 'Oslo',
          answer: 'Oslo',
          searches: 1,
          states: [
            { searchesUsed: 0, probe: 'Bergen', scores: [-1] },
            { searchesUsed: 1, nextAction: 'ANSWER', scores: [50] },
          ],
        },
      ],
      ['j'],
    ),
    squad,
  );
  const selection = select(evaluation.dataset, EVERYTHING);
  const curve = sweep(evaluation, evaluation.dataset.judges[0]!, selection, QUANTITIES);
  const at = (threshold: number) => {
    const totals = totalsAt(curve, rowAt(curve, threshold));
    return Object.fromEntries(METRICS.map((metric) => [metric.id, metricValue(metric, totals)]));
  };

  it('has one row per policy', () => {
    expect([...curve.thresholds]).toEqual([Number.POSITIVE_INFINITY, 3, 2, -1]);
  });

  it('never stops at +Infinity: risk is undefined, not 0', () => {
    expect(at(Number.POSITIVE_INFINITY)).toMatchObject({
      em: 2 / 3,
      searches: 2,
      stops: 0,
      risk: null,
      delay: null,
      opportunity: 0,
    });
  });

  it('stops safely at 3', () => {
    expect(at(3)).toMatchObject({ em: 2 / 3, searches: 4 / 3, stops: 1, safe: 1, risk: 0, opportunity: 0.5, delay: 0 });
  });

  it('moves to the early wrong state at 2, and rescues the second question one search late', () => {
    expect(at(2)).toMatchObject({
      em: 2 / 3,
      searches: 2 / 3,
      stops: 2,
      safe: 1,
      unsafe: 1,
      harmed: 1,
      rescued: 1,
      delay: 1,
    });
    expect(at(2.0000001)).toEqual(at(3));
  });

  it('knows the oracles and budgets', () => {
    const stops = (policy: Parameters<typeof replay>[0]) => [...replayAll(policy, evaluation, selection)];
    expect(stops({ kind: 'native' })).toEqual([-1, -1, -1]);
    expect(stops({ kind: 'quality-oracle' })).toEqual([-1, 3, -1]);
    expect(stops({ kind: 'cost-oracle' })).toEqual([1, -1, -1]);
    expect(stops({ kind: 'budget', searches: 1 })).toEqual([1, 4, -1]);
    expect(replay({ kind: 'budget', searches: 2 }, evaluation, 0)).toEqual({ kind: 'early-stop', state: 2 });
  });
});
