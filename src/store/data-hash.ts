import { type DataMatch, datasetHash, matchData, originsOf } from '../core/present/provenance.ts';
import type { DatasetHandle } from '../engine/jobs.ts';
import type { View } from './view.ts';

type Hashes = readonly string[] | null;

let last: { readonly sources: DatasetHandle['sources']; readonly hashes: Hashes; readonly hash: string | null } | null =
  null;

/** The hash of a dataset; null while large files are being hashed, or while nothing is open. */
export function hashOfRun(dataset: DatasetHandle | null, fileHashes: Hashes): string | null {
  if (dataset === null) return null;
  if (last?.sources !== dataset.sources || last.hashes !== fileHashes) {
    last = { sources: dataset.sources, hashes: fileHashes, hash: datasetHash(originsOf(dataset.sources, fileHashes)) };
  }
  return last.hash;
}

/** Data that a link was made on, and the view it asks for. */
export interface Asked {
  /** null: the link names the data otherwise, a sample by its id. */
  readonly name: string | null;
  /** The beginning of the dataset's hash; null: the sender's files were still being hashed. */
  readonly hash: string | null;
  readonly page: string;
  readonly view: View;
}

/** What a view that somebody opens asks for; null where it names no data. */
export const askedOf = (page: string, view: View): Asked | null =>
  view.wanted === null ? null : { ...view.wanted, page, view };

/** Whether what is open is what the link was made on. Without hashes, names have to do. */
export function matchAsked(asked: Asked, dataset: DatasetHandle, hash: string | null): DataMatch {
  if (asked.hash !== null) return matchData(asked.hash, hash);
  return asked.name === null ? { kind: 'unknown' } : { kind: asked.name === dataset.name ? 'same' : 'other' };
}
