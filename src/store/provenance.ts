import { BUDGET_RULE, INDEX_RULE, type Provenance, UNPARSED_RULE } from '../core/present/provenance.ts';
import { formatAddress } from './address.ts';
import { type AppState, useApp } from './app-store.ts';
import { filesOfRun, hashOfRun } from './data-hash.ts';
import { policyInForce, thresholdStatus } from './policy-ref.ts';
import { policyWords } from './policy-words.ts';
import { standingOf } from './protocol-looks.ts';

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
    dataset: {
      name: dataset.name,
      sha256: hashOfRun(dataset, state.fileHashes),
      files: filesOfRun(dataset, state.fileHashes),
      isSynthetic: dataset.notice !== null,
      notice: dataset.notice,
    },
    selection: {
      split: role.kind === 'split' ? role.name : selection.split,
      role:
        role.kind === 'none'
          ? null
          : role.kind === 'pooled'
            ? `descriptive, pools ${role.roles.join(' and ')}`
            : role.role,
      questions: questionCount,
      range: selection.range,
    },
    policy: {
      words: policyWords(policy),
      judge: policy.kind === 'threshold' ? policy.judge : null,
      threshold: policy.kind === 'threshold' && Number.isFinite(policy.threshold) ? policy.threshold : null,
      status,
    },
    bootstrap: {
      seed: view.gate.seed,
      // Fewer than asked for where the resamples would not fit in memory.
      repeats: bands?.repeats ?? view.gate.repeats,
      indexRule: INDEX_RULE,
    },
    conventions: {
      answerRule,
      comparison: '>=',
      margin: view.gate.margin,
      unparsed: UNPARSED_RULE,
      budgets: BUDGET_RULE,
    },
    postHoc: status === 'post hoc' || standingOf(dataset, view, role).kind === 'post-hoc',
    link: formatAddress({ page, view }),
  };
}

/** Of the view as it is now: for exports, which ask when they are made. */
export const currentProvenance = (): Provenance | null => provenanceOf(useApp.getState());
