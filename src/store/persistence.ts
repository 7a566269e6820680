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

const inWords = (error: unknown): string =>
  error instanceof DOMException && error.name === 'QuotaExceededError' ? FULL : CLOSED;

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
    if (error instanceof DOMException && error.name === 'QuotaExceededError') throw error;
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
};

/** The same files opened again are the same dataset: names and sizes tell. */
const idOf = (files: readonly NamedBlob[]): string => {
  let hash = 0xcbf29ce484222325n;
  for (const char of JSON.stringify(files.map(({ name, blob }) => [name, blob.size]))) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(char.codePointAt(0)!)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
};

/** Keeps a dataset's files. The id finds it again. */
export const keepDataset = (dataset: ToKeep): Promise<Result<KeptDataset, string>> =>
  attempt(async (database) => {
    const { files } = dataset;
    const id = idOf(files);
    const place = (await writeFiles(id, files)) ? 'files' : 'database';
    if (place === 'database') {
      for (const [i, { blob }] of files.entries()) await database.put('blobs', blob, `${id}/${i}`);
    }
    const kept: KeptDataset = {
      id,
      name: dataset.name,
      bytes: files.reduce((sum, { blob }) => sum + blob.size, 0),
      date: Date.now(),
      questionCount: dataset.questionCount,
      files: files.map(({ name }) => name),
      reading: dataset.reading,
      isSealed: dataset.isSealed,
      place,
    };
    await database.put('datasets', kept);
    return kept;
  });

/** Newest first. */
export const listKept = (): Promise<Result<readonly KeptDataset[], string>> =>
  attempt(async (database) => (await database.getAll('datasets')).sort((a, b) => b.date - a.date));

/** The files of a kept dataset, or why they are gone. */
export const openKept = async (
  id: string,
): Promise<Result<{ readonly kept: KeptDataset; readonly files: readonly NamedBlob[] }, string>> => {
  const found = await attempt(async (database) => {
    const kept = await database.get('datasets', id);
    if (kept === undefined) return null;
    const files: NamedBlob[] = [];
    for (const [i, name] of kept.files.entries()) {
      const blob =
        kept.place === 'files'
          ? await (await (await folderOf(id)).getFileHandle(String(i))).getFile()
          : await database.get('blobs', `${id}/${i}`);
      if (blob === undefined) return null;
      files.push({ name, blob });
    }
    return { kept, files };
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
