import type { NumpyRandom } from './pcg64.ts';

/**
 * `numpy.sum` of contiguous doubles: eight running sums in blocks of up to 128, blocks joined in halves. Differs from a
 * left-to-right sum in the last digits.
 */
export function pairwiseSum(values: Float64Array, from = 0, end = values.length): number {
  const size = end - from;
  if (size < 8) {
    let sum = 0;
    for (let i = from; i < end; i++) sum += values[i]!;
    return sum;
  }
  if (size <= 128) {
    const r = values.slice(from, from + 8);
    let i = from + 8;
    for (; i + 8 <= end; i += 8) for (let j = 0; j < 8; j++) r[j] = r[j]! + values[i + j]!;
    let sum = r[0]! + r[1]! + (r[2]! + r[3]!) + (r[4]! + r[5]! + (r[6]! + r[7]!));
    for (; i < end; i++) sum += values[i]!;
    return sum;
  }
  const half = Math.floor(size / 2);
  const middle = from + half - (half % 8);
  return pairwiseSum(values, from, middle) + pairwiseSum(values, middle, end);
}

/**
 * `numpy.percentile(values, q)` with the default linear method, q in 0..100. At least one value, none NaN.
 * Source: `percentileMethod` in the goldens of the NumPy generator.
 */
export function percentileLinear(values: Float64Array, q: number): number {
  const sorted = Float64Array.from(values).sort();
  const place = (q / 100) * (sorted.length - 1);
  const index = Math.min(Math.floor(place), sorted.length - 1);
  const t = place - index;
  const a = sorted[index]!;
  const b = sorted[Math.min(index + 1, sorted.length - 1)]!;
  return t < 0.5 ? a + (b - a) * t : b - (b - a) * (1 - t);
}

/**
 * The bootstrap of the round-wise stopping paper's scripts: per replicate `integers(0, n, n)` of NumPy's generator, and
 * the mean of each column over those questions. All columns have one entry per question, in the order in which the script
 * holds them (sorted by id); one resample serves them all. Returns `repeats` means per column (definitions.md 12).
 */
export function numpyBootstrapMeans(
  random: NumpyRandom,
  columns: readonly ArrayLike<number>[],
  repeats: number,
): readonly Float64Array[] {
  const count = columns[0]?.length ?? 0;
  const indices = new Uint32Array(count);
  const drawn = new Float64Array(count);
  const values = columns.map((column) => Float64Array.from(column));
  const means = columns.map(() => new Float64Array(repeats));
  for (let r = 0; r < repeats; r++) {
    random.fillIndices(count, indices);
    values.forEach((column, c) => {
      for (let i = 0; i < count; i++) drawn[i] = column[indices[i]!]!;
      means[c]![r] = pairwiseSum(drawn) / count;
    });
  }
  return means;
}
