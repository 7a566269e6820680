import { useEffect } from 'react';
import { formatAddress } from '../../store/address.ts';
import { useApp } from '../../store/app-store.ts';
import type { DatasetHandle } from '../../store/handles.ts';
import { addTag, changeNote, noteOf, removeTag, tagsInUse, useNotes } from '../../store/notes.ts';
import { closeQuestion, stepQuestion, useQuestions } from '../../store/questions.ts';
import {
  currentState,
  needFullText,
  needTexts,
  trajectoryJudges,
  useTrajectory,
  watchTrajectory,
  whatFollowed,
} from '../../store/trajectory.ts';
import { Button } from '../../ui/parts/Button.tsx';
import { formatCount } from '../../ui/parts/format.ts';
import { IconClose, IconDown } from '../../ui/parts/icons.tsx';
import { Message } from '../../ui/parts/Message.tsx';
import { Skeleton } from '../../ui/parts/Skeleton.tsx';
import { IconExpand, IconUp } from '../../ui/table/icons.tsx';
import { OutcomeChip } from '../../ui/table/OutcomeChip.tsx';
import { outcomeInFull, outcomeLook } from '../../ui/table/outcome-look.ts';
import { NoteBar } from '../../ui/trajectory/NoteBar.tsx';
import { TrajectoryView } from '../../ui/trajectory/TrajectoryView.tsx';
import { useOpenStates } from '../../ui/trajectory/use-open-states.ts';

import styles from './questions.module.css';

/** The open question beside the table. */
export function SidePanel({ dataset, id }: { readonly dataset: DatasetHandle; readonly id: string }) {
  useEffect(watchTrajectory, []);
  const view = useApp((state) => state.view);
  const { trajectory, isMissing, status } = useTrajectory();
  const isThis = trajectory?.id === id;
  const look = isThis ? outcomeLook(trajectory.outcome) : null;
  return (
    <aside className={styles.side} aria-label={`Trajectory ${id}`}>
      <div className={styles.sideTop}>
        <span className={styles.id}>{id}</span>
        {look && <OutcomeChip {...look} label={outcomeInFull(trajectory!.outcome)} />}
        <span className={styles.grow} />
        <Place />
        <Button
          look="quiet"
          size="small"
          isIcon
          aria-label="Previous question (K)"
          title="Previous (K)"
          onClick={() => stepQuestion(-1)}
        >
          <IconUp size={16} />
        </Button>
        <Button
          look="quiet"
          size="small"
          isIcon
          aria-label="Next question (J)"
          title="Next (J)"
          onClick={() => stepQuestion(1)}
        >
          <IconDown size={16} />
        </Button>
        <a
          className={styles.iconLink}
          aria-label="Full page"
          title="Full page"
          href={formatAddress({ page: 'question', view })}
        >
          <IconExpand size={16} />
        </a>
        <Button look="quiet" size="small" isIcon aria-label="Close (Esc)" title="Close (Esc)" onClick={closeQuestion}>
          <IconClose size={16} />
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={styles.sideBody} tabIndex={0} aria-label="States and texts">
        {status.kind === 'failed' && (
          <Message kind="error" title={status.problem.message}>
            {status.problem.effect}
          </Message>
        )}
        {isMissing ? (
          <Message kind="note" title={`This dataset has no question "${id}".`}>
            The link may be of another dataset.
          </Message>
        ) : isThis ? (
          <Body dataset={dataset} />
        ) : (
          <Skeleton width="100%" height={240} label="Reading the trajectory" />
        )}
      </section>
      <Foot id={id} />
    </aside>
  );
}

function Place() {
  const position = useQuestions((state) => state.position);
  const count = useQuestions((state) => state.table?.count ?? 0);
  if (position === null) return null;
  return (
    <span className={styles.place}>
      {position < 0 ? 'not in this list' : `${formatCount(position + 1)} of ${formatCount(count)}`}
    </span>
  );
}

function Body({ dataset }: { readonly dataset: DatasetHandle }) {
  const view = useApp((state) => state.view);
  const { trajectory, whole, texts } = useTrajectory();
  const current = trajectory ? currentState(trajectory, view.questions.state) : 0;
  const { isOpen, toggle } = useOpenStates(
    trajectory?.question ?? null,
    current,
    trajectory && whatFollowed(trajectory),
  );
  if (trajectory === null) return null;
  return (
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
    />
  );
}

function Foot({ id }: { readonly id: string }) {
  const notes = useNotes((state) => state.notes);
  const trouble = useNotes((state) => state.trouble);
  const { tags, note } = noteOf(notes, id);
  return (
    <div className={styles.sideFoot}>
      {trouble && (
        <p className={styles.trouble} role="status">
          {trouble}
        </p>
      )}
      <NoteBar
        tags={tags}
        note={note}
        known={tagsInUse(notes)}
        onAddTag={(tag) => addTag(id, tag)}
        onRemoveTag={(tag) => removeTag(id, tag)}
        onNote={(text) => changeNote(id, { note: text })}
      />
      <span className={styles.grow} />
      <span className={styles.keys}>
        <kbd>J</kbd> <kbd>K</kbd> question <kbd>[</kbd> <kbd>]</kbd> state
      </span>
    </div>
  );
}
