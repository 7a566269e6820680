import { hotpot } from './hotpot.ts';
import type { AnswerRule } from './rule.ts';
import { searchR1 } from './search-r1.ts';
import { squad } from './squad.ts';

export type { AnswerRule } from './rule.ts';

/** Every answer rule, in the order menus show them. A new one is a file and a line here. */
export const ANSWER_RULES: readonly AnswerRule[] = [squad, searchR1, hotpot];

/** The rule of the published stopping evaluator. */
export const DEFAULT_ANSWER_RULE_ID = 'squad';

/** The rule with that id, or null. */
export const findAnswerRule = (id: string): AnswerRule | null => ANSWER_RULES.find((rule) => rule.id === id) ?? null;
