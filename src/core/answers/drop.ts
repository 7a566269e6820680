import { formatPythonFloat, parsePythonFloat } from './python-number.ts';
import { pythonLower, replaceArticles, replacePunctuation, squeezeSpaces } from './python-text.ts';
import type { AnswerRule } from './rule.ts';
import { bestOver, matchNormalised } from './rule.ts';
import { tokensOf } from './token-f1.ts';

const isNumber = (text: string): boolean => parsePythonFloat(text) !== null;

const normalisePart = (part: string): string => {
  const lowered = pythonLower(part);
  const bare = isNumber(lowered) ? lowered : replacePunctuation(lowered);
  const value = parsePythonFloat(bare);
  return squeezeSpaces(replaceArticles(value === null ? bare : formatPythonFloat(value)));
};

/** `_normalize_answer` of the DROP script: parts between blanks and hyphens, numbers written as floats. */
export const normaliseDrop = (text: string): string =>
  text
    .split(/[ -]/)
    .map(normalisePart)
    .filter((part) => part !== '')
    .join(' ');

/** numpy's `round(x, 2)`: scale, round half to even, scale back. */
const roundToHundredths = (value: number): number => {
  const scaled = value * 100;
  const floor = Math.floor(scaled);
  const rest = scaled - floor;
  const up = rest > 0.5 || (rest === 0.5 && floor % 2 === 1);
  return (up ? floor + 1 : floor) / 100;
};

/** A gold with numbers shares one of them, else the bags do not match at all (`_match_numbers_if_present`). */
const areNumbersMet = (gold: ReadonlySet<string>, prediction: ReadonlySet<string>): boolean => {
  let hasNumber = false;
  for (const word of gold) {
    if (!isNumber(word)) continue;
    if (prediction.has(word)) return true;
    hasNumber = true;
  }
  return !hasNumber;
};

/** F1 of two sets of words, an empty set counting as fully precise or fully recalled (`_compute_f1`). */
const setF1 = (prediction: ReadonlySet<string>, gold: ReadonlySet<string>): number => {
  let shared = 0;
  for (const word of gold) if (prediction.has(word)) shared += 1;
  const precision = prediction.size === 0 ? 1 : shared / prediction.size;
  const recall = gold.size === 0 ? 1 : shared / gold.size;
  return precision === 0 && recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
};

/** DROP evaluation script as IRCoT uses it: one span a side, the best over the targets, F1 rounded to two decimals. */
export const drop: AnswerRule = {
  id: 'drop',
  name: 'IRCoT / DROP',
  aliases: ['ircot', 'ircot_drop', 'ircot-drop'],
  description:
    'Splits at blanks and hyphens, writes numbers as floats, then drops punctuation and articles. F1 over sets of words, rounded to two decimals, 0 when a number of the target is missing.',
  normalise: normaliseDrop,
  exactMatch: matchNormalised(normaliseDrop),
  f1: (prediction, gold) =>
    bestOver(prediction, gold, (answer, target) => {
      const predicted = new Set(tokensOf(normaliseDrop(answer)));
      const wanted = new Set(tokensOf(normaliseDrop(target)));
      return areNumbersMet(wanted, predicted) ? roundToHundredths(setF1(predicted, wanted)) : 0;
    }),
};
