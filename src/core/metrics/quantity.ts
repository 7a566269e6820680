import type { Evaluation } from '../correctness.ts';

/**
 * One number per question that depends only on where the question stops: the idea on which sweep, bootstrap and paired
 * difference are built. `atNative` is its value when the native run finishes, `atStop` when it is stopped at state s
 * (a global state index). `integer` values are summed as they are. A `fraction` in [0, 1] is summed in fixed point, so
 * that every sum is exact and does not depend on the order of the questions.
 */
export interface Quantity {
  readonly id: string;
  readonly kind: 'integer' | 'fraction';
  atNative(evaluation: Evaluation, question: number): number;
  atStop(evaluation: Evaluation, question: number, state: number): number;
}

/**
 * The values of a quantity for all questions (native) and all states (stop). `low` holds the second limb of a
 * fraction: value = high * 2^-32 + low * 2^-64, both integers. Integer quantities have `low` null and `high` = value.
 */
export interface Limbs {
  readonly high: Float64Array;
  readonly low: Float64Array | null;
}
export interface QuantityTable {
  readonly native: Limbs;
  readonly stop: Limbs;
}

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
  const isFraction = quantity.kind === 'fraction';
  const native = allocate(questions.count, isFraction);
  const stop = allocate(states.count, isFraction);
  for (let q = 0; q < questions.count; q++) put(native, q, quantity.atNative(evaluation, q));
  for (let s = 0; s < states.count; s++) put(stop, s, quantity.atStop(evaluation, states.question[s]!, s));
  return { native, stop };
}

const allocate = (length: number, isFraction: boolean): Limbs => ({
  high: new Float64Array(length),
  low: isFraction ? new Float64Array(length) : null,
});

function put(limbs: Limbs, index: number, value: number): void {
  if (limbs.low === null) {
    limbs.high[index] = value;
    return;
  }
  const [high, low] = splitFraction(value);
  limbs.high[index] = high;
  limbs.low[index] = low;
}
