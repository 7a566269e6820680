import { finish, type ResampleStep, resample, type Steps } from '../steps.ts';
import { type BootstrapOptions, type Interval, percentileEnds } from './interval.ts';
import { LARGEST_SUMMAND, MOST_SUMMANDS, PythonRandom } from './mt19937.ts';
import { type Summation, sumOf } from './sums.ts';

/**
 * What is computed on a resample of questions: the mean of one number per question, or the ratio of two sums (0 where
 * the lower sum is 0, as the published reachability audit has it).
 */
export type Statistic =
  | { readonly kind: 'mean'; readonly values: ArrayLike<number> }
  | { readonly kind: 'ratio'; readonly numerators: ArrayLike<number>; readonly denominators: ArrayLike<number> };

export interface QuestionBootstrapOptions extends BootstrapOptions {
  /** Matters for fractions only: sums of whole numbers are exact in any order. Default `plain`. */
  readonly summation?: Summation;
}

/** A bootstrap that can be advanced in slices, so that a worker may report progress or stop between them. */
export interface BootstrapRun {
  readonly repeatsDone: () => number;
  readonly isFinished: () => boolean;
  /** Runs up to so many further replicates. */
  readonly advance: (repeats: number) => void;
  /** One interval per statistic, over all replicates; call it when finished. */
  readonly intervals: () => readonly Interval[];
}

/** One number per question; whole numbers are kept as such, because their sums need no order. */
type Column =
  | { readonly kind: 'whole'; readonly values: Int32Array }
  | { readonly kind: 'fraction'; readonly values: Float64Array; readonly drawn: Float64Array };

function toColumn(values: ArrayLike<number>): Column {
  const whole = Int32Array.from(values);
  for (let i = 0; i < whole.length; i++) {
    if (whole[i] !== values[i]) {
      return { kind: 'fraction', values: Float64Array.from(values), drawn: new Float64Array(values.length) };
    }
  }
  return { kind: 'whole', values: whole };
}

function sumWhole(values: Int32Array, indices: Uint32Array): number {
  let sum = 0;
  for (let i = 0; i < indices.length; i++) sum += values[indices[i]!]!;
  return sum;
}

function sumDrawn(column: Column, indices: Uint32Array, summation: Summation): number {
  if (column.kind === 'whole') return sumWhole(column.values, indices);
  const { values, drawn } = column;
  for (let i = 0; i < indices.length; i++) drawn[i] = values[indices[i]!]!;
  return sumOf(drawn, summation);
}

const divide = (upper: number, lower: number): number => (lower === 0 ? 0 : upper / lower);

function estimateOf(statistic: Statistic, summation: Summation): number {
  if (statistic.kind === 'mean') return sumOf(statistic.values, summation) / statistic.values.length;
  return divide(sumOf(statistic.numerators, summation), sumOf(statistic.denominators, summation));
}

interface Track {
  readonly statistic: Statistic;
  readonly upper: Column;
  readonly lower: Column | null;
  readonly replicates: Float64Array;
}

function toTrack(statistic: Statistic, repeats: number): Track {
  const replicates = new Float64Array(repeats);
  return statistic.kind === 'mean'
    ? { statistic, upper: toColumn(statistic.values), lower: null, replicates }
    : { statistic, upper: toColumn(statistic.numerators), lower: toColumn(statistic.denominators), replicates };
}

/** The values of a lone mean of small whole numbers, which the generator can add up without keeping indices. */
function smallWholeMean(tracks: readonly Track[]): Int32Array | null {
  const [track, second] = tracks;
  if (track === undefined || second !== undefined || track.lower !== null || track.upper.kind !== 'whole') return null;
  const { values } = track.upper;
  const isSmall = values.length <= MOST_SUMMANDS && values.every((value) => Math.abs(value) <= LARGEST_SUMMAND);
  return isSmall ? values : null;
}

/**
 * Starts the published question-level bootstrap: every replicate draws `count` questions with `randrange(count)` of
 * CPython's generator and computes each statistic on that one resample, so a single generator drives them all
 * (definitions.md 6). Every array has one entry per question, at least one question. States are never resampled as if
 * they were independent questions.
 */
export function startBootstrap(
  statistics: readonly Statistic[],
  count: number,
  options: QuestionBootstrapOptions,
): BootstrapRun {
  const { repeats, summation = 'plain' } = options;
  const random = new PythonRandom(options.seed);
  const indices = new Uint32Array(count);
  const tracks = statistics.map((statistic) => toTrack(statistic, repeats));
  const summands = smallWholeMean(tracks);
  let done = 0;
  const runOne = (): void => {
    random.fillIndices(count, indices);
    for (const track of tracks) {
      const upper = sumDrawn(track.upper, indices, summation);
      const lower = track.lower === null ? count : sumDrawn(track.lower, indices, summation);
      track.replicates[done] = divide(upper, lower);
    }
    done += 1;
  };
  const runSums = (values: Int32Array, end: number): void => {
    const slice = tracks[0]!.replicates.subarray(done, end);
    random.sumDraws(values, slice);
    for (let i = 0; i < slice.length; i++) slice[i] = slice[i]! / count;
    done = end;
  };
  return {
    repeatsDone: () => done,
    isFinished: () => done >= repeats,
    advance: (more) => {
      const end = Math.min(repeats, done + more);
      if (summands !== null) runSums(summands, end);
      else while (done < end) runOne();
    },
    intervals: () =>
      tracks.map((track) => ({
        estimate: estimateOf(track.statistic, summation),
        ...percentileEnds(track.replicates, options.indexRule, options.shares),
      })),
  };
}

/** `startBootstrap` run to its end: one interval per statistic. */
export function bootstrapStatistics(
  statistics: readonly Statistic[],
  count: number,
  options: QuestionBootstrapOptions,
): readonly Interval[] {
  const run = startBootstrap(statistics, count, options);
  run.advance(options.repeats);
  return run.intervals();
}

/**
 * The paired bootstrap of one difference per question (right minus left): what the scale-up and core evaluators print
 * for EM and searches.
 */
export const pairedBootstrap = (deltas: ArrayLike<number>, options: QuestionBootstrapOptions): Interval =>
  finish(pairedInSteps(deltas, options));

/** `pairedBootstrap` in steps. */
export function* pairedInSteps(
  deltas: ArrayLike<number>,
  options: QuestionBootstrapOptions,
): Steps<ResampleStep, Interval> {
  const run = startBootstrap([{ kind: 'mean', values: deltas }], deltas.length, options);
  yield* resample(run, deltas.length, options.repeats);
  return run.intervals()[0]!;
}
