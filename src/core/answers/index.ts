import { asStored } from './as-stored.ts';
import { drop } from './drop.ts';
import { hotpot } from './hotpot.ts';
import { musique } from './musique.ts';
import { r1Searcher } from './r1-searcher.ts';
import type { AnswerRule } from './rule.ts';
import { searchR1 } from './search-r1.ts';
import { squad } from './squad.ts';
import { strict } from './strict.ts';
import { triviaQa } from './triviaqa.ts';
import { twoWiki } from './two-wiki.ts';
import { zeroSearch } from './zero-search.ts';

export { asStored, STORED_RULE_ID } from './as-stored.ts';
export { pythonRepr, pythonStr } from './python-repr.ts';
export type { AnswerRule } from './rule.ts';

/** Every answer rule, in the order menus show them. A new one is a file and a line here. */
export const ANSWER_RULES: readonly AnswerRule[] = [
  squad,
  searchR1,
  hotpot,
  twoWiki,
  musique,
  triviaQa,
  drop,
  r1Searcher,
  zeroSearch,
  strict,
];

/** The rules that judge texts, and the one that takes the files' word. */
const ALL_RULES: readonly AnswerRule[] = [...ANSWER_RULES, asStored];

/** The rule of the published stopping evaluator. */
export const DEFAULT_ANSWER_RULE_ID = 'squad';

/** The rule with that id or alias, in any case, or null. */
export const findAnswerRule = (id: string): AnswerRule | null => {
  const wanted = id.toLowerCase();
  return ALL_RULES.find((rule) => rule.id === wanted || (rule.aliases ?? []).includes(wanted)) ?? null;
};
