import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { formatProtocol, stateOf } from '../core/protocol/index.ts';
import { auditableRun, type Files, TWO_SPLITS } from '../ingest/testing/auditable-run.ts';
import type { FreezeWish, StepWish } from './audit-jobs.ts';
import { type JobContext, JobFailure } from './job-context.ts';
import { type DatasetHandle, Engine, type NamedBlob } from './jobs.ts';

const context: JobContext = { signal: new AbortController().signal, report: () => {} };

function blobs(files: Files = auditableRun(), ranges: readonly object[] = TWO_SPLITS): readonly NamedBlob[] {
  const manifest = { stopscope: 'manifest', version: 1, name: 'auditable', ranges };
  return [
    { name: 'dataset.json', blob: new Blob([JSON.stringify(manifest)]) },
    ...Object.entries(files).map(([name, rows]) => ({
      name,
      blob: new Blob(rows.map((row) => `${JSON.stringify(row)}\n`)),
    })),
  ];
}

const WISH: FreezeWish = {
  confirmatory: 'test',
  policy: { kind: 'threshold', judge: 'j', threshold: 0.5 },
  thresholds: [{ judge: 'j', value: 0.5 }],
  choice: null,
  answerRule: 'squad',
  margin: 0.5,
  seed: 1,
  repeats: 100,
  risk: { alpha: 0.1, delta: 0.1 },
  judgeCallInSearches: null,
  hypotheses: [],
  note: '',
};

/** The jobs as the page calls them, one dataset after the other. */
class Desk {
  readonly engine = new Engine();
  dataset!: DatasetHandle;

  async load(files = blobs(), more: { isSealed?: boolean; resume?: string | null } = {}): Promise<this> {
    this.dataset = (await this.engine.jobs.load(context, { files, name: null, ...more })).value;
    return this;
  }
  async step(step: StepWish): Promise<void> {
    this.dataset = (await this.engine.jobs.takeStep(context, { datasetId: this.dataset.id, step })).value;
  }
  async unseal() {
    const { value } = await this.engine.jobs.unseal(context, { datasetId: this.dataset.id });
    this.dataset = value.dataset;
    return value.report;
  }
  async totals(from: number, to: number) {
    const selection = { range: { from, to }, split: null };
    const params = { datasetId: this.dataset.id, selection, answerRule: 'squad' };
    return (await this.engine.jobs.evaluate(context, params)).value.native.totals;
  }
  async exported(): Promise<string> {
    return (await this.engine.jobs.exportExchange(context, { datasetId: this.dataset.id })).value.text();
  }
  get phase() {
    return stateOf(this.dataset.protocol.protocol).phase;
  }
}

const fault = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof JobFailure) return `${error.problem.code}: ${error.problem.message}`;
    throw error;
  }
  return 'no fault';
};

describe('sealing in the engine', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await new Desk().load();
  });

  it('leaves no correctness of a sealed question anywhere', async () => {
    expect((await desk.totals(12, 23)).labelled).toBe(12);
    expect(await desk.exported()).toContain('"gold":"Answer20word"');
    await desk.step({ kind: 'seal', scope: 'confirmatory' });
    expect(desk.phase).toBe('sealed');
    expect(desk.dataset.protocol.sealedQuestions).toBe(12);
    expect(await desk.totals(12, 23)).toMatchObject({
      labelled: 0,
      sealed: 12,
      correct: 0,
      opportunities: 0,
      tokenF1: 0,
    });
    expect(await desk.totals(0, 11)).toMatchObject({ labelled: 12, sealed: 0 });
    const text = await desk.exported();
    expect(text).toContain('"gold":"Answer2word"');
    expect(text).not.toContain('"gold":"Answer20word"');
    const audit = (
      await desk.engine.jobs.audit(context, { datasetId: desk.dataset.id, answerRule: 'squad', budget: null })
    ).value;
    expect(audit.sealedQuestions).toBe(12);
    const stored = audit.results.find(({ id }) => id === 'stored-correctness')!;
    // 12 natives and the probes of 12 questions, no more.
    expect(stored.figure).toBe('42');
  });

  it('refuses requests about the dataset before the seal', async () => {
    const before = desk.dataset.id;
    await desk.step({ kind: 'seal', scope: 'confirmatory' });
    const params = { datasetId: before, selection: { range: null, split: null }, answerRule: 'squad' };
    expect(await fault(desk.engine.jobs.evaluate(context, params))).toContain('engine.no-dataset');
  });

  it('says that labels had been seen, unless they were sealed while reading', async () => {
    await desk.totals(12, 23);
    await desk.step({ kind: 'seal', scope: 'confirmatory' });
    expect(stateOf(desk.dataset.protocol.protocol).sealed!.step.wereSeen).toBe(true);
    const sealedRanges = TWO_SPLITS.map((range) => ({ ...range, isSealed: range.role === 'confirmatory' }));
    const blind = await new Desk().load(blobs(auditableRun(), sealedRanges));
    expect(blind.phase).toBe('sealed');
    expect(stateOf(blind.dataset.protocol.protocol).sealed!.step.wereSeen).toBe(false);
    // The same files again in the same worker, after their labels were used.
    await desk.load(blobs(auditableRun(), sealedRanges));
    expect(stateOf(desk.dataset.protocol.protocol).sealed!.step.wereSeen).toBe(false);
    await desk.load();
    await desk.totals(12, 23);
    await desk.load(blobs(), { isSealed: true });
    expect(stateOf(desk.dataset.protocol.protocol).sealed!.step.wereSeen).toBe(true);
  });

  it('of everything opens what gets a role', async () => {
    await desk.load(blobs(auditableRun(), []), { isSealed: true });
    expect(desk.dataset.protocol.sealedQuestions).toBe(24);
    expect((await desk.totals(0, 23)).labelled).toBe(0);
    await desk.step({
      kind: 'splits',
      splits: [
        { name: 'v', role: 'validation', source: { kind: 'draw', seed: 1, share: 0.25, part: 'drawn', within: null } },
        { name: 'c', role: 'confirmatory', source: { kind: 'draw', seed: 1, share: 0.25, part: 'rest', within: null } },
      ],
    });
    expect(desk.dataset.protocol.sealedQuestions).toBe(18);
    expect(desk.dataset.splits).toEqual(['v', 'c']);
    const params = { datasetId: desk.dataset.id, selection: { range: null, split: 'v' }, answerRule: 'squad' };
    const { value } = await desk.engine.jobs.evaluate(context, params);
    expect(value.native.totals).toMatchObject({ questions: 6, labelled: 6 });
    expect(value.role).toEqual({ kind: 'split', name: 'v', role: 'validation' });
  });

  it('refuses figures over a pool, unless they are called descriptive', async () => {
    expect(await fault(desk.totals(5, 15))).toContain(
      'pool.refused: These questions pool validation and confirmatory.',
    );
    const selection = { range: { from: 5, to: 15 }, split: null };
    const params = { datasetId: desk.dataset.id, selection, answerRule: 'squad', isDescriptive: true };
    expect((await desk.engine.jobs.evaluate(context, params)).value.role.kind).toBe('pooled');
  });

  it('chooses no threshold on sealed labels', async () => {
    await desk.step({ kind: 'seal', scope: 'confirmatory' });
    const choose = (split: string) =>
      desk.engine.jobs.chooseThresholds(context, {
        datasetId: desk.dataset.id,
        split,
        rule: { minimumPrecision: 0.5, minimumStops: 3 },
        answerRule: 'squad',
      });
    expect(await fault(choose('test'))).toContain('no threshold can be chosen');
    expect((await choose('validation')).value.chosen[0]).toMatchObject({ judge: 'j', isSentinel: false });
  });
});

describe('freeze, unseal and what follows', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await new Desk().load();
    await desk.step({ kind: 'seal', scope: 'confirmatory' });
  });

  it('keeps the labels sealed until the unseal, then opens them once', async () => {
    expect(await fault(desk.unseal())).toContain('Only a freeze can be unsealed');
    await desk.step({ kind: 'freeze', freeze: WISH, ruleText: null });
    expect((await desk.totals(12, 23)).labelled).toBe(0);
    expect(desk.dataset.judges[0]!.frozen).toEqual({ value: 0.5, isSentinel: false });
    const { frozen } = stateOf(desk.dataset.protocol.protocol);
    expect(frozen!.step.freeze.files).toHaveLength(7);
    expect(frozen!.step.freeze.files.every(({ sha256 }) => /^[0-9a-f]{64}$/.test(sha256))).toBe(true);
    const report = await desk.unseal();
    expect(report.freezeHash).toBe(frozen!.hash);
    expect(report.results.questions).toBe(12);
    expect(report.log).toEqual(desk.dataset.protocol.protocol.entries);
    expect((await desk.totals(12, 23)).labelled).toBe(12);
    expect(await fault(desk.unseal())).toContain('unsealed once');
  });

  it('writes down later looks without changing what is seen', async () => {
    await desk.step({ kind: 'freeze', freeze: WISH, ruleText: null });
    await desk.unseal();
    const { id } = desk.dataset;
    const look = { datasetId: id, kind: 'post-hoc' as const, what: 'threshold 0.4 of j' };
    await desk.engine.jobs.markLook(context, look);
    const { value } = await desk.engine.jobs.markLook(context, look);
    expect(stateOf(value).postHoc).toHaveLength(1);
    expect((await desk.engine.jobs.confirmatoryReport(context, { datasetId: id })).value.log).toEqual(value.entries);
  });

  it('goes on after a reload: sealed stays sealed, unsealed computes the same report', async () => {
    const sealedText = formatProtocol(desk.dataset.protocol.protocol);
    const later = await new Desk().load(blobs(), { resume: sealedText });
    expect([later.phase, (await later.totals(12, 23)).labelled]).toEqual(['sealed', 0]);
    await later.step({ kind: 'freeze', freeze: WISH, ruleText: null });
    const report = await later.unseal();
    const again = await new Desk().load(blobs(), { resume: formatProtocol(later.dataset.protocol.protocol) });
    expect(again.phase).toBe('unsealed');
    const { value } = await again.engine.jobs.confirmatoryReport(context, { datasetId: again.dataset.id });
    expect({ ...value, log: [] }).toEqual({ ...report, log: [] });
  });

  it('does not go on with other files, and keeps sealed what was sealed', async () => {
    await desk.step({ kind: 'freeze', freeze: WISH, ruleText: null });
    const text = formatProtocol(desk.dataset.protocol.protocol);
    const files = auditableRun();
    Object.assign(files['labels.jsonl']![3]!, { answer: 'changed' });
    const other = await new Desk().load(blobs(files), { resume: text });
    expect(other.dataset.protocol.resumeFault).toBe('labels.jsonl is not the file that was frozen.');
    expect([other.phase, (await other.totals(12, 23)).labelled]).toEqual(['sealed', 0]);
    const broken = await new Desk().load(blobs(), { resume: text.replace('"margin": 0.5', '"margin": 0.6') });
    expect(broken.dataset.protocol.resumeFault).toContain('was changed');
    expect(broken.phase).toBe('sealed');
  });

  it('an imported protocol is checked the same way', async () => {
    await desk.step({ kind: 'freeze', freeze: WISH, ruleText: null });
    const text = formatProtocol(desk.dataset.protocol.protocol);
    const fresh = await new Desk().load();
    await fresh.step({ kind: 'resume', text, how: 'import' });
    expect([fresh.phase, (await fresh.totals(12, 23)).labelled]).toEqual(['frozen', 0]);
    expect(await fault(fresh.step({ kind: 'resume', text: '{}', how: 'import' }))).toContain(
      'stopscope should be one of protocol',
    );
  });
});

describe('the replica, opened to be confirmed', () => {
  it('is sealed before anything was computed, and the audit of both splits has no fault', async () => {
    const samples = resolve(process.cwd(), 'public/samples');
    const { datasets } = JSON.parse(readFileSync(resolve(samples, 'index.json'), 'utf8')) as {
      datasets: readonly { id: string; files: readonly string[] }[];
    };
    const names = datasets.find(({ id }) => id === 'paper')!.files;
    const desk = await new Desk().load(
      names.map((name) => ({ name, blob: new Blob([readFileSync(resolve(samples, name))]) })),
    );
    expect([desk.phase, desk.dataset.protocol.sealedQuestions]).toEqual(['sealed', 800]);
    expect(
      desk.dataset.protocol.splits.map(({ name, role, questions, eligibleStates }) => [
        name,
        role,
        questions,
        eligibleStates,
      ]),
    ).toEqual([
      ['validation100', 'validation', 100, 245],
      ['200–999', 'confirmatory', 800, 2081],
      ['0–199', 'exploratory', 200, 529],
      ['0–999', 'descriptive', 1000, 2610],
    ]);
    const { value } = await desk.engine.jobs.audit(context, {
      datasetId: desk.dataset.id,
      answerRule: 'squad',
      budget: null,
    });
    expect(value.results.filter(({ status }) => status === 'fail')).toEqual([]);
    expect(value.results.find(({ id }) => id === 'split-texts')).toMatchObject({
      status: 'pass',
      unit: 'questions in 3 splits',
    });
  });
});
