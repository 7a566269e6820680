import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { shownSlides, slideInForce } from '../../core/present/story.ts';
import { useApp } from '../../store/app-store.ts';
import { leaveSlides, useDeck, watchDeck } from '../../store/deck.ts';
import { watchExamples } from '../../store/examples.ts';
import { EmptyState } from '../../ui/parts/Message.tsx';
import { Skeleton } from '../../ui/parts/Skeleton.tsx';
import { useToast } from '../../ui/parts/Toast.tsx';
import { Bar } from './Bar.tsx';
import { NotesWindow } from './NotesWindow.tsx';
import { OutlinePanel } from './OutlinePanel.tsx';
import { openNotesWindow } from './open-notes-window.ts';
import styles from './present.module.css';
import { Stage } from './Stage.tsx';
import { useClaims } from './use-claims.ts';
import { toggleFullScreen, useFullScreen } from './use-full-screen.ts';
import { useIsFlow } from './use-is-flow.ts';
import { useKeys } from './use-keys.ts';
import { type Talk, useTalk } from './use-talk.ts';

/** The story of the data that is open, slide by slide. Every figure on it is live. */
export default function Present() {
  const talk = useTalk();
  useEffect(watchDeck, []);
  useEffect(watchExamples, []);
  const isBusy = useApp((state) => state.loading.kind === 'running' || state.evaluating.kind === 'running');
  if (talk !== null) return <Show talk={talk} />;
  return (
    <main className={styles.alone}>
      <h1 className="sr">Present</h1>
      {isBusy ? (
        <Skeleton width="100%" height={420} label="Computing the figures of the slides" />
      ) : (
        <EmptyState
          title="There is nothing to present"
          actions={[{ label: 'Leave the slides', onAct: leaveSlides, isMain: true }]}
        >
          No question is in this selection, or no data is open.
        </EmptyState>
      )}
    </main>
  );
}

function Show({ talk }: { readonly talk: Talk }) {
  const deck = useDeck((state) => state.deck);
  const wished = useApp((state) => state.view.slide);
  const current = slideInForce(deck, wished);
  const shown = useMemo(() => shownSlides(deck), [deck]);
  // Slides that nobody sees follow a drag when there is time for it.
  const quiet = useDeferredValue(talk);
  const isFlow = useIsFlow();
  const isFull = useFullScreen();
  const [isOutline, setOutline] = useState(false);
  const [notes, setNotes] = useState<Window | null>(null);
  const toast = useToast();
  useClaims(talk);
  const showNotes = () => {
    const opened = openNotesWindow();
    if (opened === null) toast('The browser did not open a window.', 'The notes are in the outline, with E.');
    else void opened.then(setNotes);
  };
  const keys = useKeys({
    deck,
    current,
    onNotes: showNotes,
    onOutline: () => setOutline(!isOutline),
    onLeave: () => (isOutline ? setOutline(false) : leaveSlides()),
  });
  const slides = { deck, shown, current, talk };
  return (
    <main className={styles.root} data-present data-flow={isFlow || undefined} data-full={isFull || undefined}>
      <h1 className="sr">Present</h1>
      <Stage {...slides} quiet={quiet} isFlow={isFlow} />
      {isOutline && <OutlinePanel deck={deck} current={current} talk={talk} onClose={() => setOutline(false)} />}
      <Bar
        deck={deck}
        shown={shown}
        current={current}
        talk={talk}
        isOutline={isOutline}
        isFull={isFull}
        onOutline={() => setOutline(!isOutline)}
        onNotes={showNotes}
        onFullScreen={toggleFullScreen}
      />
      {notes && <NotesWindow window={notes} keys={keys} {...slides} onClosed={() => setNotes(null)} />}
    </main>
  );
}
