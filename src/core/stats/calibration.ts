import { argsortDescending } from '../argsort.ts';
import { type Summation, sumOf } from './sums.ts';

export interface CalibrationBin {
  /** Edges of an equal-width bin; smallest and largest probability of an equal-mass one. */
  readonly low: number;
  readonly high: number;
  readonly count: number;
  readonly meanProbability: number;
  readonly observedRate: number;
}

export interface Calibration {
  /** Bins that hold a row, ascending. */
  readonly bins: readonly CalibrationBin[];
  /** Sum over bins of count / N * |mean probability - observed rate|. */
  readonly ece: number;
  /** The largest |mean probability - observed rate|. */
  readonly mce: number;
}

/** How rows are put into bins. `split` may part equal probabilities, `tie-safe` never does. */
export type Binning =
  | { readonly kind: 'equal-width'; readonly count: number }
  | { readonly kind: 'equal-mass'; readonly count: number; readonly ties: 'split' | 'tie-safe' };

/** The published binning. */
export const TEN_EQUAL_WIDTH: Binning = { kind: 'equal-width', count: 10 };

/** The sigmoid of a margin clipped to [-40, 40], as published; a masked score of -1e30 gives 4.25e-18. */
export const marginToProbability = (margin: number): number => 1 / (1 + Math.exp(-Math.min(40, Math.max(-40, margin))));

/** The bin of a probability: edges are k / count by division, and the last bin takes 1 too. */
function widthBin(probability: number, count: number): number {
  let bin = Math.min(count - 1, Math.floor(probability * count));
  while (bin > 0 && probability < bin / count) bin -= 1;
  while (bin < count - 1 && probability >= (bin + 1) / count) bin += 1;
  return bin;
}

/** Row numbers per bin, in input order for equal width and ascending by (probability, row) for equal mass. */
function binRows(probabilities: Float64Array, binning: Binning): readonly (readonly number[])[] {
  const bins: number[][] = Array.from({ length: binning.count }, () => []);
  if (binning.kind === 'equal-width') {
    for (let row = 0; row < probabilities.length; row++) bins[widthBin(probabilities[row]!, binning.count)]!.push(row);
    return bins;
  }
  const order = [...argsortDescending(probabilities.map((p) => -p))];
  let next = 0;
  bins.forEach((bin, b) => {
    // A share rounded up of what is left gives the first (N mod bins) bins one more: numpy's array_split.
    const end = next + Math.ceil((order.length - next) / (binning.count - b));
    const isTied = (): boolean =>
      binning.ties === 'tie-safe' && next > 0 && probabilities[order[next]!] === probabilities[order[next - 1]!];
    while (next < order.length && (next < end || (bin.length > 0 && isTied()))) {
      bin.push(order[next]!);
      next += 1;
    }
  });
  return bins;
}

function summarise(
  rows: readonly number[],
  probabilities: Float64Array,
  truths: ArrayLike<number>,
  summation: Summation,
): Pick<CalibrationBin, 'count' | 'meanProbability' | 'observedRate'> {
  const own = rows.map((row) => probabilities[row]!);
  const hits = rows.reduce((sum, row) => sum + truths[row]!, 0);
  return { count: rows.length, meanProbability: sumOf(own, summation) / rows.length, observedRate: hits / rows.length };
}

/**
 * Calibration of probabilities (0..1) against truths (0 or 1). Empty bins are left out; ECE is added up in bin order.
 * `summation` is that of the bin means (definitions.md 4 and 6). null without rows.
 */
export function calibrate(
  probabilities: Float64Array,
  truths: ArrayLike<number>,
  binning: Binning = TEN_EQUAL_WIDTH,
  summation: Summation = 'plain',
): Calibration | null {
  if (probabilities.length === 0) return null;
  const bins: CalibrationBin[] = [];
  binRows(probabilities, binning).forEach((rows, b) => {
    if (rows.length === 0) return;
    const edges =
      binning.kind === 'equal-width'
        ? { low: b / binning.count, high: (b + 1) / binning.count }
        : { low: probabilities[rows[0]!]!, high: probabilities[rows.at(-1)!]! };
    bins.push({ ...edges, ...summarise(rows, probabilities, truths, summation) });
  });
  let ece = 0;
  let mce = 0;
  for (const bin of bins) {
    const gap = Math.abs(bin.meanProbability - bin.observedRate);
    ece += (bin.count / probabilities.length) * gap;
    mce = Math.max(mce, gap);
  }
  return { bins, ece, mce };
}

/** Mean squared distance of probability and truth; null without rows. */
export function brier(
  probabilities: Float64Array,
  truths: ArrayLike<number>,
  summation: Summation = 'plain',
): number | null {
  if (probabilities.length === 0) return null;
  const squares = probabilities.map((p, row) => (p - truths[row]!) ** 2);
  return sumOf(squares, summation) / probabilities.length;
}
