/**
 * Where each question stops. Everything that decides a stop is a policy; `replay` is the only place that knows how.
 *
 * - native: the unmodified system.
 * - budget: at most `searches` searches: stop at the first eligible state that has used that many.
 * - threshold: stop at the first crossing: the earliest eligible state whose parsed score is >= `threshold`.
 * - quality-oracle, cost-oracle: label-dependent upper bounds (definitions.md 7); never deployable.
 */
export type Policy =
  | { readonly kind: 'native' }
  | { readonly kind: 'budget'; readonly searches: number }
  | { readonly kind: 'threshold'; readonly judge: string; readonly threshold: number }
  | { readonly kind: 'quality-oracle' }
  | { readonly kind: 'cost-oracle' };
