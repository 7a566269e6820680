import type { Evaluation } from '../correctness.ts';
import { QUANTITIES } from '../metrics/index.ts';
import type { Metric } from '../metrics/metric.ts';
import { unknownStop } from '../metrics/quantities.ts';
import { metricValue, sumOutcomes, type Totals } from '../metrics/totals.ts';
import { percentileEnds } from '../stats/interval.ts';
import { type McNemar, mcNemar } from '../stats/mcnemar.ts';
import { PythonRandom } from '../stats/mt19937.ts';
import type { Selection } from '../terms.ts';

/** One run's policy on its questions: pair i is `questions[i]`, stopped at `stops[i]`, -1 for the native finish. */
export interface Side {
  readonly evaluation: Evaluation;
  /** Of the pairs, in their order; need not ascend. */
  readonly questions: Selection;
  readonly stops: Int32Array;
}

/** A metric on both sides over the same questions. null: undefined there, never 0. */
export interface MetricDifference {
  readonly metric: string;
  readonly left: number | null;
  readonly right: number | null;
  /** right - left. */
  readonly difference: number | null;
  /** Percentile ends at 95 % over the replicates in which both sides are defined; null without a difference. */
  readonly low: number | null;
  readonly high: number | null;
  /** Replicates left out because a denominator was empty in them. */
  readonly undefinedReplicates: number;
}

/** One number per pair, on one side, above and below the line of a metric. */
interface Ratio {
  readonly above: Float64Array;
  /** null: 1 for every pair. */
  readonly below: Float64Array | null;
}

export interface PairedTrack {
  readonly metric: Metric;
  readonly totals: readonly [left: Totals, right: Totals];
  readonly ratios: readonly [left: Ratio, right: Ratio];
}

/** What the paired bootstrap runs on: the same drawn pairs for every metric. */
export function pairedTracks(left: Side, right: Side, metrics: readonly Metric[]): readonly PairedTrack[] {
  const totals = [left, right].map(({ evaluation, questions, stops }) =>
    sumOutcomes(evaluation, questions, stops, QUANTITIES),
  ) as [Totals, Totals];
  return metrics.map((metric) => ({ metric, totals, ratios: [ratioOf(metric, left), ratioOf(metric, right)] }));
}

function ratioOf({ numerator, denominator }: Metric, { evaluation, questions, stops }: Side): Ratio {
  const column = (quantity: Metric['numerator']): Float64Array =>
    Float64Array.from(questions, (q, i) =>
      stops[i]! < 0 ? quantity.atNative(evaluation, q) : quantity.atStop(evaluation, q, stops[i]!),
    );
  const below = denominator === null ? null : column(denominator);
  return { above: column(numerator), below: below?.every((value) => value === 1) === true ? null : below };
}

/** A run of the paired bootstrap that can be advanced in slices. */
export interface PairedRun {
  readonly repeatsDone: () => number;
  readonly isFinished: () => boolean;
  readonly advance: (repeats: number) => void;
  readonly result: () => readonly MetricDifference[];
}

/**
 * Resamples pairs with CPython's generator and takes right - left of every metric on each resample. Over equal
 * denominators the sums are subtracted before the division, so that a mean gives digit by digit what the published paired
 * bootstrap of per-question differences gives with the same seed. `units`: pairs with one number are drawn together
 * (samples of one question); null: each pair is a unit.
 */
export function startPaired(
  tracks: readonly PairedTrack[],
  count: number,
  units: Int32Array | null,
  { seed, repeats }: { readonly seed: number; readonly repeats: number },
): PairedRun {
  const members = membersOf(units, count);
  const random = new PythonRandom(seed);
  const drawn = new Uint32Array(members.length);
  const replicates = tracks.map(() => new Float64Array(repeats).fill(Number.NaN));
  const known = tracks.map(differenceOf);
  const summed = tracks.map(({ ratios }) => ratios.map((ratio) => sumByUnit(ratio, members)));
  let done = 0;
  const runOne = (): void => {
    random.fillIndices(members.length, drawn);
    tracks.forEach((_, t) => {
      if (known[t] === null) return;
      const [left, right] = summed[t]!.map((ratio) => sumsOf(ratio, drawn));
      replicates[t]![done] = subtract(left!, right!) ?? Number.NaN;
    });
    done += 1;
  };
  return {
    repeatsDone: () => done,
    isFinished: () => done >= repeats || members.length === 0,
    advance: (more) => {
      for (let i = 0; i < more && done < repeats; i++) runOne();
    },
    result: () => tracks.map((track, t) => toDifference(track, known[t]!, replicates[t]!)),
  };
}

const valueOn = ({ metric, totals }: PairedTrack, side: 0 | 1): number | null => metricValue(metric, totals[side]);

/** right - left, exactly rounded where both have the same denominator; null where either is undefined. */
function differenceOf(track: PairedTrack): number | null {
  const { metric, totals } = track;
  if (valueOn(track, 0) === null || valueOn(track, 1) === null) return null;
  const [left, right] = totals.map((sums) => ({
    above: sums[metric.numerator.id]!,
    below: metric.denominator === null ? 1 : sums[metric.denominator.id]!,
  }));
  return subtract(left!, right!);
}

interface Sums {
  readonly above: number;
  readonly below: number;
}

function subtract(left: Sums, right: Sums): number | null {
  if (left.below === 0 || right.below === 0) return null;
  if (left.below === right.below) return (right.above - left.above) / left.below;
  return right.above / right.below - left.above / left.below;
}

interface UnitSums {
  readonly above: Float64Array;
  readonly below: Float64Array | null;
}

function sumByUnit({ above, below }: Ratio, members: readonly (readonly number[])[]): UnitSums {
  const add = (column: Float64Array): Float64Array =>
    Float64Array.from(members, (rows) => rows.reduce((sum, row) => sum + column[row]!, 0));
  const isPlain = members.every(({ length }) => length === 1);
  return { above: add(above), below: below === null ? (isPlain ? null : add(above.map(() => 1))) : add(below) };
}

function sumsOf({ above, below }: UnitSums, drawn: Uint32Array): Sums {
  let [up, down] = [0, below === null ? drawn.length : 0];
  for (let i = 0; i < drawn.length; i++) up += above[drawn[i]!]!;
  if (below !== null) for (let i = 0; i < drawn.length; i++) down += below[drawn[i]!]!;
  return { above: up, below: down };
}

/** Rows of each unit, units in the order in which they first appear. */
function membersOf(units: Int32Array | null, count: number): readonly (readonly number[])[] {
  if (units === null) return Array.from({ length: count }, (_, row) => [row]);
  const found = new Map<number, number[]>();
  units.forEach((unit, row) => {
    const known = found.get(unit);
    if (known === undefined) found.set(unit, [row]);
    else known.push(row);
  });
  return [...found.values()];
}

function toDifference(track: PairedTrack, difference: number | null, replicates: Float64Array): MetricDifference {
  const base = { metric: track.metric.id, left: valueOn(track, 0), right: valueOn(track, 1), difference };
  const defined = replicates.filter((value) => !Number.isNaN(value));
  if (difference === null || defined.length === 0) return { ...base, low: null, high: null, undefinedReplicates: 0 };
  return { ...base, ...percentileEnds(defined), undefinedReplicates: replicates.length - defined.length };
}

/** Pairs that one side answers right and the other wrong, and McNemar's test on them. null without known pairs. */
export interface Discordance {
  readonly onlyLeft: number;
  readonly onlyRight: number;
  readonly test: McNemar;
}

/** EM of one pair after the policy: 0, 1, or 2 where it is not known. */
export const emOf = ({ evaluation: { correctness }, questions, stops }: Side, pair: number): number =>
  stops[pair]! < 0 ? correctness.nativeEm[questions[pair]!]! : correctness.probeEm[stops[pair]!]!;

export function discordance(left: Side, right: Side): Discordance | null {
  const unknown = [left, right].some(({ evaluation, questions, stops }) => {
    const { [unknownStop.id]: count } = sumOutcomes(evaluation, questions, stops, [unknownStop]);
    return count! > 0;
  });
  if (unknown || left.questions.length === 0) return null;
  let [onlyLeft, onlyRight] = [0, 0];
  for (let i = 0; i < left.questions.length; i++) {
    const [a, b] = [emOf(left, i), emOf(right, i)];
    if (a > 1 || b > 1) return null;
    if (a > b) onlyLeft += 1;
    if (b > a) onlyRight += 1;
  }
  return { onlyLeft, onlyRight, test: mcNemar(onlyLeft, onlyRight) };
}
