import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fromBlob, ingest } from '../ingest/index.ts';
import { tinyRun, tinySources } from '../ingest/testing/sources.ts';
import { withEveryHash } from './file-hashes.ts';
import type { JobContext } from './job-context.ts';
import { Engine } from './jobs.ts';

const context: JobContext = { signal: new AbortController().signal, report: () => {} };
const tiny = tinyRun();
const ALL = { range: null, split: null };

const blobsOf = async () =>
  Promise.all(
    // One row of the labels belongs to nobody: there must be something to set aside.
    tinySources({ ...tiny, labels: [...tiny.labels, { question_id: 'nobody', answer: 'x' }] }).map(async (source) => ({
      name: source.name,
      bytes: Buffer.from(await source.slice(0, source.size)),
    })),
  );

const loaded = async (names: (all: readonly string[]) => readonly string[] = (all) => all) => {
  const blobs = await blobsOf();
  const files = names(blobs.map(({ name }) => name)).map((name) => ({
    name,
    blob: new Blob([blobs.find((blob) => blob.name === name)!.bytes]),
  }));
  const { jobs } = new Engine();
  const { value: handle } = await jobs.load(context, { files, name: 'tiny' });
  const hashes = blobs.map(({ name, bytes }) => [name, createHash('sha256').update(bytes).digest('hex')] as const);
  return { jobs, handle, datasetId: handle.id, hashes };
};

describe('the SHA-256 of every file', () => {
  it('stands in the exchange export, and goes on through re-import', async () => {
    const { jobs, datasetId, hashes } = await loaded();
    const text = await (await jobs.exportExchange(context, { datasetId })).value.text();
    const files = hashes.map(([name, sha256]) => ({ name, sha256 })).sort((a, b) => (a.name < b.name ? -1 : 1));
    expect(JSON.parse(text.split('\n')[0]!).files).toEqual(files);
    const again = new Engine();
    const { value } = await again.jobs.load(context, { files: [{ name: 'x', blob: new Blob([text]) }], name: null });
    expect(await (await again.jobs.exportExchange(context, { datasetId: value.id })).value.text()).toBe(text);
  });

  it('stands in the questions as CSV and JSON Lines', async () => {
    const { jobs, datasetId, hashes } = await loaded();
    const spec = { policy: { kind: 'native' }, judge: null, against: null, filters: [], sort: [], find: '' } as const;
    const { value: table } = await jobs.questions(context, {
      ...{ datasetId, selection: ALL, answerRule: 'squad', isDeep: false, facets: [], histograms: [] },
      spec,
    });
    const facts = { answerRule: 'squad', policy: 'native', thresholdStatus: null, selection: 'all' };
    for (const format of ['csv', 'jsonl'] as const) {
      const { value } = await jobs.exportQuestions(context, {
        datasetId,
        ticket: table.ticket,
        format,
        facts,
        record: null,
      });
      const text = await value.text();
      for (const [name, hash] of hashes) {
        expect(text, `${name} in ${format}`).toContain(name);
        expect(text.split(hash), `${name} in ${format}`).toHaveLength(2);
      }
    }
  });

  it('stands beside every row that was set aside', async () => {
    const { jobs, datasetId, hashes } = await loaded();
    const row = JSON.parse(await (await jobs.aside(context, { datasetId })).value.text());
    expect(row).toMatchObject({ file: 'labels.jsonl', sha256: new Map(hashes).get('labels.jsonl'), line: 4 });
  });

  it('stands in the audit in every format', async () => {
    const { jobs, datasetId, hashes } = await loaded();
    const { value: report } = await jobs.audit(context, { datasetId, answerRule: 'squad', budget: null });
    for (const format of ['text', 'json', 'junit'] as const) {
      const { value } = await jobs.writeAudit(context, { report, format });
      for (const [name, hash] of hashes) expect(value, `${name} in ${format}`).toContain(hash);
    }
  });

  it('is computed for an export where a file was too large to be hashed along', async () => {
    const blobs = await blobsOf();
    const result = await ingest(
      blobs.map(({ name, bytes }) => fromBlob(name, new Blob([bytes]))),
      { ...context, onProgress: () => {}, hashUpTo: 100 },
    );
    if (result.kind === 'failed') throw new Error(result.error.message);
    expect(result.value.dataset.sources.some(({ sha256 }) => sha256 === null)).toBe(true);
    const { sources } = await withEveryHash(result.value);
    expect(sources.map(({ sha256 }) => sha256)).toEqual(
      blobs.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex')),
    );
  });
});

describe('files', () => {
  it('are listed by their names, in whatever order they were dropped', async () => {
    const there = await loaded();
    const back = await loaded((all) => [...all].reverse());
    expect(there.handle.sources).toEqual(back.handle.sources);
    expect(there.handle.sources.map(({ name }) => name)).toEqual(
      ['inputs', 'judge-j', 'labels', 'native-run', 'probe-run', 'states'].map((name) => `${name}.jsonl`),
    );
  });
});
