import { finish, type ResampleStep, resample, type Steps } from '../steps.ts';
import {
  averagePrecisionInOrder,
  averagePrecisionOfGroups,
  averagePrecisionOfRanked,
  averagePrecisionTieGrouped,
  denseRanks,
} from './average-precision.ts';
import { type BootstrapOptions, type Interval, percentileEnds } from './interval.ts';
import { PythonRandom } from './mt19937.ts';

/** How tied scores rank: by their place in the (resampled) rows, or as one step. */
export type TieRule = 'input-order' | 'grouped';

/**
 * States of questions, for resampling whole questions. Every array of rows is in the published order: as probe-states
 * lists them. `question` numbers the questions 0 .. questionCount - 1 in the order in which they are drawn from: first
 * appearance among the rows (scale-up evaluator) or sorted ids (core evaluator). Questions without a row do not count.
 */
export interface GroupedRows {
  readonly question: ArrayLike<number>;
  readonly questionCount: number;
  /** 0 or 1 per row. */
  readonly truths: ArrayLike<number>;
}

/** Rows of each question as ranges over a list of rows grouped by question, in their given order. */
function groupRows(rows: GroupedRows): { readonly starts: Uint32Array; readonly members: Uint32Array } {
  const starts = new Uint32Array(rows.questionCount + 1);
  for (let row = 0; row < rows.question.length; row++) {
    const after = rows.question[row]! + 1;
    starts[after] = starts[after]! + 1;
  }
  for (let q = 0; q < rows.questionCount; q++) starts[q + 1] = starts[q + 1]! + starts[q]!;
  const next = starts.slice();
  const members = new Uint32Array(rows.question.length);
  for (let row = 0; row < members.length; row++) {
    const q = rows.question[row]!;
    members[next[q]!] = row;
    next[q] = next[q]! + 1;
  }
  return { starts, members };
}

/** AP of one judge on a resample, given the questions drawn. 0 without positives, as published. */
type Resampled = (drawn: Uint32Array) => number;

/** Rank and truth of the rows grouped by question, packed as 2 * rank + truth. */
interface PackedRows {
  readonly starts: Uint32Array;
  readonly packed: Uint32Array;
  readonly rankCount: number;
}

function packRows(rows: GroupedRows, scores: Float64Array): PackedRows {
  const { starts, members } = groupRows(rows);
  const { ranks, rankCount } = denseRanks(scores);
  return { starts, packed: members.map((row) => 2 * ranks[row]! + rows.truths[row]!), rankCount };
}

/** Counts rows per packed value in the resample; returns how many rows it has. */
function countDrawn({ starts, packed }: PackedRows, drawn: Uint32Array, counts: Uint32Array): number {
  counts.fill(0);
  let total = 0;
  for (let i = 0; i < drawn.length; i++) {
    const from = starts[drawn[i]!]!;
    const end = starts[drawn[i]! + 1]!;
    for (let k = from; k < end; k++) {
      const value = packed[k]!;
      counts[value] = counts[value]! + 1;
    }
    total += end - from;
  }
  return total;
}

/**
 * The published order inside a resample is (-score, place in the resampled rows). A counting sort by dense rank that
 * walks the drawn questions in order places every row exactly there: it is stable, and the walk is the place.
 */
function inputOrderAp(rows: PackedRows): Resampled {
  const counts = new Uint32Array(2 * rows.rankCount);
  const next = new Uint32Array(rows.rankCount);
  let ranked = new Uint8Array(rows.packed.length);
  return (drawn) => {
    const total = countDrawn(rows, drawn, counts);
    if (ranked.length < total) ranked = new Uint8Array(2 * total);
    let place = 0;
    for (let rank = 0; rank < next.length; rank++) {
      next[rank] = place;
      place += counts[2 * rank]! + counts[2 * rank + 1]!;
    }
    const { starts, packed } = rows;
    for (let i = 0; i < drawn.length; i++) {
      const end = starts[drawn[i]! + 1]!;
      for (let k = starts[drawn[i]!]!; k < end; k++) {
        const value = packed[k]!;
        const slot = next[value >> 1]!;
        ranked[slot] = value & 1;
        next[value >> 1] = slot + 1;
      }
    }
    return averagePrecisionOfRanked(ranked, total) ?? 0;
  };
}

function groupedAp(rows: PackedRows): Resampled {
  const counts = new Uint32Array(2 * rows.rankCount);
  const positives = new Uint32Array(rows.rankCount);
  const totals = new Uint32Array(rows.rankCount);
  return (drawn) => {
    countDrawn(rows, drawn, counts);
    for (let rank = 0; rank < totals.length; rank++) {
      positives[rank] = counts[2 * rank + 1]!;
      totals[rank] = counts[2 * rank]! + counts[2 * rank + 1]!;
    }
    return averagePrecisionOfGroups(positives, totals) ?? 0;
  };
}

/** AP on all rows; 0 without positives, as published. */
const apOf = (scores: Float64Array, truths: ArrayLike<number>, ties: TieRule): number =>
  (ties === 'grouped' ? averagePrecisionTieGrouped(scores, truths) : averagePrecisionInOrder(scores, truths)) ?? 0;

export interface ApBootstrapOptions extends BootstrapOptions {
  readonly ties: TieRule;
}

/** Like `BootstrapRun`, for one interval. */
export interface ApBootstrapRun {
  readonly repeatsDone: () => number;
  readonly isFinished: () => boolean;
  readonly advance: (repeats: number) => void;
  readonly interval: () => Interval;
}

/**
 * Starts the published grouped bootstrap of an AP difference, `right - left`: whole questions are drawn with CPython's
 * generator, one resample feeds both judges, and a resample without positives counts 0 - 0 (definitions.md 6). Scores are
 * finite and per row; masked rows carry -1e30. At least one question.
 */
export function startApBootstrap(
  rows: GroupedRows,
  left: Float64Array,
  right: Float64Array,
  options: ApBootstrapOptions,
): ApBootstrapRun {
  const { repeats, ties } = options;
  const random = new PythonRandom(options.seed);
  const resampled = (scores: Float64Array): Resampled =>
    ties === 'grouped' ? groupedAp(packRows(rows, scores)) : inputOrderAp(packRows(rows, scores));
  const apLeft = resampled(left);
  const apRight = resampled(right);
  const drawn = new Uint32Array(rows.questionCount);
  const replicates = new Float64Array(repeats);
  let done = 0;
  return {
    repeatsDone: () => done,
    isFinished: () => done >= repeats,
    advance: (more) => {
      for (const end = Math.min(repeats, done + more); done < end; done++) {
        random.fillIndices(drawn.length, drawn);
        replicates[done] = apRight(drawn) - apLeft(drawn);
      }
    },
    interval: () => ({
      estimate: apOf(right, rows.truths, ties) - apOf(left, rows.truths, ties),
      ...percentileEnds(replicates, options.indexRule, options.shares),
    }),
  };
}

/** `startApBootstrap` run to its end. */
export const apDifferenceBootstrap = (...args: Parameters<typeof startApBootstrap>): Interval =>
  finish(apDifferenceInSteps(...args));

/** `apDifferenceBootstrap` in steps. */
export function* apDifferenceInSteps(
  rows: GroupedRows,
  left: Float64Array,
  right: Float64Array,
  options: ApBootstrapOptions,
): Steps<ResampleStep, Interval> {
  const run = startApBootstrap(rows, left, right, options);
  // A state costs several times what a draw does.
  yield* resample(run, 8 * rows.truths.length, options.repeats);
  return run.interval();
}
