import { hotpotF1 } from './hotpot.ts';
import type { AnswerRule } from './rule.ts';
import { matchNormalised } from './rule.ts';
import { normaliseStandard } from './standard-normalise.ts';

/** 2WikiMultiHopQA evaluation script v1.1: HotpotQA's formulas, the best over the answer's aliases. */
export const twoWiki: AnswerRule = {
  id: '2wiki',
  name: '2WikiMultiHopQA',
  aliases: ['2wikimultihopqa'],
  description: "Like HotpotQA's rule, taken over every alias of the answer.",
  normalise: normaliseStandard,
  exactMatch: matchNormalised(normaliseStandard),
  f1: hotpotF1,
};
