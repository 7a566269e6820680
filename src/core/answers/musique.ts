import type { AnswerRule } from './rule.ts';
import { bestOver, matchNormalised } from './rule.ts';
import { normaliseStandard } from './standard-normalise.ts';
import { tokenF1, tokensOf } from './token-f1.ts';

/** MuSiQue `metrics/answer.py`, which follows SQuAD 2.0: with an empty side F1 is 1 when both are empty, else 0. */
export const musique: AnswerRule = {
  id: 'musique',
  name: 'MuSiQue',
  description: 'Normalises like SQuAD 1.1. F1 is 1 when both sides are empty after normalising.',
  normalise: normaliseStandard,
  exactMatch: matchNormalised(normaliseStandard),
  f1: (prediction, gold) =>
    bestOver(prediction, gold, (answer, target) => {
      const left = tokensOf(normaliseStandard(answer));
      const right = tokensOf(normaliseStandard(target));
      return left.length === 0 && right.length === 0 ? 1 : tokenF1(left, right);
    }),
};
