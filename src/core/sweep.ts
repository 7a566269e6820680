import { argsortDescending } from './argsort.ts';
import type { Evaluation } from './correctness.ts';
import { type Channel, joinFraction, type Quantity, tabulate } from './metrics/quantity.ts';
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
    const at = index * LINKS;
    eventQuestion[e] = records.links[at]!;
    eventState[e] = records.links[at + 1]!;
    eventFrom[e] = records.links[at + 2]!;
  }
  rowStart[row + 1] = count;
  const rows: Rows = { start: rowStart.slice(0, row + 2), order };
  const columns: Record<string, Float64Array> = {};
  for (const quantity of quantities) columns[quantity.id] = curveOf(evaluation, quantity, selection, records, rows);
  return {
    judge: judge.id,
    questionCount: selection.length,
    thresholds: thresholds.slice(0, row + 1),
    columns,
    rowStart: rows.start,
    eventQuestion,
    eventState,
    eventFrom,
  };
}

/** Places of a record in `Records.links`, one of them empty: then none lies across two lines of the cache. */
const LINKS = 4;

interface Records {
  readonly score: Float64Array;
  /** LINKS places a record: its question, its state, and the state where the question stopped before (-1: nowhere). */
  readonly links: Int32Array;
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
  const links = new Int32Array(capacity * LINKS);
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
      links[n * LINKS] = q;
      links[n * LINKS + 1] = s;
      n += 1;
    }
    // Above the highest record the native run finishes; below it each record takes over from the next one.
    for (let j = first; j < n; j++) links[j * LINKS + 2] = j + 1 < n ? links[(j + 1) * LINKS + 1]! : -1;
  }
  return { score: score.subarray(0, n), links: links.subarray(0, n * LINKS) };
}

interface Rows {
  /** Row r (r >= 1) covers order[start[r]] .. order[start[r + 1] - 1]. */
  readonly start: Uint32Array;
  readonly order: Uint32Array;
}

function curveOf(
  evaluation: Evaluation,
  quantity: Quantity,
  selection: Selection,
  records: Records,
  rows: Rows,
): Float64Array {
  const [channel, low] = tabulate(evaluation, quantity);
  const start = sumNative(channel, selection);
  if (quantity.kind === 'constant') return new Float64Array(rows.start.length - 1).fill(start);
  const column = accumulate(start, layDeltas(channel, records), rows);
  if (low === undefined) return column;
  const lowColumn = accumulate(sumNative(low, selection), layDeltas(low, records), rows);
  for (let r = 0; r < column.length; r++) column[r] = joinFraction(column[r]!, lowColumn[r]!);
  return column;
}

function sumNative({ native }: Channel, selection: Selection): number {
  let sum = 0;
  for (let i = 0; i < selection.length; i++) sum += native[selection[i]!]!;
  return sum;
}

/**
 * What each record adds to the sum when the threshold falls past it. Laid out in the order of the records, where memory
 * is read in sequence: the sorted pass then gathers from one small array.
 */
function layDeltas(channel: Channel, records: Records): Int32Array | Float64Array {
  const { native, stop } = channel;
  return stop instanceof Int32Array
    ? layWholeDeltas(native as Int32Array, stop, records)
    : layFractionDeltas(native as Float64Array, stop, records);
}

// Two functions with the same body: the engine compiles each for one kind of array, which is nearly twice as fast.
function layWholeDeltas(native: Int32Array, stop: Int32Array, { score, links }: Records): Int32Array {
  const deltas = new Int32Array(score.length);
  for (let k = 0; k < deltas.length; k++) {
    const at = k * LINKS;
    const before = links[at + 2]!;
    deltas[k] = stop[links[at + 1]!]! - (before < 0 ? native[links[at]!]! : stop[before]!);
  }
  return deltas;
}

function layFractionDeltas(native: Float64Array, stop: Float64Array, { score, links }: Records): Float64Array {
  const deltas = new Float64Array(score.length);
  for (let k = 0; k < deltas.length; k++) {
    const at = k * LINKS;
    const before = links[at + 2]!;
    deltas[k] = stop[links[at + 1]!]! - (before < 0 ? native[links[at]!]! : stop[before]!);
  }
  return deltas;
}

/** `start` plus the deltas up to the end of each row; every row but row 0 has an event. */
function accumulate(start: number, deltas: Int32Array | Float64Array, rows: Rows): Float64Array {
  const { start: rowStart, order } = rows;
  const column = new Float64Array(rowStart.length - 1);
  let sum = start;
  let e = 0;
  column[0] = sum;
  for (let r = 1; r < column.length; r++) {
    const end = rowStart[r + 1]!;
    do {
      sum += deltas[order[e]!]!;
      e += 1;
    } while (e < end);
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
