import type { Evaluation } from '../correctness.ts';
import { bitsOf, markStates, STATE_MARKS, STATE_SETS } from '../outcomes/index.ts';
import type { Policy } from '../policies/index.ts';
import type { Column } from './columns.ts';
import type { Facet } from './facets.ts';

/** The column of what a threshold makes of a question's states. */
export const STATE_MARKS_COLUMN = 'stateMarks';

/** A question holds several kinds of states at once: every combination is a value, named by its marks. */
const COMBINATIONS: readonly number[] = Array.from({ length: 2 ** STATE_MARKS.length - 1 }, (_, i) => i + 1);
const NAMES = COMBINATIONS.map((bits) => STATE_MARKS.filter((_, mark) => (bits >> mark) & 1).join('+'));
const SETS: ReadonlyMap<string, readonly number[]> = new Map(
  STATE_SETS.map(({ id, marks }) => {
    const wanted = bitsOf(marks);
    return [id, COMBINATIONS.flatMap((bits, code) => ((bits & wanted) === 0 ? [] : [code]))];
  }),
);

/** Not recorded where no state counts; null where no judge's threshold decides. */
export function stateMarksColumn(evaluation: Evaluation, policy: Policy): Column | null {
  if (policy.kind !== 'threshold') return null;
  const judge = evaluation.dataset.judges.find(({ id }) => id === policy.judge);
  if (judge === undefined) return null;
  const codes = Int32Array.from(markStates(evaluation, judge, policy.threshold), (bits) => bits - 1);
  return { kind: 'category', id: STATE_MARKS_COLUMN, names: NAMES, codes, sets: SETS };
}

/** How many questions of a facet of this column hold a state of the set. */
export const countHolding = ({ values }: Facet, set: string): number =>
  (SETS.get(set) ?? []).reduce((sum, code) => sum + (values.find(({ value }) => value === NAMES[code])?.count ?? 0), 0);
