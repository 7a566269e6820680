import type { Dataset } from '../core/terms.ts';
import { fromBlob, ingest } from '../ingest/index.ts';

/** Ingest as the app does it. */
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
