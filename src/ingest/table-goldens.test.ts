import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { replayAll } from '../core/policies/index.ts';
import { toRoundLog } from '../core/rules/dataset-rounds.ts';
import { readDetails } from './details.ts';
import { contentOf } from './testing/compare.ts';
import { countOnes, fileAt, jsonAt, mean, sum, under } from './testing/reference.ts';
import { ingestOk, sharedFolder, sourcesOf } from './testing/sources.ts';

const shared = sharedFolder();
const goldens = shared !== null && existsSync(resolve(shared, 'goldens')) ? resolve(shared, 'goldens') : null;
if (goldens === null) console.warn('No golden tables: the tests that read them are SKIPPED.');
const file = (...parts: readonly string[]) => fileAt(goldens!, ...parts);
const allOf = (length: number) => Int32Array.from({ length }, (_, q) => q);

describe.skipIf(goldens === null)('TASR: one table in four containers', () => {
  const flavours = ['csv', 'snappy.parquet', 'hyw.snappy.parquet', 'gzip.parquet'];

  it.each(['signal_log_lp', 'signal_log_lp_tune'])('%s is the same dataset in all of them', async (stem) => {
    const [csv, ...others] = await Promise.all(
      flavours.map(async (ending) => (await ingestOk([file('tasr-a', `${stem}.${ending}`)])).dataset),
    );
    const content = contentOf({ ...csv!, name: '' });
    for (const other of others) expect(contentOf({ ...other, name: '' })).toEqual(content);
    expect(csv!.questions.count).toBe(stem.endsWith('tune') ? 100 : 300);
    expect(csv!.states.count).toBe(csv!.questions.count * 5);
  });

  it('rounds count from 1, the last one is native, signals keep their published names', async () => {
    const { dataset } = await ingestOk([file('tasr-a', 'signal_log_lp.csv')]);
    expect([...new Set(dataset.states.searchesUsed)]).toEqual([1, 2, 3, 4, 5]);
    expect([...new Set(dataset.questions.nativeSearches)]).toEqual([5]);
    expect(dataset.judges.map(({ id }) => id)).toEqual([
      'top_bm25_score',
      'rank2_bm25_score',
      'gap_1_2',
      'jaccard_overlap',
      'llm_confidence',
      'first_token_margin',
      'answer_token_margin',
    ]);
    const margin = dataset.judges.find(({ id }) => id === 'answer_token_margin')!;
    expect(margin.status.filter((status) => status === 0).length).toBe(75);
  });

  it('without gold answers correctness is unknown, until somebody takes what is stored', async () => {
    const { dataset, problems } = await ingestOk([file('tasr-a', 'signal_log_lp.gzip.parquet')]);
    expect(under(dataset, 'squad').correctness.isLabelled.includes(1)).toBe(false);
    expect(problems.find(({ code }) => code === 'labels.stored-only')?.effect).toContain('as stored');
    const headline = jsonAt(goldens!, 'tasr-a.expected', 'headline.json').point;
    const { correctness } = under(dataset, 'stored');
    expect(100 * (countOnes(correctness.nativeEm) / 300)).toBeCloseTo(headline['fixed_k=5'].em, 9);
    expect(100 * mean(correctness.nativeF1)).toBeCloseTo(headline['fixed_k=5'].f1, 9);
    for (const k of [1, 3]) {
      const atRound = (values: ArrayLike<number>) =>
        Array.from(values).filter((_, s) => dataset.states.searchesUsed[s] === k);
      expect(100 * mean(atRound(correctness.probeEm))).toBeCloseTo(headline[`fixed_k=${k}`].em, 9);
      expect(100 * mean(atRound(correctness.probeF1))).toBeCloseTo(headline[`fixed_k=${k}`].f1, 9);
    }
    const log = toRoundLog({ ...under(dataset, 'stored') }, allOf(300));
    expect(log.rounds.length).toBe(1500);
  });

  it.each(['dev_eval.json', 'hotpot_gold_eval.json'])('with %s recomputed EM is the stored one', async (gold) => {
    const { dataset } = await ingestOk([file('tasr-a', gold), file('tasr-a', 'signal_log_lp.snappy.parquet')]);
    const recomputed = under(dataset, 'hotpot').correctness;
    const stored = under(dataset, 'stored').correctness;
    expect(Array.from(recomputed.nativeEm)).toEqual(Array.from(stored.nativeEm));
    expect(Array.from(recomputed.probeEm)).toEqual(Array.from(stored.probeEm));
    expect(mean(recomputed.probeF1)).toBeCloseTo(mean(stored.probeF1), 12);
    const { nativeEm } = recomputed;
    expect(countOnes(nativeEm)).toBeGreaterThan(0);
    expect(dataset.questions.texts.every((text) => text !== null)).toBe(true);
  });

  it('the same table twice is used once', async () => {
    const { dataset, problemCounts } = await ingestOk([
      file('tasr-a', 'signal_log_lp.csv'),
      file('tasr-a', 'signal_log_lp.snappy.parquet'),
    ]);
    expect(dataset.questions.count).toBe(300);
    expect(dataset.questions.group).toBeUndefined();
    expect(dataset.sources.map(({ rowsUsed }) => rowsUsed).sort()).toEqual([0, 1500]);
    expect(problemCounts.find(({ code }) => code === 'native.copy')?.count).toBe(1500);
  });

  it('official predictions alone are runs without states', async () => {
    const { dataset } = await ingestOk([
      file('tasr-a', 'hotpot_predictions_AS_m25.json'),
      file('tasr-a', 'hotpot_gold_eval.json'),
    ]);
    const official = jsonAt(goldens!, 'tasr-a.expected', 'hotpot_official_AS_m25.json');
    const { nativeEm, nativeF1 } = under(dataset, 'hotpot').correctness;
    const scale = official.em > 1 ? 100 : 1;
    expect(scale * mean(nativeEm)).toBeCloseTo(official.em, 9);
    expect(scale * mean(nativeF1)).toBeCloseTo(official.f1, 9);
  });
});

describe.skipIf(goldens === null)('S2G-RAG', () => {
  it('s2g-a: counts, stored and recomputed EM, F1, gates', async () => {
    const want = jsonAt(goldens!, 's2g-a.expected', 'expected.json');
    const ingested = await ingestOk([file('s2g-a', 's2g-a_predictions.csv')]);
    const { dataset } = ingested;
    expect(dataset.sources[0]).toMatchObject({ rowsRead: want.rows, rowsUsed: want.rows, rowsAside: 0 });
    expect(dataset.questions.count).toBe(want.questions);
    const stored = under(dataset, 'stored').correctness;
    expect(100 * mean(stored.nativeEm)).toBeCloseTo(want.emPercent, 9);
    const recomputed = under(dataset, 'squad').correctness;
    expect(100 * mean(recomputed.nativeEm)).toBeCloseTo(want.emPercentRecomputedFromText, 9);
    // Its F1 is MuSiQue's: two empty texts agree.
    const { nativeF1 } = under(dataset, 'musique').correctness;
    expect(100 * mean(nativeF1)).toBeCloseTo(want.f1PercentCellsAsText, 9);
    const turns = dataset.questions.meta.find(({ name }) => name === 'turns')!.values as number[];
    expect(mean(turns)).toBeCloseTo(want.meanTurns, 12);
    expect(Object.fromEntries(dataset.questions.ids.map((id, q) => [id, turns[q]]))).toEqual(want.turnsPerQuestion);
    const retrieval = dataset.questions.meta.find(({ name }) => name === 'correct_retrieval')!.values;
    expect((100 * retrieval.filter((value) => value === true).length) / want.questions).toBeCloseTo(
      want.correctRetrievalPercent,
      9,
    );
    const stopped = dataset.questions.meta.find(({ name }) => name === 'stopped_by')!.values;
    expect(stopped.filter((value) => value === 'gate').length).toBe(want.stoppedByGate.n ?? want.stoppedByGate);
    expect(stopped.filter((value) => value === 'last turn').length).toBe(want.forcedLastTurn.n ?? want.forcedLastTurn);
    // Every gate is a judgement of a state; only states of the native run search on or answer.
    expect(dataset.judges.map(({ id }) => id)).toEqual(['gate']);
    expect(countOnes(dataset.judges[0]!.status)).toBe(want.rows);
  });

  it('s2g-a: the gate saw what stood in the row before; gaps are read from Python', async () => {
    const want = jsonAt(goldens!, 's2g-a.expected', 'expected.json');
    const ingested = await ingestOk([file('s2g-a', 's2g-a_predictions.csv')]);
    let notADict = 0;
    const categories: Record<string, number> = {};
    for (let q = 0; q < ingested.dataset.questions.count; q++) {
      const { states } = await readDetails(ingested, q);
      expect(states[0]!.context).toBeNull();
      expect(states[1]!.context).toContain('EVIDENCE');
      for (const { judges } of states) {
        for (const gap of judges.gate?.gapItems ?? []) {
          if (gap.category === null && gap.target === null && gap.slot === null) notADict++;
          const name = gap.category?.trim().toLowerCase().replaceAll('_', ' ') ?? 'none';
          categories[name] = (categories[name] ?? 0) + 1;
        }
      }
    }
    const pooled = want.gapCategoriesPooled;
    for (const [name, count] of Object.entries(pooled)) {
      if (name !== 'none') expect([name, categories[name.replaceAll('_', ' ')]]).toEqual([name, count]);
    }
    expect(notADict).toBeGreaterThanOrEqual(want.gapItemsNotADict);
  });

  it('s2g-1003: the published evaluator keeps the first 1,000 ids', async () => {
    const want = jsonAt(goldens!, 's2g-1003.expected', 'expected.json');
    const { dataset } = await ingestOk([file('s2g-1003', 's2g-1003_predictions.csv')]);
    expect([dataset.questions.count, dataset.sources[0]!.rowsRead]).toEqual([want.questions, want.rows]);
    const { nativeEm } = under(dataset, 'stored').correctness;
    const first = want.evaluatedQuestions;
    expect(100 * mean(nativeEm.subarray(0, first))).toBeCloseTo(want.emPercent, 9);
    const turns = dataset.questions.meta.find(({ name }) => name === 'turns')!.values as number[];
    expect(mean(turns.slice(0, first))).toBeCloseTo(want.meanTurns, 12);
    const { nativeF1 } = under(dataset, 'squad').correctness;
    expect(100 * mean(nativeF1.subarray(0, first))).toBeCloseTo(want.f1PercentAsPublished, 9);
  });
});

describe.skipIf(goldens === null)('SIM-RAG', () => {
  it.each([
    ['simrag-a_predictions.csv', 'expected.json'],
    ['simrag-a_full_turns.csv', 'expected_full_turns.json'],
  ])('%s: counts, EM, F1, turns, confidences', async (name, expectedName) => {
    const want = jsonAt(goldens!, 'simrag-a.expected', expectedName);
    const { dataset } = await ingestOk([file('simrag-a', name)]);
    expect(dataset.sources[0]).toMatchObject({ rowsRead: want.rows, rowsUsed: want.rows });
    expect([dataset.questions.count, dataset.states.count]).toEqual([want.questions, want.rows]);
    const stored = under(dataset, 'stored').correctness;
    const recomputed = under(dataset, 'squad').correctness;
    expect(100 * mean(stored.nativeEm)).toBeCloseTo(want.final.emPercent, 9);
    expect(100 * mean(recomputed.nativeEm)).toBeCloseTo(want.final.emPercentRecomputedFromText, 9);
    const { nativeF1 } = under(dataset, 'musique').correctness;
    expect(100 * mean(nativeF1)).toBeCloseTo(want.final.f1PercentCellsAsText, 9);
    expect(mean(dataset.questions.nativeSearches)).toBeCloseTo(want.meanLastTurn, 12);
    const first = dataset.questions.stateStart.subarray(0, want.questions);
    expect(100 * mean(Array.from(first, (s) => stored.probeEm[s]!))).toBeCloseTo(want.zeroShot.emPercent, 9);
    const confidence = dataset.judges.find(({ id }) => id === 'confidence')!;
    const gate = dataset.judges.find(({ id }) => id === 'gate')!;
    expect(countOnes(gate.status)).toBe(want.rows);
    for (const [threshold, at] of Object.entries<{ emPercent: number; meanTurn: number }>(want.confidence1AtLeast)) {
      const evaluation = under(dataset, 'stored');
      const policy = { kind: 'threshold', judge: 'confidence', threshold: Number(threshold) } as const;
      const stops = replayAll(policy, evaluation, allOf(want.questions));
      const em = Array.from(stops, (s, q) => (s < 0 ? stored.nativeEm[q]! : stored.probeEm[s]!));
      const turns = Array.from(stops, (s, q) =>
        s < 0 ? dataset.questions.nativeSearches[q]! : dataset.states.searchesUsed[s]!,
      );
      expect([threshold, 100 * mean(em)]).toEqual([threshold, expect.closeTo(at.emPercent, 9)]);
      expect(mean(turns)).toBeCloseTo(at.meanTurn, 12);
    }
    expect(confidence.scores.length).toBe(want.rows);
    expect(sum(gate.decisions ?? [])).toBe(sum(gate.scores.map((accepted) => (accepted === 1 ? 1 : 2))));
  });
});

describe.skipIf(goldens === null)('rows that an evaluation wrote', () => {
  it.each(['r01-tiny', 'r02-ties', 'r04-mid'])(
    '%s: questions and states alone give the outcomes of the run',
    async (name) => {
      const bundle = (await ingestOk(sourcesOf(resolve(goldens!, name, 'eval')))).dataset;
      const rows = ['expected-questions.jsonl', 'expected-states.jsonl'].map((part) =>
        file(name, 'eval.expected', part),
      );
      const ingested = await ingestOk(rows);
      const { dataset } = ingested;
      for (const { rowsAside } of dataset.sources) expect(rowsAside).toBe(0);
      expect(dataset.questions.ids).toEqual(bundle.questions.ids);
      expect(dataset.questions.nativeAnswers).toEqual(bundle.questions.nativeAnswers);
      expect([...dataset.questions.nativeSearches]).toEqual([...bundle.questions.nativeSearches]);
      const want = under(bundle, 'squad').correctness;
      const found = under(dataset, 'stored').correctness;
      expect([...found.nativeEm]).toEqual([...want.nativeEm]);
      const eligible = (it: typeof dataset) => it.states.ids.filter((_, s) => it.states.isEligible[s] === 1).sort();
      expect(eligible(dataset)).toEqual(eligible(bundle));
      const emById = (it: typeof dataset, em: Uint8Array) => new Map(it.states.ids.map((id, s) => [id, em[s]]));
      const [a, b] = [emById(dataset, found.probeEm), emById(bundle, want.probeEm)];
      for (const id of eligible(bundle)) expect([id, a.get(id)]).toEqual([id, b.get(id)]);
      expect(dataset.judges.map(({ id }) => id).sort()).toEqual(bundle.judges.map(({ id }) => id).sort());
    },
  );

  it('beside a run they are not needed', async () => {
    const rows = file('r01-tiny', 'eval.expected', 'expected-questions.jsonl');
    const { dataset, problems } = await ingestOk([...sourcesOf(resolve(goldens!, 'r01-tiny', 'eval')), rows]);
    expect(dataset.stored).toBeUndefined();
    expect(problems.find(({ file: name }) => name === 'expected-questions.jsonl')?.code).toBe('file.not-needed');
  });
});
