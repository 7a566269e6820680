import type { Policy } from '../core/policies/index.ts';
import { unreachable } from '../core/result.ts';
import { formatRule } from '../core/rules/format.ts';

/** A policy in words, as exports and pages name it. */
export function policyWords(policy: Policy): string {
  switch (policy.kind) {
    case 'threshold':
      return Number.isFinite(policy.threshold)
        ? `${policy.judge} >= ${policy.threshold}`
        : `${policy.judge}, never stop`;
    case 'budget':
      return `at most ${policy.searches} searches`;
    case 'quality-oracle':
      return 'quality oracle (label-dependent)';
    case 'cost-oracle':
      return 'cost oracle (label-dependent)';
    case 'native':
      return 'native';
    case 'rule':
      return formatRule(policy.rule);
    case 'decisions':
      return `recorded decisions of ${policy.judge}`;
    default:
      return unreachable(policy);
  }
}
