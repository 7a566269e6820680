import type { AnswerRule } from './rule.ts';
import { squad } from './squad.ts';

/** `judgeAnswers` looks for it. */
export const STORED_RULE_ID = 'stored';

/**
 * Not a rule about texts: the correctness that the files state is taken as it is. Texts that somebody compares all the
 * same (in a side panel) are compared as SQuAD does.
 */
export const asStored: AnswerRule = {
  ...squad,
  id: STORED_RULE_ID,
  name: 'As stored',
  aliases: ['as-stored', 'as stored'],
  description:
    'Nothing is recomputed: an answer counts as right where its file says so. Questions about which the files say nothing are unknown.',
};
