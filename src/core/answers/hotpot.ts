import type { AnswerRule } from './rule.ts';
import { bestOver, matchNormalised } from './rule.ts';
import { normaliseStandard } from './standard-normalise.ts';
import { isSpecialMismatch, tokenF1, tokensOf } from './token-f1.ts';

/** F1 of `hotpot_evaluate_v1.py`, shared with 2WikiMultiHopQA's script. */
export const hotpotF1: AnswerRule['f1'] = (prediction, gold) =>
  bestOver(prediction, gold, (answer, target) => {
    const left = normaliseStandard(answer);
    const right = normaliseStandard(target);
    return isSpecialMismatch(left, right) ? 0 : tokenF1(tokensOf(left), tokensOf(right));
  });

/** HotpotQA evaluation script, `hotpot_evaluate_v1.py`. */
export const hotpot: AnswerRule = {
  id: 'hotpot',
  name: 'HotpotQA',
  aliases: ['hotpotqa'],
  description: 'Normalises like SQuAD 1.1. F1 is 0 when either side is yes, no or noanswer and the two differ.',
  normalise: normaliseStandard,
  exactMatch: matchNormalised(normaliseStandard),
  f1: hotpotF1,
};
