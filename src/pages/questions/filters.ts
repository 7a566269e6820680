import { decisionWords } from '../../core/lab/decision-figures.ts';
import { figureWords } from '../../core/lab/text-figures.ts';
import { type Filter, HAS_OPPORTUNITY, STATE_MARKS_COLUMN, sameFilter } from '../../core/questions/index.ts';
import { formatExact, formatThreshold } from '../../ui/parts/format.ts';
import { columnName, valueName } from './column-names.ts';
import { setName } from './outcome-words.ts';

type In = Extract<Filter, { readonly kind: 'in' }>;

export const valuesOf = (filters: readonly Filter[], column: string): readonly (string | null)[] =>
  filters.find((filter): filter is In => filter.kind === 'in' && filter.column === column)?.values ?? [];

export function rangeOf(filters: readonly Filter[], column: string) {
  const found = filters.find((filter) => filter.kind === 'range' && filter.column === column);
  return found?.kind === 'range' ? found : { low: null, high: null };
}

/** Adds a value to its column's condition, or takes it away; a condition without values is dropped. */
export function toggleValue(filters: readonly Filter[], column: string, value: string | null): readonly Filter[] {
  const before = valuesOf(filters, column);
  const values = before.includes(value) ? before.filter((one) => one !== value) : [...before, value];
  const rest = filters.filter((filter) => filter.column !== column);
  return values.length === 0 ? rest : [...rest, { kind: 'in', column, values }];
}

export function setRange(
  filters: readonly Filter[],
  column: string,
  low: number | null,
  high: number | null,
): readonly Filter[] {
  const rest = filters.filter((filter) => filter.column !== column);
  return low === null && high === null ? rest : [...rest, { kind: 'range', column, low, high }];
}

/** Columns whose numbers are shown as thresholds are. */
const SCORES = ['score', 'margin', 'highest'];

/** A condition in words, for its token. */
export function filterWords(filter: Filter): string {
  if (filter.kind === 'range') {
    const { column, low, high } = filter;
    if (sameFilter(filter, HAS_OPPORTUNITY)) return 'has an opportunity';
    const name = columnName(column);
    const format = SCORES.includes(column) ? formatThreshold : formatExact;
    if (low !== null && high !== null) return `${name} ${format(low)} to ${format(high)}`;
    return low !== null ? `${name} at least ${format(low)}` : `${name} at most ${format(high ?? 0)}`;
  }
  const figure = figureWords(filter.column) ?? decisionWords(filter.column);
  if (figure !== null) return figure;
  const values = filter.values.map((value) =>
    filter.column === 'outcome' && value !== null ? setName(value) : valueName(filter.column, value),
  );
  const list = values.join(' or ');
  if (filter.column === STATE_MARKS_COLUMN) return `holds ${list}`;
  return filter.column === 'outcome' || filter.column === 'flags' ? list : `${columnName(filter.column)} ${list}`;
}
