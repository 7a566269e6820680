import { findStateSet } from '../../core/outcomes/index.ts';
import { STATE_MARKS_COLUMN } from '../../core/questions/index.ts';
import { MINUS } from '../../ui/parts/format.ts';

/** Names of columns and their values for people. Metadata columns are called as the file calls them. */
export const COLUMN_NAMES: Readonly<Record<string, string>> = {
  id: 'Id',
  index: 'Position',
  question: 'Question',
  gold: 'Gold',
  native: 'Native answer',
  nativeVerdict: 'Native is',
  policy: 'Policy answer',
  policyVerdict: 'Policy is',
  outcome: 'Outcome',
  flags: 'Flags',
  stateMarks: 'Holds',
  stopState: 'Stops at',
  nativeSearches: 'Native searches',
  policySearches: 'Policy searches',
  saved: 'Searches saved',
  score: 'First crossing score',
  margin: 'Margin to the threshold',
  highest: 'Highest score',
  earliestSafe: 'Earliest safe state',
  delay: 'Delay',
  states: 'Eligible states',
  safeStates: 'Eligible states with a right answer',
  unsafeStates: 'Eligible states with a wrong answer',
  asked: 'Eligible states the judge was asked about',
  split: 'Split',
  tags: 'Tags',
  note: 'Note',
  gapQuality: 'Against the quality oracle',
  gapCost: 'Against the cost oracle',
  changed: 'Changed',
  flip: 'Answer flips',
  flipFrom: 'From',
  flipTo: 'To',
  flipSearches: 'Searches added',
};

/** A metadata column begins with a capital like the others. */
export const columnName = (id: string): string =>
  id.startsWith('meta:') ? id.charAt(5).toUpperCase() + id.slice(6) : (COLUMN_NAMES[id] ?? id);

const VALUES: Readonly<Record<string, string>> = {
  'terminal-rescue': 'terminal-only rescue',
  'finish-right': 'native, right',
  'finish-wrong': 'native, wrong',
  safe: 'safe stop',
  unsafe: 'unsafe stop',
  gained: 'gained',
  lost: 'lost',
  'right-both': 'right under both',
  'wrong-both': 'wrong under both',
  same: 'as the oracle',
  'too-early': 'stopped too early',
  'too-late': 'stopped too late',
  overwritten: 'right, then overwritten',
  'never-right': 'never right',
  ahead: 'ahead of the oracle',
};

const VALUE_COLUMNS = ['flags', 'flip', 'flipFrom', 'flipTo', 'gapQuality', 'gapCost'];

/** A value as a facet or a filter token shows it; null is "not recorded". */
export function valueName(column: string, value: string | null): string {
  if (value === null) return column === 'tags' ? 'no tag' : 'not recorded';
  if (column === STATE_MARKS_COLUMN) return findStateSet(value)?.phrase ?? value;
  // Numbers carry a real minus sign.
  if (/^-\d/.test(value)) return value.replace('-', MINUS);
  return VALUE_COLUMNS.includes(column) ? (VALUES[value] ?? value) : value;
}
