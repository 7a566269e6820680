import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findAnswerRule } from '../answers/index.ts';
import { judgeAnswers } from '../correctness.ts';
import { EVERYTHING, select } from '../selection.ts';
import { buildDataset, type QuestionSpec } from '../testing/build-dataset.ts';
import { collectRows } from './evaluation-rows.ts';
import { selectionRows } from './our-selection.ts';
import { chooseCut, cutAt, questionEvents, stateEvents } from './selection-events.ts';
import { selectThresholds } from './threshold-selection.ts';

const evaluate = (specs: readonly QuestionSpec[]) => judgeAnswers(buildDataset(specs, ['j']), findAnswerRule('squad')!);
const everything = (evaluation: ReturnType<typeof evaluate>) => select(evaluation.dataset, EVERYTHING);

/** One question per row of (score, safe) pairs: its states in order. */
const run = (questions: readonly (readonly (readonly [number, boolean])[])[]) =>
  evaluate(
    questions.map((states) => ({
      gold: 'right',
      answer: 'no',
      searches: states.length,
      states: states.map(([score, isSafe], k) => ({
        searchesUsed: k,
        probe: isSafe ? 'right' : 'no',
        scores: [score],
      })),
    })),
  );

describe('selectThresholds', () => {
  const evaluation = run([[[5, true]], [[4, true]], [[3, false]], [[2, true]], [[1, false]]]);
  const choose = (minimumPrecision: number, minimumStops: number) =>
    selectThresholds(evaluation, everything(evaluation), ['j'], { minimumPrecision, minimumStops }).report.models?.j;

  it('takes the highest recall that keeps the precision, past a dip', () => {
    // At 3 the precision dips to 2/3; at 2 it is 3/4 again, with more recall.
    expect(choose(0.75, 1)).toMatchObject({ threshold: 2, stop_count: 4, true_positive: 3, recall: 1, feasible: true });
    expect(choose(0.9, 1)).toMatchObject({ threshold: 4, stop_count: 2, precision: 1, recall: 2 / 3 });
  });

  it('falls back to the highest score + 1 when nothing qualifies', () => {
    expect(choose(0.9, 3)).toMatchObject({
      threshold: 6,
      stop_count: 0,
      precision: 0,
      feasible: false,
      fallback: 'never_stop',
    });
  });

  it('selects nothing where the rows hold one class', () => {
    const safe = run([[[1, true]]]);
    const { report, problems } = selectThresholds(safe, everything(safe), ['j'], {
      minimumPrecision: 0.9,
      minimumStops: 1,
    });
    expect(report.error).toBe('grouped validation must contain both truth classes');
    expect(report.models).toBeUndefined();
    expect(problems.map(({ code }) => code)).toEqual(['selection.one-class']);
  });
});

const scores = fc.integer({ min: -3, max: 3 });
const runs = fc.array(fc.array(fc.tuple(scores, fc.boolean()), { maxLength: 4 }), { minLength: 1, maxLength: 12 });

describe('selection events', () => {
  it('choose the published threshold on states', () => {
    fc.assert(
      fc.property(
        runs,
        fc.constantFrom(0.3, 0.5, 0.8),
        fc.integer({ min: 1, max: 3 }),
        (questions, precision, stops) => {
          const evaluation = run(questions);
          const rows = collectRows(evaluation, everything(evaluation));
          const rule = { minimumPrecision: precision, minimumStops: stops };
          const published = selectThresholds(evaluation, everything(evaluation), ['j'], rule).report.models?.j;
          fc.pre(published !== undefined);
          const events = stateEvents(evaluation, rows, evaluation.dataset.judges[0]!);
          const cut = chooseCut(events, new Uint8Array(rows.questions.length).fill(1), rule);
          expect(cut.group >= 0).toBe(published?.feasible);
          if (cut.group < 0) return;
          expect(events.thresholds[cut.group]).toBe(published?.threshold);
          expect([cut.stops, cut.hits]).toEqual([published?.stop_count, published?.true_positive]);
        },
      ),
    );
  });

  it('count questions as replaying them does', () => {
    fc.assert(
      fc.property(runs, scores, (questions, threshold) => {
        const evaluation = run(questions);
        const rows = collectRows(evaluation, everything(evaluation));
        const first = questions.map((states) => states.find(([score]) => score >= threshold));
        const cut = cutAt(questionEvents(evaluation, rows, evaluation.dataset.judges[0]!), threshold);
        expect(cut.stops).toBe(first.filter((stop) => stop !== undefined).length);
        expect(cut.hits).toBe(first.filter((stop) => stop?.[1] === true).length);
        expect(cut.positives).toBe(questions.filter((states) => states.some(([, isSafe]) => isSafe)).length);
      }),
    );
  });
});

describe('selectionRows', () => {
  it('says how firm the threshold is and what it does elsewhere', () => {
    const half = [[[2, true]], [[2, true]], [[1, false]], [[1, true]]] as const;
    const other = [[[2, false]], [[2, true]], [[1, false]]] as const;
    const evaluation = run([...half, ...other]);
    const rows = selectionRows(evaluation, {
      selection: Int32Array.of(0, 1, 2, 3),
      judges: ['j'],
      rule: { minimumPrecision: 0.9, minimumStops: 1 },
      seed: 3,
      repeats: 500,
    });
    expect(rows.map(({ level }) => level)).toEqual(['state', 'question']);
    const [onStates] = rows;
    expect(onStates).toMatchObject({
      threshold: 2,
      here: { stop_count: 2, precision: 1, recall: 2 / 3, question_count: 4 },
      elsewhere: { stop_count: 2, precision: 0.5, question_count: 3 },
      optimism_gap: 0.5,
    });
    const { same_share: same, never_stop_share: never } = onStates!.bootstrap;
    // Never: neither question with a 2 is drawn, (1/2)^4, and among the others not only the safe one, less (1/4)^4.
    expect(Math.abs(never - 15 / 256)).toBeLessThan(0.03);
    expect(same).toBeGreaterThan(0.5);
    expect(same).toBeLessThan(1);
  });
});
