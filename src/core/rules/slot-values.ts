import { NO_STOP } from './rule-bits.ts';
import type { Outcomes } from './signals.ts';
import type { Quality, RuleData } from './thresholds.ts';

/**
 * A number per question and slot (a round's position), and per question that nothing stops: that of question q and slot s
 * stands at q * width + s, the last one of each question is for no stop.
 */
export interface SlotValues {
  readonly width: number;
  readonly values: Float64Array;
}

/** A quantity of the outcomes laid out by slot. Cells of rounds that a question does not have are 0 and never read. */
export function slotValues({ table, outcomes }: RuleData, quantity: Quality | 'calls'): SlotValues {
  const { rowStart } = table;
  const count = table.questionIds.length;
  let width = 1;
  for (let q = 0; q < count; q++) width = Math.max(width, rowStart[q + 1]! - rowStart[q]! + 1);
  const values = new Float64Array(count * width);
  const atRow: Outcomes[typeof quantity] = outcomes.atRow[quantity];
  for (let q = 0; q < count; q++) {
    for (let row = rowStart[q]!; row < rowStart[q + 1]!; row++) values[q * width + row - rowStart[q]!] = atRow[row]!;
    values[(q + 1) * width - 1] = outcomes.atNone[quantity][q]!;
  }
  return { width, values };
}

/** Where the number of a question stands that is stopped at `slot` (or NO_STOP). */
export const cellOf = (width: number, question: number, slot: number): number =>
  question * width + (slot === NO_STOP ? width - 1 : slot);

/** Mean over the questions, added up from left to right. */
export function meanAtSlots({ width, values }: SlotValues, slots: Uint8Array): number {
  let sum = 0;
  for (let q = 0; q < slots.length; q++) sum += values[cellOf(width, q, slots[q]!)]!;
  return sum / slots.length;
}

/** Differences to a baseline, one number per question: their mean, and how many are above and below 0. */
export function compareAtSlots(
  { width, values }: SlotValues,
  slots: Uint8Array,
  baseline: Float64Array,
): { readonly mean: number; readonly above: number; readonly below: number } {
  let sum = 0;
  let above = 0;
  let below = 0;
  for (let q = 0; q < slots.length; q++) {
    const change = values[cellOf(width, q, slots[q]!)]! - baseline[q]!;
    sum += change;
    if (change > 0) above += 1;
    else if (change < 0) below += 1;
  }
  return { mean: sum / slots.length, above, below };
}
