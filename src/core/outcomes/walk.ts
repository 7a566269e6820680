import type { Evaluation } from '../correctness.ts';
import { rowAt, type Sweep } from '../sweep.ts';
import { emAt } from './flips.ts';

/** Neighbouring thresholds of one that change something. null: there is none on that side. */
export interface Walk {
  /** The next lower threshold at which some question stops elsewhere (every row of the sweep is one). */
  readonly lower: number | null;
  readonly higher: number | null;
  /** Likewise, but where some question's answer turns right or wrong. */
  readonly lowerAnswer: number | null;
  readonly higherAnswer: number | null;
}

/** Time: one pass over the events between the threshold and its neighbours. */
export function walkFrom(evaluation: Evaluation, sweep: Sweep, threshold: number): Walk {
  const { thresholds } = sweep;
  const row = rowAt(sweep, threshold);
  let down = row + 1;
  while (down < thresholds.length && !flipsAnAnswer(evaluation, sweep, down)) down++;
  // Row r differs from row r - 1 by its own events: going up, the events of the row that is left behind count.
  let up = row;
  while (up > 0 && !flipsAnAnswer(evaluation, sweep, up)) up--;
  return {
    lower: thresholds[row + 1] ?? null,
    higher: row > 0 ? thresholds[row - 1]! : null,
    lowerAnswer: thresholds[down] ?? null,
    higherAnswer: up > 0 ? thresholds[up - 1]! : null,
  };
}

/** Whether row r of the sweep turns some answer right or wrong against row r - 1. */
function flipsAnAnswer(
  evaluation: Evaluation,
  { rowStart, eventQuestion, eventState, eventFrom }: Sweep,
  row: number,
): boolean {
  for (let e = rowStart[row]!; e < rowStart[row + 1]!; e++) {
    const q = eventQuestion[e]!;
    if (emAt(evaluation, q, eventState[e]!) !== emAt(evaluation, q, eventFrom[e]!)) return true;
  }
  return false;
}
