import { findOutcomeSet, OUTCOME_TREE, STATE_SETS } from '../../core/outcomes/index.ts';
import {
  countHolding,
  type Facet,
  type Filter,
  type Histogram,
  STATE_MARKS_COLUMN,
} from '../../core/questions/index.ts';
import type { TableReply } from '../../store/handles.ts';
import { changeQuestions } from '../../store/questions.ts';
import { formatCount } from '../../ui/parts/format.ts';
import { FacetList, type FacetOption } from '../../ui/table/FacetList.tsx';
import { OutcomeGlyph, type OutcomeShape } from '../../ui/table/OutcomeGlyph.tsx';
import { RangeFacet } from '../../ui/table/RangeFacet.tsx';
import { columnName, valueName } from './column-names.ts';
import { rangeOf, setRange, toggleValue, valuesOf } from './filters.ts';
import styles from './questions.module.css';

export interface FacetsProps {
  readonly table: TableReply;
  readonly filters: readonly Filter[];
  readonly metaNames: readonly string[];
  /** "7.875", or null where no threshold decides. */
  readonly threshold: string | null;
  readonly isFlips: boolean;
  /** What stands under "More" is counted once it is open. */
  readonly isMoreOpen: boolean;
  readonly onMore: (isOpen: boolean) => void;
}

const MOST_VALUES = 12;

/** Values and ranges to filter by, each with how many questions it would leave. */
export function Facets({ table, filters, metaNames, threshold, isFlips, isMoreOpen, onMore }: FacetsProps) {
  const facet = (id: string) => table.facets.find(({ column }) => column === id);
  const histogram = (id: string) => table.histograms.find(({ column }) => column === id);
  const values = (id: string, title = columnName(id)) => (
    <Values key={id} facet={facet(id)} filters={filters} title={title} />
  );
  // Where states are filtered by, their facet stands in sight; else under "More".
  const states = <States facet={facet(STATE_MARKS_COLUMN)} filters={filters} threshold={threshold} />;
  const byStates = valuesOf(filters, STATE_MARKS_COLUMN).length > 0;
  const range = (id: string) => <Range key={id} histogram={histogram(id)} filters={filters} />;
  return (
    <>
      {isFlips && (
        <>
          {values('flip')}
          {values('flipFrom')}
          {values('flipTo')}
          {values('flipSearches')}
        </>
      )}
      <Outcomes facet={facet('outcome')} flags={facet('flags')} filters={filters} threshold={threshold} />
      {byStates && states}
      {metaNames.map((name) => values(`meta:${name}`))}
      {values('saved')}
      {range('score')}
      {values('tags')}
      <details className={styles.moreFacets} open={isMoreOpen} onToggle={(event) => onMore(event.currentTarget.open)}>
        <summary>More</summary>
        {values('nativeSearches')}
        {values('policySearches')}
        {values('nativeVerdict')}
        {values('policyVerdict')}
        {values('split')}
        {range('margin')}
        {range('highest')}
        {range('states')}
        {range('delay')}
        {!byStates && states}
        {metaNames.map((name) => range(`meta:${name}`))}
        {values('gapQuality')}
        {values('gapCost')}
      </details>
    </>
  );
}

const toggle = (filters: readonly Filter[], column: string, value: string | null) =>
  changeQuestions({ filters: toggleValue(filters, column, value) });

const SHAPES: Readonly<Record<string, OutcomeShape>> = {
  safe: 'safe',
  unsafe: 'unsafe',
  missed: 'missed',
  kept: 'kept',
  unreachable: 'unreachable',
  unknown: 'unknown',
};

/** Flags stand under the group that they belong to. */
const FLAG_OF: Readonly<Record<string, readonly string[]>> = {
  unsafe: ['premature', 'suppressing'],
  unreachable: ['terminal-rescue'],
};

function Outcomes(props: {
  readonly facet: Facet | undefined;
  readonly flags: Facet | undefined;
  readonly filters: readonly Filter[];
  readonly threshold: string | null;
}) {
  const { facet, flags, filters, threshold } = props;
  if (facet === undefined) return null;
  const on = valuesOf(filters, 'outcome');
  const flagsOn = valuesOf(filters, 'flags');
  const countOf = (set: string): number => {
    const classes: readonly string[] = findOutcomeSet(set)?.classes ?? [];
    return facet.values.reduce((sum, { value, count }) => sum + (classes.includes(value) ? count : 0), 0);
  };
  const option = (set: string, level: 0 | 1 | 2): FacetOption => {
    const { name = set, description = '' } = findOutcomeSet(set) ?? {};
    // Under "saved" the word itself goes without saying.
    const label = level === 2 ? name.replace(/^(saved|rescued) /, '') : name;
    return {
      value: set,
      label: level === 0 ? label.charAt(0).toUpperCase() + label.slice(1) : label,
      count: countOf(set),
      isOn: on.includes(set),
      level,
      hint: description,
      ...(SHAPES[set] && level === 0 ? { glyph: <OutcomeGlyph shape={SHAPES[set]} /> } : {}),
    };
  };
  const flagOption = (flag: string): FacetOption => ({
    value: `flag:${flag}`,
    label: valueName('flags', flag),
    count: flags?.values.find(({ value }) => value === flag)?.count ?? 0,
    isOn: flagsOn.includes(flag),
    level: 1,
  });
  const options = OUTCOME_TREE.flatMap(({ set, children }) => {
    // Questions of unknown correctness are named only where there are any.
    if (set === 'unknown' && countOf(set) === 0 && !on.includes(set)) return [];
    return [
      option(set, 0),
      ...children.flatMap((child) => [option(child.set, 1), ...child.children.map((leaf) => option(leaf.set, 2))]),
      ...(FLAG_OF[set] ?? []).map(flagOption),
    ];
  });
  return (
    <FacetList
      title={threshold === null ? 'Outcome' : `Outcome at θ = ${threshold}`}
      options={options}
      onToggle={(value) =>
        value?.startsWith('flag:') ? toggle(filters, 'flags', value.slice(5)) : toggle(filters, 'outcome', value)
      }
    />
  );
}

/** Sets of states at the front of the tree; what lies under them is set in. */
const STATE_LEVELS: Readonly<Record<string, 0 | 1>> = {
  crossing: 0,
  'true-positive': 1,
  'false-positive': 1,
  below: 0,
  'false-negative': 1,
  'true-negative': 1,
  unparsed: 0,
};

/** Which questions hold a state that the threshold reads so: several kinds in one question, so counts overlap. */
function States(props: {
  readonly facet: Facet | undefined;
  readonly filters: readonly Filter[];
  readonly threshold: string | null;
}) {
  const { facet, filters, threshold } = props;
  if (facet === undefined) return null;
  const on = valuesOf(filters, STATE_MARKS_COLUMN);
  // A set that a number elsewhere stands for is listed while it is on, so that it can be taken back here.
  const options = STATE_SETS.filter(({ id }) => id in STATE_LEVELS || on.includes(id)).map(
    ({ id, name, description }): FacetOption => ({
      value: id,
      label: STATE_LEVELS[id] === 1 ? name : name.charAt(0).toUpperCase() + name.slice(1),
      count: countHolding(facet, id),
      isOn: on.includes(id),
      level: STATE_LEVELS[id] ?? 0,
      hint: description,
    }),
  );
  return (
    <FacetList
      title={threshold === null ? 'Holds a state that' : `Holds a state, at θ = ${threshold}`}
      options={options}
      onToggle={(value) => toggle(filters, STATE_MARKS_COLUMN, value)}
    />
  );
}

function Values(props: {
  readonly facet: Facet | undefined;
  readonly filters: readonly Filter[];
  readonly title: string;
}) {
  const { facet, filters, title } = props;
  if (facet === undefined) return null;
  const on = valuesOf(filters, facet.column);
  const { values } = facet;
  if (values.length === 0 && on.length === 0) return null;
  const shown =
    values.length > MOST_VALUES ? [...values].sort((a, b) => b.count - a.count).slice(0, MOST_VALUES) : values;
  const chosen = values.filter(({ value }) => on.includes(value) && !shown.some((one) => one.value === value));
  const listed = [...shown, ...chosen].filter(
    ({ value, count }) => value !== 'unknown' || count > 0 || on.includes(value),
  );
  const options: FacetOption[] = listed.map(({ value, count }) => ({
    value,
    label: valueName(facet.column, value),
    count,
    isOn: on.includes(value),
  }));
  if (facet.missing > 0 || on.includes(null)) {
    options.push({ value: null, label: valueName(facet.column, null), count: facet.missing, isOn: on.includes(null) });
  }
  const rest = values.length - shown.length;
  return (
    <FacetList
      title={title}
      options={options}
      onToggle={(value) => toggle(filters, facet.column, value)}
      rest={rest > 0 ? `and ${formatCount(rest)} more` : undefined}
    />
  );
}

function Range({
  histogram,
  filters,
}: {
  readonly histogram: Histogram | undefined;
  readonly filters: readonly Filter[];
}) {
  if (histogram === undefined) return null;
  const { column, range, bins, missing } = histogram;
  const { low, high } = rangeOf(filters, column);
  if (range === null && low === null && high === null) return null;
  return (
    <RangeFacet
      title={columnName(column)}
      bins={bins}
      range={range}
      missing={missing}
      low={low}
      high={high}
      onChange={(from, to) => changeQuestions({ filters: setRange(filters, column, from, to) })}
    />
  );
}
