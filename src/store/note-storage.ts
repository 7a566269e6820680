export interface Note {
  readonly tags: readonly string[];
  readonly note: string;
}
/** By question id. */
export type Notes = Readonly<Record<string, Note>>;

export interface StoredNotes {
  readonly notes: Notes;
  readonly trouble: string | null;
}

const PREFIX = 'stopscope.notes.';
const VERSION = 1;

const CLOSED =
  'This browser keeps nothing here (a private window, or storage switched off). Notes last as long as this tab: export them to keep them.';

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Throws where the browser keeps nothing. */
const device = (): Storage => globalThis.localStorage;

/** Where the notes of a run are kept. */
export const notesKey = (run: string): string => PREFIX + run;

/** The notes of a run. What cannot be read is put aside under another key, never thrown away. */
export function readNotes(run: string, storage: () => Storage = device): StoredNotes {
  const key = notesKey(run);
  let text: string | null;
  try {
    text = storage().getItem(key);
  } catch {
    return { notes: {}, trouble: CLOSED };
  }
  if (text === null) return { notes: {}, trouble: null };
  const notes = parseNotes(text);
  if (notes !== null) return { notes, trouble: null };
  const aside = `${key}.unreadable`;
  try {
    storage().setItem(aside, text);
    return {
      notes: {},
      trouble: `The notes kept for this run could not be read. They were put aside as "${aside}" in this browser's storage; new notes start empty.`,
    };
  } catch {
    return { notes: {}, trouble: 'The notes kept for this run could not be read, and new ones cannot be kept.' };
  }
}

/** Keeps the notes; says in words why not, or null. */
export function writeNotes(run: string, notes: Notes, storage: () => Storage = device): string | null {
  const key = notesKey(run);
  try {
    if (Object.keys(notes).length === 0) storage().removeItem(key);
    else storage().setItem(key, JSON.stringify({ version: VERSION, notes }));
    return null;
  } catch (error) {
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    return isFull
      ? 'The storage of this browser is full: the last note is not kept beyond this tab. Export the notes to keep them.'
      : CLOSED;
  }
}

function parseNotes(text: string): Notes | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(value) || value.version !== VERSION || !isObject(value.notes)) return null;
  const notes: [string, Note][] = [];
  for (const [id, note] of Object.entries(value.notes)) {
    if (!isObject(note) || typeof note.note !== 'string' || !Array.isArray(note.tags)) return null;
    notes.push([id, { note: note.note, tags: note.tags.filter((tag) => typeof tag === 'string') }]);
  }
  return Object.fromEntries(notes);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
