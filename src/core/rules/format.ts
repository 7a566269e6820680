import type { Condition, Rule } from './rule.ts';
import { needsQuotes } from './tokens.ts';

/**
 * A rule as text that `parseRule` reads back to the same rule. `names` may shorten signal ids for display (the result is
 * read back only where they are aliases).
 */
export function formatRule(rule: Rule, names: (signal: string) => string = (signal) => signal): string {
  if (rule.groups.length === 0) return 'never';
  if (rule.groups.some((group) => group.length === 0)) return 'always';
  return rule.groups
    .map((group) => group.map((condition) => formatCondition(condition, names)).join(' & '))
    .join(' | ');
}

function formatCondition(condition: Condition, names: (signal: string) => string): string {
  const name = quote(names(condition.signal));
  if (condition.kind === 'flag') return condition.isNegated ? `!${name}` : name;
  return `${name} ${condition.comparison} ${condition.value}`;
}

const quote = (name: string): string => (needsQuotes(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : name);
