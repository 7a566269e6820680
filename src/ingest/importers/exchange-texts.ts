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
    const id =
      (state.id === undefined ? null : idOf(state.id)) ?? nextDerivedId(idOf(value.id) ?? '', searchesUsed, seen);
    if (!states.has(id)) states.set(id, textsOf(state));
  }
  return { ...(facts === null ? {} : { supportingFacts: facts }), states };
};

/** The id of a state that names none. `seen` counts how often a number of searches came before in this question. */
export const nextDerivedId = (questionId: string, searchesUsed: number, seen: number[]): string => {
  const earlier = seen[searchesUsed] ?? 0;
  seen[searchesUsed] = earlier + 1;
  return derivedStateId(questionId, searchesUsed, earlier);
};

const textsOf = (state: JsonObject): StateTexts => ({
  query: stringOr(state.query, null),
  context: stringOr(state.context, null),
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
