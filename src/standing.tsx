import { useEffect } from 'react';
import { stateOf } from './core/protocol/state.ts';
import styles from './standing.module.css';
import { changeView, openPage, POOL_REFUSED, useApp } from './store/app-store.ts';
import { recordLooks, type Standing, standingOf } from './store/protocol-looks.ts';
import { PostHocBadge, RoleBadge, SealedBadge } from './ui/parts/Badge.tsx';
import { formatCount, formatThreshold } from './ui/parts/format.ts';
import { EmptyState } from './ui/parts/Message.tsx';

/** Pages that are about the protocol or the files, not about figures of the selection. */
const WITHOUT_FIGURES: ReadonlySet<string> = new Set(['audit', 'data']);
/** Pages that show the role of a split themselves. */
const WITH_ROLE: ReadonlySet<string> = new Set(['explore', 'questions', 'question']);

/** What the figures below may claim: their role, and where they stand in the protocol. Nothing where nothing is to say. */
export function StandingStrip({ isShown }: { readonly isShown: boolean }) {
  const page = useApp((state) => state.page);
  const dataset = useApp((state) => state.dataset);
  const view = useApp((state) => state.view);
  const role = useApp((state) => state.curves?.role ?? null);
  useEffect(recordLooks, []);
  if (!isShown || dataset === null || role === null || role.kind === 'none' || WITHOUT_FIGURES.has(page)) return null;
  const standing = standingOf(dataset, view, role);
  const isPlain = standing.kind === 'free' && role.kind === 'split';
  if (isPlain && WITH_ROLE.has(page)) return null;
  const frozen = stateOf(dataset.protocol.protocol).frozen?.step.freeze ?? null;
  const threshold = frozen?.policy.kind === 'threshold' ? formatThreshold(frozen.policy.threshold) : null;
  return (
    <div className={styles.strip} role="status" data-strip>
      <RoleBadge splitRole={role.kind === 'pooled' ? 'descriptive' : role.role} isLow />
      <Mark standing={standing} />
      <span>{wordsOf(standing, role.kind, threshold, dataset.protocol.sealedQuestions)}</span>
      {standing.kind !== 'free' && (
        <button type="button" onClick={() => openPage('audit')}>
          Protocol
        </button>
      )}
    </div>
  );
}

function Mark({ standing }: { readonly standing: Standing }) {
  if (standing.kind === 'sealed') return <SealedBadge />;
  return standing.kind === 'post-hoc' || (standing.kind === 'as-frozen' && standing.postHocSince !== null) ? (
    <PostHocBadge />
  ) : null;
}

function wordsOf(
  standing: Standing,
  kind: 'split' | 'part' | 'pooled',
  threshold: string | null,
  sealedQuestions: number,
): string {
  const frozenIs = threshold === null ? '' : ` The frozen one is ${threshold}.`;
  switch (standing.kind) {
    case 'sealed':
      return `${formatCount(sealedQuestions)} labels are sealed: right and wrong are not computed.`;
    case 'post-hoc':
      return `Looked at after the labels were unsealed: ${standing.what}.${frozenIs}`;
    case 'as-frozen':
      return standing.postHocSince === null
        ? 'Exactly what was frozen.'
        : 'The frozen settings again; others were looked at since the unseal.';
    case 'free':
      if (kind === 'pooled') return 'Roles are pooled here. The figures describe and confirm nothing.';
      return kind === 'part' ? 'Part of a split, chosen by hand.' : '';
  }
}

/** In place of a page whose figures would pool exploratory with confirmatory questions. */
export function PoolRefusal() {
  const problem = useApp((state) => (state.evaluating.kind === 'failed' ? state.evaluating.problem : null));
  const first = useApp((state) => state.dataset?.ranges[0] ?? null);
  return (
    <main className={styles.refusal} id="main">
      <EmptyState
        title={problem?.message ?? 'These questions pool roles.'}
        actions={[
          { label: 'Call it descriptive', onAct: () => changeView({ isDescriptive: true }), isMain: true },
          ...(first === null
            ? []
            : [
                {
                  label: `Back to ${first.name}`,
                  onAct: () => changeView({ range: { from: first.from, to: first.to }, split: null }),
                },
              ]),
        ]}
      >
        {problem?.effect ?? ''}
      </EmptyState>
    </main>
  );
}

/** Whether the page in force must not show figures. */
export function useIsPoolRefused(): boolean {
  return useApp(
    ({ page, evaluating }) =>
      !WITHOUT_FIGURES.has(page) && evaluating.kind === 'failed' && evaluating.problem.code === POOL_REFUSED,
  );
}
