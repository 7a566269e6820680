import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findAnswerRule } from '../answers/index.ts';
import { type Evaluation, judgeAnswers, UNKNOWN } from '../correctness.ts';
import { METRICS, QUANTITIES } from '../metrics/index.ts';
import {
  correct,
  one,
  safe,
  sealed,
  searches,
  searchesSaved,
  stopped,
  tokenF1,
  unsafe,
} from '../metrics/quantities.ts';
import type { Quantity } from '../metrics/quantity.ts';
import { sumOutcomes } from '../metrics/totals.ts';
import { STATE_MARKS, STATE_SETS, type StateMark } from '../outcomes/index.ts';
import type { Policy } from '../policies/index.ts';
import { EVERYTHING, select } from '../selection.ts';
import { stateCountsAt, stateCurve } from '../state-level.ts';
import { sweep } from '../sweep.ts';
import { SCORED, UNPARSED } from '../terms.ts';
import { arbitraryQuestions } from '../testing/arbitrary-dataset.ts';
import { buildDataset } from '../testing/build-dataset.ts';
import {
  type Behind,
  behindDifference,
  behindNative,
  behindQuantity,
  behindStops,
  HAS_NO_LABEL,
  holdsState,
} from './behind.ts';
import { countFacet } from './facets.ts';
import { applyFilters, testFilter } from './filter.ts';
import { NO_ANNOTATIONS, QuestionColumns } from './question-columns.ts';
import type { Filter } from './spec.ts';
import { countHolding, STATE_MARKS_COLUMN } from './state-marks-column.ts';

const squad = findAnswerRule('squad')!;
const NATIVE: Policy = { kind: 'native' };
const CHANGED: Filter = { kind: 'in', column: 'changed', values: ['yes'] };

/** The rows that the question table shows under these conditions. */
function opened(columns: QuestionColumns, filters: readonly Filter[]): number[] {
  const tests = filters.map((filter) => testFilter(filter, columns.column(filter.column)!, columns.count));
  return [...applyFilters(columns.all, tests).passing];
}

/** Every threshold that changes a stop, and some between and beyond. */
function thresholdsOf(evaluation: Evaluation): number[] {
  const everyone = select(evaluation.dataset, EVERYTHING);
  const { thresholds } = sweep(evaluation, evaluation.dataset.judges[0]!, everyone, []);
  return [...thresholds, 0.25, -2.75, -1e308];
}

/** Runs a check for arbitrary questions at every threshold of their judge. */
function atEveryThreshold(check: (evaluation: Evaluation, columns: QuestionColumns, threshold: number) => void): void {
  fc.assert(
    fc.property(arbitraryQuestions(1), (specs) => {
      const evaluation = judgeAnswers(buildDataset(specs, ['j']), squad);
      for (const threshold of thresholdsOf(evaluation)) {
        const policy: Policy = { kind: 'threshold', judge: 'j', threshold };
        const columns = new QuestionColumns(evaluation, { policy, judge: 'j', against: NATIVE }, NO_ANNOTATIONS);
        check(evaluation, columns, threshold);
      }
    }),
    { numRuns: 200 },
  );
}

const valueAt = (evaluation: Evaluation, quantity: Quantity, q: number, stop: number): number =>
  stop < 0 ? quantity.atNative(evaluation, q) : quantity.atStop(evaluation, q, stop);

/** Where the questions behind a quantity are more than those for which it is not 0. */
const COARSE: Readonly<Record<string, (evaluation: Evaluation, q: number, stop: number) => boolean>> = {
  [tokenF1.id]: ({ correctness }, q) => correctness.isLabelled[q] === 1,
  [searchesSaved.id]: (_, _q, stop) => stop >= 0,
};

describe('the questions behind a figure', () => {
  it('are those that make it up, one by one, for every quantity at every threshold', () => {
    atEveryThreshold((evaluation, columns) => {
      const totals = sumOutcomes(evaluation, columns.all, columns.stops, QUANTITIES);
      for (const quantity of QUANTITIES) {
        if (quantity === sealed) continue;
        const rows = opened(columns, behindQuantity(quantity)!.filters);
        const isBehind =
          COARSE[quantity.id] ?? ((_, q: number, stop: number) => valueAt(evaluation, quantity, q, stop) !== 0);
        expect(rows, quantity.id).toEqual([...columns.all].filter((q) => isBehind(evaluation, q, columns.stops[q]!)));
        const sum = rows.reduce((all, q) => all + valueAt(evaluation, quantity, q, columns.stops[q]!), 0);
        expect(sum, quantity.id).toBeCloseTo(totals[quantity.id]!, 9);
        // What counts questions is their number.
        if (rows.every((q) => valueAt(evaluation, quantity, q, columns.stops[q]!) === 1)) {
          expect(rows.length, quantity.id).toBe(totals[quantity.id]);
        }
      }
    });
  });

  it('are known for both halves of every metric', () => {
    for (const { id, numerator, denominator } of METRICS) {
      expect(behindQuantity(numerator), id).not.toBeNull();
      expect(behindQuantity(denominator ?? one), id).not.toBeNull();
    }
    for (const id of ['toString', '__proto__']) expect(behindQuantity({ ...one, id })).toBeNull();
  });

  it('are those of the native run beside its figures', () => {
    atEveryThreshold((evaluation, columns) => {
      for (const quantity of [correct, searches]) {
        expect(opened(columns, behindNative(quantity)!.filters), quantity.id).toEqual(
          [...columns.all].filter((q) => quantity.atNative(evaluation, q) !== 0),
        );
      }
      expect(opened(columns, [HAS_NO_LABEL])).toEqual(
        [...columns.all].filter((q) => evaluation.correctness.isLabelled[q] === 0),
      );
    });
  });

  it('are the lines of the flip ledger that a difference is the sum of', () => {
    atEveryThreshold((evaluation, columns) => {
      const ledger = ({ filters }: Behind) => opened(columns, [CHANGED, ...filters]);
      const change = (quantity: Quantity, q: number) =>
        valueAt(evaluation, quantity, q, columns.stops[q]!) - quantity.atNative(evaluation, q);
      const known = (q: number) =>
        columns.stops[q]! < 0 || evaluation.correctness.probeEm[columns.stops[q]!] !== UNKNOWN;
      expect(ledger(behindDifference(correct)!)).toEqual(
        [...columns.all].filter((q) => known(q) && change(correct, q) !== 0),
      );
      const moved = ledger(behindDifference(searches)!);
      const totals = sumOutcomes(evaluation, columns.all, columns.stops, [searches, stopped]);
      const native = sumOutcomes(
        evaluation,
        columns.all,
        columns.all.map(() => -1),
        [searches],
      );
      expect(moved.length).toBe(totals.stopped);
      expect(moved.reduce((sum, q) => sum + change(searches, q), 0)).toBe(totals.searches! - native.searches!);
    });
  });
});

describe('the stops of a policy without a judge', () => {
  it('are the lines of its flip ledger from native', () => {
    const others: readonly Policy[] = [
      ...[0, 1, 2].map((budget): Policy => ({ kind: 'budget', searches: budget })),
      { kind: 'quality-oracle' },
      { kind: 'cost-oracle' },
    ];
    fc.assert(
      fc.property(arbitraryQuestions(1), fc.constantFrom(...others), (specs, policy) => {
        const evaluation = judgeAnswers(buildDataset(specs, ['j']), squad);
        const columns = new QuestionColumns(evaluation, { policy, judge: 'j', against: NATIVE }, NO_ANNOTATIONS);
        const totals = sumOutcomes(evaluation, columns.all, columns.stops, QUANTITIES);
        for (const quantity of [stopped, safe, unsafe]) {
          const rows = opened(columns, [CHANGED, ...behindStops(quantity)!.filters]);
          expect(rows.length, quantity.id).toBe(totals[quantity.id]);
        }
      }),
      { numRuns: 300 },
    );
  });
});

/** The marks of every state that counts, question by question, written out. */
function marksByHand({ dataset, correctness }: Evaluation, threshold: number): Set<StateMark>[][] {
  const judge = dataset.judges[0]!;
  return Array.from({ length: dataset.questions.count }, (_, q) => {
    const marks: Set<StateMark>[] = [];
    for (let s = dataset.questions.stateStart[q]!; s < dataset.questions.stateStart[q + 1]!; s++) {
      const em = correctness.probeEm[s]!;
      if (correctness.isLabelled[q] === 0 || dataset.states.isEligible[s] === 0 || em === UNKNOWN) continue;
      const isStop = judge.status[s] === SCORED && judge.scores[s]! >= threshold;
      const cell = `${(em === 1) === isStop ? 'true' : 'false'}-${isStop ? 'positive' : 'negative'}` as StateMark;
      marks.push(new Set(judge.status[s] === UNPARSED ? [cell, 'unparsed'] : [cell]));
    }
    return marks;
  });
}

describe('the questions behind a state-level count', () => {
  it('hold exactly the states that are counted, at every threshold', () => {
    atEveryThreshold((evaluation, columns, threshold) => {
      const marks = marksByHand(evaluation, threshold);
      const curve = stateCurve(evaluation, evaluation.dataset.judges[0]!, columns.all);
      const counts = stateCountsAt(curve, threshold);
      const shown: Readonly<Record<string, number>> = {
        'true-positive': counts.truePositive,
        'false-positive': counts.falsePositive,
        'false-negative': counts.falseNegative,
        'true-negative': counts.trueNegative,
        crossing: counts.truePositive + counts.falsePositive,
        below: counts.falseNegative + counts.trueNegative,
        right: curve.positives,
        counted: curve.eligible,
        unparsed: curve.unparsed,
      };
      const facet = countFacet(applyFilters(columns.all, []), columns.column(STATE_MARKS_COLUMN)!, -1);
      for (const { id, phrase, marks: wanted } of STATE_SETS) {
        const held = marks.map((states) => states.filter((state) => wanted.some((mark) => state.has(mark))).length);
        const rows = opened(columns, holdsState(phrase, id).filters);
        expect(rows, id).toEqual([...columns.all].filter((q) => held[q]! > 0));
        expect(
          rows.reduce((sum, q) => sum + held[q]!, 0),
          id,
        ).toBe(shown[id]);
        expect(countHolding(facet, id), id).toBe(rows.length);
      }
    });
  });

  it('puts every state that counts into one of four cells, and names each mark once', () => {
    atEveryThreshold((evaluation, _, threshold) => {
      for (const state of marksByHand(evaluation, threshold).flat()) {
        expect([...state].filter((mark) => mark !== 'unparsed')).toHaveLength(1);
      }
    });
    for (const mark of STATE_MARKS) expect(STATE_SETS.filter(({ id }) => id === mark)).toHaveLength(1);
  });

  it('has none where no threshold of a judge decides', () => {
    const evaluation = judgeAnswers(buildDataset([{ gold: 'x', answer: 'x', searches: 0, states: [] }], ['j']), squad);
    for (const policy of [NATIVE, { kind: 'budget', searches: 1 }] as const) {
      const columns = new QuestionColumns(evaluation, { policy, judge: 'j', against: null }, NO_ANNOTATIONS);
      expect(columns.column(STATE_MARKS_COLUMN)).toBeNull();
    }
  });
});
