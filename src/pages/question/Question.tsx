import { useEffect, useState } from 'react';
import { formatAddress } from '../../store/address.ts';
import { openPage, useApp } from '../../store/app-store.ts';
import type { DatasetHandle } from '../../store/handles.ts';
import { addTag, changeNote, noteOf, removeTag, tagsInUse, useNotes, watchNotes } from '../../store/notes.ts';
import { stepQuestion, useQuestions, watchQuestions } from '../../store/questions.ts';
import {
  currentState,
  needFullText,
  needTexts,
  stepState,
  trajectoryJudges,
  useTrajectory,
  watchTrajectory,
  whatFollowed,
} from '../../store/trajectory.ts';
import { Button } from '../../ui/parts/Button.tsx';
import { formatCount } from '../../ui/parts/format.ts';
import { IconDown, IconPrevious } from '../../ui/parts/icons.tsx';
import { EmptyState, Message } from '../../ui/parts/Message.tsx';
import { Skeleton } from '../../ui/parts/Skeleton.tsx';
import { IconUp } from '../../ui/table/icons.tsx';
import { OutcomeChip } from '../../ui/table/OutcomeChip.tsx';
import { outcomeInFull, outcomeLook } from '../../ui/table/outcome-look.ts';
import { useShortcuts } from '../../ui/table/use-shortcuts.ts';
import { NoteBar } from '../../ui/trajectory/NoteBar.tsx';
import { TrajectoryView } from '../../ui/trajectory/TrajectoryView.tsx';
import { useOpenStates } from '../../ui/trajectory/use-open-states.ts';
import styles from './question.module.css';

const NO_FACETS = { facets: [], histograms: [] };

/** One question on a page of its own: the link to it opens the same, in the same order of questions. */
export default function Question() {
  const dataset = useApp((state) => state.dataset);
  const id = useApp((state) => state.view.questions.open);
  useEffect(watchNotes, []);
  useEffect(() => watchQuestions(NO_FACETS), []);
  useEffect(watchTrajectory, []);
  useShortcuts({
    j: () => stepQuestion(1),
    k: () => stepQuestion(-1),
    '[': () => stepState(-1),
    ']': () => stepState(1),
    escape: () => openPage('questions'),
  });
  if (dataset === null) return <Skeleton width="100%" height={600} label="Reading" />;
  if (id === null) {
    return (
      <main>
        <EmptyState
          title="No question is chosen"
          actions={[{ label: 'Show the questions', onAct: () => openPage('questions'), isMain: true }]}
        >
          Open one from the list.
        </EmptyState>
      </main>
    );
  }
  return <Page dataset={dataset} id={id} />;
}

function Page({ dataset, id }: { readonly dataset: DatasetHandle; readonly id: string }) {
  const view = useApp((state) => state.view);
  const { trajectory, whole, texts, isMissing, status } = useTrajectory();
  const [isAllOpen, setAllOpen] = useState(false);
  const isThis = trajectory?.id === id;
  const current = isThis ? currentState(trajectory, view.questions.state) : 0;
  const { isOpen, toggle } = useOpenStates(
    trajectory?.question ?? null,
    current,
    trajectory && whatFollowed(trajectory),
    isAllOpen,
  );
  return (
    <main className={styles.page} aria-labelledby="question-id">
      <div className={styles.top}>
        <a className={styles.back} href={formatAddress({ page: 'questions', view })}>
          <IconPrevious />
          Questions
        </a>
        <h1 className={styles.id} id="question-id">
          {id}
        </h1>
        {isThis && <OutcomeChip {...outcomeLook(trajectory.outcome)} label={outcomeInFull(trajectory.outcome)} />}
        <span className={styles.grow} />
        <Place />
        <Button size="small" onClick={() => setAllOpen(!isAllOpen)} aria-pressed={isAllOpen}>
          {isAllOpen ? 'Fold all states' : 'Unfold all states'}
        </Button>
        <Button look="quiet" size="small" isIcon aria-label="Previous question (K)" onClick={() => stepQuestion(-1)}>
          <IconUp size={16} />
        </Button>
        <Button look="quiet" size="small" isIcon aria-label="Next question (J)" onClick={() => stepQuestion(1)}>
          <IconDown size={16} />
        </Button>
      </div>
      <Notes id={id} />
      {status.kind === 'failed' && (
        <Message kind="error" title={status.problem.message}>
          {status.problem.effect}
        </Message>
      )}
      {isMissing && status.kind === 'idle' ? (
        <Message kind="note" title={`This dataset has no question "${id}".`}>
          The link may be of another dataset.
        </Message>
      ) : isThis ? (
        <TrajectoryView
          trajectory={trajectory}
          whole={whole}
          texts={texts}
          judges={trajectoryJudges(dataset, view)}
          current={current}
          isOpen={isOpen}
          onToggle={toggle}
          onSight={needTexts}
          onWhole={needFullText}
          isWide
        />
      ) : (
        <Skeleton width="100%" height={400} label="Reading the trajectory" />
      )}
    </main>
  );
}

function Place() {
  const position = useQuestions((state) => state.position);
  const count = useQuestions((state) => state.table?.count ?? 0);
  if (position === null || position < 0) return null;
  return (
    <span className={styles.place}>
      {formatCount(position + 1)} of {formatCount(count)}
    </span>
  );
}

function Notes({ id }: { readonly id: string }) {
  const notes = useNotes((state) => state.notes);
  const trouble = useNotes((state) => state.trouble);
  const { tags, note } = noteOf(notes, id);
  return (
    <div className={styles.notes}>
      <NoteBar
        tags={tags}
        note={note}
        known={tagsInUse(notes)}
        onAddTag={(tag) => addTag(id, tag)}
        onRemoveTag={(tag) => removeTag(id, tag)}
        onNote={(text) => changeNote(id, { note: text })}
      />
      {trouble && (
        <p className={styles.trouble} role="status">
          {trouble}
        </p>
      )}
    </div>
  );
}
