import type { FileSample } from '../sample.ts';
import { bundle } from './bundle.ts';
import { exchange } from './exchange.ts';
import type { Importer, Match } from './importer.ts';
import { manifest } from './manifest.ts';
import { sideFiles } from './side-files.ts';
import { thresholds } from './thresholds.ts';

/** A new layout is one file here and one line in this list. */
export const IMPORTERS: readonly Importer[] = [bundle, exchange, thresholds, manifest, sideFiles];

/** The importer that the user named, else the surest one; null when none knows the content. */
export const recognise = (
  sample: FileSample,
  wanted?: string,
): { readonly importer: Importer; readonly match: Match } | null => {
  const named = importerById(wanted ?? null);
  if (named !== undefined) {
    const own = named.match(sample);
    const takenFor = own?.takenFor ?? named.name;
    return { importer: named, match: { confidence: 1, reason: 'you said so', takenFor, use: 'data' } };
  }
  let best: { readonly importer: Importer; readonly match: Match } | null = null;
  for (const importer of IMPORTERS) {
    const match = importer.match(sample);
    if (match !== null && match.confidence > (best?.match.confidence ?? 0)) best = { importer, match };
  }
  return best;
};

export const importerById = (id: string | null): Importer | undefined =>
  IMPORTERS.find((importer) => importer.id === id);
