import type { Policy } from '../core/policies/index.ts';
import type { DatasetHandle, JudgeHandle } from '../engine/jobs.ts';
import type { PolicyRef } from './questions-view.ts';
import { thresholdOf } from './selectors.ts';
import type { View } from './view.ts';

/** The judge whose threshold is in force, or null in a dataset without judges. */
export const judgeInForce = (dataset: DatasetHandle, view: View): JudgeHandle | null =>
  dataset.judges.find(({ id }) => id === view.judge) ?? dataset.judges[0] ?? null;

/** The policy on screen: the judge in force at its threshold; native where there is no judge. */
export function policyInForce(dataset: DatasetHandle, view: View): Policy {
  const judge = judgeInForce(dataset, view);
  return judge === null
    ? { kind: 'native' }
    : { kind: 'threshold', judge: judge.id, threshold: thresholdOf(view, judge) };
}

/** What a named policy stands for now. Judges that the dataset does not have fall back to the policy in force. */
export function resolvePolicy(ref: PolicyRef, dataset: DatasetHandle, view: View): Policy {
  if (ref.kind === 'current') return policyInForce(dataset, view);
  if (ref.kind === 'frozen') {
    const judge = judgeInForce(dataset, view);
    if (judge === null) return { kind: 'native' };
    return { kind: 'threshold', judge: judge.id, threshold: judge.frozen?.value ?? Number.POSITIVE_INFINITY };
  }
  if (ref.kind === 'threshold' && !dataset.judges.some(({ id }) => id === ref.judge)) {
    return policyInForce(dataset, view);
  }
  return ref;
}

/** Whether a threshold is the one that came with the data. null where it has none, or the policy is no threshold. */
export function thresholdStatus(policy: Policy, dataset: DatasetHandle): 'frozen' | 'post hoc' | null {
  if (policy.kind !== 'threshold') return null;
  const frozen = dataset.judges.find(({ id }) => id === policy.judge)?.frozen ?? null;
  return frozen === null ? null : frozen.value === policy.threshold ? 'frozen' : 'post hoc';
}
