import type { Evaluation } from '../correctness.ts';
import type { Metric } from '../metrics/metric.ts';
import { unknownStop } from '../metrics/quantities.ts';
import { type Channel, type Quantity, type QuantityTable, tabulate } from '../metrics/quantity.ts';
import { metricValue, sumOutcomes } from '../metrics/totals.ts';
import { startBootstrap } from '../stats/bootstrap.ts';
import { wilson } from '../stats/intervals.ts';
import type { Selection } from '../terms.ts';

/** One group of questions with a metric's value on it. */
export interface Slice {
  /** Index into the group's names, -1 for questions where the grouping value is not recorded. */
  readonly group: number;
  readonly questions: number;
  /** Sums behind the value; `denominator` is null for a count. */
  readonly numerator: number;
  readonly denominator: number | null;
  /** null: empty denominator, or stops whose correctness is not known. */
  readonly value: number | null;
  readonly interval: { readonly low: number; readonly high: number; readonly kind: 'wilson' | 'bootstrap' } | null;
  /** True where the denominator is below SMALL_SLICE: the value says little. */
  readonly isSmall: boolean;
}

/** Below this many units in the denominator a 95 % interval of a share is wider than about 0.35: too wide to rank by. */
export const SMALL_SLICE = 30;

export interface SliceOptions {
  readonly repeats: number;
  readonly seed: number;
}

/**
 * A metric on each group of the selection, groups in ascending order, the unrecorded one last. `groups[i]` belongs to
 * `selection[i]`. Shares of whole units (each question counts 0 or 1 in both sums) get Wilson's 95 % interval; other
 * ratios a bootstrap over the group's questions with CPython's generator, seeded with `seed` plus the group's number.
 */
export function sliceMetric(
  evaluation: Evaluation,
  metric: Metric,
  selection: Selection,
  stops: Int32Array,
  groups: Int32Array,
  options: SliceOptions,
): readonly Slice[] {
  const members = groupMembers(groups);
  return [...members.keys()]
    .sort((a, b) => (a < 0 ? 1 : b < 0 ? -1 : a - b))
    .map((group) => {
      const positions = members.get(group)!;
      const seed = options.seed + Math.max(0, group);
      return sliceOf(evaluation, metric, group, pick(selection, positions), pick(stops, positions), {
        ...options,
        seed,
      });
    });
}

function groupMembers(groups: Int32Array): Map<number, number[]> {
  const members = new Map<number, number[]>();
  groups.forEach((group, i) => {
    const known = members.get(group);
    if (known === undefined) members.set(group, [i]);
    else known.push(i);
  });
  return members;
}

const pick = (values: Int32Array, positions: readonly number[]): Int32Array =>
  Int32Array.from(positions, (i) => values[i]!);

function sliceOf(
  evaluation: Evaluation,
  metric: Metric,
  group: number,
  selection: Selection,
  stops: Int32Array,
  options: SliceOptions,
): Slice {
  const { numerator: upper, denominator: lower } = metric;
  const totals = sumOutcomes(evaluation, selection, stops, lower ? [upper, lower, unknownStop] : [upper, unknownStop]);
  const value = metricValue(metric, totals);
  const numerator = totals[upper.id]!;
  const denominator = lower === null ? null : totals[lower.id]!;
  return {
    group,
    questions: selection.length,
    numerator,
    denominator,
    value,
    interval:
      value === null || lower === null
        ? null
        : intervalOf(
            valuesOf(tabulate(evaluation, upper), upper, selection, stops),
            valuesOf(tabulate(evaluation, lower), lower, selection, stops),
            options,
          ),
    isSmall: (denominator ?? selection.length) < SMALL_SLICE,
  };
}

const FRACTION = 2 ** 32;

/** Per question of the group: the quantity's value where the policy leaves it. */
function valuesOf(
  [high, low]: QuantityTable,
  quantity: Quantity,
  selection: Selection,
  stops: Int32Array,
): Float64Array {
  const at = (channel: Channel, i: number): number =>
    stops[i]! < 0 ? channel.native[selection[i]!]! : channel.stop[stops[i]!]!;
  const values = new Float64Array(selection.length);
  for (let i = 0; i < values.length; i++) {
    values[i] = at(high, i);
    if (quantity.kind === 'fraction' && low) values[i] = values[i]! / FRACTION + at(low, i) / FRACTION / FRACTION;
  }
  return values;
}

const isShare = (upper: Float64Array, lower: Float64Array): boolean =>
  upper.every((value, i) => (value === 0 || value === 1) && (lower[i] === 0 || lower[i] === 1) && value <= lower[i]!);

function intervalOf(upper: Float64Array, lower: Float64Array, { repeats, seed }: SliceOptions): Slice['interval'] {
  const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);
  if (isShare(upper, lower)) {
    const bounds = wilson(sum(upper), sum(lower));
    return bounds && { ...bounds, kind: 'wilson' };
  }
  const run = startBootstrap([{ kind: 'ratio', numerators: upper, denominators: lower }], upper.length, {
    repeats,
    seed,
  });
  run.advance(repeats);
  const { low, high } = run.intervals()[0]!;
  return { low, high, kind: 'bootstrap' };
}
