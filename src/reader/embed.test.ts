import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { squad } from '../core/answers/squad.ts';
import { judgeAnswers } from '../core/correctness.ts';
import { QUANTITIES } from '../core/metrics/index.ts';
import { sumOutcomes } from '../core/metrics/totals.ts';
import { replayAll } from '../core/policies/index.ts';
import { type ReportCurves, reportCurves } from '../core/report/report-curves.ts';
import { reportQuestions } from '../core/report/report-questions.ts';
import { EVERYTHING, select } from '../core/selection.ts';
import { arbitraryQuestions } from '../core/testing/arbitrary-dataset.ts';
import { buildDataset, type QuestionSpec } from '../core/testing/build-dataset.ts';
import { countRows, packCurves, unpackCurves } from './embed.ts';
import { policyAt } from './policy.ts';
import { stopsAt } from './stops-table.ts';

const evaluate = (specs: readonly QuestionSpec[]) => {
  const dataset = buildDataset(specs, ['a', 'b']);
  const evaluation = judgeAnswers(dataset, squad);
  const selection = select(dataset, EVERYTHING);
  const thresholds = [
    { judge: 'a', value: 0.5 },
    { judge: 'b', value: Number.POSITIVE_INFINITY },
  ];
  return { evaluation, selection, curves: reportCurves(evaluation, selection, thresholds) };
};

/** As it lies in the file, and out again. */
const throughFile = (curves: ReportCurves): ReportCurves =>
  unpackCurves(JSON.parse(JSON.stringify(packCurves(curves))));

const TRIED = [-1e300, -1e30, -3, -2.75, -0.5, 0, 5e-324, 1, 2.5, 7.8749998867, 7.874999982333975, 1e300, Infinity];

describe('curves in a report file', () => {
  it('come out bit by bit as they went in', () => {
    fc.assert(
      fc.property(arbitraryQuestions(2), (specs) => {
        const { curves } = evaluate(specs);
        const read = throughFile(curves);
        expect(read).toEqual(curves);
        read.judges.forEach(({ curve }, i) => {
          for (const [id, column] of Object.entries(curve.columns)) {
            expect(column.every((value, row) => Object.is(value, curves.judges[i]!.curve.columns[id]![row]))).toBe(
              true,
            );
          }
        });
      }),
      { numRuns: 60 },
    );
  });

  it('give at every threshold what replaying each question gives', () => {
    fc.assert(
      fc.property(arbitraryQuestions(2), (specs) => {
        const { evaluation, selection, curves } = evaluate(specs);
        const read = throughFile(curves);
        read.judges.forEach(({ id, curve }, judge) => {
          for (const threshold of [...curve.thresholds, ...TRIED]) {
            const stops = replayAll({ kind: 'threshold', judge: id, threshold }, evaluation, selection);
            const expected = sumOutcomes(evaluation, selection, stops, QUANTITIES);
            expect(policyAt(read, { judge, threshold }).totals).toEqual(expected);
          }
        });
      }),
      { numRuns: 60 },
    );
  });

  it('list at every row the questions that are stopped there, with their answers', () => {
    fc.assert(
      fc.property(arbitraryQuestions(1), (specs) => {
        const dataset = buildDataset(specs, ['a']);
        const evaluation = judgeAnswers(dataset, squad);
        // Not from question 0 on: places are not indices.
        const selection = select(dataset, { range: { from: 1, to: 99 }, split: null });
        const [events] = reportQuestions(evaluation, selection, ['a']).judges;
        const { curve } = reportCurves(evaluation, selection, [{ judge: 'a', value: 0 }]).judges[0]!;
        curve.thresholds.forEach((threshold, row) => {
          const states = replayAll({ kind: 'threshold', judge: 'a', threshold }, evaluation, selection);
          const stops = stopsAt(events!, row);
          states.forEach((state, place) => {
            const event = stops.get(place);
            expect(event === undefined).toBe(state < 0);
            if (event === undefined) return;
            expect(events!.searchesUsed[event]).toBe(dataset.states.searchesUsed[state]);
            expect(events!.answer[event]).toBe(dataset.states.probeAnswers[state]);
            expect(events!.em[event]).toBe(evaluation.correctness.probeEm[state]);
          });
        });
      }),
      { numRuns: 60 },
    );
  });

  it('counts the rows of all judges', () => {
    const { curves } = evaluate([
      { gold: 'x', answer: 'x', searches: 2, states: [{ searchesUsed: 0, probe: 'x', scores: [1, null] }] },
    ]);
    // Never stop for both judges, and one score of the first.
    expect(countRows(curves)).toBe(3);
  });
});
