import type { ReactNode } from 'react';
import { formatAddress } from '../../store/address.ts';
import { useApp } from '../../store/app-store.ts';
import type { DatasetHandle } from '../../store/handles.ts';
import { judgeInForce, policyInForce, thresholdStatus } from '../../store/policy-ref.ts';
import { QUESTION_TABS, type QuestionTab } from '../../store/questions-view.ts';
import { PostHocBadge, RoleBadge } from '../../ui/parts/Badge.tsx';
import { formatRange, formatThreshold } from '../../ui/parts/format.ts';
import { JudgeKey } from '../../ui/parts/JudgeKey.tsx';
import styles from './questions.module.css';

const TITLES: Readonly<Record<QuestionTab, string>> = {
  table: 'Questions',
  flips: 'Flips',
  gap: 'Oracle gap',
  slices: 'Slices',
};

/** Which view of the questions, and which policy they are looked at under. */
export function PolicyBar({ dataset, children }: { readonly dataset: DatasetHandle; readonly children?: ReactNode }) {
  const view = useApp((state) => state.view);
  const judge = judgeInForce(dataset, view);
  const policy = policyInForce(dataset, view);
  const { range } = view;
  const named = dataset.ranges.find(({ from, to }) => range?.from === from && range.to === to);
  const href = (tab: QuestionTab) =>
    formatAddress({
      page: 'questions',
      view: { ...view, questions: { ...view.questions, tab, filters: [], sort: [] } },
    });
  return (
    <div className={styles.policyBar}>
      <nav aria-label="Views of the questions" className={styles.tabs}>
        {QUESTION_TABS.map((tab) => (
          <a key={tab} href={href(tab)} aria-current={view.questions.tab === tab ? 'page' : undefined}>
            {TITLES[tab]}
          </a>
        ))}
      </nav>
      <a
        className={styles.policy}
        href={formatAddress({ page: 'explore', view })}
        title="Change judge, threshold or split on Explore"
      >
        {judge && policy.kind === 'threshold' ? (
          <>
            <JudgeKey index={dataset.judges.indexOf(judge)} />
            <span className={styles.policyName}>{judge.name}</span>
            <span>θ {formatThreshold(policy.threshold)}</span>
          </>
        ) : (
          <span>native</span>
        )}
        <span className={styles.faint}>{range ? formatRange(range.from, range.to) : 'all questions'}</span>
        {view.split !== null && <span className={styles.faint}>{view.split}</span>}
        {named?.role && <RoleBadge splitRole={named.role} isLow />}
      </a>
      {thresholdStatus(policy, dataset) === 'post hoc' && <PostHocBadge />}
      {children}
    </div>
  );
}
