import { type DragEvent, useRef, useState } from 'react';
import {
  annotate,
  DEFAULT_DECK,
  type Deck,
  placeSlide,
  retitle,
  type SlideId,
  toggleSlide,
} from '../../core/present/story.ts';
import { changeDeck, downloadDeck, goToSlide, importDeck, resetDeck, useDeck } from '../../store/deck.ts';
import { Button } from '../../ui/parts/Button.tsx';
import { IconClose, IconDown, IconHidden, IconShown } from '../../ui/parts/icons.tsx';
import { useToast } from '../../ui/parts/Toast.tsx';
import { ExampleList } from './ExampleList.tsx';
import styles from './outline.module.css';
import { DEFAULT_NOTES, defaultTitle, SLIDE_NAMES } from './titles.ts';
import type { Talk } from './use-talk.ts';

export interface OutlineProps {
  readonly deck: Deck;
  readonly current: SlideId;
  readonly talk: Talk;
  readonly onClose: () => void;
}

/** What a person makes of the story: order, what is hidden, titles, notes, examples. Kept on this device. */
export function OutlinePanel({ deck, current, talk, onClose }: OutlineProps) {
  const trouble = useDeck((state) => state.trouble);
  return (
    <aside className={styles.panel} aria-label="Outline">
      <header>
        <h2>Outline</h2>
        <Button look="quiet" isIcon aria-label="Close the outline" onClick={onClose}>
          <IconClose size={16} />
        </Button>
      </header>
      <div className={styles.scroll}>
        <SlideList deck={deck} current={current} />
        <Words key={current} deck={deck} id={current} talk={talk} />
        {current === 'examples' && <ExampleList deck={deck} talk={talk} />}
        {trouble !== null && <p role="alert">{trouble}</p>}
      </div>
      <FileRow isChanged={deck !== DEFAULT_DECK} />
    </aside>
  );
}

function SlideList({ deck, current }: { readonly deck: Deck; readonly current: SlideId }) {
  const [dragged, setDragged] = useState<SlideId | null>(null);
  const move = (id: SlideId, position: number) => changeDeck((old) => placeSlide(old, id, position));
  return (
    <ol className={styles.list}>
      {deck.order.map((id, i) => (
        <li
          key={id}
          draggable
          data-current={id === current || undefined}
          data-hidden={deck.hidden.includes(id) || undefined}
          onDragStart={(event: DragEvent) => {
            event.dataTransfer.effectAllowed = 'move';
            event.dataTransfer.setData('text/plain', SLIDE_NAMES[id]);
            setDragged(id);
          }}
          onDragEnd={() => setDragged(null)}
          onDragOver={(event) => {
            if (dragged === null) return;
            event.preventDefault();
            if (dragged !== id) move(dragged, i);
          }}
          onDrop={(event) => event.preventDefault()}
        >
          <button type="button" className={styles.go} onClick={() => goToSlide(id)} disabled={deck.hidden.includes(id)}>
            <span>{i + 1}</span> {SLIDE_NAMES[id]}
          </button>
          <IconButton label={`Move ${SLIDE_NAMES[id]} up`} isOff={i === 0} onClick={() => move(id, i - 1)}>
            <IconDown className={styles.up} />
          </IconButton>
          <IconButton
            label={`Move ${SLIDE_NAMES[id]} down`}
            isOff={i === deck.order.length - 1}
            onClick={() => move(id, i + 1)}
          >
            <IconDown />
          </IconButton>
          <IconButton
            label={`${deck.hidden.includes(id) ? 'Show' : 'Hide'} ${SLIDE_NAMES[id]}`}
            isOff={false}
            onClick={() => changeDeck((old) => toggleSlide(old, id))}
          >
            {deck.hidden.includes(id) ? <IconHidden /> : <IconShown />}
          </IconButton>
        </li>
      ))}
    </ol>
  );
}

function IconButton({
  label,
  isOff,
  onClick,
  children,
}: {
  readonly label: string;
  readonly isOff: boolean;
  readonly onClick: () => void;
  readonly children: React.ReactNode;
}) {
  return (
    <button type="button" aria-label={label} title={label} disabled={isOff} onClick={onClick}>
      {children}
    </button>
  );
}

/** Title and notes of the slide that is on. */
function Words({ deck, id, talk }: { readonly deck: Deck; readonly id: SlideId; readonly talk: Talk }) {
  const own = deck.titles[id];
  const notes = deck.notes[id];
  return (
    <div className={styles.words}>
      <label>
        Title
        <textarea
          rows={3}
          value={own?.text ?? ''}
          placeholder={defaultTitle(id, talk)}
          onChange={(event) => changeDeck((old) => retitleRaw(old, id, event.target.value, talk.about))}
          onBlur={(event) => changeDeck((old) => settle(old, id, event.target.value))}
        />
      </label>
      <p className={styles.hint}>
        {own ? (
          <>
            Your words do not follow the threshold. Written about {own.about}.{' '}
            <button type="button" onClick={() => changeDeck((old) => retitle(old, id, '', ''))}>
              Follow the figures
            </button>
          </>
        ) : (
          'The title follows the figures until you write your own.'
        )}
      </p>
      <label>
        Speaker notes
        <textarea
          rows={7}
          value={notes ?? DEFAULT_NOTES[id]}
          onChange={(event) => changeDeck((old) => annotate(old, id, event.target.value))}
        />
      </label>
      {notes !== undefined && (
        <p className={styles.hint}>
          <button type="button" onClick={() => changeDeck((old) => annotate(old, id, null))}>
            Bring the first notes back
          </button>
        </p>
      )}
    </div>
  );
}

/** While somebody types, blanks at the ends stay. */
const retitleRaw = (deck: Deck, id: SlideId, text: string, about: string): Deck =>
  text.trim() === '' ? retitle(deck, id, '', about) : { ...deck, titles: { ...deck.titles, [id]: { text, about } } };

const settle = (deck: Deck, id: SlideId, text: string): Deck => {
  const own = deck.titles[id];
  return own === undefined || own.text === own.text.replace(/\s+/g, ' ').trim()
    ? deck
    : retitle(deck, id, text, own.about);
};

function FileRow({ isChanged }: { readonly isChanged: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const toast = useToast();
  const open = async (file: File | undefined) => {
    if (file === undefined) return;
    const says = importDeck(await file.text());
    toast(says ?? 'Slides opened.');
  };
  return (
    <footer className={styles.files}>
      <Button size="small" onClick={downloadDeck}>
        Save as a file
      </Button>
      <Button size="small" onClick={() => input.current?.click()}>
        Open a file
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label="File of slides"
        onChange={(event) => {
          void open(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {isChanged && (
        <Button size="small" look="quiet" onClick={resetDeck}>
          Start over
        </Button>
      )}
    </footer>
  );
}
