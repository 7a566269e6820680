import { describe, expect } from 'vitest';
import { squad } from '../answers/squad.ts';
import { itWithShared, readSharedJson } from '../answers/testing/outside.ts';
import { readSharedCsv } from '../rules/testing/tables.ts';
import { type ContextSize, contextSizes } from './context-size.ts';
import { type Counts, gapCategories, nextQueries } from './gaps.ts';
import { readAsPandas, tableF1 } from './published-cells.ts';
import { coversTitles, type GateCounts, type GateRates, gateEndings, gateRates, type Share } from './sufficiency.ts';
import { groupRows, readGolds, readS2g } from './testing/turn-tables.ts';

interface GoldenView {
  readonly pooled: GateCounts;
  readonly perTurn: Readonly<Record<string, GateCounts>>;
  readonly withoutTurn1: GateCounts;
}

interface GoldenSize {
  readonly rows: number;
  readonly meanEvidenceChars: number;
  readonly meanEvidenceWords: number;
  readonly meanRawChars: number;
  readonly meanRawWords: number;
  readonly compressionChars: number;
  readonly compressionWords: number;
}

interface Golden {
  readonly rows: number;
  readonly questions: number;
  readonly evaluatedQuestions: number;
  readonly emPercent: number;
  readonly f1PercentAsPublished: number;
  readonly f1PercentCellsAsText: number;
  readonly emPercentRecomputedFromText: number;
  readonly correctRetrievalPercent: number;
  readonly meanTurns: number;
  readonly turnsPerQuestion: Readonly<Record<string, number>>;
  readonly turnHistogram: Readonly<Record<string, number>>;
  readonly rowsPerTurn: Readonly<Record<string, number>>;
  readonly rowsWhereReadingMissingCellsAsNanMatters: readonly {
    readonly ID: string;
    readonly f1AsPublished: number;
    readonly f1CellsAsText: number;
  }[];
  readonly gateViewTitlesBeforeThisTurnsRetrieval: GoldenView;
  readonly asWrittenTitlesOfTheSameRow: GoldenView;
  readonly forcedLastTurn: number;
  readonly stoppedByGate: { readonly n: number; readonly em: Share; readonly emForced: Share };
  readonly gapCategoriesPerTurn: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly gapCategoriesPooled: Readonly<Record<string, number>>;
  readonly gapCategorySpellings: Readonly<Record<string, number>>;
  readonly gapItemsNotADict: number;
  readonly gapItemsPerRowHistogram: Readonly<Record<string, number>>;
  readonly contextLength: {
    readonly perTurn: Readonly<Record<string, GoldenSize>>;
    readonly pooled: GoldenSize;
    readonly finalRows: GoldenSize;
  };
  readonly nextQuery: {
    readonly rowsWithNextQuery: number;
    readonly queryUsesGap: Share;
    readonly queryFoundInTaskContent: Share;
    readonly gapTargetsInFirst3: number;
    readonly targetAlreadyInQuestion: Share;
    readonly targetMentionedInDocsJustRetrieved: Share;
    readonly queries: Readonly<Record<string, string>>;
  };
}

const FILE = 'goldens/s2g-a/s2g-a_predictions.csv';
const EXPECTED = 'goldens/s2g-a.expected/expected.json';
const itWithTable = itWithShared(EXPECTED);
const golden = (): Golden => readSharedJson<Golden>(EXPECTED);
const toObject = (counts: Counts): Readonly<Record<string, number>> => Object.fromEntries(counts);
const histogram = (values: readonly number[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
};
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const expectView = (rates: GateRates, view: GoldenView): void => {
  expect(rates.pooled).toEqual(view.pooled);
  expect(rates.withoutFirst).toEqual(view.withoutTurn1);
  expect(Object.fromEntries(rates.perTurn.map(({ turn, counts }) => [turn, counts]))).toEqual(view.perTurn);
};

const expectSize = (size: ContextSize, expected: GoldenSize): void => {
  expect(size.rows).toBe(expected.rows);
  expect(size.evidenceChars).toBeCloseTo(expected.meanEvidenceChars, 10);
  expect(size.evidenceWords).toBeCloseTo(expected.meanEvidenceWords, 10);
  expect(size.rawChars).toBeCloseTo(expected.meanRawChars, 10);
  expect(size.rawWords).toBeCloseTo(expected.meanRawWords, 10);
  expect(size.compressionChars).toBeCloseTo(expected.compressionChars, 12);
  expect(size.compressionWords).toBeCloseTo(expected.compressionWords, 12);
};

describe('the handed S2G-RAG table', () => {
  itWithTable('gate rates in both readings', () => {
    const questions = readS2g(FILE);
    const expected = golden();
    expectView(
      gateRates(questions, { kind: 'titles', reading: 'before' }),
      expected.gateViewTitlesBeforeThisTurnsRetrieval,
    );
    expectView(gateRates(questions, { kind: 'titles', reading: 'after' }), expected.asWrittenTitlesOfTheSameRow);
    const endings = gateEndings(questions);
    expect(endings.stopped).toEqual(expected.stoppedByGate.em);
    expect(endings.forced).toEqual(expected.stoppedByGate.emForced);
    expect([endings.stopped.of, endings.forced.of]).toEqual([expected.stoppedByGate.n, expected.forcedLastTurn]);
  });

  itWithTable('gap items over the turns', () => {
    const categories = gapCategories(readS2g(FILE));
    const expected = golden();
    expect(toObject(categories.pooled)).toEqual(expected.gapCategoriesPooled);
    expect(Object.fromEntries(categories.perTurn.map(({ turn, counts }) => [turn, toObject(counts)]))).toEqual(
      expected.gapCategoriesPerTurn,
    );
    expect(Object.fromEntries([...categories.spellings].map(([key, n]) => [key ?? 'None', n]))).toEqual(
      expected.gapCategorySpellings,
    );
    expect(categories.unusable).toBe(expected.gapItemsNotADict);
    expect(Object.fromEntries(categories.itemsPerRow)).toEqual(expected.gapItemsPerRowHistogram);
  });

  itWithTable('next queries', () => {
    const { nextQuery } = golden();
    const found = nextQueries(readS2g(FILE), 3);
    expect(Object.fromEntries(found.queries.map(({ id, turn, query }) => [`${id}:${turn}`, query]))).toEqual(
      nextQuery.queries,
    );
    expect(found.queries.length).toBe(nextQuery.rowsWithNextQuery);
    expect(found.usesGap).toEqual(nextQuery.queryUsesGap);
    expect(found.recorded).toEqual(nextQuery.queryFoundInTaskContent);
    expect(found.targetInQuestion).toEqual(nextQuery.targetAlreadyInQuestion);
    expect(found.targetInNewDocuments).toEqual(nextQuery.targetMentionedInDocsJustRetrieved);
    expect(found.targetInQuestion.of).toBe(nextQuery.gapTargetsInFirst3);
  });

  itWithTable('context sizes', () => {
    const sizes = contextSizes(readS2g(FILE));
    const { contextLength } = golden();
    expectSize(sizes.pooled, contextLength.pooled);
    expectSize(sizes.final, contextLength.finalRows);
    expect(sizes.perTurn.map(({ turn }) => String(turn))).toEqual(Object.keys(contextLength.perTurn));
    for (const { turn, size } of sizes.perTurn) expectSize(size, contextLength.perTurn[turn]!);
  });

  itWithTable('answers of the last rows, in the evaluator’s reading and in the sane one', () => {
    const expected = golden();
    const rows = readSharedCsv(FILE);
    const last = groupRows(rows).map(([id, list]) => ({ id, turns: list.length, row: list.at(-1)! }));
    const figures = last.map(({ id, row }) => {
      const cell = row['Reasoner Answer']!;
      const golds = readGolds(row['Gold Answer']!);
      return {
        ID: id,
        isStoredCorrect: row['Correct Answer'] === 'True' ? 1 : 0,
        em: squad.exactMatch(cell, golds),
        f1AsPublished: tableF1(readAsPandas(cell), golds),
        f1CellsAsText: tableF1(cell, golds),
      };
    });
    expect([rows.length, last.length]).toEqual([expected.rows, expected.questions]);
    expect(100 * mean(figures.map((f) => f.isStoredCorrect))).toBeCloseTo(expected.emPercent, 10);
    expect(100 * mean(figures.map((f) => f.em))).toBeCloseTo(expected.emPercentRecomputedFromText, 10);
    expect(100 * mean(figures.map((f) => f.f1AsPublished))).toBeCloseTo(expected.f1PercentAsPublished, 10);
    expect(100 * mean(figures.map((f) => f.f1CellsAsText))).toBeCloseTo(expected.f1PercentCellsAsText, 10);
    expect(
      figures
        .filter((f) => f.f1AsPublished !== f.f1CellsAsText)
        .map(({ ID, f1AsPublished, f1CellsAsText }) => ({ ID, f1AsPublished, f1CellsAsText })),
    ).toEqual(
      expected.rowsWhereReadingMissingCellsAsNanMatters.map(({ ID, f1AsPublished, f1CellsAsText }) => ({
        ID,
        f1AsPublished,
        f1CellsAsText,
      })),
    );
    expect(Object.fromEntries(last.map(({ id, turns }) => [id, turns]))).toEqual(expected.turnsPerQuestion);
    expect(histogram(last.map(({ turns }) => turns))).toEqual(expected.turnHistogram);
    expect(histogram(rows.map((row) => Number(row.Turn)))).toEqual(expected.rowsPerTurn);
    expect(mean(last.map(({ turns }) => turns))).toBeCloseTo(expected.meanTurns, 12);
    const covered = readS2g(FILE).map(({ goldTitles, turns }) => coversTitles(goldTitles, turns.at(-1)!.titlesAfter));
    expect((100 * covered.filter((isCovered) => isCovered).length) / covered.length).toBeCloseTo(
      expected.correctRetrievalPercent,
      10,
    );
  });

  itWithShared('goldens/s2g-1003.expected')('the evaluator keeps the first 1000 ids', () => {
    const expected = readSharedJson<Golden>('goldens/s2g-1003.expected/expected.json');
    const rows = readSharedCsv('goldens/s2g-1003/s2g-1003_predictions.csv');
    const groups = groupRows(rows);
    const last = groups.slice(0, 1000).map(([, list]) => list.at(-1)!);
    expect([rows.length, groups.length, last.length]).toEqual([
      expected.rows,
      expected.questions,
      expected.evaluatedQuestions,
    ]);
    expect(100 * mean(last.map((row) => (row['Correct Answer'] === 'True' ? 1 : 0)))).toBeCloseTo(
      expected.emPercent,
      10,
    );
    const f1 = last.map((row) => tableF1(readAsPandas(row['Reasoner Answer']!), readGolds(row['Gold Answer']!)));
    expect(100 * mean(f1)).toBeCloseTo(expected.f1PercentAsPublished, 10);
    expect(histogram(groups.map(([, list]) => list.length))).toEqual(expected.turnHistogram);
    expect(histogram(rows.map((row) => Number(row.Turn)))).toEqual(expected.rowsPerTurn);
    expect(mean(last.map((row) => Number(row.Turn)))).toBeCloseTo(expected.meanTurns, 12);
  });
});
