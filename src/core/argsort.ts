/**
 * Indices that sort finite doubles from high to low; ties keep their input order, and -0 sorts with 0. A radix sort on
 * the bits: a comparator sort of a million doubles takes several times as long as everything else in the sweep. The
 * high words usually decide, so they go first; where many doubles share one (scores on a grid with float noise) the low
 * words are sorted too.
 */
export function argsortDescending(values: Float64Array): Uint32Array {
  const n = values.length;
  const order = new Uint32Array(n);
  for (let i = 0; i < n; i++) order[i] = i;
  if (n < 2048) return order.sort((a, b) => values[b]! - values[a]! || a - b);
  const low = new Uint32Array(n);
  const high = new Uint32Array(n);
  toDescendingKeys(values, low, high);
  const scratch = new Uint32Array(n);
  if (looksDistinct(high)) {
    const byHigh = sortByWord(order, high, scratch);
    if (hasShortRuns(byHigh, high)) return repairRuns(byHigh, high, low);
    for (let i = 0; i < n; i++) order[i] = i;
  }
  return sortByWord(sortByWord(order, low, scratch), high, scratch);
}

/** A look at a few words: where many of them repeat, sorting by the high words alone would be for nothing. */
function looksDistinct(words: Uint32Array): boolean {
  const LOOKS = 512;
  const step = Math.max(1, Math.floor(words.length / LOOKS));
  const seen = new Set<number>();
  for (let i = 0; i < LOOKS; i++) seen.add(words[i * step]!);
  return seen.size > LOOKS * 0.9;
}

const LONGEST_REPAIRED_RUN = 24;

/** Stable LSD sort of `order` by a 32-bit key in two passes. `order` and `scratch` are used up; the result is `order`. */
function sortByWord(order: Uint32Array, words: Uint32Array, scratch: Uint32Array): Uint32Array {
  const n = order.length;
  const counts = new Uint32Array(65536);
  let from = order;
  let to = scratch;
  for (let shift = 0; shift < 32; shift += 16) {
    counts.fill(0);
    for (let i = 0; i < n; i++) {
      const digit = (words[i]! >>> shift) & 0xffff;
      counts[digit] = counts[digit]! + 1;
    }
    let sum = 0;
    for (let digit = 0; digit < 65536; digit++) {
      const count = counts[digit]!;
      counts[digit] = sum;
      sum += count;
    }
    for (let i = 0; i < n; i++) {
      const index = from[i]!;
      const digit = (words[index]! >>> shift) & 0xffff;
      const slot = counts[digit]!;
      counts[digit] = slot + 1;
      to[slot] = index;
    }
    [from, to] = [to, from];
  }
  return from;
}

function hasShortRuns(order: Uint32Array, high: Uint32Array): boolean {
  let run = 1;
  for (let i = 1; i < order.length; i++) {
    run = high[order[i]!] === high[order[i - 1]!] ? run + 1 : 1;
    if (run > LONGEST_REPAIRED_RUN) return false;
  }
  return true;
}

/** Insertion sort by the low word within runs of one high word. */
function repairRuns(order: Uint32Array, high: Uint32Array, low: Uint32Array): Uint32Array {
  for (let i = 1; i < order.length; i++) {
    const index = order[i]!;
    let j = i - 1;
    while (j >= 0 && high[order[j]!] === high[index] && low[order[j]!]! > low[index]!) {
      order[j + 1] = order[j]!;
      j -= 1;
    }
    order[j + 1] = index;
  }
  return order;
}

/** Two 32-bit words per double whose unsigned order is the descending order of the doubles. */
function toDescendingKeys(values: Float64Array, low: Uint32Array, high: Uint32Array): void {
  const n = values.length;
  const copy = new Float64Array(n);
  // + 0 turns -0 into 0.
  for (let i = 0; i < n; i++) copy[i] = values[i]! + 0;
  const words = new Uint32Array(copy.buffer);
  for (let i = 0; i < n; i++) {
    const lo = words[2 * i]!;
    const hi = words[2 * i + 1]!;
    // Ascending key: all bits of negatives flipped, only the sign of the rest. Descending is its complement.
    if (hi >>> 31) {
      low[i] = lo;
      high[i] = hi;
    } else {
      low[i] = ~lo;
      high[i] = ~hi & 0x7fffffff;
    }
  }
}
