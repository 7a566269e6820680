/** How many tokens the two bags share, counting repeats (`sum((Counter(a) & Counter(b)).values())`). */
export const overlapOf = (left: readonly string[], right: readonly string[]): number => {
  const counts = new Map<string, number>();
  for (const token of left) counts.set(token, (counts.get(token) ?? 0) + 1);
  let shared = 0;
  for (const token of right) {
    const count = counts.get(token) ?? 0;
    if (count === 0) continue;
    counts.set(token, count - 1);
    shared += 1;
  }
  return shared;
};

/**
 * Token F1 of two bags, 0..1, in the published order `2 * p * r / (p + r)`: `2 * o / (n + m)` may differ in the last
 * digit (definitions.md 1). 0 when nothing is shared, so also when a bag is empty.
 */
export const tokenF1 = (prediction: readonly string[], target: readonly string[]): number => {
  const shared = overlapOf(prediction, target);
  if (shared === 0) return 0;
  const precision = shared / prediction.length;
  const recall = shared / target.length;
  return (2 * precision * recall) / (precision + recall);
};

/** The tokens of a text that is already squeezed: no white space but single blanks between words. */
export const tokensOf = (normalised: string): readonly string[] => (normalised === '' ? [] : normalised.split(' '));

const SPECIAL = new Set(['yes', 'no', 'noanswer']);

/** HotpotQA's special case: a yes, no or noanswer on either side must match as a whole. */
export const isSpecialMismatch = (prediction: string, target: string): boolean =>
  prediction !== target && (SPECIAL.has(prediction) || SPECIAL.has(target));
