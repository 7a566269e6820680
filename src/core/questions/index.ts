export { type Cell, csvLine, tsvLine } from '../csv.ts';
export {
  type Behind,
  behindDifference,
  behindNative,
  behindQuantity,
  behindStops,
  HAS_NO_LABEL,
  HAS_OPPORTUNITY,
  holdsState,
  outcomeIs,
} from './behind.ts';
export { type Column, codesOf } from './columns.ts';
export { csvHead, csvRow, type ExportFacts, jsonHead, jsonRow } from './export-rows.ts';
export { countBins, countFacet, type Facet, type Histogram } from './facets.ts';
export { applyFilters, type Filtered, type Passes, testFilter } from './filter.ts';
export {
  type Annotations,
  columnIds,
  FLAGS,
  isFixedColumn,
  NO_ANNOTATIONS,
  needsTexts,
  QuestionColumns,
} from './question-columns.ts';
export type { Ranks } from './ranks.ts';
export { describeRow, type QuestionRow } from './rows.ts';
export { matchesAll, parseQuery } from './search.ts';
export { type RankedKey, rankColumn, sortQuestions } from './sort.ts';
export { type Filter, type SortKey, sameFilter, type TableSpec } from './spec.ts';
export { countHolding, STATE_MARKS_COLUMN } from './state-marks-column.ts';
