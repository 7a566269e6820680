/**
 * Holm's step-down adjustment: ascending, (m - k) * p for k from 0, running maximum, at most 1; returned in input order.
 * Source: S. Holm, "A simple sequentially rejective multiple test procedure" (1979).
 */
export function holm(pValues: readonly number[]): readonly number[] {
  const order = pValues.map((_, i) => i).sort((a, b) => pValues[a]! - pValues[b]! || a - b);
  const adjusted = new Array<number>(pValues.length).fill(0);
  let largest = 0;
  order.forEach((index, k) => {
    largest = Math.max(largest, (pValues.length - k) * pValues[index]!);
    adjusted[index] = Math.min(1, largest);
  });
  return adjusted;
}
