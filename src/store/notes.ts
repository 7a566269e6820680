import { create } from 'zustand';
import { useApp } from './app-store.ts';
import { type Note, type Notes, notesKey, readNotes, type StoredNotes, writeNotes } from './note-storage.ts';

export interface NotesState {
  /** Key of the run that the notes belong to: two runs of one name keep theirs apart. */
  readonly run: string | null;
  readonly notes: Notes;
  /** Counts changes, so that others notice. */
  readonly version: number;
  /** Why notes are not kept, or what was found of older ones; null: all is well. */
  readonly trouble: string | null;
}

export const useNotes = create<NotesState>()(() => ({ run: null, notes: {}, version: 0, trouble: null }));
const { setState: set, getState: get } = useNotes;

const put = (stored: StoredNotes, run: string) =>
  set(({ version }) => ({ run, notes: stored.notes, trouble: stored.trouble, version: version + 1 }));

/** Brings the notes of the run on screen, and of other tabs, until the returned function is called. */
export function watchNotes(): () => void {
  const follow = (run: string | null) => {
    if (run !== null && run !== get().run) put(readNotes(run), run);
  };
  const stop = useApp.subscribe((state) => follow(state.dataset?.runKey ?? null));
  follow(useApp.getState().dataset?.runKey ?? null);
  const onStorage = (event: StorageEvent) => {
    const { run } = get();
    if (run !== null && event.key === notesKey(run)) put(readNotes(run), run);
  };
  globalThis.addEventListener?.('storage', onStorage);
  return () => {
    stop();
    globalThis.removeEventListener?.('storage', onStorage);
  };
}

const EMPTY: Note = { tags: [], note: '' };
export const noteOf = (notes: Notes, id: string): Note => (Object.hasOwn(notes, id) ? notes[id]! : EMPTY);

/** Changes tags or note of a question. What is left empty is forgotten. */
export function changeNote(id: string, change: Partial<Note>): void {
  const { run, notes, version } = get();
  const note = { ...noteOf(notes, id), ...change };
  const rest = Object.fromEntries(Object.entries(notes).filter(([other]) => other !== id));
  const next = note.tags.length === 0 && note.note.trim() === '' ? rest : { ...rest, [id]: note };
  set({ notes: next, version: version + 1, trouble: run === null ? null : writeNotes(run, next) });
}

export function addTag(id: string, tag: string): void {
  const clean = tag.trim().replace(/\s+/g, ' ');
  const { tags } = noteOf(get().notes, id);
  if (clean !== '' && !tags.includes(clean)) changeNote(id, { tags: [...tags, clean] });
}

export function removeTag(id: string, tag: string): void {
  changeNote(id, { tags: noteOf(get().notes, id).tags.filter((one) => one !== tag) });
}

/** Every tag in use, most used first. */
export function tagsInUse(notes: Notes): readonly string[] {
  const counts = new Map<string, number>();
  for (const { tags } of Object.values(notes)) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([tag]) => tag);
}
