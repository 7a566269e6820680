import type { TableSpec } from '../../core/questions/index.ts';
import type { StepWish } from '../audit-jobs.ts';
import { type JobContext, JobFailure } from '../job-context.ts';
import type { DatasetHandle, Engine, Jobs, NamedBlob } from '../jobs.ts';

/** Helpers for tests only. */

const context: JobContext = { signal: new AbortController().signal, report: () => {} };

/** Steps of the protocol: they are taken before, and change what may be seen. */
export const STEPS: ReadonlySet<keyof Jobs> = new Set(['load', 'takeStep', 'unseal', 'markLook']);

type Asked = Readonly<Partial<Record<keyof Jobs, unknown>>>;

/**
 * What every job answers about a dataset, as plain data: everything that a page can show or save. Jobs that refuse answer
 * with their refusal.
 */
export async function askEverything(
  { jobs }: Engine,
  dataset: DatasetHandle,
  files: readonly NamedBlob[],
  selection: { readonly range: { readonly from: number; readonly to: number } | null; readonly split: string | null },
): Promise<Asked> {
  const datasetId = dataset.id;
  const [judge] = dataset.judges;
  const view = { datasetId, selection, answerRule: 'squad', isDescriptive: true };
  const lab = { ...view, tune: null };
  const resampling = { seed: 1, repeats: 50 };
  const policy = { kind: 'threshold', judge: judge!.id, threshold: -1 } as const;
  const native = { kind: 'native' } as const;
  const spec: TableSpec = { policy, judge: judge!.id, against: native, filters: [], sort: [], find: '' };
  const columns = [
    'outcome',
    'flags',
    'label',
    'native',
    'saved',
    'split',
    ...dataset.metaNames.map((n) => `meta:${n}`),
  ];
  const thresholds = [{ judge: judge!.id, value: -1 }];
  const report = {
    ...view,
    thresholds,
    ...resampling,
    margin: 0.1,
    select: { minimumPrecision: 0.5, minimumStops: 1 },
    pair: null,
  };
  const reading = { mappings: [], takenAs: {} };
  const facts = { answerRule: 'squad', policy: 'p', thresholdStatus: null, selection: 's' };
  const open = { ...spec, filters: [{ kind: 'in' as const, column: 'outcome', values: ['unsafe', 'safe'] }] };
  const asked: Record<string, unknown> = {};
  const ask = async <T>(name: keyof Jobs, work: () => Promise<{ readonly value: T }>, as: string = name) => {
    asked[as] = await plain(work).catch((error: unknown) => {
      if (error instanceof JobFailure) return { refused: error.problem };
      throw error;
    });
    return asked[as] as T;
  };
  const questions = (wanted: TableSpec) =>
    jobs.questions(context, {
      ...view,
      spec: wanted,
      isDeep: false,
      facets: columns,
      histograms: ['score', 'delay', 'gap'],
    });
  const table = await ask('questions', () => questions(spec));
  await ask('questions', () => questions({ ...spec, find: 'answer' }), 'questions by words');
  await ask('questions', () => questions(open), 'questions by outcome');
  await ask('evaluate', () => jobs.evaluate(context, view));
  await ask('bands', () => jobs.bands(context, { ...view, judge: judge!.id, ...resampling }));
  await ask('compareAp', () => jobs.compareAp(context, { ...view, judge: judge!.id, ...resampling }));
  await ask('headroom', () => jobs.headroom(context, { ...view, repeats: 50 }));
  await ask('report', () => jobs.report(context, report));
  for (const format of ['json', 'md', 'latex', 'csv'] as const)
    await ask(
      'writeReport',
      () => jobs.writeReport(context, { datasetId, format, record: null }),
      `writeReport ${format}`,
    );
  await ask('reportParts', () => jobs.reportParts(context, { datasetId, judge: judge!.id, hasTexts: true }));
  const other = await ask('loadOther', () => jobs.loadOther(context, { files, name: 'twin' }));
  const run = { datasetId, selection, policy, isDescriptive: true };
  const runs = { left: run, right: { ...run, datasetId: other.id }, answerRule: 'squad', ...resampling };
  await ask('compareRuns', () => jobs.compareRuns(context, runs));
  await ask('comparePairs', () => jobs.comparePairs(context, runs));
  await ask('exportExchange', () => jobs.exportExchange(context, { datasetId }));
  await ask('aside', () => jobs.aside(context, { datasetId }));
  await ask('questionRows', () => jobs.questionRows(context, { datasetId, ticket: table.ticket, from: 0, to: 1000 }));
  await ask('questionPosition', () => jobs.questionPosition(context, { datasetId, ticket: table.ticket, id: 'q20' }));
  await ask('findQuestions', () => jobs.findQuestions(context, { datasetId, find: 'q', most: 50 }));
  await ask('searchTexts', () => jobs.searchTexts(context, { ...view, find: 'answer' }));
  await ask('annotate', () => jobs.annotate(context, { datasetId, notes: [{ id: 'q20', tags: ['t'], note: 'n' }] }));
  for (const format of ['csv', 'jsonl'] as const)
    await ask(
      'exportQuestions',
      () => jobs.exportQuestions(context, { datasetId, ticket: table.ticket, format, facts, record: null }),
      `exportQuestions ${format}`,
    );
  await ask('flips', () => jobs.flips(context, { ...view, from: native, to: policy }));
  await ask('oracleGap', () => jobs.oracleGap(context, { ...view, policy }));
  for (const by of columns)
    await ask(
      'slices',
      () => jobs.slices(context, { ...view, policy, judge: judge!.id, metric: 'em', by, ...resampling }),
      `slices ${by}`,
    );
  for (const id of ['q2', 'q20']) {
    const shown = await ask('trajectory', () => jobs.trajectory(context, { ...view, policy, id }), `trajectory ${id}`);
    const texts = { ...view, question: shown?.question ?? 0, from: 0, to: 9, isFull: true };
    await ask('trajectoryTexts', () => jobs.trajectoryTexts(context, texts), `trajectoryTexts ${id}`);
  }
  await ask('labTexts', () => jobs.labTexts(context, lab));
  await ask('labSignals', () => jobs.labSignals(context, lab));
  await ask('labPolicy', () => jobs.labPolicy(context, { ...lab, policy, ...resampling }));
  await ask('labBaselines', () => jobs.labBaselines(context, { ...lab, policy, ...resampling }));
  const wish = {
    signals: [judge!.id, 'round'],
    quality: 'em',
    budget: 5,
    candidates: 'exact',
    baseline: { groups: [] },
    ...resampling,
  } as const;
  await ask('labStudy', () => jobs.labStudy(context, { ...lab, wish }));
  await ask('labRanking', () =>
    jobs.labRanking(context, { ...lab, judges: [{ judge: judge!.id, threshold: -1 }], ranked: 'eligible' }),
  );
  await ask('labCertify', () =>
    jobs.labCertify(context, { ...lab, judge: judge!.id, calibrate: selection, alpha: 0.4, delta: 0.1, minStops: 1 }),
  );
  await ask('labUsage', () => jobs.labUsage(context, { ...lab, policies: [policy, { kind: 'quality-oracle' }] }));
  await ask('labSolve', () =>
    jobs.labSolve(context, { ...lab, goal: { minEmDifference: -1, maxRisk: null, minStops: null }, rules: [] }),
  );
  await ask('labDecisions', () => jobs.labDecisions(context, lab));
  await ask('hashFiles', () => jobs.hashFiles(context, { datasetId }));
  await ask('importers', () => jobs.importers());
  await ask('lookAtTables', () => jobs.lookAtTables(context, { files, isSealed: true }));
  await ask('previewReading', () => jobs.previewReading(context, { files, reading, isSealed: true }));
  const audit = await ask('audit', () => jobs.audit(context, { datasetId, answerRule: 'squad', budget: null }));
  for (const format of ['text', 'json', 'junit'] as const)
    await ask('writeAudit', () => jobs.writeAudit(context, { report: audit, format }), `writeAudit ${format}`);
  const rule = { minimumPrecision: 0.5, minimumStops: 1 };
  for (const split of dataset.protocol.splits.map(({ name }) => name))
    await ask(
      'chooseThresholds',
      () => jobs.chooseThresholds(context, { datasetId, split, rule, answerRule: 'squad' }),
      `chooseThresholds ${split}`,
    );
  await ask('confirmatoryReport', () => jobs.confirmatoryReport(context, { datasetId }));
  const settings = { policy, thresholds, answerRule: 'squad', margin: 0.1, ...resampling };
  const claims = { ...settings, risk: { alpha: 0.1, delta: 0.1 }, judgeCallInSearches: 0.1 };
  await ask('claims', () => jobs.claims(context, { datasetId, selection, name: 's', settings: claims }));
  return asked;
}

export async function takeStep(engine: Engine, dataset: DatasetHandle, step: StepWish): Promise<DatasetHandle> {
  return (await engine.jobs.takeStep(context, { datasetId: dataset.id, step })).value;
}

export const openFiles = async (
  engine: Engine,
  files: readonly NamedBlob[],
  more: { readonly isSealed?: boolean } = {},
): Promise<DatasetHandle> => (await engine.jobs.load(context, { files, name: 'twin', ...more })).value;

/** The value without what JSON does not know; files as their text. */
async function plain<T>(work: () => Promise<{ readonly value: T }>): Promise<unknown> {
  const { value } = await work();
  return value instanceof Blob ? value.text() : value;
}

/** As one text, to compare and to search in. Hashes and times are left out: they may differ. */
export const textOf = (value: unknown): string =>
  JSON.stringify(
    value,
    (key, one: unknown) => {
      if (/^(time|unsealedAt)$/.test(key)) return '';
      if (typeof one === 'string') return one.replaceAll(/[0-9a-f]{64}/g, 'hash');
      if (typeof one === 'number') return Number.isFinite(one) ? one : String(one);
      if (ArrayBuffer.isView(one)) return Array.from(one as Float64Array, String);
      return one instanceof Map ? [...one] : one;
    },
    1,
  );
