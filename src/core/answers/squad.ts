import type { AnswerRule } from './rule.ts';
import { bestOver, matchNormalised } from './rule.ts';
import { normaliseStandard } from './standard-normalise.ts';
import { tokenF1, tokensOf } from './token-f1.ts';

/**
 * SQuAD 1.1 evaluation script; the published stopping evaluator computes the same. Both sides empty after normalising:
 * EM is 1 and F1 is 0.
 */
export const squad: AnswerRule = {
  id: 'squad',
  name: 'SQuAD 1.1',
  aliases: ['squad11'],
  description:
    'Lower case, ASCII punctuation deleted, articles a, an, the dropped, white space squeezed. F1 over token bags; 0 when a side is empty.',
  normalise: normaliseStandard,
  exactMatch: matchNormalised(normaliseStandard),
  f1: (prediction, gold) =>
    bestOver(prediction, gold, (answer, target) =>
      tokenF1(tokensOf(normaliseStandard(answer)), tokensOf(normaliseStandard(target))),
    ),
};
