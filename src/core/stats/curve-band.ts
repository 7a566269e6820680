import { countsLength, PythonRandom } from './mt19937.ts';

/**
 * How often each question is drawn in each replicate of the published bootstrap: `counts[q * repeats + r]`. Kept so that
 * a threshold step, which changes one question, updates every replicate in one pass over its column.
 */
export interface ResampleCounts {
  readonly questions: number;
  readonly repeats: number;
  readonly counts: Uint8Array;
}

/** Work that can be done in slices, so that a worker may report progress or stop in between. */
export interface Sliced<T> {
  readonly fractionDone: () => number;
  readonly isFinished: () => boolean;
  /** Does about `milliseconds` of work, at least one unit. */
  readonly advance: (milliseconds: number) => void;
  readonly result: () => T;
}

/**
 * Draws `questions` indices per replicate with CPython's generator (definitions.md 6), at least one question. A count
 * has 8 bits: being drawn more than 255 times in one replicate has a chance far below 1e-300.
 */
export function drawResamples(questions: number, repeats: number, seed: number): Sliced<ResampleCounts> {
  const random = new PythonRandom(seed);
  const counts = new Uint8Array(questions * repeats);
  const length = countsLength(questions);
  // Replicates are drawn in blocks, one after the other in each, and then turned over in tiles that fit the cache.
  const block = new Uint8Array(length * BLOCK);
  const rows = Array.from({ length: BLOCK }, (_, r) => block.subarray(r * length, (r + 1) * length));
  let done = 0;
  const runBlock = () => {
    const size = Math.min(BLOCK, repeats - done);
    for (let r = 0; r < size; r++) random.countDraws(questions, rows[r]!);
    transposeInto(counts, block, { questions, size, length, repeats, done });
    done += size;
  };
  return {
    fractionDone: () => done / repeats,
    isFinished: () => done >= repeats,
    advance: (milliseconds) => runFor(milliseconds, () => done < repeats, runBlock),
    result: () => ({ questions, repeats, counts }),
  };
}

const BLOCK = 64;

interface BlockShape {
  readonly questions: number;
  /** Replicates in this block, and the counts that each has. */
  readonly size: number;
  readonly length: number;
  /** Replicates of the whole, and those before this block. */
  readonly repeats: number;
  readonly done: number;
}

/** counts[q * repeats + done + r] = block[r * length + q], in tiles of 64 questions. */
function transposeInto(counts: Uint8Array, block: Uint8Array, shape: BlockShape): void {
  const { questions, size, length, repeats, done } = shape;
  for (let from = 0; from < questions; from += BLOCK) {
    const end = Math.min(questions, from + BLOCK);
    for (let q = from; q < end; q++) {
      let target = q * repeats + done;
      for (let source = q; source < size * length; source += length) {
        counts[target] = block[source]!;
        target += 1;
      }
    }
  }
}

/** The 95 % percentile interval of a mean difference at every row of a sweep; pointwise, not simultaneous. */
export interface Band {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** The events of a sweep, with questions numbered from 0 within the selection that is resampled. */
export interface BandEvents {
  /** The events of row r are rowStart[r] .. rowStart[r + 1] - 1. */
  readonly rowStart: Uint32Array;
  /** -1 leaves the event out (its question is not resampled). */
  readonly question: Int32Array;
  /** What the event adds to the question's difference: integers. */
  readonly delta: Int32Array;
}

/**
 * Pointwise percentile intervals along a whole curve in one incremental pass. The sums of all replicates stand in a
 * histogram (they are integers); each event moves the replicates that drew its question, and two pointers follow the
 * 2.5 % and 97.5 % order statistics (indices int(0.025 R) and int(0.975 R)). At every row the ends equal those of a
 * bootstrap run for that row alone with the same seed.
 */
export function startBand({ questions, repeats, counts }: ResampleCounts, events: BandEvents): Sliced<Band> {
  const rows = events.rowStart.length - 1;
  const reach = questions * largestSwing(events, questions) + 1;
  const histogram = new Int32Array(2 * reach + 1);
  const sums = new Int32Array(repeats).fill(reach);
  histogram[reach] = repeats;
  const low = makePointer(histogram, Math.trunc(0.025 * repeats), reach);
  const high = makePointer(histogram, Math.trunc(0.975 * repeats), reach);
  const band: Band = { low: new Float64Array(rows), high: new Float64Array(rows) };
  let row = 0;
  const runRow = () => {
    for (let e = events.rowStart[row]!; e < events.rowStart[row + 1]!; e++) {
      const q = events.question[e]!;
      const delta = events.delta[e]!;
      if (q < 0 || delta === 0) continue;
      move(sums, histogram, counts, q * repeats, delta, low, high);
    }
    band.low[row] = (settle(low) - reach) / questions;
    band.high[row] = (settle(high) - reach) / questions;
    row += 1;
  };
  return {
    fractionDone: () => row / rows,
    isFinished: () => row >= rows,
    advance: (milliseconds) => runFor(milliseconds, () => row < rows, runRow),
    result: () => band,
  };
}

/** Follows the k-th smallest of the sums (from 0). `below` counts the sums under `at`. */
interface Pointer {
  readonly histogram: Int32Array;
  readonly k: number;
  at: number;
  below: number;
}

const makePointer = (histogram: Int32Array, k: number, at: number): Pointer => ({ histogram, k, at, below: 0 });

function settle(pointer: Pointer): number {
  const { histogram, k } = pointer;
  while (pointer.below > k) {
    pointer.at -= 1;
    pointer.below -= histogram[pointer.at]!;
  }
  while (pointer.below + histogram[pointer.at]! <= k) {
    pointer.below += histogram[pointer.at]!;
    pointer.at += 1;
  }
  return pointer.at;
}

function move(
  sums: Int32Array,
  histogram: Int32Array,
  counts: Uint8Array,
  first: number,
  delta: number,
  low: Pointer,
  high: Pointer,
): void {
  const lowAt = low.at;
  const highAt = high.at;
  let lowBelow = low.below;
  let highBelow = high.below;
  for (let r = 0; r < sums.length; r++) {
    const count = counts[first + r]!;
    if (count === 0) continue;
    const before = sums[r]!;
    const after = before + count * delta;
    sums[r] = after;
    histogram[before] = histogram[before]! - 1;
    histogram[after] = histogram[after]! + 1;
    if (before < lowAt !== after < lowAt) lowBelow += after < lowAt ? 1 : -1;
    if (before < highAt !== after < highAt) highBelow += after < highAt ? 1 : -1;
  }
  low.below = lowBelow;
  high.below = highBelow;
}

/** The largest size that one question's difference has anywhere along the curve. */
function largestSwing({ question, delta }: BandEvents, questions: number): number {
  const at = new Int32Array(questions);
  let largest = 0;
  for (let e = 0; e < question.length; e++) {
    const q = question[e]!;
    if (q < 0) continue;
    at[q] = at[q]! + delta[e]!;
    largest = Math.max(largest, Math.abs(at[q]!));
  }
  return largest;
}

function runFor(milliseconds: number, hasMore: () => boolean, step: () => void): void {
  const end = Date.now() + milliseconds;
  do step();
  while (hasMore() && Date.now() < end);
}
