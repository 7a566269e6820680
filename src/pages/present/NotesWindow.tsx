import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { type SlideId, stepSlide } from '../../core/present/story.ts';
import { goToSlide } from '../../store/deck.ts';
import { useTheme } from '../../store/theme.ts';
import { Button } from '../../ui/parts/Button.tsx';
import type { Shortcuts } from '../../ui/table/use-shortcuts.ts';
import styles from './notes.module.css';
import { SLIDE, Slide, type Slides } from './Stage.tsx';
import slideStyles from './slide.module.css';
import { DEFAULT_NOTES, SLIDE_NAMES } from './titles.ts';

export interface NotesWindowProps extends Slides {
  readonly window: Window;
  /** The same keys as in the window of the slides. */
  readonly keys: Shortcuts;
  readonly onClosed: () => void;
}

/** The speaker's own window: the slide that is on, the next one, the notes, the time. It follows at once. */
export function NotesWindow({ window: own, keys, onClosed, ...slides }: NotesWindowProps) {
  const theme = useTheme((state) => state.theme);
  useEffect(() => {
    own.document.documentElement.dataset.theme = theme;
  }, [own, theme]);
  useWindowKeys(own, keys);
  useLife(own, onClosed);
  const root = own.document.getElementById('notes');
  return root && createPortal(<Notes {...slides} />, root);
}

function Notes({ deck, shown, current, talk }: Slides) {
  const at = shown.indexOf(current);
  const next = shown[at + 1] ?? null;
  const props = { deck, count: shown.length, talk };
  return (
    <main className={styles.notes}>
      <h1 className="sr">Speaker notes</h1>
      <header>
        <b>
          {at + 1} / {shown.length}
        </b>
        <span>{SLIDE_NAMES[current]}</span>
        <span className={styles.grow} />
        <Clock />
        <Button onClick={() => goToSlide(stepSlide(deck, current, -1))}>Previous</Button>
        <Button look="solid" onClick={() => goToSlide(stepSlide(deck, current, 1))}>
          Next
        </Button>
      </header>
      <section aria-label="Now" className={styles.now}>
        <Small id={current} number={at + 1} scale={0.42} {...props} />
      </section>
      <section aria-label="Next" className={styles.next}>
        <h2>{next === null ? 'This is the last slide' : `Next: ${SLIDE_NAMES[next]}`}</h2>
        {next !== null && <Small id={next} number={at + 2} scale={0.26} {...props} />}
      </section>
      <section aria-label="Notes" className={styles.words}>
        <p>{deck.notes[current] ?? DEFAULT_NOTES[current]}</p>
      </section>
    </main>
  );
}

interface SmallProps extends Omit<Slides, 'shown' | 'current'> {
  readonly id: SlideId;
  readonly number: number;
  readonly count: number;
  readonly scale: number;
}

/** The slide itself, small and out of reach: it is moved where the audience sees it. */
function Small({ scale, ...slide }: SmallProps) {
  return (
    <div
      className={styles.small}
      style={{ width: SLIDE.width * scale, height: SLIDE.height * scale, '--scale': scale } as CSSProperties}
      inert
    >
      <div className={slideStyles.slide} data-current data-small>
        <Slide {...slide} isFlow={false} />
      </div>
    </div>
  );
}

/** The time of day, and how long the talk has lasted. */
function Clock() {
  const [now, setNow] = useState(() => Date.now());
  const [start, setStart] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - start) / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  return (
    <span className={styles.clock}>
      <span role="timer" aria-label="Since the start">
        {two(Math.floor(seconds / 60))}:{two(seconds % 60)}
      </span>
      <button type="button" onClick={() => setStart(Date.now())}>
        from zero
      </button>
      <time>{new Date(now).toLocaleTimeString('en-GB')}</time>
    </span>
  );
}

function useWindowKeys(own: Window, keys: Shortcuts): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const key = event.key.toLowerCase();
      // Closing the notes ends no talk.
      if (key === 'escape') {
        own.close();
        return;
      }
      const run = Object.hasOwn(latest.current, key) ? latest.current[key] : undefined;
      if (run && run(event) !== false) event.preventDefault();
    };
    own.addEventListener('keydown', onKeyDown);
    return () => own.removeEventListener('keydown', onKeyDown);
  }, [own]);
}

/** The window goes with the slides, and says when it has been closed by hand. */
function useLife(own: Window, onClosed: () => void): void {
  const latest = useRef(onClosed);
  latest.current = onClosed;
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    clearTimeout(closing.current);
    // `pagehide` also comes when the empty window is first filled; `closed` alone is sure.
    const timer = setInterval(() => {
      if (own.closed) latest.current();
    }, 250);
    const close = () => own.close();
    addEventListener('pagehide', close);
    return () => {
      clearInterval(timer);
      removeEventListener('pagehide', close);
      // Not at once: in development React takes every part away and puts it back.
      closing.current = setTimeout(close, 0);
    };
  }, [own]);
}
