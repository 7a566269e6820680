import { joinFraction, splitFraction } from '../metrics/quantity.ts';
import { numpyMean } from './paired-outcomes.ts';
import { type Condition, findFirstRows } from './rule.ts';
import { findSignal, pickOutcomes, type RowOutcomes, type Signal, type SignalTable } from './signals.ts';

/** What a rule is tuned and compared on. */
export type Quality = 'f1' | 'em';

/** Signals, and what stopping gives, on one split. */
export interface RuleData {
  readonly table: SignalTable;
  readonly outcomes: RowOutcomes;
}

export interface TuningOptions {
  readonly quality: Quality;
  /** Mean calls may not exceed it. */
  readonly budget: number;
  /** `grid`: equal steps from the split's lowest to its highest value, as published. `exact`: every cut there is. */
  readonly candidates: 'grid' | 'exact';
  /** Default 40. */
  readonly gridPoints?: number;
}

/** One threshold that was tried on the tuning split, with what the signal alone then does: means over questions. */
export interface TriedThreshold {
  readonly threshold: number;
  readonly quality: number;
  readonly calls: number;
}

/** A condition whose threshold is locked. */
export interface LockedCondition {
  readonly condition: Condition;
  /** 1 for a flag. Where nothing meets the budget: the highest value plus 1. */
  readonly threshold: number;
  /** The signal alone, on the tuning split; null where nothing meets the budget. */
  readonly tuned: { readonly quality: number; readonly calls: number } | null;
  /** Ascending by threshold. None for a flag. */
  readonly tried: readonly TriedThreshold[];
}

/** Qualities closer than this are the same: sums in another order differ in their last digits. */
const SLACK = 1e-12;

/**
 * Chooses the threshold of one signal on the tuning split: the signal above it, alone, with the best mean quality among
 * those within the budget of calls; of equal ones the lowest, which costs least. A flag has nothing to choose.
 * Source: definitions.md 12. Throws when the table does not have the signal.
 */
export function lockCondition(data: RuleData, signalId: string, options: TuningOptions): LockedCondition {
  const signal = findSignal(data.table, signalId);
  if (signal === undefined) throw new Error(`no signal ${signalId}`);
  if (signal.isFlag) {
    const condition: Condition = { kind: 'flag', signal: signalId, isNegated: false };
    const tuned = measure(data, options.quality, (row) => signal.isMissing[row] === 0 && signal.values[row]! > 0);
    return { condition, threshold: 1, tuned, tried: [] };
  }
  const values = usableValues(data.table, signal);
  const tried =
    options.candidates === 'grid'
      ? tryGrid(data, signal, gridOf(values, options.gridPoints ?? 40), options.quality)
      : tryCuts(data, signal, options.quality);
  let best: TriedThreshold | null = null;
  for (const row of tried) {
    if (row.calls <= options.budget && (best === null || row.quality > best.quality + SLACK)) best = row;
  }
  const threshold = best?.threshold ?? (values.length === 0 ? 0 : values[values.length - 1]! + 1);
  return {
    condition: { kind: 'compare', signal: signalId, comparison: '>', value: threshold },
    threshold,
    tuned: best === null ? null : { quality: best.quality, calls: best.calls },
    tried,
  };
}

/** Ascending values of the rows where a rule may stop. */
function usableValues(table: SignalTable, signal: Signal): Float64Array {
  return signal.values.filter((_, row) => table.canStop[row] === 1 && signal.isMissing[row] === 0).sort();
}

/** `numpy.linspace`: the last point is the highest value itself, above which nothing lies. */
function gridOf(ascending: Float64Array, points: number): Float64Array {
  if (ascending.length === 0) return new Float64Array(0);
  const low = ascending[0]!;
  const high = ascending[ascending.length - 1]!;
  const step = (high - low) / (points - 1);
  return Float64Array.from({ length: points }, (_, i) => (i === points - 1 ? high : i * step + low));
}

const tryGrid = (data: RuleData, signal: Signal, grid: Float64Array, quality: Quality): readonly TriedThreshold[] =>
  Array.from(grid, (threshold) => ({
    threshold,
    ...measure(data, quality, (row) => signal.isMissing[row] === 0 && signal.values[row]! > threshold),
  }));

/** Mean quality and calls where `test` decides, added up as NumPy does. */
function measure({ table, outcomes }: RuleData, quality: Quality, test: (row: number) => boolean) {
  const picked = pickOutcomes(outcomes, findFirstRows(table, test));
  return { quality: numpyMean(Float64Array.from(picked[quality])), calls: numpyMean(picked.calls) };
}

/** Where a question's stop moves when the threshold falls below `value`. */
interface Move {
  readonly value: number;
  /** Fixed-point limbs: the running sums stay exact, whatever the order. */
  readonly high: number;
  readonly low: number;
  readonly calls: number;
}

/**
 * Every outcome there is, one threshold each: the highest value (never), between any two neighbouring record values of the
 * questions, and below them all. A question's stop moves only at its record values, so one sorted pass does, as in the
 * sweep.
 */
function tryCuts({ table, outcomes }: RuleData, signal: Signal, quality: Quality): readonly TriedThreshold[] {
  const { atRow, atNone } = outcomes;
  const count = table.questionIds.length;
  const moves: Move[] = [];
  let highSum = 0;
  let lowSum = 0;
  let callsSum = 0;
  for (let q = 0; q < count; q++) {
    const [high, low] = splitFraction(atNone[quality][q]!);
    highSum += high;
    lowSum += low;
    callsSum += atNone.calls[q]!;
    const records = recordRows(table, signal, q);
    records.forEach((row, i) => {
      const after = records[i + 1];
      const [from, at] = after === undefined ? [atNone, q] : [atRow, after];
      const [newHigh, newLow] = splitFraction(atRow[quality][row]!);
      const [oldHigh, oldLow] = splitFraction(from[quality][at]!);
      const calls = atRow.calls[row]! - from.calls[at]!;
      moves.push({ value: signal.values[row]!, high: newHigh - oldHigh, low: newLow - oldLow, calls });
    });
  }
  moves.sort((a, b) => b.value - a.value);
  const tried: TriedThreshold[] = [];
  const push = (threshold: number): void => {
    tried.push({ threshold, quality: joinFraction(highSum, lowSum) / count, calls: callsSum / count });
  };
  const [highest] = moves;
  if (highest !== undefined) push(highest.value);
  moves.forEach((move, i) => {
    highSum += move.high;
    lowSum += move.low;
    callsSum += move.calls;
    const next = moves[i + 1];
    if (next === undefined) push(move.value - Math.max(1, Math.abs(move.value)));
    else if (next.value !== move.value) push(between(next.value, move.value));
  });
  return tried.reverse();
}

/** The rows of a question whose value is higher than all before it, in order. */
function recordRows(table: SignalTable, signal: Signal, q: number): readonly number[] {
  const rows: number[] = [];
  let highest = Number.NEGATIVE_INFINITY;
  for (let row = table.rowStart[q]!; row < table.rowStart[q + 1]!; row++) {
    if (table.canStop[row] === 0 || signal.isMissing[row] === 1 || signal.values[row]! <= highest) continue;
    highest = signal.values[row]!;
    rows.push(row);
  }
  return rows;
}

/** The middle of two neighbours, or the lower one where doubles have nothing between them. */
function between(low: number, high: number): number {
  const middle = low + (high - low) / 2;
  return middle < high ? middle : low;
}
