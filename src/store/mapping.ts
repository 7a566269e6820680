import { create } from 'zustand';
import type { Problem } from '../core/result.ts';
import { EngineRejection } from '../engine/client.ts';
import type { Preview, Reading, TableLook } from '../engine/intake-jobs.ts';
import type { NamedBlob } from '../engine/jobs.ts';
import { columnsOf, formatMapping } from '../engine/mapping-terms.ts';
import { saveText } from './actions.ts';
import { askEngine, lastWish, load, useApp } from './app-store.ts';
import { commonName } from './common-name.ts';
import { type ColumnMapping, columnsKey, recallMapping, rememberMapping } from './mapping-memory.ts';
import { fetchOrigin, keptIdOf } from './origin.ts';
import { isSealWanted } from './sealing.ts';

export { MAPPED_ROLES, ROLE_NAMES, whatIsMissing } from '../engine/mapping-terms.ts';

/** The mapping screen: a table, what its columns are taken for, and what that would give. */
export interface MappingState {
  readonly files: readonly NamedBlob[];
  readonly tables: readonly TableLook[];
  readonly file: string | null;
  readonly mapping: ColumnMapping | null;
  /** The mapping is one that was used for files of this shape before. */
  readonly isRemembered: boolean;
  /** In words: a mapping was kept for such files and cannot be read. */
  readonly memoryTrouble: string | null;
  readonly preview: Preview | null;
  readonly trouble: Problem | null;
}

const CLOSED: MappingState = {
  files: [],
  tables: [],
  file: null,
  mapping: null,
  isRemembered: false,
  memoryTrouble: null,
  preview: null,
  trouble: null,
};

export const useMapping = create<MappingState>()(() => CLOSED);
const { setState: set, getState: get } = useMapping;

/** Files that were asked for last, read or not: what could not be recognised is among them. */
export const filesAtHand = (): readonly NamedBlob[] => {
  const from = lastWish() ?? useApp.getState().origin;
  return from?.kind === 'files' ? from.files : [];
};

export async function openMapping(files: readonly NamedBlob[]): Promise<void> {
  try {
    const tables = await askEngine('lookAtTables', { files, isSealed: isSealWanted() }, { lane: 'mapping' });
    const first = tables.find(({ takenFor }) => takenFor === null) ?? tables[0];
    set({ ...CLOSED, files, tables });
    if (first !== undefined) chooseTable(first.file);
  } catch (error) {
    if (!(error instanceof EngineRejection)) throw error;
    if (error.reason.kind === 'failed') set({ trouble: error.reason.problem });
  }
}

export const closeMapping = (): void => set(CLOSED);

export function chooseTable(file: string): void {
  const table = get().tables.find((candidate) => candidate.file === file);
  if (table === undefined) return;
  const { mapping: known, trouble: memoryTrouble } = recallMapping(columnsKey(table.columns));
  set({ file, mapping: known ?? table.guess, isRemembered: known !== null, memoryTrouble });
  void preview();
}

export function changeMapping(mapping: ColumnMapping): void {
  set({ mapping, isRemembered: false });
  void preview();
}

async function preview(): Promise<void> {
  const { files, mapping } = get();
  if (mapping === null) return;
  try {
    const found = await askEngine(
      'previewReading',
      { files, reading: readingWith(mapping), isSealed: isSealWanted() },
      { lane: 'preview' },
    );
    if (get().mapping === mapping) set({ preview: found });
  } catch (error) {
    if (!(error instanceof EngineRejection)) throw error;
    if (error.reason.kind === 'failed') set({ trouble: error.reason.problem });
  }
}

/** As the files are read by now, the table at hand with this mapping: tables of other columns keep theirs. */
function readingWith(mapping: ColumnMapping): Reading {
  const { files, tables, file } = get();
  const origin = lastWish() ?? useApp.getState().origin;
  const before = origin?.kind === 'files' && origin.files === files ? origin.reading : undefined;
  const columns = tables.find((candidate) => candidate.file === file)?.columns ?? [];
  const others = (before?.mappings ?? []).filter(
    (other) => !columnsOf(other).every((column) => columns.includes(column)),
  );
  return { takenAs: {}, ...before, mappings: [mapping, ...others] };
}

/** For `stopscope report --mapping FILE`. */
export function saveMapping(): void {
  const { mapping, file } = get();
  if (mapping !== null) saveText(formatMapping(mapping), `${file ?? 'columns'}.mapping.json`);
}

/** Opens the files as they are mapped, and remembers it for files of this shape. */
export function applyMapping(): void {
  const { files, mapping, tables, file } = get();
  const table = tables.find((candidate) => candidate.file === file);
  if (mapping === null || table === undefined) return;
  rememberMapping(columnsKey(table.columns), mapping);
  const kept = keptIdOf(useApp.getState().origin, files);
  const reading = readingWith(mapping);
  void load({ kind: 'files', files, name: commonName(files), reading, isSealed: isSealWanted(), ...kept });
  closeMapping();
}

/** Reads what is loaded again, one file taken for something else. */
export function takeFor(file: string, importer: string): void {
  const { origin } = useApp.getState();
  if (origin?.kind !== 'files') return;
  const { mappings = [], takenAs = {} } = origin.reading ?? {};
  const isSealed = origin.isSealed === true || isSealWanted();
  void load({ ...origin, isSealed, reading: { mappings, takenAs: { ...takenAs, [file]: importer } } });
}

/** Labels and other files for what is loaded: read together, joined by id, else by the question's text. */
export async function addFiles(files: readonly NamedBlob[]): Promise<void> {
  const { origin } = useApp.getState();
  if (origin === null || files.length === 0) return;
  const before = await fetchOrigin(origin, new AbortController().signal);
  if (before.kind === 'failed') {
    useApp.setState({ loading: { kind: 'failed', problem: before.error } });
    return;
  }
  const { name, reading } = before.value;
  const names = new Set(before.value.files.map((file) => file.name));
  const added = files.map((file) => ({ name: unused(file.name, names), blob: file.blob }));
  // More files must not open what is sealed.
  const isSealed = origin.isSealed === true || isSealWanted();
  const all = { kind: 'files' as const, files: [...before.value.files, ...added], name, isSealed };
  void load(reading === undefined ? all : { ...all, reading });
}

const unused = (name: string, taken: Set<string>): string => {
  let candidate = name;
  for (let n = 2; taken.has(candidate); n++) candidate = `${n}/${name}`;
  taken.add(candidate);
  return candidate;
};
