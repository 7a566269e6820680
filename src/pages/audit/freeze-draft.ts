import type { FrozenPolicy, ThresholdChoice } from '../../core/protocol/types.ts';
import type { DatasetHandle } from '../../store/handles.ts';
import { DEFAULT_RISK, type FreezeWish } from '../../store/protocol.ts';
import type { View } from '../../store/view.ts';
import { parseThreshold } from '../../ui/parts/format.ts';
import { standardHypotheses } from './hypotheses.ts';

/** A freeze while it is being written: every field is text. */
export interface FreezeDraft {
  readonly confirmatory: string;
  readonly validation: string;
  readonly minimumPrecision: string;
  readonly minimumStops: string;
  readonly policy: string;
  readonly typed: string;
  readonly budget: string;
  readonly rule: string;
  readonly margin: string;
  readonly seed: string;
  readonly repeats: string;
  readonly alpha: string;
  readonly delta: string;
  readonly judgeCall: string;
  readonly note: string;
}

export const BUDGET = 'budget:';
export const RULE = 'rule:';
export const TYPED = 'typed:';

export function draftOf(dataset: DatasetHandle, { gate }: View): FreezeDraft {
  const { splits } = dataset.protocol;
  const nameIn = (...roles: readonly string[]) =>
    roles.map((role) => splits.find((split) => split.role === role)?.name).find((name) => name !== undefined) ?? '';
  return {
    confirmatory: nameIn('confirmatory'),
    validation: nameIn('validation', 'exploratory'),
    minimumPrecision: '0.9',
    minimumStops: '10',
    policy: dataset.judges[0] === undefined ? BUDGET : TYPED + dataset.judges[0].id,
    typed: '',
    budget: '2',
    rule: '',
    margin: String(gate.margin),
    seed: String(gate.seed),
    repeats: String(gate.repeats),
    alpha: String(DEFAULT_RISK.alpha),
    delta: String(DEFAULT_RISK.delta),
    judgeCall: '',
    note: '',
  };
}

/** The freeze, or what is still missing in a sentence. */
export function wishOf(
  draft: FreezeDraft,
  choice: ThresholdChoice | null,
  dataset: DatasetHandle,
  answerRule: string,
): FreezeWish | string {
  const policy = policyOf(draft, choice);
  if (typeof policy === 'string') return policy;
  const isIn = (text: string, low: number, high: number) =>
    text.trim() !== '' && Number(text) >= low && Number(text) <= high;
  if (!isIn(draft.margin, 0, 1)) return 'The margin is a number from 0 to 1.';
  if (!isIn(draft.repeats, 40, 100_000) || !Number.isInteger(Number(draft.repeats)))
    return 'Resamples are a whole number from 40 to 100 000.';
  if (!Number.isSafeInteger(Number(draft.seed)) || draft.seed.trim() === '') return 'The seed is a whole number.';
  if (!isIn(draft.alpha, 0.001, 0.999) || !isIn(draft.delta, 0.001, 0.999))
    return 'Risk and error rate lie between 0 and 1.';
  if (draft.judgeCall.trim() !== '' && !isIn(draft.judgeCall, 0, 1e9))
    return 'The price of a judge call is a number of searches, or empty.';
  const frozen = dataset.judges.flatMap(({ id, frozen: own }) =>
    own === null ? [] : [{ judge: id, value: own.value }],
  );
  const thresholds = choice?.chosen.map(({ judge, threshold }) => ({ judge, value: threshold })) ?? frozen;
  return {
    confirmatory: draft.confirmatory,
    policy,
    thresholds: withPolicy(thresholds, policy),
    choice,
    answerRule,
    margin: Number(draft.margin),
    seed: Number(draft.seed),
    repeats: Number(draft.repeats),
    risk: { alpha: Number(draft.alpha), delta: Number(draft.delta) },
    judgeCallInSearches: draft.judgeCall.trim() === '' ? null : Number(draft.judgeCall),
    hypotheses: standardHypotheses(draft.margin),
    note: draft.note,
  };
}

/** The policy's own threshold is what its judge is evaluated at. */
function withPolicy(thresholds: FreezeWish['thresholds'], policy: FrozenPolicy): FreezeWish['thresholds'] {
  if (policy.kind !== 'threshold') return thresholds;
  const own = { judge: policy.judge, value: policy.threshold };
  return thresholds.some(({ judge }) => judge === policy.judge)
    ? thresholds.map((other) => (other.judge === policy.judge ? own : other))
    : [...thresholds, own];
}

function policyOf(draft: FreezeDraft, choice: ThresholdChoice | null): FrozenPolicy | string {
  if (draft.policy === BUDGET) {
    const searches = Number(draft.budget);
    return Number.isInteger(searches) && searches >= 0 && draft.budget.trim() !== ''
      ? { kind: 'budget', searches }
      : 'A budget is a whole number of searches.';
  }
  // The worker reads the text against the signals of the data.
  if (draft.policy === RULE) return draft.rule.trim() === '' ? 'Write the rule.' : { kind: 'native' };
  if (draft.policy.startsWith(TYPED)) {
    const threshold = parseThreshold(draft.typed);
    return threshold === null || !Number.isFinite(threshold)
      ? 'Choose thresholds on validation, or type one.'
      : { kind: 'threshold', judge: draft.policy.slice(TYPED.length), threshold };
  }
  const chosen = choice?.chosen.find(({ judge }) => judge === draft.policy);
  return chosen === undefined
    ? 'Choose thresholds on validation, or type one.'
    : { kind: 'threshold', judge: chosen.judge, threshold: chosen.threshold };
}
