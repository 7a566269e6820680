import type { Rule } from '../rules/rule.ts';
import type { SelectionSpec } from '../selection.ts';

/**
 * Where each question stops. Everything that decides a stop is a policy; `replay` is the only place that knows how.
 *
 * - native: the unmodified system.
 * - budget: at most `searches` searches: stop at the first eligible state that has used that many.
 * - threshold: stop at the first crossing: the earliest eligible state whose parsed score is >= `threshold`.
 * - rule: stop at the first eligible state where the rule holds. `tune` are the questions that its calibrated signals
 *   are fitted on, null where all of them may be.
 * - decisions: stop at the first eligible state where the judge's own recorded decision is STOP.
 * - quality-oracle, cost-oracle: label-dependent upper bounds (definitions.md 7); never deployable.
 */
export type Policy =
  | { readonly kind: 'native' }
  | { readonly kind: 'budget'; readonly searches: number }
  | { readonly kind: 'threshold'; readonly judge: string; readonly threshold: number }
  | { readonly kind: 'rule'; readonly rule: Rule; readonly tune: SelectionSpec | null }
  | { readonly kind: 'decisions'; readonly judge: string }
  | { readonly kind: 'quality-oracle' }
  | { readonly kind: 'cost-oracle' };
