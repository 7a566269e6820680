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
import {
  classifyOutcomes,
  compareStops,
  countClasses,
  OUTCOME_CLASSES,
  type OutcomeClass,
  PREMATURE,
  STANDINGS,
  SUPPRESSING,
  sumFlips,
  TERMINAL_RESCUE,
  walkFrom,
} from './index.ts';
import { type FacetNode, findOutcomeSet, maskOf, OUTCOME_SETS, OUTCOME_TREE } from './sets.ts';

const squad = findAnswerRule('squad')!;
const evaluate = (specs: readonly QuestionSpec[], judges = ['j']): Evaluation =>
  judgeAnswers(buildDataset(specs, judges), squad);

const everyThreshold = (evaluation: Evaluation): readonly number[] => [
  ...sweep(evaluation, evaluation.dataset.judges[0]!, select(evaluation.dataset, EVERYTHING), []).thresholds,
];

const totalsOf = (evaluation: Evaluation, stops: Int32Array): Totals =>
  sumOutcomes(evaluation, select(evaluation.dataset, EVERYTHING), stops, QUANTITIES);

const countsOf = (evaluation: Evaluation, stops: Int32Array): Record<OutcomeClass, number> => {
  const counts = countClasses(classifyOutcomes(evaluation, select(evaluation.dataset, EVERYTHING), stops));
  return Object.fromEntries(OUTCOME_CLASSES.map((id, code) => [id, counts[code]!])) as Record<OutcomeClass, number>;
};

const state = (searchesUsed: number, probe: string, score: number, more: object = {}) => ({
  searchesUsed,
  probe,
  scores: [score],
  ...more,
});

/** One question per class; the threshold is 5. */
const ONE_OF_EACH: readonly (readonly [OutcomeClass, number, QuestionSpec])[] = [
  ['saved-on-time', 0, { gold: 'x', answer: 'x', searches: 2, states: [state(0, 'x', 9)] }],
  ['saved-late', 0, { gold: 'x', answer: 'x', searches: 2, states: [state(0, 'x', 1), state(1, 'x', 9)] }],
  ['rescued-on-time', 0, { gold: 'x', answer: 'y', searches: 2, states: [state(0, 'x', 9)] }],
  ['rescued-late', 0, { gold: 'x', answer: 'y', searches: 2, states: [state(0, 'x', 1), state(1, 'x', 9)] }],
  ['harmed', PREMATURE, { gold: 'x', answer: 'x', searches: 2, states: [state(0, 'y', 9)] }],
  [
    'harmed',
    PREMATURE | SUPPRESSING,
    { gold: 'x', answer: 'x', searches: 2, states: [state(0, 'y', 9), state(1, 'x', 9)] },
  ],
  ['already-wrong', 0, { gold: 'x', answer: 'y', searches: 2, states: [state(0, 'y', 9)] }],
  [
    // The last state is right when asked, but native ends wrong and nothing could have stopped there.
    'already-wrong',
    PREMATURE,
    { gold: 'x', answer: 'y', searches: 1, states: [state(0, 'y', 9), state(1, 'x', 0, { nextAction: 'ANSWER' })] },
  ],
  [
    // Counterfactual states are never native behaviour.
    'already-wrong',
    0,
    { gold: 'x', answer: 'y', searches: 1, states: [state(0, 'y', 9), state(1, 'x', 0, { isCounterfactual: true })] },
  ],
  ['missed-cost-only', 0, { gold: 'x', answer: 'x', searches: 2, states: [state(0, 'x', 1)] }],
  ['missed-harmful', 0, { gold: 'x', answer: 'y', searches: 2, states: [state(0, 'x', 1)] }],
  ['kept', 0, { gold: 'x', answer: 'x', searches: 2, states: [state(0, 'y', 1)] }],
  ['unreachable', 0, { gold: 'x', answer: 'y', searches: 2, states: [state(0, 'y', 1)] }],
  [
    'unreachable',
    TERMINAL_RESCUE,
    { gold: 'x', answer: 'y', searches: 1, states: [state(0, 'y', 1), state(1, 'x', 9, { nextAction: 'ANSWER' })] },
  ],
  ['stopped-unknown', 0, { answer: 'y', searches: 1, states: [state(0, 'y', 9)] }],
  ['finished-unknown', 0, { answer: 'y', searches: 1, states: [state(0, 'y', 1)] }],
];

describe('outcome classes', () => {
  it('puts one hand-made question into each class, with its flags', () => {
    const evaluation = evaluate(ONE_OF_EACH.map(([, , spec]) => spec));
    const selection = select(evaluation.dataset, EVERYTHING);
    const stops = replayAll({ kind: 'threshold', judge: 'j', threshold: 5 }, evaluation, selection);
    const { classes, flags } = classifyOutcomes(evaluation, selection, stops);
    expect([...classes].map((code, i) => [OUTCOME_CLASSES[code], flags[i]])).toEqual(
      ONE_OF_EACH.map(([id, flag]) => [id, flag]),
    );
  });

  it('counts every question once at every threshold, and agrees with the totals', () => {
    fc.assert(
      fc.property(arbitraryQuestions(1), (specs) => {
        const evaluation = evaluate(specs);
        const selection = select(evaluation.dataset, EVERYTHING);
        for (const threshold of everyThreshold(evaluation)) {
          const stops = replayAll({ kind: 'threshold', judge: 'j', threshold }, evaluation, selection);
          const counts = countsOf(evaluation, stops);
          const totals = totalsOf(evaluation, stops);
          const sumOf = (set: string) => findOutcomeSet(set)!.classes.reduce((sum, id) => sum + counts[id], 0);
          expect(Object.values(counts).reduce((a, b) => a + b, 0)).toBe(specs.length);
          expect(sumOf('stopped')).toBe(totals.stopped);
          expect(sumOf('safe')).toBe(totals.safe);
          expect(sumOf('unsafe')).toBe(totals.unsafe);
          expect(sumOf('rescued')).toBe(totals.rescued);
          expect(counts.harmed).toBe(totals.harmed);
          const right = sumOf('safe') + counts.kept + counts['missed-cost-only'];
          expect(right).toBe(totals.correct);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('has sets that cover the tree without overlap', () => {
    const masks = OUTCOME_TREE.map(({ set }) => maskOf(findOutcomeSet(set)!.classes));
    expect(masks.reduce((a, b) => a | b)).toBe(maskOf(OUTCOME_CLASSES));
    expect(masks.reduce((a, b) => a + b)).toBe(maskOf(OUTCOME_CLASSES));
    // The same one level down and at the leaves: each class is a facet of its own.
    const leaves = ({ set, children }: FacetNode): readonly string[] =>
      children.length === 0 ? [set] : children.flatMap(leaves);
    expect(OUTCOME_TREE.flatMap(leaves).sort()).toEqual([...OUTCOME_CLASSES].sort());
    expect(new Set(OUTCOME_SETS.map(({ id }) => id)).size).toBe(OUTCOME_SETS.length);
  });
});

const arbitraryPolicy: fc.Arbitrary<Policy> = fc.oneof(
  fc.constant<Policy>({ kind: 'native' }),
  fc.integer({ min: 0, max: 5 }).map((searches): Policy => ({ kind: 'budget', searches })),
  fc
    .record({ judge: fc.constantFrom('j', 'k'), threshold: fc.integer({ min: -7, max: 7 }).map((n) => n / 2) })
    .map((policy): Policy => ({ kind: 'threshold', ...policy })),
  fc.constantFrom<Policy>({ kind: 'quality-oracle' }, { kind: 'cost-oracle' }),
);

describe('flip ledger', () => {
  it('sums to the difference of the totals, between any two policies', () => {
    fc.assert(
      fc.property(arbitraryQuestions(2), arbitraryPolicy, arbitraryPolicy, (specs, from, to) => {
        const evaluation = evaluate(specs, ['j', 'k']);
        const selection = select(evaluation.dataset, EVERYTHING);
        const fromStops = replayAll(from, evaluation, selection);
        const toStops = replayAll(to, evaluation, selection);
        const flips = compareStops(evaluation, selection, fromStops, toStops);
        const sums = sumFlips(flips);
        const before = totalsOf(evaluation, fromStops);
        const after = totalsOf(evaluation, toStops);
        if (before.unknownStops === 0 && after.unknownStops === 0) {
          expect(sums.gained - sums.lost).toBe(after.correct! - before.correct!);
        }
        expect(sums.searchesAdded - sums.searchesSaved).toBe(after.searches! - before.searches!);
        expect(sums.gained + sums.lost + sums.rightBoth + sums.wrongBoth + sums.unknown).toBe(specs.length);
        const net = (standing: string) => {
          const at = STANDINGS.indexOf(standing as never);
          let sum = 0;
          for (let other = 0; other < STANDINGS.length; other++) {
            sum += sums.moves[other * STANDINGS.length + at]! - sums.moves[at * STANDINGS.length + other]!;
          }
          return sum;
        };
        expect(net('safe')).toBe(after.safe! - before.safe!);
        expect(net('unsafe')).toBe(after.unsafe! - before.unsafe!);
        expect(sums.changed).toBe(fromStops.filter((stop, i) => stop !== toStops[i]).length);
        // What is not marked as changed changes nothing.
        flips.isChanged.forEach((isChanged, i) => {
          if (isChanged === 1) return;
          expect(flips.searches[i]).toBe(0);
          expect(flips.from[i]).toBe(flips.to[i]);
          expect(flips.answer[i]).toBeGreaterThan(1);
        });
      }),
      { numRuns: 400 },
    );
  });

  it('tests gained against lost', () => {
    const spec = (probe: string, answer: string): QuestionSpec => ({
      gold: 'x',
      answer,
      searches: 2,
      states: [state(0, probe, 9)],
    });
    const evaluation = evaluate([...Array<QuestionSpec>(6).fill(spec('y', 'x')), spec('x', 'y'), spec('x', 'x')]);
    const selection = select(evaluation.dataset, EVERYTHING);
    const sums = sumFlips(
      compareStops(
        evaluation,
        selection,
        replayAll({ kind: 'native' }, evaluation, selection),
        replayAll({ kind: 'budget', searches: 0 }, evaluation, selection),
      ),
    );
    expect([sums.gained, sums.lost, sums.rightBoth, sums.searchesSaved]).toEqual([1, 6, 1, 16]);
    // 2 * (C(7,0) + C(7,1)) / 2^7.
    expect(sums.test.exact).toBeCloseTo(16 / 128, 14);
  });

  it('walks exactly the thresholds that change something', () => {
    fc.assert(
      fc.property(arbitraryQuestions(1), (specs) => {
        const evaluation = evaluate(specs);
        const selection = select(evaluation.dataset, EVERYTHING);
        const curve = sweep(evaluation, evaluation.dataset.judges[0]!, selection, []);
        const stopsAt = (threshold: number) =>
          replayAll({ kind: 'threshold', judge: 'j', threshold }, evaluation, selection);
        const flipsBetween = (a: number, b: number) => {
          const { gained, lost, unknown } = sumFlips(compareStops(evaluation, selection, stopsAt(a), stopsAt(b)));
          return { answers: gained + lost, unknown };
        };
        for (const threshold of curve.thresholds) {
          const walk = walkFrom(evaluation, curve, threshold);
          if (walk.lower !== null) expect(stopsAt(walk.lower)).not.toEqual(stopsAt(threshold));
          if (walk.higher !== null) expect(stopsAt(walk.higher)).not.toEqual(stopsAt(threshold));
          // Between here and the next answer flip there is none.
          const rows = [...curve.thresholds];
          const here = rows.indexOf(threshold);
          const low = walk.lowerAnswer === null ? rows.length : rows.indexOf(walk.lowerAnswer);
          for (let r = here + 1; r < low; r++) expect(flipsBetween(rows[r - 1]!, rows[r]!).answers).toBe(0);
          const high = walk.higherAnswer === null ? 0 : rows.indexOf(walk.higherAnswer);
          expect(high).toBeLessThanOrEqual(here);
          for (let r = high + 2; r <= here; r++) expect(flipsBetween(rows[r - 1]!, rows[r]!).answers).toBe(0);
        }
      }),
      { numRuns: 150 },
    );
  });
});
