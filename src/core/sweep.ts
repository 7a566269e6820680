import { argsortDescending } from './argsort.ts';
import type { Evaluation } from './correctness.ts';
import { joinFraction, type Limbs, type Quantity, tabulate } from './metrics/quantity.ts';
import type { Totals } from './metrics/totals.ts';
import { type Judge, SCORED, type Selection } from './terms.ts';

/**
 * The exact outcome of a judge at every threshold. Row r is the policy `score >= thresholds[r]`; thresholds descend,
 * row 0 is +Infinity (never stop). Between two thresholds nothing changes, so rows are all policies there are.
 * Columns hold sums over the selection. Plain data with typed arrays: it crosses from the worker without a copy.
 */
export interface Sweep {
  readonly judge: string;
  readonly questionCount: number;
  readonly thresholds: Float64Array;
  readonly columns: Readonly<Record<string, Float64Array>>;
  /** The events of row r (r >= 1) are rowStart[r] .. rowStart[r + 1] - 1; row 0 has none. Length rows + 1. */
  readonly rowStart: Uint32Array;
  /** Per event: the question whose stop moves, and the state it now stops at. */
  readonly eventQuestion: Int32Array;
  readonly eventState: Int32Array;
  /** Per event: where it stopped before, -1 for the native finish. */
  readonly eventFrom: Int32Array;
}

/**
 * A question's first crossing moves only at its record-high scores: the strict left-to-right maxima over its eligible,
 * parsed states. So each record is one event, one sort and one running sum give the whole curve.
 * Time O(records log records); exact, because all sums are sums of integers (see quantity.ts).
 */
export function sweep(
  evaluation: Evaluation,
  judge: Judge,
  selection: Selection,
  quantities: readonly Quantity[],
): Sweep {
  const records = findRecords(evaluation, judge, selection);
  const order = argsortDescending(records.score);
  const count = order.length;
  const eventQuestion = new Int32Array(count);
  const eventState = new Int32Array(count);
  const eventFrom = new Int32Array(count);
  const thresholds = new Float64Array(count + 1);
  const rowStart = new Uint32Array(count + 2);
  thresholds[0] = Number.POSITIVE_INFINITY;
  let row = 0;
  for (let e = 0; e < count; e++) {
    const index = order[e]!;
    const score = records.score[index]!;
    if (score !== thresholds[row]) {
      row += 1;
      thresholds[row] = score;
      rowStart[row] = e;
    }
    eventQuestion[e] = records.question[index]!;
    eventState[e] = records.state[index]!;
    eventFrom[e] = records.from[index]!;
  }
  const rows = row + 1;
  rowStart[rows] = count;
  const events = { rows, rowStart, eventQuestion, eventState, eventFrom };
  const columns: Record<string, Float64Array> = {};
  for (const quantity of quantities) {
    const { native, stop } = tabulate(evaluation, quantity);
    const high = accumulate(native.high, stop.high, selection, events);
    if (native.low && stop.low) {
      const low = accumulate(native.low, stop.low, selection, events);
      for (let r = 0; r < rows; r++) high[r] = joinFraction(high[r]!, low[r]!);
    }
    columns[quantity.id] = high;
  }
  return {
    judge: judge.id,
    questionCount: selection.length,
    thresholds: thresholds.slice(0, rows),
    columns,
    rowStart: rowStart.slice(0, rows + 1),
    eventQuestion,
    eventState,
    eventFrom,
  };
}

interface Records {
  readonly score: Float64Array;
  readonly question: Int32Array;
  readonly state: Int32Array;
  readonly from: Int32Array;
}

function findRecords({ dataset }: Evaluation, judge: Judge, selection: Selection): Records {
  const { stateStart } = dataset.questions;
  const { isEligible } = dataset.states;
  const { status, scores } = judge;
  let capacity = 0;
  for (let i = 0; i < selection.length; i++) {
    capacity += stateStart[selection[i]! + 1]! - stateStart[selection[i]!]!;
  }
  const score = new Float64Array(capacity);
  const question = new Int32Array(capacity);
  const state = new Int32Array(capacity);
  const from = new Int32Array(capacity);
  let n = 0;
  for (let i = 0; i < selection.length; i++) {
    const q = selection[i]!;
    const first = n;
    let highest = Number.NEGATIVE_INFINITY;
    for (let s = stateStart[q]!; s < stateStart[q + 1]!; s++) {
      if (isEligible[s] === 0 || status[s] !== SCORED || !(scores[s]! > highest)) continue;
      highest = scores[s]!;
      // +0 turns -0 into 0: they are the same threshold.
      score[n] = highest + 0;
      question[n] = q;
      state[n] = s;
      n += 1;
    }
    // Above the highest record the native run finishes; below it each record takes over from the next one.
    for (let j = first; j < n; j++) from[j] = j + 1 < n ? state[j + 1]! : -1;
  }
  return {
    score: score.slice(0, n),
    question: question.subarray(0, n),
    state: state.subarray(0, n),
    from: from.subarray(0, n),
  };
}

interface Events {
  readonly rows: number;
  readonly rowStart: Uint32Array;
  readonly eventQuestion: Int32Array;
  readonly eventState: Int32Array;
  readonly eventFrom: Int32Array;
}

function accumulate(native: Limbs['high'], stop: Limbs['high'], selection: Selection, events: Events): Float64Array {
  const { rows, rowStart, eventQuestion, eventState, eventFrom } = events;
  const column = new Float64Array(rows);
  let sum = 0;
  for (let i = 0; i < selection.length; i++) sum += native[selection[i]!]!;
  column[0] = sum;
  for (let r = 1; r < rows; r++) {
    for (let e = rowStart[r]!; e < rowStart[r + 1]!; e++) {
      const from = eventFrom[e]!;
      sum += stop[eventState[e]!]! - (from < 0 ? native[eventQuestion[e]!]! : stop[from]!);
    }
    column[r] = sum;
  }
  return column;
}

/** The row whose policy equals `score >= threshold`: the last row with thresholds[row] >= threshold. NaN throws. */
export function rowAt({ thresholds }: Pick<Sweep, 'thresholds'>, threshold: number): number {
  if (Number.isNaN(threshold)) throw new Error('threshold is not a number');
  let low = 0;
  let high = thresholds.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (thresholds[middle]! >= threshold) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The sums of one row, by quantity id. */
export function totalsAt({ columns }: Pick<Sweep, 'columns'>, row: number): Totals {
  const totals: Record<string, number> = {};
  for (const id of Object.keys(columns)) totals[id] = columns[id]![row]!;
  return totals;
}
