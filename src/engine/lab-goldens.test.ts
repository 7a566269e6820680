import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect } from 'vitest';
import { findAnswerRule } from '../core/answers/index.ts';
import { itWithShared, readSharedJson } from '../core/answers/testing/outside.ts';
import { judgeAnswers } from '../core/correctness.ts';
import { contextSizes } from '../core/lab/context-size.ts';
import type { GateCounts, GateRates } from '../core/lab/sufficiency.ts';
import { readS2g } from '../core/lab/testing/turn-tables.ts';
import { parseRule } from '../core/rules/parse.ts';
import { listSignals, ruleSignals } from '../core/rules/rule-signals.ts';
import { findSignal } from '../core/rules/signals.ts';
import { readSharedCsv } from '../core/rules/testing/tables.ts';
import { EVERYTHING, select } from '../core/selection.ts';
import { fromBlob, ingest } from '../ingest/index.ts';
import type { JobContext } from './job-context.ts';
import { Engine } from './jobs.ts';
import type { RecordedDecisions } from './lab-judges.ts';

/** The tables of the tools, dropped like any file, through the worker's own jobs, against what the golden files say. */
const context: JobContext = { signal: new AbortController().signal, report: () => {} };
const ALL = { range: null, split: null };

async function load(path: string) {
  const { jobs } = new Engine();
  const blob = new Blob([readFileSync(resolve('../shared', path))]);
  const { value } = await jobs.load(context, { files: [{ name: 'table.csv', blob }], name: null });
  return { jobs, view: { datasetId: value.id, selection: ALL, answerRule: 'stored', tune: null } };
}

interface View {
  readonly pooled: GateCounts;
  readonly perTurn: Readonly<Record<string, GateCounts>>;
  readonly withoutTurn1: GateCounts;
}

/** A turn counts from 1 in the table, from 0 searches here. */
function expectView(rates: GateRates, view: View, what: string): void {
  expect(rates.pooled, what).toEqual(view.pooled);
  expect(rates.withoutFirst, what).toEqual(view.withoutTurn1);
  expect(Object.fromEntries(rates.perTurn.map(({ turn, counts }) => [turn + 1, counts])), what).toEqual(view.perTurn);
}

describe('the handed S2G-RAG table as a run', () => {
  const EXPECTED = 'goldens/s2g-a.expected/expected.json';
  const TABLE = 'goldens/s2g-a/s2g-a_predictions.csv';
  const itWithTable = itWithShared(EXPECTED);

  itWithTable('has the rates of its gate in both readings, its endings, gaps and next queries', async () => {
    // biome-ignore lint/suspicious/noExplicitAny: a golden file, whose shape the comparison itself checks
    const want = readSharedJson<any>(EXPECTED);
    const { jobs, view } = await load(TABLE);
    const { value } = await jobs.labTexts(context, view);
    const [gate] = value.sufficiency;
    expect(gate!.verdicts).toBe(want.rows);
    expectView(gate!.rates.before, want.gateViewTitlesBeforeThisTurnsRetrieval, 'before');
    expectView(gate!.rates.after, want.asWrittenTitlesOfTheSameRow, 'after');
    expect(gate!.endings).toEqual({ stopped: want.stoppedByGate.em, forced: want.stoppedByGate.emForced });
    const categories = Object.fromEntries(gate!.categories.map(({ category, all }) => [category, all]));
    expect(categories).toEqual(want.gapCategoriesPooled);
    for (const { category, perTurn } of gate!.categories) {
      const counts = gate!.turns.map((turn) => want.gapCategoriesPerTurn[turn + 1]?.[category] ?? 0);
      expect([category, perTurn]).toEqual([category, counts]);
    }
    const { next } = gate!;
    expect(next.recorded).toEqual(want.nextQuery.queryFoundInTaskContent);
    expect(next.usesGap).toEqual(want.nextQuery.queryUsesGap);
    expect(next.targetInQuestion).toEqual(want.nextQuery.targetAlreadyInQuestion);
    expect(next.targetInNewDocuments).toEqual(want.nextQuery.targetMentionedInDocsJustRetrieved);
  });

  itWithTable('weighs compact evidence against raw documents by the searches made', async () => {
    const want = readSharedJson<{ contextLength: { finalRows: Record<string, number> } }>(EXPECTED);
    const { jobs, view } = await load(TABLE);
    const { value } = await jobs.labTexts(context, view);
    const { compression } = value.sufficiency[0]!;
    const { finalRows } = want.contextLength;
    expect(compression.final.rows).toBe(finalRows.rows);
    expect(compression.final.evidenceWords).toBeCloseTo(finalRows.meanEvidenceWords!, 10);
    expect(compression.final.rawChars).toBeCloseTo(finalRows.meanRawChars!, 10);
    expect(compression.final.compressionWords).toBeCloseTo(finalRows.compressionWords!, 12);
    // A row that accepts, or gives up, repeats what the row before it held: it is the same state.
    const searched = readS2g(TABLE).map((question) => ({
      ...question,
      turns: question.turns.filter(({ isSufficient, isFollowed }) => isSufficient === false && isFollowed),
    }));
    const byHand = contextSizes(searched);
    expect(compression.perTurn).toEqual(byHand.perTurn);
    expect(compression.pooled).toEqual(byHand.pooled);
    expect(value.documents.map(({ turn, words }) => [turn, words])).toEqual(
      byHand.perTurn.map(({ turn, size }) => [turn, size.evidenceWords]),
    );
  });

  itWithTable('opens the questions behind a figure, and says so while the texts are unread', async () => {
    const { jobs, view } = await load(TABLE);
    const column = 'figure:["gate","verdict","before","falsePositive",null]';
    const spec = { policy: { kind: 'native' }, judge: 'gate', against: null, sort: [], find: '' } as const;
    const filters = [{ kind: 'in', column, values: ['yes'] }] as const;
    const ask = () =>
      jobs.questions(context, { ...view, spec: { ...spec, filters }, isDeep: false, facets: [], histograms: [] });
    await expect(ask()).rejects.toThrow('have not been read');
    await jobs.labTexts(context, view);
    const { value } = await ask();
    const wrong = readS2g(TABLE).filter(({ goldTitles, turns }) =>
      turns.some(
        ({ isSufficient, titlesBefore }) =>
          isSufficient === true && goldTitles!.some((title) => !titlesBefore!.includes(title)),
      ),
    );
    expect(wrong.length).toBeGreaterThan(0);
    const { value: rows } = await jobs.questionRows(context, { ...view, ticket: value.ticket, from: 0, to: 99 });
    expect(rows.map(({ id }) => id).sort()).toEqual(wrong.map(({ id }) => id).sort());
    // Under another answer rule the figures are others, and have not been read.
    await expect(
      jobs.questions(context, {
        ...view,
        answerRule: 'squad',
        spec: { ...spec, filters },
        isDeep: false,
        facets: [],
        histograms: [],
      }),
    ).rejects.toThrow('have not been read');
  });
});

describe('the handed TASR log as a run', () => {
  const TABLE = 'goldens/tasr-a/signal_log_lp.csv';
  const ENRICHED = 'goldens/tasr-a.expected/signal_log_lp_enriched.csv';
  const signalsOf = async (path: string) => {
    const read = await ingest([fromBlob('log.csv', new Blob([readFileSync(resolve('../shared', path))]))], {
      signal: context.signal,
      onProgress: () => {},
    });
    if (read.kind === 'failed') throw new Error(read.error.message);
    const { dataset } = read.value;
    const evaluation = judgeAnswers(dataset, findAnswerRule('stored')!);
    return { evaluation, ...ruleSignals(evaluation, select(dataset, EVERYTHING), null) };
  };

  itWithShared(ENRICHED)('has the gap of its retrieval scores; the z-scores come with an enriched log', async () => {
    const plain = await signalsOf(TABLE);
    const gap = findSignal(plain.table, 'gap')!;
    const rows = readSharedCsv(ENRICHED);
    const key = (question: string, round: number): string => `${question} ${round}`;
    const expected = new Map(rows.map((row) => [key(row.qid!, Number(row.round)), row]));
    const { questionIds, rowStart, rounds } = plain.table;
    questionIds.forEach((id, q) => {
      for (let row = rowStart[q]!; row < rowStart[q + 1]!; row++) {
        expect(gap.values[row]).toBe(Number(expected.get(key(id, rounds[row]!))!.gap));
      }
    });
    expect(gap.values.length).toBe(rows.length);
    expect(findSignal(plain.table, 'standout')).toBeUndefined();
    const enriched = await signalsOf(ENRICHED);
    expect(parseRule('standout > 1.5 & gap > 0.5 | tzi > 2', listSignals(enriched.evaluation)).kind).toBe('ok');
    expect(findSignal(enriched.table, 'top_score_z_intra')!.values[0]).toBe(Number(rows[0]!.top_score_z_intra));
  });
});

describe.each([
  ['as the tool writes it', 'simrag-a_predictions.csv', 'expected.json'],
  ['run on to the last turn', 'simrag-a_full_turns.csv', 'expected_full_turns.json'],
])('the handed SIM-RAG table as a run, %s', (_, file, expectedFile) => {
  const expectedPath = `goldens/simrag-a.expected/${expectedFile}`;
  itWithShared(expectedPath)('accepts where its critic does, against the last turn', async () => {
    const want = readSharedJson<{
      readonly criticAcceptVsLastRow: Readonly<Record<string, number>>;
      readonly questions: number;
    }>(expectedPath);
    const { jobs, view } = await load(`goldens/simrag-a/${file}`);
    const { value } = await jobs.labDecisions(context, view);
    const critic = value.find(({ signal }: RecordedDecisions) => signal === 'stop:gate');
    const expected = want.criticAcceptVsLastRow;
    expect(critic?.effect).toMatchObject({
      questions: want.questions,
      earlier: expected.earlierThanLastRow,
      harmed: expected.harmed,
      rescued: expected.rescued,
    });
    expect(100 * critic!.effect!.em).toBeCloseTo(expected.emPercent!, 10);
    expect(critic!.effect!.calls).toBeCloseTo(expected.meanTurn!, 12);
    // The recorded decisions as a policy of the whole program give the same.
    const { value: effect } = await jobs.labPolicy(context, {
      ...view,
      policy: { kind: 'decisions', judge: 'gate' },
      seed: 1,
      repeats: 40,
    });
    expect(effect.totals).toMatchObject({ harmed: expected.harmed, rescued: expected.rescued });
    expect((100 * effect.totals.correct!) / want.questions).toBeCloseTo(expected.emPercent!, 10);
    expect(effect.totals.searches! / want.questions).toBeCloseTo(expected.meanTurn!, 12);
  });
});
