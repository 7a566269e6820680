import type { AnswerRule } from './rule.ts';
import { bestOver, matchNormalised } from './rule.ts';
import { isSpecialMismatch, tokenF1, tokensOf } from './token-f1.ts';
import { normaliseTriviaQa } from './triviaqa.ts';

/** R1-Searcher compares the strings `True` and `False` (exactly these) as yes and no. */
const mapBooleans = (text: string): string => (text === 'True' ? 'yes' : text === 'False' ? 'no' : text);
const normaliseMapped = (text: string): string => normaliseTriviaQa(mapBooleans(text));

/** `cover_exact_match_score_1`: every word of the target is among the prediction's words, in any order. */
const containsEveryWord = (prediction: string, target: string): 0 | 1 => {
  // Python's `split(" ")` of an empty text is one empty word, and so is JavaScript's.
  const words = new Set(normaliseMapped(prediction).split(' '));
  return normaliseMapped(target)
    .split(' ')
    .every((word) => words.has(word))
    ? 1
    : 0;
};

/** R1-Searcher `evaluation/metric_calc_rule.py`. */
export const r1Searcher: AnswerRule = {
  id: 'r1searcher',
  name: 'R1-Searcher',
  aliases: ['r1-searcher'],
  description:
    "Normalises like TriviaQA after reading True as yes and False as no; F1 has HotpotQA's special case. Cover match: every word of a target is in the prediction.",
  normalise: normaliseTriviaQa,
  exactMatch: matchNormalised(normaliseMapped),
  f1: (prediction, gold) =>
    bestOver(prediction, gold, (answer, target) => {
      const left = normaliseMapped(answer);
      const right = normaliseMapped(target);
      return isSpecialMismatch(left, right) ? 0 : tokenF1(tokensOf(left), tokensOf(right));
    }),
  coverMatch: (prediction, gold) => (bestOver(prediction, gold, containsEveryWord) === 1 ? 1 : 0),
};
