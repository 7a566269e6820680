import type { GapItem, JudgeDetails } from '../../core/terms.ts';
import { isObject, type JsonObject, stringOr } from './guards.ts';
import type { LineRole, LineTexts } from './importer.ts';

export const readBundleTexts = (role: LineRole, value: unknown): LineTexts => {
  if (!isObject(value)) return {};
  switch (role) {
    case 'question':
      return { ...factsOf(value), searches: searchesOf(value) };
    case 'label':
      return factsOf(value);
    case 'state':
      return typeof value.context === 'string' ? { context: value.context } : {};
    case 'judge':
      return { judge: judgeOf(value) };
  }
};

const factsOf = (row: JsonObject): LineTexts => {
  const facts = supportingFactsOf(row.supporting_facts);
  return facts === null ? {} : { supportingFacts: facts };
};

/** [[title, sentence], ...], else null. */
export const supportingFactsOf = (value: unknown): (readonly [string, number])[] | null => {
  if (!Array.isArray(value)) return null;
  return value.flatMap((fact) =>
    Array.isArray(fact) && typeof fact[0] === 'string' && typeof fact[1] === 'number'
      ? [[fact[0], fact[1]] as const]
      : [],
  );
};

/** Forced searches stay in: a counterfactual state saw their result. */
const searchesOf = (row: JsonObject): NonNullable<LineTexts['searches']> => {
  if (!Array.isArray(row.steps)) return [];
  return row.steps
    .filter(isObject)
    .flatMap((step) =>
      step.action === 'SEARCH' && step.search_executed !== false
        ? [{ query: stringOr(step.query, null), evidence: evidenceOf(step.observation) }]
        : [],
    );
};

const evidenceOf = (observation: unknown): string | null => {
  if (typeof observation !== 'string') return null;
  const inside = /<information>([\s\S]*?)<\/information>/.exec(observation);
  return (inside?.[1] ?? observation).trim();
};

const judgeOf = (row: JsonObject): JudgeDetails => {
  const parsed = isObject(row.parsed) ? row.parsed : null;
  return {
    isSufficient: typeof parsed?.sufficient === 'boolean' ? parsed.sufficient : null,
    gapItems: gapItemsOf(parsed?.gap_items),
    rawCompletion: stringOr(row.raw_completion, null),
    parseError: stringOr(row.parse_error, null),
  };
};

export const gapItemsOf = (value: unknown): readonly GapItem[] | null => {
  if (!Array.isArray(value)) return null;
  return value.filter(isObject).map((item) => ({
    category: stringOr(item.category, null),
    target: stringOr(item.target, null),
    slot: stringOr(item.slot, null),
    description: stringOr(item.description, null),
    ...(item.isBare === true ? { isBare: true as const } : {}),
  }));
};
