import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { failed, ok, type Result } from '../core/result.ts';
import type { Reading } from '../engine/intake-jobs.ts';
import type { NamedBlob } from '../engine/jobs.ts';

/** A dataset that stays on this device. */
export interface KeptDataset {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly date: number;
  readonly questionCount: number;
  readonly files: readonly string[];
  readonly reading: Reading | null;
  /** Its labels were sealed; they come back sealed. */
  readonly isSealed: boolean;
  /** Where the bytes are: the origin's private file system, or beside this record. */
  readonly place: 'files' | 'database';
}

interface Schema extends DBSchema {
  datasets: { key: string; value: KeptDataset };
  blobs: { key: string; value: Blob };
}

const NAME = 'stopscope';
const VERSION = 1;

const CLOSED =
  'This browser keeps no data here (a private window, or storage switched off). The dataset lasts as long as this tab; keep its files.';
const FULL =
  'The storage of this browser is full: this dataset lasts as long as this tab. Delete other datasets below to make room.';

const isQuota = (error: unknown): boolean => error instanceof Error && error.name === 'QuotaExceededError';

const inWords = (error: unknown): string => (isQuota(error) ? FULL : CLOSED);

const open = (): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>(NAME, VERSION, {
    upgrade(database) {
      database.createObjectStore('datasets', { keyPath: 'id' });
      database.createObjectStore('blobs');
    },
  });

/** Every failure of storage is expected: it becomes words, never an error on screen. */
const attempt = async <T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<Result<T, string>> => {
  let database: IDBPDatabase<Schema> | null = null;
  try {
    database = await open();
    return ok(await work(database));
  } catch (error) {
    return failed(inWords(error));
  } finally {
    database?.close();
  }
};

const folderOf = async (id: string): Promise<FileSystemDirectoryHandle> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(id, { create: true });

/** In the private file system, which is made for big files. false: there is none, or it does not take files. */
const writeFiles = async (id: string, files: readonly NamedBlob[]): Promise<boolean> => {
  try {
    const folder = await folderOf(id);
    for (const [i, { blob }] of files.entries()) {
      const stream = await (await folder.getFileHandle(String(i), { create: true })).createWritable();
      await stream.write(blob);
      await stream.close();
    }
    return true;
  } catch (error) {
    await removeFolder(id);
    // A full disk is full for the database too: the caller says so.
    if (isQuota(error)) throw error;
    return false;
  }
};

const removeFolder = async (id: string): Promise<void> => {
  try {
    await (await navigator.storage.getDirectory()).removeEntry(id, { recursive: true });
  } catch {
    // It was never there, or there is no private file system.
  }
};

export type ToKeep = Pick<KeptDataset, 'name' | 'questionCount' | 'reading' | 'isSealed'> & {
  readonly files: readonly NamedBlob[];
  /** SHA-256 of what was read of them; null where it was too large to be hashed while it was read. */
  readonly hashes: readonly (string | null)[];
};

/** The same files opened again are the same dataset, by whatever names: their hashes tell, else names and sizes. */
export const idOf = ({ files, hashes }: Pick<ToKeep, 'files' | 'hashes'>): string => {
  let hash = 0xcbf29ce484222325n;
  const isHashed = hashes.length > 0 && !hashes.includes(null);
  const content = isHashed ? [...new Set(hashes)].sort() : files.map(({ name, blob }) => [name, blob.size]);
  for (const char of JSON.stringify(content)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(char.codePointAt(0)!)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
};

/**
 * Keeps a dataset's files. The id finds it again. `keptId`: its files come from here; they must not be written over, for
 * what is open reads from them.
 */
export const keepDataset = (dataset: ToKeep, keptId: string | null = null): Promise<Result<KeptDataset, string>> =>
  attempt(async (database) => {
    const { files, hashes } = dataset;
    const id = keptId ?? idOf(dataset);
    const known = await database.get('datasets', id);
    // Without hashes it may be other content of the same names and sizes.
    const isSame = keptId !== null || !hashes.includes(null);
    const { files: names, place } =
      known !== undefined && isSame && (await filesOf(database, known)) !== null
        ? known
        : { files: files.map(({ name }) => name), place: await write(database, id, files) };
    const kept: KeptDataset = {
      id,
      name: dataset.name,
      bytes: files.reduce((sum, { blob }) => sum + blob.size, 0),
      date: Date.now(),
      questionCount: dataset.questionCount,
      files: names,
      reading: dataset.reading,
      isSealed: dataset.isSealed,
      place,
    };
    await database.put('datasets', kept);
    return kept;
  });

/** In the private file system, else in the database. What was half written when it failed is taken away again. */
const write = async (
  database: IDBPDatabase<Schema>,
  id: string,
  files: readonly NamedBlob[],
): Promise<KeptDataset['place']> => {
  if (await writeFiles(id, files)) return 'files';
  try {
    for (const [i, { blob }] of files.entries()) await database.put('blobs', blob, `${id}/${i}`);
    return 'database';
  } catch (error) {
    for (const i of files.keys()) await database.delete('blobs', `${id}/${i}`).catch(() => {});
    throw error;
  }
};

/** Newest first. */
export const listKept = (): Promise<Result<readonly KeptDataset[], string>> =>
  attempt(async (database) => (await database.getAll('datasets')).sort((a, b) => b.date - a.date));

/** null: some of them are gone, as a browser may clear one place and not the other. */
const filesOf = async (database: IDBPDatabase<Schema>, kept: KeptDataset): Promise<readonly NamedBlob[] | null> => {
  const files: NamedBlob[] = [];
  for (const [i, name] of kept.files.entries()) {
    const blob = await (kept.place === 'files' ? fileOf(kept.id, i) : database.get('blobs', `${kept.id}/${i}`));
    if (blob === undefined) return null;
    files.push({ name, blob });
  }
  return files;
};

const fileOf = async (id: string, i: number): Promise<Blob | undefined> => {
  try {
    return await (await (await folderOf(id)).getFileHandle(String(i))).getFile();
  } catch (error) {
    if (error instanceof Error && error.name === 'NotFoundError') return undefined;
    throw error;
  }
};

/** The files of a kept dataset, or why they are gone. */
export const openKept = async (
  id: string,
): Promise<Result<{ readonly kept: KeptDataset; readonly files: readonly NamedBlob[] }, string>> => {
  const found = await attempt(async (database) => {
    const kept = await database.get('datasets', id);
    const files = kept === undefined ? null : await filesOf(database, kept);
    return kept === undefined || files === null ? null : { kept, files };
  });
  if (found.kind === 'failed') return found;
  return found.value === null ? failed('This dataset is not on this device any more.') : ok(found.value);
};

export const deleteKept = (id: string): Promise<Result<null, string>> =>
  attempt(async (database) => {
    const kept = await database.get('datasets', id);
    for (const i of kept?.files.keys() ?? []) await database.delete('blobs', `${id}/${i}`);
    await database.delete('datasets', id);
    await removeFolder(id);
    return null;
  });

/** Datasets, mappings, notes, settings: all that this program ever kept here. */
export const deleteEverything = async (): Promise<Result<null, string>> => {
  const done = await attempt(async (database) => {
    for (const { id } of await database.getAll('datasets')) await removeFolder(id);
    await database.clear('datasets');
    await database.clear('blobs');
    return null;
  });
  try {
    for (const storage of [localStorage, sessionStorage]) {
      for (const key of Object.keys(storage)) if (key.startsWith('stopscope')) storage.removeItem(key);
    }
  } catch {
    // Closed: then nothing was kept there.
  }
  return done;
};
