import type { NamedBlob } from '../engine/jobs.ts';
import { commonName } from './common-name.ts';

export interface Dropped {
  readonly files: readonly NamedBlob[];
  /** The folder's name when one folder was dropped, or the single file's; null otherwise. */
  readonly name: string | null;
}

/** Files of an input element; a chosen folder carries relative paths. */
export function fromFileList(list: FileList): Dropped {
  const files = [...list].map((file) => ({ name: file.webkitRelativePath || file.name, blob: file }));
  return { files, name: commonName(files) };
}

/**
 * Files and folders of a drop, folders opened all the way down. Must be called within the drop event: the entries are
 * gone after it.
 */
export async function fromDataTransfer(transfer: DataTransfer): Promise<Dropped> {
  const entries: FileSystemEntry[] = [];
  for (const item of transfer.items) {
    const entry = item.webkitGetAsEntry();
    if (entry !== null) entries.push(entry);
  }
  // Without entries (a synthetic drop, an old browser) the plain list still has the files.
  if (entries.length === 0) return fromFileList(transfer.files);
  const files = (await Promise.all(entries.map((entry) => walk(entry)))).flat();
  return { files, name: commonName(files) };
}

async function walk(entry: FileSystemEntry): Promise<NamedBlob[]> {
  const path = entry.fullPath.replace(/^\//, '');
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ name: path, blob: file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const children: FileSystemEntry[] = [];
  // readEntries gives at most 100 at a time, and an empty list at the end.
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) break;
    children.push(...batch);
  }
  return (await Promise.all(children.map((child) => walk(child)))).flat();
}
