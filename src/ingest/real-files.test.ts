import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Ingested } from './ingest.ts';
import { countOnes, fileAt, jsonAt, mean, sum, under } from './testing/reference.ts';
import { ingestOk, run, sharedFolder } from './testing/sources.ts';

const shared = sharedFolder();
const real = shared !== null && existsSync(resolve(shared, 'real')) ? resolve(shared, 'real') : null;
if (real === null) console.warn('No files of real tools: the tests that read them are SKIPPED.');
const file = (name: string) => fileAt(real!, name);
const expected = real === null ? {} : jsonAt(real, 'EXPECTED.json');

/** Nothing may vanish: every row read is used or set aside. */
const expectNothingLost = ({ dataset }: Ingested): void => {
  for (const source of dataset.sources) expect(source.rowsUsed + source.rowsAside).toBe(source.rowsRead);
};

describe.skipIf(real === null)('files that real tools wrote', () => {
  it('R1-Searcher: 500 trajectories, EM, F1, searches; the stored verdict apart', async () => {
    const want = expected['r1searcher_hotpotqa_qwen.jsonl'];
    const ingested = await ingestOk([file('r1searcher_hotpotqa_qwen.jsonl')]);
    const { dataset } = ingested;
    expectNothingLost(ingested);
    expect(dataset.questions.count).toBe(want.rows);
    for (const rule of ['squad', 'hotpot']) {
      const { correctness } = under(dataset, rule);
      expect(countOnes(correctness.nativeEm)).toBe(want.em);
      expect(mean(correctness.nativeF1)).toBeCloseTo(want.f1_squad, 5);
    }
    expect(sum(dataset.questions.nativeSearches)).toBe(want.searches);
    const histogram: Record<string, number> = {};
    for (const n of dataset.questions.nativeSearches) histogram[n] = (histogram[n] ?? 0) + 1;
    expect(histogram).toEqual(want.search_hist);
    const stored = dataset.stored!.nativeEm;
    expect(countOnes(stored)).toBe(want.judge_true);
    const { nativeEm } = under(dataset, 'squad').correctness;
    expect({
      em0_judgeFalse: nativeEm.filter((em, q) => em === 0 && stored[q] === 0).length,
      em0_judgeTrue: nativeEm.filter((em, q) => em === 0 && stored[q] === 1).length,
      em1_judgeTrue: nativeEm.filter((em, q) => em === 1 && stored[q] === 1).length,
    }).toEqual(want.em_vs_judge);
    expect(countOnes(under(dataset, 'stored').correctness.nativeEm)).toBe(want.judge_true);
  });

  it.each(['searchr1_sft_vllm_100.jsonl', 'searchr1_base_vllm_100.jsonl'])(
    '%s: stored and recomputed apart',
    async (name) => {
      const want = expected[name];
      const ingested = await ingestOk([file(name)]);
      const { dataset } = ingested;
      expectNothingLost(ingested);
      expect(dataset.questions.count).toBe(want.rows);
      expect(dataset.questions.nativeAnswers.filter((answer) => answer === null).length).toBe(want.pred_null);
      const { nativeEm, nativeF1 } = under(dataset, 'squad').correctness;
      expect(countOnes(nativeEm)).toBe(want.em_recomputed);
      expect(mean(nativeF1)).toBeCloseTo(want.f1, 5);
      expect(sum(dataset.questions.nativeSearches)).toBe(want.searches_from_text);
      const stored = dataset.stored!.nativeEm;
      expect(countOnes(stored)).toBe(want.stored_correct);
      const disagree = Array.from(nativeEm, (em, q) => (em === stored[q] ? -1 : q)).filter((q) => q >= 0);
      expect(disagree).toEqual(want.disagree);
      expect(dataset.questions.group).toBeUndefined();
    },
  );

  it('two runs of the same questions are two trajectories of each', async () => {
    const { dataset, problems } = await ingestOk([
      file('searchr1_sft_vllm_100.jsonl'),
      file('searchr1_base_vllm_100.jsonl'),
    ]);
    expect(dataset.questions.count).toBe(200);
    expect(new Set(dataset.questions.group).size).toBe(100);
    expect(problems.some(({ code }) => code === 'samples.repeated')).toBe(true);
  });

  it('IRCoT: three dictionaries join to EM 206/500 and F1 0.51227', async () => {
    const want = expected.ircot_hotpotqa;
    const ingested = await ingestOk([
      file('ircot_hotpotqa_stepNum.json'),
      file('ircot_hotpotqa_prediction.json'),
      file('ircot_hotpotqa_ground_truth.json'),
      file('ircot_hotpotqa_official_metrics.json'),
    ]);
    const { dataset } = ingested;
    expectNothingLost(ingested);
    expect(dataset.questions.count).toBe(want.n);
    const { nativeEm, nativeF1 } = under(dataset, 'hotpot').correctness;
    expect(countOnes(nativeEm)).toBe(want.em);
    expect(countOnes(nativeEm) / want.n).toBe(want.official.em);
    expect(mean(nativeF1)).toBeCloseTo(want.official.f1, 5);
    expect(mean(nativeF1)).toBeCloseTo(want.f1_hotpot, 6);
    expect(mean(under(dataset, 'squad').correctness.nativeF1)).toBeCloseTo(want.f1_squad, 6);
    expect(sum(dataset.questions.nativeSearches)).toBe(want.steps);
    expect(dataset.judges).toEqual([]);
    expect(dataset.sources.map(({ takenFor }) => takenFor)).toEqual([
      'numbers of steps by id',
      'predictions by id',
      'gold answers by id',
      'metrics',
    ]);
  });

  it('Adaptive-RAG: options and probabilities beside each prediction', async () => {
    const want = expected.adaptiverag;
    const { dataset } = await ingestOk([
      file('adaptiverag_hotpotqa_option_with_probas.json'),
      file('ircot_hotpotqa_ground_truth.json'),
    ]);
    expect(dataset.questions.count).toBe(want.n);
    expect(countOnes(under(dataset, 'squad').correctness.nativeEm)).toBe(want.em);
    expect(sum(dataset.questions.nativeSearches)).toBe(want.sum_steps);
    const options = dataset.questions.meta.find(({ name }) => name === 'option')!.values;
    for (const [option, count] of Object.entries(want.opts)) {
      expect(options.filter((value) => value === option).length).toBe(count);
    }
    const part = (name: string) => dataset.questions.meta.find((column) => column.name === name)!.values as number[];
    const totals = part('probability_A').map((a, q) => a + part('probability_B')[q]! + part('probability_C')[q]!);
    expect(Math.min(...totals)).toBeCloseTo(want.probas_sum_min, 8);
  });

  it('AdaRAGUE: 500 records over 4,984 lines, NumPy in cells', async () => {
    const want = expected.adarague_csv;
    const ingested = await ingestOk([file('adarague_hotpotqa_test_pyrepr.csv')]);
    const { dataset, problemCounts } = ingested;
    expectNothingLost(ingested);
    expect(dataset.questions.count).toBe(want.rows);
    expect(dataset.sources[0]).toMatchObject({ rowsRead: want.rows, rowsUsed: want.rows, rowsAside: 0 });
    const { nativeEm, probeEm } = under(dataset, 'squad').correctness;
    expect(countOnes(nativeEm)).toBe(want.em_one);
    expect(countOnes(probeEm.filter((_, s) => dataset.states.searchesUsed[s] === 0))).toBe(want.em_no);
    expect(problemCounts.some(({ code }) => code === 'cell.literal')).toBe(false);
  });

  it('nq_open: labels that name questions by their text', async () => {
    const { dataset, problems, problemCounts } = await ingestOk([
      file('searchr1_sft_vllm_100.jsonl'),
      file('nq_open_dev_gold.jsonl'),
    ]);
    const source = dataset.sources.find(({ name }) => name.startsWith('nq_open'))!;
    expect(source.rowsRead).toBe(expected.nq_open.rows);
    expect(source.rowsUsed + source.rowsAside).toBe(expected.nq_open.rows);
    expect(problemCounts.some(({ code }) => code === 'labels.none')).toBe(false);
    const alone = await run([file('nq_open_dev_gold.jsonl')]);
    expect(alone.kind === 'failed' && alone.error.message).toContain('gold answers');
    expect(problems.length).toBeGreaterThan(0);
  });

  it('Inspect: an archive and a document', async () => {
    const archive = await ingestOk([file('inspect_popularity.eval')]);
    expectNothingLost(archive);
    expect(archive.dataset.questions.ids).toEqual(Array.from({ length: 10 }, (_, i) => String(i + 1)));
    expect(archive.dataset.questions.golds.every((gold) => gold === ' Yes' || gold === ' No')).toBe(true);
    const stored = archive.dataset.stored!.nativeEm;
    const { nativeEm } = under(archive.dataset, 'squad').correctness;
    expect(Array.from(nativeEm)).toEqual(Array.from(stored));
    expect(archive.dataset.questions.meta.map(({ name }) => name)).toContain('label_confidence');
    const document = await ingestOk([file('inspect_security_guide.json')]);
    expect(document.dataset.questions.count).toBe(3);
    expect(countOnes(document.dataset.stored!.nativeEm)).toBe(3);
  });

  it.each([
    ['flashrag_skr_training.json', /gold answers/],
    ['deepresearcher_test.parquet', /gold answers/],
    ['inspect_log_with_nan.txt', /an Inspect log without samples/],
    ['otel_vercel_all_spans.json', /OpenTelemetry spans/],
    ['react_hotpotqa_100q_5trials.txt', /a ReAct text log/],
    ['ircot_nor_hotpotqa_chains.txt', /IRCoT chains/],
    ['searchr1_infer_stdout_case.txt', /what an inference script printed/],
    ['ircot_hotpotqa_official_metrics.json', /metrics/],
    ['ircot_hotpotqa_ground_truth.json', /gold answers by id/],
  ])('%s alone is refused with its reason', async (name, reason) => {
    const result = await run([file(name)]);
    expect(result.kind).toBe('failed');
    if (result.kind === 'failed') expect(result.error.message).toMatch(reason);
  });

  it('SHA-256 of every file is that of the file as given', async () => {
    const { createHash } = await import('node:crypto');
    for (const name of [
      'inspect_popularity.eval',
      'searchr1_sft_vllm_100.jsonl',
      'adarague_hotpotqa_test_pyrepr.csv',
    ]) {
      const source = file(name);
      const hash = createHash('sha256')
        .update(await source.slice(0, source.size))
        .digest('hex');
      expect((await ingestOk([source])).dataset.sources[0]?.sha256).toBe(hash);
    }
  });
});
