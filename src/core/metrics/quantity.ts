import type { Evaluation } from '../correctness.ts';

/**
 * One number per question that depends only on where the question stops: the idea on which sweep, bootstrap and paired
 * difference are built. `atNative` is its value when the native run finishes, `atStop` when it is stopped at state s
 * (a global state index). `integer` values (32 bits) are summed as they are; a `constant` is an integer that the stop does not change. A `fraction` in [0, 1] is summed in fixed point, so
 * that every sum is exact and does not depend on the order of the questions.
 */
export interface Quantity {
  readonly id: string;
  readonly kind: 'integer' | 'constant' | 'fraction';
  atNative(evaluation: Evaluation, question: number): number;
  atStop(evaluation: Evaluation, question: number, state: number): number;
}

/** The values of a quantity, or of one limb of it, for all questions (native) and all states (stop). All integers. */
export type Channel =
  | { readonly native: Int32Array; readonly stop: Int32Array }
  | { readonly native: Float64Array; readonly stop: Float64Array };
/** One channel for an integer; two for a fraction, which then is channel 0 * 2^-32 + channel 1 * 2^-64. */
export type QuantityTable = readonly [Channel] | readonly [high: Channel, low: Channel];

const TWO_32 = 2 ** 32;

/** Fixed-point limbs of a fraction; what lies below 2^-64 is cut, the same way wherever the value is used. */
export function splitFraction(value: number): readonly [high: number, low: number] {
  const scaled = value * TWO_32;
  const high = Math.floor(scaled);
  return [high, Math.floor((scaled - high) * TWO_32)];
}

export const joinFraction = (high: number, low: number): number => high / TWO_32 + low / TWO_32 / TWO_32;

const tables = new WeakMap<Evaluation, Map<Quantity, QuantityTable>>();

/** The table of a quantity; built once per evaluation. */
export function tabulate(evaluation: Evaluation, quantity: Quantity): QuantityTable {
  let known = tables.get(evaluation);
  if (known === undefined) {
    known = new Map();
    tables.set(evaluation, known);
  }
  let table = known.get(quantity);
  if (table === undefined) {
    table = build(evaluation, quantity);
    known.set(quantity, table);
  }
  return table;
}

function build(evaluation: Evaluation, quantity: Quantity): QuantityTable {
  const { questions, states } = evaluation.dataset;
  if (quantity.kind !== 'fraction') {
    const channel = { native: new Int32Array(questions.count), stop: new Int32Array(states.count) };
    for (let q = 0; q < questions.count; q++) channel.native[q] = quantity.atNative(evaluation, q);
    for (let s = 0; s < states.count; s++) channel.stop[s] = quantity.atStop(evaluation, states.question[s]!, s);
    return [channel];
  }
  const high = { native: new Float64Array(questions.count), stop: new Float64Array(states.count) };
  const low = { native: new Float64Array(questions.count), stop: new Float64Array(states.count) };
  for (let q = 0; q < questions.count; q++) {
    [high.native[q], low.native[q]] = splitFraction(quantity.atNative(evaluation, q));
  }
  for (let s = 0; s < states.count; s++) {
    [high.stop[s], low.stop[s]] = splitFraction(quantity.atStop(evaluation, states.question[s]!, s));
  }
  return [high, low];
}
