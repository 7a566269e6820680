export { type AsideRow, readAsideRows } from './aside.ts';
export { type ByteSource, fromBlob } from './byte-source.ts';
export { readDetails } from './details.ts';
export {
  type Ingested,
  type IngestFailure,
  type IngestOptions,
  ingest,
} from './ingest.ts';
export type { AsideRows, ProblemCount } from './problems.ts';
export type { IngestProgress } from './progress.ts';
export { type OpenQuestion, openQuestion, type SearchStep } from './question-texts.ts';
