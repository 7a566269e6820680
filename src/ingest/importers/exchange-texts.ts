import type { JudgeDetails } from '../../core/terms.ts';
import { derivedStateId } from '../exchange-format.ts';
import { gapItemsOf, supportingFactsOf } from './bundle-texts.ts';
import { countOf, idOf, isObject, type JsonObject, stringOr } from './guards.ts';
import type { LineRole, LineTexts, StateTexts } from './importer.ts';

export const readExchangeTexts = (role: LineRole, value: unknown): LineTexts => {
  if (!isObject(value) || (role !== 'question' && role !== 'label')) return {};
  const facts = supportingFactsOf(value.supportingFacts);
  const states = new Map<string, StateTexts>();
  const seen: number[] = [];
  for (const state of Array.isArray(value.states) ? value.states.filter(isObject) : []) {
    const searchesUsed = countOf(state.searchesUsed);
    if (searchesUsed === null) continue;
    const own = state.id === undefined ? null : idOf(state.id);
    const id = own ?? derivedStateId(idOf(value.id) ?? '', searchesUsed, countUse(seen, searchesUsed));
    if (!states.has(id)) states.set(id, textsOf(state));
  }
  return { ...(facts === null ? {} : { supportingFacts: facts }), states };
};

/** How often a number of searches came before in this question; `seen` keeps count. */
export const countUse = (seen: number[], searchesUsed: number): number => {
  const earlier = seen[searchesUsed] ?? 0;
  seen[searchesUsed] = earlier + 1;
  return earlier;
};

const textsOf = (state: JsonObject): StateTexts => ({
  query: stringOr(state.query, null),
  context: stringOr(state.context, null),
  ...(Array.isArray(state.retrievedTitles)
    ? { titles: state.retrievedTitles.filter((title) => typeof title === 'string') }
    : {}),
  ...(typeof state.documents === 'string' ? { documents: state.documents } : {}),
  ...(typeof state.queryText === 'string' ? { queryText: state.queryText } : {}),
  judges: isObject(state.scores)
    ? Object.fromEntries(Object.entries(state.scores).map(([judge, score]) => [judge, judgeTextsOf(score)]))
    : {},
});

const judgeTextsOf = (score: unknown): JudgeDetails => {
  const row = isObject(score) ? score : {};
  return {
    isSufficient: typeof row.isSufficient === 'boolean' ? row.isSufficient : null,
    gapItems: gapItemsOf(row.gapItems),
    rawCompletion: stringOr(row.rawCompletion, null),
    parseError: stringOr(row.parseError, null),
  };
};
