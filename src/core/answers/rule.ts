import type { Gold } from '../terms.ts';

/**
 * How a benchmark says whether an answer is right. A rule is one file; `index.ts` lists them. A gold list means "any
 * counts": every measure is the best over its targets, and an empty list is never matched.
 */
export interface AnswerRule {
  /** Stable, used on the command line and in URLs. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  /** Other spellings of the id that `findAnswerRule` takes. */
  readonly aliases?: readonly string[];
  /** One or two sentences: what it does to a text, and its special cases. */
  readonly description: string;
  normalise(text: string): string;
  /** The rule's own verdict. null: the run gave no answer, which is wrong (0). */
  exactMatch(prediction: string | null, gold: Gold): 0 | 1;
  /** Token F1 in 0..1 with the rule's special cases; 0 for null. */
  f1(prediction: string | null, gold: Gold): number;
  /** Sub-EM: a target is contained in the prediction, as the benchmark's tool reads it. Never to be called EM. */
  readonly coverMatch?: (prediction: string | null, gold: Gold) => 0 | 1;
  /** True where the tool's own verdict is cover match: whoever shows `exactMatch` of this rule must not call it EM. */
  readonly isCoverVerdict?: true;
}

/** The best of `score` over a gold's targets; 0 without a prediction or without targets. */
export const bestOver = (
  prediction: string | null,
  gold: Gold,
  score: (prediction: string, target: string) => number,
): number => {
  if (prediction === null) return 0;
  if (typeof gold === 'string') return score(prediction, gold);
  let best = 0;
  for (const target of gold) {
    const value = score(prediction, target);
    if (value > best) best = value;
  }
  return best;
};

const MEMO_LIMIT = 16384;

/**
 * Remembers a normaliser's results. Golds come back for every state and every policy; the memo is emptied when full, so
 * memory stays bounded.
 */
export const remember = (normalise: (text: string) => string): ((text: string) => string) => {
  const known = new Map<string, string>();
  return (text) => {
    const seen = known.get(text);
    if (seen !== undefined) return seen;
    const value = normalise(text);
    if (known.size >= MEMO_LIMIT) known.clear();
    known.set(text, value);
    return value;
  };
};

/** Exact match of normalised texts: 1 when some target normalises to the same text as the prediction. */
export const matchNormalised = (
  normalise: (text: string) => string,
): ((prediction: string | null, gold: Gold) => 0 | 1) => {
  const normaliseGold = remember(normalise);
  return (prediction, gold) => {
    if (prediction === null) return 0;
    const answer = normalise(prediction);
    if (typeof gold === 'string') return answer === normaliseGold(gold) ? 1 : 0;
    for (const target of gold) if (answer === normaliseGold(target)) return 1;
    return 0;
  };
};
