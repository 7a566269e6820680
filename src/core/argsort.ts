/**
 * Indices that sort finite doubles from high to low; ties keep their input order. LSD radix sort on the bits, four
 * passes of 16 bits, because a comparator sort of a million doubles takes several times as long as everything else in
 * the sweep. -0 sorts with 0.
 */
export function argsortDescending(values: Float64Array): Uint32Array {
  const n = values.length;
  const order = new Uint32Array(n);
  for (let i = 0; i < n; i++) order[i] = i;
  if (n < 2) return order;
  if (n < 2048) {
    return order.sort((a, b) => values[b]! - values[a]! || a - b);
  }
  const low = new Uint32Array(n);
  const high = new Uint32Array(n);
  toDescendingKeys(values, low, high);
  let from = order;
  let to = new Uint32Array(n);
  const counts = new Uint32Array(65536);
  for (let pass = 0; pass < 4; pass++) {
    const words = pass < 2 ? low : high;
    const shift = (pass & 1) << 4;
    counts.fill(0);
    for (let i = 0; i < n; i++) {
      const digit = (words[i]! >>> shift) & 0xffff;
      counts[digit] = counts[digit]! + 1;
    }
    if (counts[(words[0]! >>> shift) & 0xffff] === n) continue;
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

/** Two 32-bit words per double whose unsigned order is the descending order of the doubles. */
function toDescendingKeys(values: Float64Array, low: Uint32Array, high: Uint32Array): void {
  const n = values.length;
  const copy = new Float64Array(n);
  for (let i = 0; i < n; i++) copy[i] = values[i]! + 0;
  const words = new Uint32Array(copy.buffer);
  for (let i = 0; i < n; i++) {
    const lo = words[2 * i]!;
    const hi = words[2 * i + 1]!;
    // Ascending key: flip all bits of negatives, only the sign of the rest. Descending is its complement.
    if (hi >>> 31) {
      low[i] = lo;
      high[i] = hi;
    } else {
      low[i] = ~lo;
      high[i] = ~hi & 0x7fffffff;
    }
  }
}
