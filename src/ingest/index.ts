export { type AsideRow, readAsideRows } from './aside.ts';
export { type ByteSource, fromBlob } from './byte-source.ts';
export { readDetails } from './details.ts';
export { exportExchange } from './export-exchange.ts';
export {
  type Ingested,
  type IngestFailure,
  type IngestOptions,
  ingest,
  readingOrder,
} from './ingest.ts';
export type { OrderJoin } from './join/by-order.ts';
export { columnsIn, guessMapping, isTableLike } from './mapping/guess.ts';
export {
  type Direction,
  formatMapping,
  MAPPED_ROLES,
  type MappedRole,
  type MappedScore,
  type Mapping,
  parseMapping,
  ROLE_NAMES,
  type Scale,
  shapeOf,
  whatIsMissing,
} from './mapping/mapping.ts';
export { openRows } from './open-rows.ts';
export type { AsideRows, ProblemCount } from './problems.ts';
export type { IngestProgress } from './progress.ts';
export { type OpenQuestion, openQuestion, type SearchStep } from './question-texts.ts';
export { readAhead } from './read-ahead.ts';
