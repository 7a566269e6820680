import { describe, expect, it } from 'vitest';
import { squad } from '../answers/squad.ts';
import { itWithShared, readSharedJson } from '../answers/testing/outside.ts';
import { parseRule } from '../rules/parse.ts';
import { stopRows } from '../rules/rule.ts';
import { lastRoundOutcomes, type RowOutcomes, roundSignal, type SignalTable, toSignal } from '../rules/signals.ts';
import { firstCorrectRows } from '../rules/tasr-rules.ts';
import { readSharedCsv } from '../rules/testing/tables.ts';
import { averagePrecisionTieGrouped } from '../stats/average-precision.ts';
import { rankCurve, rocAuc } from '../stats/ranking.ts';
import { confusionOf, type DecisionEffect, decisionEffect } from './decisions.ts';
import { readAsPandas, tableF1 } from './published-cells.ts';
import { groupRows, type Row, readGolds } from './testing/turn-tables.ts';

interface GoldenEffect {
  readonly emPercent: number;
  readonly meanTurn: number;
  readonly earlierThanLastRow: number;
  readonly harmed: number;
  readonly rescued: number;
}

interface GoldenRanking {
  readonly n: number;
  readonly positives: number;
  readonly rocAuc: number;
  readonly apTieGrouped: number;
}

interface Golden {
  readonly rows: number;
  readonly questions: number;
  readonly final: {
    readonly emPercent: number;
    readonly f1PercentAsPublished: number;
    readonly f1PercentCellsAsText: number;
    readonly emPercentRecomputedFromText: number;
  };
  readonly zeroShot: { readonly emPercent: number; readonly f1PercentAsPublished: number };
  readonly meanLastTurn: number;
  readonly rowsWhereReadingMissingCellsAsNanMatters: readonly {
    readonly ID: string;
    readonly Turn: number;
    readonly f1AsPublished: number;
    readonly f1CellsAsText: number;
  }[];
  readonly alwaysStopAt: Readonly<
    Record<string, GoldenEffect & { readonly rowsExactlyAtTurn: number; readonly emAmongRowsExactlyAtTurn: unknown }>
  >;
  readonly criticAcceptVsLastRow: GoldenEffect;
  readonly oracleFirstCorrectElseLast: GoldenEffect;
  readonly confidence1AtLeast: Readonly<Record<string, GoldenEffect>>;
  readonly criticConfusionOverRows: {
    readonly tp: number;
    readonly fp: number;
    readonly fn: number;
    readonly tn: number;
    readonly accuracy: number;
    readonly precision: number;
    readonly recall: number;
    readonly f1: number;
    readonly falsePositiveRate: number;
    readonly trueNegativeRate: number;
  };
  readonly gateFalseThoughConf1Larger: number;
  readonly confidence1Ranking: {
    readonly pooledRows: GoldenRanking;
    readonly perTurn: Readonly<Record<string, GoldenRanking>>;
    readonly lastRows: GoldenRanking;
    readonly distinctValues: number;
  };
}

interface CriticTable {
  readonly rows: readonly Row[];
  readonly table: SignalTable;
  readonly outcomes: RowOutcomes;
  readonly accept: Float64Array;
  readonly confidence: Float64Array;
}

const confidences = (row: Row): readonly number[] =>
  [...row['Confidence Scores']!.matchAll(/: ([\d.]+)/g)].map((m) => Number(m[1]));

/** Rows sorted by question; every turn may accept its candidate answer. */
function readCritic(path: string): CriticTable {
  const groups = groupRows(readSharedCsv(path));
  const rows = groups.flatMap(([, list]) => list);
  const rowStart = new Int32Array(groups.length + 1);
  groups.forEach(([, list], q) => {
    rowStart[q + 1] = rowStart[q]! + list.length;
  });
  const rounds = Int32Array.from(rows, (row) => Number(row.Turn));
  const accept = Float64Array.from(rows, (row) => (row['Gate Output'] === 'True' ? 1 : 0));
  const confidence = Float64Array.from(rows, (row) => confidences(row)[1]!);
  const table: SignalTable = {
    questionIds: groups.map(([id]) => id),
    rowStart,
    rounds,
    canStop: new Uint8Array(rows.length).fill(1),
    signals: [
      roundSignal(rounds),
      toSignal({ id: 'accept', name: 'Critic accepts', isFlag: true, values: accept }),
      toSignal({ id: 'confidence', name: 'Critic confidence', isFlag: false, values: confidence }),
    ],
  };
  const em = Uint8Array.from(rows, (row) => Number(row['Correct Answer']));
  const f1 = Float64Array.from(rows, (row) => tableF1(row['Reasoner Answer']!, readGolds(row['Gold Answer']!)));
  return { rows, table, outcomes: lastRoundOutcomes(table, em, f1), accept, confidence };
}

function effectOf({ table, outcomes }: CriticTable, text: string): DecisionEffect {
  const rule = parseRule(text, table.signals);
  if (rule.kind === 'failed') throw new Error(rule.error.message);
  return decisionEffect(outcomes, stopRows(rule.value, table, 'native'))!;
}

const expectEffect = (effect: DecisionEffect, expected: GoldenEffect, what: string): void => {
  expect(100 * effect.em, what).toBeCloseTo(expected.emPercent, 10);
  expect(effect.calls, what).toBeCloseTo(expected.meanTurn, 12);
  expect([effect.earlier, effect.harmed, effect.rescued], what).toEqual([
    expected.earlierThanLastRow,
    expected.harmed,
    expected.rescued,
  ]);
};

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function expectRanking(critic: CriticTable, rows: readonly number[], expected: GoldenRanking): void {
  const scores = Float64Array.from(rows, (row) => critic.confidence[row]!);
  const truths = Uint8Array.from(rows, (row) => critic.outcomes.atRow.em[row]!);
  expect([rows.length, truths.reduce((sum, truth) => sum + truth, 0)]).toEqual([expected.n, expected.positives]);
  expect(rocAuc(rankCurve(scores, truths))).toBeCloseTo(expected.rocAuc, 12);
  expect(averagePrecisionTieGrouped(scores, truths)).toBeCloseTo(expected.apTieGrouped, 12);
}

describe.each([
  ['as the tool writes it', 'simrag-a_predictions.csv', 'expected.json'],
  ['run on to the last turn', 'simrag-a_full_turns.csv', 'expected_full_turns.json'],
])('the handed SIM-RAG table, %s', (_, file, expectedFile) => {
  const path = `goldens/simrag-a/${file}`;
  const expectedPath = `goldens/simrag-a.expected/${expectedFile}`;
  const itWithTable = itWithShared(expectedPath);

  itWithTable('the critic, its confidence, fixed turns and the oracle against the last row', () => {
    const critic = readCritic(path);
    const golden = readSharedJson<Golden>(expectedPath);
    expect([critic.rows.length, critic.table.questionIds.length]).toEqual([golden.rows, golden.questions]);
    expectEffect(effectOf(critic, 'accept'), golden.criticAcceptVsLastRow, 'critic');
    for (const [share, expected] of Object.entries(golden.confidence1AtLeast)) {
      expectEffect(effectOf(critic, `confidence >= ${share}`), expected, share);
    }
    for (const [turn, expected] of Object.entries(golden.alwaysStopAt)) {
      expectEffect(effectOf(critic, `round >= ${turn}`), expected, turn);
      expect(critic.table.rounds.filter((round) => round === Number(turn)).length).toBe(expected.rowsExactlyAtTurn);
    }
    const oracle = decisionEffect(critic.outcomes, firstCorrectRows(critic.table, critic.outcomes))!;
    expectEffect(oracle, golden.oracleFirstCorrectElseLast, 'oracle');
    expect(effectOf(critic, 'never').calls).toBeCloseTo(golden.meanLastTurn, 12);
  });

  itWithTable('the critic row by row, and its ranking', () => {
    const critic = readCritic(path);
    const golden = readSharedJson<Golden>(expectedPath);
    const { tp, fp, fn, tn, ...rates } = golden.criticConfusionOverRows;
    const confusion = confusionOf(critic.accept, critic.outcomes.atRow.em);
    expect(confusion).toMatchObject({ truePositive: tp, falsePositive: fp, falseNegative: fn, trueNegative: tn });
    expect(confusion.accuracy).toBeCloseTo(rates.accuracy, 12);
    expect(confusion.precision).toBeCloseTo(rates.precision, 12);
    expect(confusion.recall).toBeCloseTo(rates.recall, 12);
    expect(confusion.f1).toBeCloseTo(rates.f1, 12);
    expect(confusion.falsePositiveRate).toBeCloseTo(rates.falsePositiveRate, 12);
    expect(confusion.trueNegativeRate).toBeCloseTo(rates.trueNegativeRate, 12);
    const contrary = critic.rows.filter(
      (row, i) => critic.accept[i] === 0 && confidences(row)[1]! > confidences(row)[0]!,
    );
    expect(contrary.length).toBe(golden.gateFalseThoughConf1Larger);
    const all = critic.rows.map((_, row) => row);
    const { pooledRows, perTurn, lastRows, distinctValues } = golden.confidence1Ranking;
    expectRanking(critic, all, pooledRows);
    for (const [turn, expected] of Object.entries(perTurn)) {
      expectRanking(
        critic,
        all.filter((row) => critic.table.rounds[row] === Number(turn)),
        expected,
      );
    }
    expectRanking(
      critic,
      [...critic.table.rowStart.slice(1)].map((end) => end - 1),
      lastRows,
    );
    expect(new Set(critic.confidence).size).toBe(distinctValues);
  });

  itWithTable('answers in the evaluator’s reading and in the sane one', () => {
    const critic = readCritic(path);
    const golden = readSharedJson<Golden>(expectedPath);
    const figures = critic.rows.map((row) => {
      const cell = row['Reasoner Answer']!;
      const golds = readGolds(row['Gold Answer']!);
      return {
        ID: row.ID!,
        Turn: Number(row.Turn),
        stored: Number(row['Correct Answer']),
        em: squad.exactMatch(cell, golds),
        f1AsPublished: tableF1(readAsPandas(cell), golds),
        f1CellsAsText: tableF1(cell, golds),
      };
    });
    const last = [...critic.table.rowStart.slice(1)].map((end) => figures[end - 1]!);
    expect(100 * mean(last.map((f) => f.stored))).toBeCloseTo(golden.final.emPercent, 10);
    expect(100 * mean(last.map((f) => f.em))).toBeCloseTo(golden.final.emPercentRecomputedFromText, 10);
    expect(100 * mean(last.map((f) => f.f1AsPublished))).toBeCloseTo(golden.final.f1PercentAsPublished, 10);
    expect(100 * mean(last.map((f) => f.f1CellsAsText))).toBeCloseTo(golden.final.f1PercentCellsAsText, 10);
    const first = figures.filter((f) => f.Turn === 0);
    expect(100 * mean(first.map((f) => f.stored))).toBeCloseTo(golden.zeroShot.emPercent, 10);
    expect(100 * mean(first.map((f) => f.f1AsPublished))).toBeCloseTo(golden.zeroShot.f1PercentAsPublished, 10);
    const key = ({
      ID,
      Turn,
      f1AsPublished,
      f1CellsAsText,
    }: (typeof golden.rowsWhereReadingMissingCellsAsNanMatters)[number]) =>
      `${ID} ${Turn} ${f1AsPublished} ${f1CellsAsText}`;
    expect(
      figures
        .filter((f) => f.f1AsPublished !== f.f1CellsAsText)
        .map(key)
        .sort(),
    ).toEqual(golden.rowsWhereReadingMissingCellsAsNanMatters.map(key).sort());
  });
});

describe('the effect of decisions', () => {
  const table = (em: readonly number[]): RowOutcomes => ({
    atRow: { em: Uint8Array.from(em), f1: new Float64Array(em.length), calls: Float64Array.of(1, 2, 1, 2) },
    atNone: { em: Uint8Array.of(1, 0), f1: new Float64Array(2), calls: Float64Array.of(2, 3) },
  });

  it('counts harm and rescue against the end of the run', () => {
    expect(decisionEffect(table([0, 1, 1, 0]), Int32Array.of(0, 2))).toEqual({
      questions: 2,
      em: 0.5,
      calls: 1,
      earlier: 2,
      harmed: 1,
      rescued: 1,
    });
    expect(decisionEffect(table([0, 1, 1, 0]), Int32Array.of(1, -1))).toMatchObject({ earlier: 0, harmed: 0, em: 0.5 });
  });

  it('is unknown where an answer that counts is, and only there', () => {
    expect(decisionEffect(table([2, 1, 1, 0]), Int32Array.of(0, 2))).toBeNull();
    expect(decisionEffect(table([2, 1, 1, 0]), Int32Array.of(1, 2))).not.toBeNull();
    expect(decisionEffect(table([]), new Int32Array(0))).toBeNull();
  });

  it('leaves unknown rows out of the confusion, and an empty one undefined', () => {
    expect(confusionOf([1, 0, 2, 1, 0], [1, 1, 1, 2, 0])).toMatchObject({
      truePositive: 1,
      falseNegative: 1,
      trueNegative: 1,
      falsePositive: 0,
      recall: 0.5,
    });
    expect(confusionOf([], [])).toMatchObject({ accuracy: null, precision: null, f1: null });
  });
});
