import type { Policy } from '../core/policies/index.ts';
import {
  bootstrapRecord,
  conventionsRecord,
  datasetRecord,
  originsOf,
  type Provenance,
  type RunRecord,
  selectionRecord,
} from '../core/present/provenance.ts';
import { formatAddress } from './address.ts';
import { type AppState, useApp } from './app-store.ts';
import { type CompareState, otherPolicy, useCompare } from './compare.ts';
import { hashOfRun } from './data-hash.ts';
import { policyInForce, thresholdStatus } from './policy-ref.ts';
import { policyWords } from './policy-words.ts';
import { standingOf } from './protocol-looks.ts';
import { FRESH_SECOND, type SecondView } from './second-view.ts';

declare const __STOPSCOPE_VERSION__: string;

/** The hash of the dataset that is open; null while large files are being hashed, or while nothing is open. */
export const openDataHash = ({ dataset, fileHashes }: Pick<AppState, 'dataset' | 'fileHashes'>): string | null =>
  hashOfRun(dataset, fileHashes);

/** What the view that is on screen rests on; null while no figures stand. */
export function provenanceOf(state: AppState): Provenance | null {
  const { dataset, curves, view, page, bands } = state;
  if (dataset === null || curves === null) return null;
  const { role, questionCount, selection, answerRule } = curves;
  const policy = policyInForce(dataset, view);
  const status = thresholdStatus(policy, dataset);
  return {
    app: 'stopscope',
    version: __STOPSCOPE_VERSION__,
    dataset: datasetRecord(dataset, originsOf(dataset.sources, state.fileHashes)),
    selection: selectionRecord(role, { ...selection, questions: questionCount }),
    policy: policyRecord(policy, status),
    // Fewer than asked for where the resamples would not fit in memory.
    bootstrap: bootstrapRecord(view.gate.seed, bands?.repeats ?? view.gate.repeats),
    conventions: conventionsRecord(answerRule, view.gate.margin),
    postHoc: status === 'post hoc' || standingOf(dataset, view, role).kind === 'post-hoc',
    link: formatAddress({ page, view }),
  };
}

export const policyRecord = (policy: Policy, status: RunRecord['policy']['status']): RunRecord['policy'] => ({
  words: policyWords(policy),
  judge: policy.kind === 'threshold' ? policy.judge : null,
  threshold: policy.kind === 'threshold' && Number.isFinite(policy.threshold) ? policy.threshold : null,
  status,
});

/** The second run of the comparison on screen; null while there is none. */
function comparedOf(state: CompareState, view: SecondView): Provenance['compared'] | null {
  const { other, otherHashes, reply } = state;
  if (other === null || reply === null) return null;
  const found = otherPolicy(other, view);
  const policy = found === null ? ({ kind: 'native' } as const) : found.policy;
  return {
    dataset: datasetRecord(other, originsOf(other.sources, otherHashes)),
    selection: selectionRecord(reply.right.role, { ...view, questions: reply.right.questions }),
    policy: policyRecord(policy, thresholdStatus(policy, other)),
    by: reply.by,
    questions: reply.used,
  };
}

/** Of the view as it is now: for exports, which ask when they are made. What compares two runs rests on both. */
export function currentProvenance(): Provenance | null {
  const state = useApp.getState();
  const made = provenanceOf(state);
  if (made === null || state.page !== 'compare') return made;
  const compared = comparedOf(useCompare.getState(), state.view.second ?? FRESH_SECOND);
  if (compared === null || compared === undefined) return made;
  // The paired resamples have their own number; those of the bands are of the first run alone.
  return { ...made, compared, bootstrap: bootstrapRecord(state.view.gate.seed, state.view.gate.repeats) };
}
