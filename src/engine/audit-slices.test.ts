import { describe, expect, it } from 'vitest';
import { stateOf } from '../core/protocol/index.ts';
import { TWO_SPLITS } from '../ingest/testing/auditable-run.ts';
import { twinBundle } from '../ingest/testing/twin-runs.ts';
import type { FreezeWish } from './audit-jobs.ts';
import { Cancelled, type JobContext, type Progress } from './job-context.ts';
import { type DatasetHandle, Engine } from './jobs.ts';
import { openFiles, takeStep } from './testing/every-job.ts';

const files = () => twinBundle('first', TWO_SPLITS).map(({ name, text }) => ({ name, blob: new Blob([text]) }));
const free: JobContext = { signal: new AbortController().signal, report: () => {} };

/** Cancels at the first sign of progress that `isIt`. */
function cancelling(isIt: (progress: Progress) => boolean): JobContext & { readonly seen: Progress[] } {
  const controller = new AbortController();
  const seen: Progress[] = [];
  return {
    seen,
    signal: controller.signal,
    report: (progress) => {
      seen.push(progress);
      if (isIt(progress)) controller.abort();
    },
  };
}

const WISH: FreezeWish = {
  confirmatory: 'test',
  policy: { kind: 'threshold', judge: 'j', threshold: -1 },
  thresholds: [{ judge: 'j', value: -1 }],
  choice: null,
  answerRule: 'squad',
  margin: 0.5,
  seed: 1,
  // Seconds of work in one go.
  repeats: 2_000_000,
  risk: { alpha: 0.1, delta: 0.1 },
  judgeCallInSearches: null,
  hypotheses: [],
  note: '',
};
const isResampling = ({ what, done, total }: Progress) => what === 'resampling questions' && done > 0 && done < total;

const frozen = async (repeats = WISH.repeats): Promise<{ engine: Engine; dataset: DatasetHandle }> => {
  const engine = new Engine();
  const open = await openFiles(engine, files());
  const sealed = await takeStep(engine, open, { kind: 'seal', scope: 'confirmatory' });
  return {
    engine,
    dataset: await takeStep(engine, sealed, { kind: 'freeze', freeze: { ...WISH, repeats }, ruleText: null }),
  };
};

describe('long work of the protocol is done in slices', () => {
  it('claims report progress and give way to a cancel', async () => {
    const engine = new Engine();
    const { id: datasetId } = await openFiles(engine, files());
    const context = cancelling(isResampling);
    const selection = { range: { from: 0, to: 11 }, split: null };
    const { confirmatory: _1, choice: _2, hypotheses: _3, note: _4, ...settings } = WISH;
    const begin = performance.now();
    await expect(engine.jobs.claims(context, { datasetId, selection, name: 'x', settings })).rejects.toThrow(Cancelled);
    expect(context.seen.some(isResampling)).toBe(true);
    // A whole resampling takes longer than a second.
    expect(performance.now() - begin).toBeLessThan(700);
  });

  it('others are answered while the look is computed, and notes wait for it', async () => {
    const { engine, dataset } = await frozen(20_000);
    const order: string[] = [];
    const look = engine.jobs.unseal(free, { datasetId: dataset.id }).then(({ value }) => {
      order.push('unsealed');
      return value;
    });
    const other = engine.jobs
      .findQuestions(free, { datasetId: dataset.id, find: 'q', most: 3 })
      .then(() => order.push('found'));
    const what = 'questions 0–23';
    const note = engine.jobs.markLook(free, { datasetId: dataset.id, kind: 'descriptive', what });
    const [report] = await Promise.all([look, other, note]);
    expect(order).toEqual(['found', 'unsealed']);
    const kinds = (await note).value.entries.map(({ step }) => step.kind);
    expect(kinds.slice(-2)).toEqual(['unsealed', 'descriptive']);
    expect(report.report.unsealedAt).toBe(stateOf(report.dataset.protocol.protocol).unsealed!.time);
  });

  it('a cancelled look has not been taken', async () => {
    const { engine, dataset } = await frozen();
    const context = cancelling(isResampling);
    await expect(engine.jobs.unseal(context, { datasetId: dataset.id })).rejects.toThrow(Cancelled);
    const selection = { range: { from: 12, to: 23 }, split: null };
    const { value } = await engine.jobs.evaluate(free, { datasetId: dataset.id, selection, answerRule: 'squad' });
    expect(value.native.totals.labelled).toBe(0);
    const what = 'questions 0–23';
    const { value: log } = await engine.jobs.markLook(free, { datasetId: dataset.id, kind: 'descriptive', what });
    expect(stateOf(log).phase).toBe('frozen');
  });

  it('the audit says which check it is at, and gives way to a cancel', async () => {
    const engine = new Engine();
    const { id: datasetId } = await openFiles(engine, files());
    const context = cancelling(({ what }) => what === 'records of the run');
    const audit = { datasetId, answerRule: 'squad', budget: null };
    await expect(engine.jobs.audit(context, audit)).rejects.toThrow(Cancelled);
    expect((await engine.jobs.audit(free, audit)).value.results.length).toBeGreaterThan(30);
  });
});
