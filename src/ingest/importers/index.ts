import type { FileSample } from '../sample.ts';
import { answersAtDepths } from './answers-at-depths.ts';
import { bundle } from './bundle.ts';
import { byId } from './by-id.ts';
import { derived } from './derived.ts';
import { exchange } from './exchange.ts';
import { flashRag } from './flash-rag.ts';
import { gold } from './gold.ts';
import type { Importer, Match } from './importer.ts';
import { inspect } from './inspect.ts';
import { manifest } from './manifest.ts';
import { s2gRag } from './s2g-rag.ts';
import { s2gTeacher } from './s2g-teacher.ts';
import { setVerify } from './set-verify.ts';
import { sideFiles } from './side-files.ts';
import { simRag } from './sim-rag.ts';
import { tagged } from './tagged.ts';
import { tasr } from './tasr.ts';
import { thresholds } from './thresholds.ts';

/** A new layout is one file here and one line in this list. */
export const IMPORTERS: readonly Importer[] = [
  bundle,
  exchange,
  tasr,
  simRag,
  s2gRag,
  s2gTeacher,
  setVerify,
  tagged,
  flashRag,
  inspect,
  answersAtDepths,
  byId,
  gold,
  derived,
  thresholds,
  manifest,
  sideFiles,
];

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
