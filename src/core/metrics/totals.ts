import type { Evaluation } from '../correctness.ts';
import type { Selection } from '../terms.ts';
import type { Metric } from './metric.ts';
import { unknownStop } from './quantities.ts';
import { type Channel, joinFraction, type Quantity, tabulate } from './quantity.ts';

/** Sums of quantities over the selection, by quantity id. Plain data: it crosses to and from the worker as it is. */
export type Totals = Readonly<Record<string, number>>;

/**
 * Sums every quantity over the selection for given stops. `stopStates[i]` belongs to `selection[i]`: a global state
 * index, or -1 where the native run finishes. Exact for integers up to 2^53 and for fractions up to 2^21 questions.
 */
export function sumOutcomes(
  evaluation: Evaluation,
  selection: Selection,
  stopStates: Int32Array,
  quantities: readonly Quantity[],
): Totals {
  const totals: Record<string, number> = {};
  for (const quantity of quantities) {
    const [high, low] = tabulate(evaluation, quantity);
    const sum = sumChannel(high, selection, stopStates);
    totals[quantity.id] = low ? joinFraction(sum, sumChannel(low, selection, stopStates)) : sum;
  }
  return totals;
}

function sumChannel({ native, stop }: Channel, selection: Selection, stopStates: Int32Array): number {
  let sum = 0;
  for (let i = 0; i < selection.length; i++) {
    const s = stopStates[i]!;
    sum += s < 0 ? native[selection[i]!]! : stop[s]!;
  }
  return sum;
}

/** The metric's value, or null where it is undefined: empty denominator, or stops whose correctness is not known. */
export function metricValue(metric: Metric, totals: Totals): number | null {
  if (metric.needsLabels && (totals[unknownStop.id] ?? 0) > 0) return null;
  const numerator = totals[metric.numerator.id];
  if (numerator === undefined) throw new Error(`no total for ${metric.numerator.id}`);
  if (metric.denominator === null) return numerator;
  const denominator = totals[metric.denominator.id];
  if (denominator === undefined) throw new Error(`no total for ${metric.denominator.id}`);
  return denominator === 0 ? null : numerator / denominator;
}
