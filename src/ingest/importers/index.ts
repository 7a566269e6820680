import type { FileSample } from '../sample.ts';
import { bundle } from './bundle.ts';
import { exchange } from './exchange.ts';
import type { Importer, Match } from './importer.ts';
import { manifest } from './manifest.ts';
import { sideFiles } from './side-files.ts';
import { thresholds } from './thresholds.ts';

/** A new layout is one file here and one line in this list. */
export const IMPORTERS: readonly Importer[] = [bundle, exchange, thresholds, manifest, sideFiles];

/** The surest importer, or null when none knows the content. */
export const recognise = (sample: FileSample): { readonly importer: Importer; readonly match: Match } | null => {
  let best: { readonly importer: Importer; readonly match: Match } | null = null;
  for (const importer of IMPORTERS) {
    const match = importer.match(sample);
    if (match !== null && match.confidence > (best?.match.confidence ?? 0)) best = { importer, match };
  }
  return best;
};

export const importerById = (id: string | null): Importer | undefined =>
  IMPORTERS.find((importer) => importer.id === id);
