import { useEffect } from 'react';
import { useApp } from '../../store/app-store.ts';
import { watchNotes } from '../../store/notes.ts';
import { closeQuestion, stepQuestion } from '../../store/questions.ts';
import { stepState } from '../../store/trajectory.ts';
import { Skeleton } from '../../ui/parts/Skeleton.tsx';
import { useShortcuts } from '../../ui/table/use-shortcuts.ts';
import { FlipsHead } from './FlipsHead.tsx';
import { GapTab } from './GapTab.tsx';
import { PolicyBar } from './PolicyBar.tsx';
import styles from './questions.module.css';
import { SlicesTab } from './SlicesTab.tsx';
import { TableTab } from './TableTab.tsx';

/** Who was stopped where, and why it went wrong. */
export default function Questions() {
  const dataset = useApp((state) => state.dataset);
  const tab = useApp((state) => state.view.questions.tab);
  const open = useApp((state) => state.view.questions.open);
  useEffect(watchNotes, []);
  useShortcuts({
    j: () => stepQuestion(1),
    k: () => stepQuestion(-1),
    '[': () => stepState(-1),
    ']': () => stepState(1),
    '/': () => document.getElementById('question-search')?.focus(),
    escape: () => {
      if (open === null) return false;
      closeQuestion();
      // The keys go on where they were: in the table.
      document.querySelector<HTMLElement>('[role=grid]')?.focus();
    },
  });
  if (dataset === null) return <Skeleton width="100%" height={600} label="Reading" />;
  return (
    <div className={styles.page}>
      <PolicyBar dataset={dataset} />
      {tab === 'gap' ? (
        <GapTab dataset={dataset} />
      ) : tab === 'slices' ? (
        <SlicesTab dataset={dataset} />
      ) : (
        <TableTab key={tab} dataset={dataset} head={tab === 'flips' ? <FlipsHead dataset={dataset} /> : undefined} />
      )}
    </div>
  );
}
