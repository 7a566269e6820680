import type { Dataset } from '../core/terms.ts';
import { fromBlob, ingest } from '../ingest/index.ts';
import { medianTimeAsync, ms, type Row } from './measure.ts';

const MEGABYTE = 1_000_000;

export async function readBlob(blob: Blob): Promise<Dataset> {
  const result = await ingest([fromBlob('bench.jsonl', blob)], {
    onProgress: () => {},
    signal: new AbortController().signal,
    // As the app does: larger files are hashed when the figures stand.
    hashUpTo: 64_000_000,
  });
  if (result.kind === 'failed') throw new Error(result.error.message);
  return result.value.dataset;
}

/** Ingest of an exchange file against bare JSON.parse over the same lines, already split and decoded. */
export async function benchIngest(blob: Blob, what: string): Promise<Row> {
  const lines = (await blob.text()).split('\n').filter((line) => line !== '');
  const parseTime = await medianTimeAsync(async () => {
    for (const line of lines) JSON.parse(line);
  });
  const ingestTime = await medianTimeAsync(async () => void (await readBlob(blob)));
  const speed = (time: number) => `${Math.round(blob.size / MEGABYTE / (time / 1000))} MB/s`;
  return {
    what: `ingest of ${what}, ${Math.round(blob.size / MEGABYTE)} MB`,
    measured: `${speed(ingestTime)} (${ms(ingestTime)})`,
    baseline: `bare JSON.parse ${speed(parseTime)}`,
    ratio: `${(parseTime / ingestTime).toFixed(2)} of its throughput`,
    target: 'at least 0.50',
    isMet: parseTime / ingestTime >= 0.5,
  };
}
