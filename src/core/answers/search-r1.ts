import type { AnswerRule } from './rule.ts';
import { bestOver, matchNormalised } from './rule.ts';
import { squad } from './squad.ts';
import { normaliseStandard } from './standard-normalise.ts';

/** `subem_check` of Search-R1: a normalised target is a substring of the normalised prediction, inside a word too. */
export const containsNormalised: NonNullable<AnswerRule['coverMatch']> = (prediction, gold) =>
  bestOver(prediction, gold, (answer, target) =>
    normaliseStandard(answer).includes(normaliseStandard(target)) ? 1 : 0,
  ) === 1
    ? 1
    : 0;

/** Search-R1, `verl/utils/reward_score/qa_em.py`; the rule of NQ-style evaluations. It defines no F1: SQuAD's is used. */
export const searchR1: AnswerRule = {
  id: 'searchr1',
  name: 'NQ / Search-R1',
  aliases: ['search-r1', 'nq'],
  description:
    'Normalises like SQuAD 1.1. Beside exact match it offers cover match: a target stands anywhere in the prediction.',
  normalise: normaliseStandard,
  exactMatch: matchNormalised(normaliseStandard),
  f1: squad.f1,
  coverMatch: containsNormalised,
};
