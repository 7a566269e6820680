import { Popover } from '@base-ui/react/popover';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { IconClose } from '../parts/icons.tsx';
import popup from '../parts/popup.module.css';
import { IconPen } from '../table/icons.tsx';
import styles from './notes.module.css';

export interface NoteBarProps {
  readonly tags: readonly string[];
  readonly note: string;
  /** Tags that were used before. */
  readonly known: readonly string[];
  readonly onAddTag: (tag: string) => void;
  readonly onRemoveTag: (tag: string) => void;
  readonly onNote: (note: string) => void;
}

/** Tags and a note on a question. They stay on this device. */
export function NoteBar({ tags, note, known, onAddTag, onRemoveTag, onNote }: NoteBarProps) {
  return (
    <span className={styles.bar}>
      {tags.map((tag) => (
        <span key={tag} className={styles.tag}>
          <IconPen size={12} />
          <span>{tag}</span>
          <button type="button" aria-label={`Remove the tag ${tag}`} onClick={() => onRemoveTag(tag)}>
            <IconClose size={12} />
          </button>
        </span>
      ))}
      <AddTag known={known.filter((tag) => !tags.includes(tag))} onAdd={onAddTag} />
      <NoteField note={note} onNote={onNote} />
    </span>
  );
}

function AddTag({ known, onAdd }: { readonly known: readonly string[]; readonly onAdd: (tag: string) => void }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const add = (tag: string) => {
    onAdd(tag);
    setText('');
    setOpen(false);
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger render={<Button look="quiet" size="small" />}>Add tag</Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className={popup.positioner} sideOffset={4} align="start" side="top">
          <Popover.Popup className={popup.popup}>
            <form
              className={styles.form}
              onSubmit={(event) => {
                event.preventDefault();
                add(text);
              }}
            >
              <Popover.Title className={popup.title}>
                <label htmlFor={id}>Tag</label>
              </Popover.Title>
              <input id={id} value={text} maxLength={80} onChange={(event) => setText(event.target.value)} />
              <Button type="submit" size="small">
                Add
              </Button>
              {known.length > 0 && (
                <div className={styles.known}>
                  {known.slice(0, 8).map((tag) => (
                    <Button key={tag} look="quiet" size="small" onClick={() => add(tag)}>
                      {tag}
                    </Button>
                  ))}
                </div>
              )}
            </form>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function NoteField({ note, onNote }: { readonly note: string; readonly onNote: (note: string) => void }) {
  const [text, setText] = useState(note);
  useEffect(() => setText(note), [note]);
  // What is typed is kept when the popover closes, however it closes.
  const now = useRef(text);
  now.current = text;
  return (
    <Popover.Root
      onOpenChange={(open) => {
        if (!open && now.current !== note) onNote(now.current);
      }}
    >
      <Popover.Trigger render={<Button look="quiet" size="small" />}>
        {note === '' ? 'Add note' : 'Note'}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className={popup.positioner} sideOffset={4} align="start" side="top">
          <Popover.Popup className={popup.popup}>
            <div className={styles.form}>
              <Popover.Title className={popup.title}>Note</Popover.Title>
              <textarea
                aria-label="Note"
                rows={5}
                value={text}
                onChange={(event) => setText(event.target.value)}
                onBlur={() => {
                  if (text !== note) onNote(text);
                }}
              />
              <p className={styles.hint}>Kept on this device, and written into exports.</p>
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
