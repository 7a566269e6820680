import type { RuleShape } from './partitions.ts';
import { type Condition, holds } from './rule.ts';
import { findSignal, type Signal, type SignalTable } from './signals.ts';

/** Where a rule does not stop a question. */
export const NO_STOP = 255;

/**
 * Bit sets over the questions, one per (group of signals, round): bit q is set where all signals of the group hold in the
 * question's round. Up to six signals have 63 groups, so every rule over them is an OR of ready-made sets: 876 rules on
 * 10,000 questions of five rounds take some milliseconds.
 */
export interface RuleBits {
  readonly questionCount: number;
  /** Most rounds of any question; below NO_STOP. */
  readonly slotCount: number;
  /** By group (1 .. 2^signals - 1), then by slot; a slot is a round's position in its question. */
  readonly sets: readonly (readonly Uint32Array[])[];
}

export function buildRuleBits(table: SignalTable, conditions: readonly Condition[]): RuleBits {
  const questionCount = table.questionIds.length;
  let slotCount = 0;
  for (let q = 0; q < questionCount; q++) slotCount = Math.max(slotCount, table.rowStart[q + 1]! - table.rowStart[q]!);
  if (slotCount >= NO_STOP) throw new Error(`at most ${NO_STOP - 1} rounds a question, not ${slotCount}`);
  const words = Math.ceil(questionCount / 32);
  const emptySlots = (): Uint32Array[] => Array.from({ length: slotCount }, () => new Uint32Array(words));
  const sets: Uint32Array[][] = [[]];
  conditions.forEach((condition, i) => {
    const bit = 1 << i;
    const signal = findSignal(table, condition.signal);
    if (signal === undefined) throw new Error(`no signal ${condition.signal}`);
    sets[bit] = emptySlots();
    setBits(sets[bit], table, signal, condition);
    for (let group = bit + 1; group < bit << 1; group++) {
      const rest = sets[group ^ bit]!;
      sets[group] = sets[bit].map((one, slot) => one.map((word, w) => word & rest[slot]![w]!));
    }
  });
  return { questionCount, slotCount, sets };
}

function setBits(slots: readonly Uint32Array[], table: SignalTable, signal: Signal, condition: Condition): void {
  for (let q = 0; q < table.questionIds.length; q++) {
    const start = table.rowStart[q]!;
    for (let row = start; row < table.rowStart[q + 1]!; row++) {
      if (table.canStop[row] === 0 || signal.isMissing[row] === 1 || !holds(condition, signal.values[row]!)) continue;
      const set = slots[row - start]!;
      set[q >>> 5] = set[q >>> 5]! | (1 << (q & 31));
    }
  }
}

/** Per question the slot where the rule stops it, or NO_STOP. */
export function stopSlots(bits: RuleBits, shape: RuleShape): Uint8Array {
  const { questionCount, slotCount, sets } = bits;
  const slots = new Uint8Array(questionCount).fill(NO_STOP);
  const groups = shape.groups.map((group) => sets[group]!);
  const words = Math.ceil(questionCount / 32);
  for (let w = 0; w < words; w++) {
    let open = -1;
    for (let slot = 0; slot < slotCount && open !== 0; slot++) {
      let held = 0;
      for (let g = 0; g < groups.length; g++) held |= groups[g]![slot]![w]!;
      let stops = held & open;
      open &= ~held;
      while (stops !== 0) {
        const lowest = stops & -stops;
        slots[(w << 5) + 31 - Math.clz32(lowest)] = slot;
        stops ^= lowest;
      }
    }
  }
  return slots;
}

/** The rows of a table that slots stand for, -1 for NO_STOP. */
export const rowsOfSlots = (slots: Uint8Array, table: SignalTable): Int32Array =>
  Int32Array.from(slots, (slot, q) => (slot === NO_STOP ? -1 : table.rowStart[q]! + slot));
