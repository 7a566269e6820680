import { pythonLower, replaceArticles, squeezeSpaces } from './python-text.ts';
import type { AnswerRule } from './rule.ts';
import { bestOver, matchNormalised } from './rule.ts';
import { tokenF1, tokensOf } from './token-f1.ts';

/** `string.punctuation` and the quotes U+2018, U+2019, U+00B4, U+0060. The underscore turns into a space either way. */
const PUNCTUATION_AND_QUOTES = /[!-/:-@[-`{-~\u2018\u2019\u00b4]/g;

/** `normalize_answer` of TriviaQA's evaluation script: punctuation becomes a space, it is not deleted. */
export const normaliseTriviaQa = (text: string): string =>
  squeezeSpaces(replaceArticles(pythonLower(text).replace(PUNCTUATION_AND_QUOTES, ' ')));

/**
 * TriviaQA `triviaqa_evaluation.py`. Its totals are percentages (`100 * f1 / n`), so a printed F1 divided by 100 may be
 * one unit off in the last digit; here F1 is the per-question value, as its `f1_score` returns it.
 */
export const triviaQa: AnswerRule = {
  id: 'triviaqa',
  name: 'TriviaQA',
  description:
    'Lower case, underscores, ASCII punctuation and the quotes ‘ ’ ´ ` turned into spaces, articles dropped, white space squeezed.',
  normalise: normaliseTriviaQa,
  exactMatch: matchNormalised(normaliseTriviaQa),
  f1: (prediction, gold) =>
    bestOver(prediction, gold, (answer, target) =>
      tokenF1(tokensOf(normaliseTriviaQa(answer)), tokensOf(normaliseTriviaQa(target))),
    ),
};
