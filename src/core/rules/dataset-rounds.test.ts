import { describe, expect, it } from 'vitest';
import { squad } from '../answers/squad.ts';
import { itWithShared } from '../answers/testing/outside.ts';
import { judgeAnswers } from '../correctness.ts';
import { EVERYTHING, select } from '../selection.ts';
import { buildDataset, type QuestionSpec } from '../testing/build-dataset.ts';
import { ROUND_COLUMNS, toRoundLog } from './dataset-rounds.ts';
import { sortRounds } from './round-log.ts';
import { stopRows } from './rule.ts';
import { enrich, fitTasr } from './tasr.ts';
import { findPreset, presetRule } from './tasr-rules.ts';
import { readRoundLog, readSharedCsv } from './testing/tables.ts';

describe('a dataset as a round-wise log', () => {
  it('rows are probed native states of labelled questions; columns that are not there are missing', () => {
    const dataset = buildDataset(
      [
        { answer: 'x', searches: 1, states: [{ searchesUsed: 1, probe: 'x', scores: [1] }] },
        {
          gold: 'x y',
          answer: 'x',
          searches: 2,
          states: [
            { searchesUsed: 1, probe: 'x', scores: [2] },
            { searchesUsed: 2, scores: [3] },
            { searchesUsed: 3, probe: null, scores: [{ unparsed: 4 }] },
            { searchesUsed: 4, isCounterfactual: true, probe: 'x y', scores: [5] },
          ],
        },
      ],
      ['llm_confidence'],
    );
    const evaluation = judgeAnswers(dataset, squad);
    expect(toRoundLog(evaluation, select(dataset, EVERYTHING))).toEqual({
      questionIds: ['q1', 'q1'],
      rounds: [1, 3],
      answers: ['x', null],
      em: [0, 0],
      f1: [2 / 3, 0],
      answerTokenMargin: Float64Array.of(Number.NaN, Number.NaN),
      confidence: Float64Array.of(2, Number.NaN),
      overlap: Float64Array.of(Number.NaN, Number.NaN),
      topScore: Float64Array.of(Number.NaN, Number.NaN),
      secondScore: Float64Array.of(Number.NaN, Number.NaN),
    });
  });

  itWithShared('goldens/tasr-a.expected')('the handed log through a dataset gives the same TASR stops', () => {
    const tune = readRoundLog('goldens/tasr-a/signal_log_lp_tune.csv');
    const log = readRoundLog('goldens/tasr-a/signal_log_lp.csv');
    const { order, starts } = sortRounds(log);
    const ids = Object.values(ROUND_COLUMNS).filter((id) => id !== ROUND_COLUMNS.entailment);
    const columns = [log.answerTokenMargin, log.confidence, log.overlap, log.topScore, log.secondScore];
    const specs = Array.from({ length: starts.length - 1 }, (_, q): QuestionSpec => {
      const rows = [...order.slice(starts[q]!, starts[q + 1]!)];
      return {
        gold: 'x',
        answer: log.answers[rows.at(-1)!]!,
        searches: 5,
        states: rows.map((row) => ({
          searchesUsed: log.rounds[row]!,
          probe: log.answers[row]!,
          scores: columns.map((column) => (Number.isNaN(column[row]!) ? null : column[row]!)),
        })),
      };
    });
    const evaluation = judgeAnswers(buildDataset(specs, ids), squad);
    const again = toRoundLog(evaluation, select(evaluation.dataset, EVERYTHING));
    const { table } = enrich(again, fitTasr(tune));
    const rows = stopRows(presetRule(findPreset('TASR')!), table, 'last-round');
    const golden = new Map(
      readSharedCsv('goldens/tasr-a.expected/stop_rounds.csv').map((row) => [row.qid!, row.AS_m25]),
    );
    // The dataset of the test numbers its questions q0, q1, ... in the order of the sorted ids.
    const ids2 = sortRounds(log).questionIds;
    expect(table.questionIds.length).toBe(ids2.length);
    table.questionIds.forEach((id, q) => {
      const original = ids2[Number(id.slice(1))]!;
      expect(table.rounds[rows[q]!], original).toBe(Number(golden.get(original)));
    });
  });
});
