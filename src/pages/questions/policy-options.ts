import type { Policy } from '../../core/policies/index.ts';
import { formatRule } from '../../core/rules/format.ts';
import type { Curves, DatasetHandle } from '../../store/handles.ts';
import { decodePolicy, encodePolicy, type PolicyRef } from '../../store/questions-view.ts';
import { formatThreshold } from '../../ui/parts/format.ts';
import type { SelectOption } from '../../ui/parts/MetricSelect.tsx';

/** A policy in a few words: "Expanded S2G LoRA at 7.875". */
export function policyName(policy: Policy, dataset: DatasetHandle): string {
  switch (policy.kind) {
    case 'native':
      return 'native';
    case 'budget':
      return `at most ${policy.searches} ${policy.searches === 1 ? 'search' : 'searches'}`;
    case 'quality-oracle':
      return 'quality oracle';
    case 'cost-oracle':
      return 'cost oracle';
    case 'threshold': {
      const name = dataset.judges.find(({ id }) => id === policy.judge)?.name ?? policy.judge;
      return `${name} at ${formatThreshold(policy.threshold)}`;
    }
    case 'rule':
      return formatRule(policy.rule);
    case 'decisions':
      return `recorded decisions of ${policy.judge}`;
  }
}

/** Where a threshold of somebody's own begins: the judge's frozen one, or never stop. */
const ownThreshold = (judge: DatasetHandle['judges'][number]): PolicyRef => ({
  kind: 'threshold',
  judge: judge.id,
  threshold: judge.frozen?.value ?? Number.POSITIVE_INFINITY,
});

/** What either side of the ledger may be. The value of an option reads back with `optionPolicy`. */
export function policyOptions(
  dataset: DatasetHandle,
  curves: Curves | null,
  chosen: PolicyRef,
): readonly SelectOption[] {
  const option = (policy: PolicyRef, label: string, note?: string): SelectOption => ({
    value: encodePolicy(policy),
    label,
    ...(note === undefined ? {} : { note }),
  });
  const judges = dataset.judges.map((judge) => {
    // A judge that is chosen already keeps its threshold.
    const isChosen = chosen.kind === 'threshold' && chosen.judge === judge.id;
    return option(isChosen ? chosen : ownThreshold(judge), judge.name, 'own threshold');
  });
  return [
    ...(dataset.judges.length > 0
      ? [option({ kind: 'current' }, 'policy in force'), option({ kind: 'frozen' }, 'frozen policy')]
      : []),
    option({ kind: 'native' }, 'native'),
    ...judges,
    ...(curves?.budgets ?? []).flatMap(({ policy }) =>
      policy.kind === 'budget' ? [option(policy, `k = ${policy.searches}`, 'fixed budget')] : [],
    ),
    option({ kind: 'quality-oracle' }, 'quality oracle', 'label-dependent'),
    option({ kind: 'cost-oracle' }, 'cost oracle', 'label-dependent'),
    // Rules and recorded decisions come by link, from the policy lab.
    ...(chosen.kind === 'rule' || chosen.kind === 'decisions' ? [option(chosen, policyName(chosen, dataset))] : []),
  ];
}

export const optionPolicy = (value: string): PolicyRef => decodePolicy(value) ?? { kind: 'current' };
