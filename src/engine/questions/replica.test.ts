import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { correct, searches } from '../../core/metrics/quantities.ts';
import type { Policy } from '../../core/policies/index.ts';
import {
  type Behind,
  behindDifference,
  behindNative,
  behindQuantity,
  type Filter,
  holdsState,
  type TableSpec,
} from '../../core/questions/index.ts';
import type { JobContext } from '../job-context.ts';
import { Engine } from '../jobs.ts';

const FROZEN = 7.874999982333975;
const CONFIRMATORY = { range: { from: 200, to: 999 }, split: null };
const JUDGE = 'expanded_s2g_lora';
const policy: Policy = { kind: 'threshold', judge: JUDGE, threshold: FROZEN };

const context: JobContext = { signal: new AbortController().signal, report: () => {} };
const { jobs } = new Engine();
let datasetId = 0;

const spec = (change: Partial<TableSpec> = {}): TableSpec => ({
  policy,
  judge: JUDGE,
  against: null,
  filters: [],
  sort: [],
  find: '',
  ...change,
});
const open = async (change: Partial<TableSpec> = {}, more: { readonly isDeep?: boolean } = {}) => {
  const { value } = await jobs.questions(context, {
    datasetId,
    selection: CONFIRMATORY,
    answerRule: 'squad',
    spec: spec(change),
    isDeep: more.isDeep ?? false,
    facets: ['outcome', 'meta:type', 'flags'],
    histograms: ['score'],
  });
  return value;
};
const rowsOf = async (ticket: number, from = 0, to = 1000) =>
  (await jobs.questionRows(context, { datasetId, ticket, from, to })).value;
const unsafe: Filter = { kind: 'in', column: 'outcome', values: ['unsafe'] };

beforeAll(async () => {
  const folder = resolve('public/samples/dev1000');
  const files = readdirSync(folder).map((name) => ({ name, blob: new Blob([readFileSync(resolve(folder, name))]) }));
  const { value } = await jobs.load(context, { files, name: null });
  datasetId = value.id;
});

describe('the replica at its frozen policy, questions 200 to 999', () => {
  it('has the published outcome classes', async () => {
    const { total, facets } = await open();
    expect(total).toBe(800);
    const counts = Object.fromEntries(facets[0]!.values.map(({ value, count }) => [value, count]));
    const sum = (...ids: string[]) => ids.reduce((all, id) => all + counts[id]!, 0);
    expect([
      sum('saved-on-time', 'saved-late'),
      sum('rescued-on-time', 'rescued-late'),
      sum('harmed'),
      sum('already-wrong'),
      sum('missed-cost-only'),
      sum('missed-harmful'),
      sum('kept'),
      sum('unreachable'),
      sum('stopped-unknown', 'finished-unknown'),
    ]).toEqual([41, 1, 6, 21, 209, 39, 103, 380, 0]);
  });

  it('shows the 27 unsafe stops with their facets, sorted by score', async () => {
    const { ticket, count, facets, histograms } = await open({
      filters: [unsafe],
      sort: [{ column: 'score', isDescending: true }],
    });
    expect(count).toBe(27);
    expect(facets[1]!.values).toEqual([
      { value: 'bridge', count: 6 },
      { value: 'comparison', count: 21 },
    ]);
    expect(facets[2]!.values.find(({ value }) => value === 'suppressing')!.count).toBe(0);
    expect(histograms[0]!.range).toMatchObject({ low: expect.closeTo(7.875, 4), high: expect.closeTo(9.625, 4) });
    const rows = await rowsOf(ticket);
    expect(rows).toHaveLength(27);
    expect(rows.every(({ score, policyVerdict }) => score! >= FROZEN && policyVerdict === 'wrong')).toBe(true);
    expect(rows.map(({ score }) => score)).toEqual(rows.map(({ score }) => score).sort((a, b) => b! - a!));
    const { value: position } = await jobs.questionPosition(context, { datasetId, ticket, id: rows[5]!.id });
    expect(position).toBe(5);
  });

  it('opens as many questions behind the figures of Explore as the files have', async () => {
    const countOf = async ({ filters }: Behind, change: Partial<TableSpec> = {}) =>
      (await open({ ...change, filters: [...(change.filters ?? []), ...filters] })).count;
    expect(await countOf(behindQuantity(correct)!)).toBe(354);
    expect(await countOf(behindNative(correct)!)).toBe(359);
    expect(await countOf(behindQuantity(searches)!)).toBe(799);
    expect(await countOf(behindNative(searches)!)).toBe(800);
    const changed: Filter = { kind: 'in', column: 'changed', values: ['yes'] };
    const ledger = { against: { kind: 'native' } as const, filters: [changed] };
    expect(await countOf(behindDifference(correct)!, ledger)).toBe(7);
    expect(await countOf(behindDifference(searches)!, ledger)).toBe(69);
    // Counted from the files in Python: the 46 true positive states, say, are those of 42 questions.
    for (const [set, questions] of [
      ['true-positive', 42],
      ['false-positive', 27],
      ['crossing', 69],
      ['false-negative', 276],
      ['true-negative', 694],
      ['below', 799],
      ['right', 294],
      ['counted', 800],
      ['unparsed', 3],
    ] as const) {
      expect(await countOf(holdsState(set, set)), set).toBe(questions);
    }
  });

  it('prices the flips between two thresholds as the difference of their totals', async () => {
    const at = (threshold: number): Policy => ({ kind: 'threshold', judge: JUDGE, threshold });
    const view = { datasetId, selection: CONFIRMATORY, answerRule: 'squad' };
    const { value } = await jobs.flips(context, { ...view, from: { kind: 'native' }, to: policy });
    // 6 harmed, 1 rescued, 77 searches saved (Explore's own figures).
    expect([value.totals.gained, value.totals.lost, value.totals.searchesSaved]).toEqual([1, 6, 77]);
    expect(value.totals.test.exact).toBeCloseTo(0.125, 12);
    const { value: between } = await jobs.flips(context, { ...view, from: at(FROZEN), to: at(5) });
    const curves = (await jobs.evaluate(context, view)).value;
    const sweep = curves.judges.find((one) => one.sweep.judge === JUDGE)!.sweep;
    const row = (threshold: number) => sweep.thresholds.findLastIndex((one) => one >= threshold);
    const change = (id: string) => sweep.columns[id]![row(5)]! - sweep.columns[id]![row(FROZEN)]!;
    expect(between.totals.gained - between.totals.lost).toBe(change('correct'));
    expect(between.totals.searchesAdded - between.totals.searchesSaved).toBe(change('searches'));
    expect(value.walk!.lower).toBe(sweep.thresholds[row(FROZEN) + 1]);
  });

  it('splits the gap to the quality oracle', async () => {
    const { value } = await jobs.oracleGap(context, {
      datasetId,
      selection: CONFIRMATORY,
      answerRule: 'squad',
      policy,
    });
    const sum = (values: Int32Array) => values.reduce((a, b) => a + b, 0);
    expect(sum(value.quality.questions)).toBe(800);
    // Policy 354 right of 800; the quality oracle has native's 359 and every native-wrong opportunity besides.
    const curves = (await jobs.evaluate(context, { datasetId, selection: CONFIRMATORY, answerRule: 'squad' })).value;
    expect(sum(value.quality.correct)).toBe(curves.qualityOracle.totals.correct! - 354);
    expect(sum(value.cost.searches)).toBe(2004 - curves.costOracle.totals.searches!);
  });

  it('finds words in questions and answers at once, in passages on demand', async () => {
    const plain = await open({ find: 'flaubert "born earlier"' });
    expect(plain.count).toBeGreaterThan(0);
    const deep = await open({ find: 'capital rupee' }, { isDeep: true });
    expect([deep.count, deep.needsDeepSearch]).toEqual([0, true]);
    const { value: hits } = await jobs.searchTexts(context, {
      datasetId,
      selection: CONFIRMATORY,
      find: 'capital rupee',
    });
    const again = await open({ find: 'capital rupee' }, { isDeep: true });
    expect(hits).toBeGreaterThan(0);
    expect([again.count, again.needsDeepSearch]).toEqual([hits, false]);
  });

  it('opens a trajectory with its texts', async () => {
    const { ticket } = await open({ filters: [unsafe] });
    const [first] = await rowsOf(ticket);
    const { value: trajectory } = await jobs.trajectory(context, {
      datasetId,
      answerRule: 'squad',
      policy,
      id: first!.id,
    });
    const stop = trajectory!.states[trajectory!.stop!]!;
    expect(stop.judges[0]!.score).toBe(first!.score);
    const { value: texts } = await jobs.trajectoryTexts(context, {
      datasetId,
      answerRule: 'squad',
      question: trajectory!.question,
      from: 0,
      to: 99,
      isFull: false,
    });
    expect(texts.states).toHaveLength(trajectory!.states.length + 1);
    expect(texts.whole.supportingTitles!.length).toBeGreaterThan(0);
    expect(texts.states[1]!.query).not.toBeNull();
    expect(texts.states[1]!.passages!.length).toBe(3);
    expect(texts.states[0]!.passages).toEqual([]);
    expect(texts.states[stop.index]!.judges.map(({ judge }) => judge)).toContain(JUDGE);
  });

  it('exports the filtered set, with what the figures rest on beside every row', async () => {
    await jobs.annotate(context, { datasetId, notes: [{ id: 'dev-0641', tags: ['=look'], note: 'why?' }] });
    const { ticket } = await open({ filters: [unsafe, { kind: 'in', column: 'tags', values: ['=look'] }] });
    const facts = { answerRule: 'squad', policy: 'p', thresholdStatus: 'post hoc', selection: '200-999' };
    const csv = await (
      await jobs.exportQuestions(context, { datasetId, ticket, format: 'csv', facts, record: null })
    ).value.text();
    const lines = csv.trimEnd().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain("'=look,why?,p,post hoc,squad,200-999,");
    expect(lines[1]).toContain(',synthetic replica,dataset.json ');
    const jsonl = await (
      await jobs.exportQuestions(context, { datasetId, ticket, format: 'jsonl', facts, record: null })
    ).value.text();
    const [head, row] = jsonl
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(head).toMatchObject({ record_type: 'stopscope_questions', questions: 1, notice: 'synthetic replica' });
    expect(row).toMatchObject({ question_id: 'dev-0641', outcome: 'harmed', tags: ['=look'], note: 'why?' });
  });

  it('groups a metric by a column, tags included', async () => {
    const view = { datasetId, selection: CONFIRMATORY, answerRule: 'squad', policy, judge: JUDGE };
    const { value } = await jobs.slices(context, { ...view, metric: 'risk', by: 'meta:type', repeats: 200, seed: 1 });
    expect(value!.slices.map(({ name, numerator }) => [name, numerator])).toEqual([
      ['bridge', 6],
      ['comparison', 21],
    ]);
    expect(value!.classes.flatMap((counts) => [...counts]).reduce((a, b) => a + b, 0)).toBe(800);
    const tags = (await jobs.slices(context, { ...view, metric: 'em', by: 'tags', repeats: 200, seed: 1 })).value!;
    expect(tags.slices.map(({ name, questions, isSmall }) => [name, questions, isSmall])).toEqual([
      ['=look', 1, true],
      [null, 799, false],
    ]);
    expect((await jobs.slices(context, { ...view, metric: 'em', by: 'id', repeats: 9, seed: 1 })).value).toBeNull();
  });
});
