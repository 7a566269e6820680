import { pythonSplit } from './python-text.ts';
import type { AnswerRule } from './rule.ts';
import { bestOver, matchNormalised } from './rule.ts';
import { tokenF1 } from './token-f1.ts';

const asIs = (text: string): string => text;

/** No benchmark's rule: what is left when nothing is forgiven. Shows how much of an EM is the normaliser's. */
export const strict: AnswerRule = {
  id: 'strict',
  name: 'Strict',
  description:
    'The answer must equal a target character by character. F1 over the words between white space, unchanged.',
  normalise: asIs,
  exactMatch: matchNormalised(asIs),
  f1: (prediction, gold) =>
    bestOver(prediction, gold, (answer, target) => tokenF1(pythonSplit(answer), pythonSplit(target))),
};
