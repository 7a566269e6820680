import type { Dataset } from '../core/terms.ts';
import type { Ingested } from '../ingest/index.ts';

/**
 * The dataset with the SHA-256 of every file: those that were too large to be hashed while they were read are read once
 * more. A file that is gone by now stays without one; that is no reason to export nothing.
 */
export async function withEveryHash({ dataset, hashes }: Ingested): Promise<Dataset> {
  if (dataset.sources.every(({ sha256 }) => sha256 !== null)) return dataset;
  const sources: Dataset['sources'][number][] = [];
  for (const [i, source] of dataset.sources.entries()) {
    sources.push({ ...source, sha256: source.sha256 ?? (await hashes[i]!().catch(() => null)) });
  }
  return { ...dataset, sources };
}
