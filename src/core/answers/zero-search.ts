import type { AnswerRule } from './rule.ts';
import { containsNormalised } from './search-r1.ts';
import { squad } from './squad.ts';
import { normaliseStandard } from './standard-normalise.ts';

/** ZeroSearch's reward code: what it reports as correct is Search-R1's cover match. F1 is SQuAD's. */
export const zeroSearch: AnswerRule = {
  id: 'zerosearch',
  name: 'ZeroSearch (cover match)',
  aliases: ['zero-search'],
  description:
    'Normalises like SQuAD 1.1 and counts an answer that contains a target anywhere. This is cover match, not exact match: it is never below EM.',
  normalise: normaliseStandard,
  exactMatch: containsNormalised,
  f1: squad.f1,
  coverMatch: containsNormalised,
  isCoverVerdict: true,
};
