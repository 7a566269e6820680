import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isHiddenName, isPlainName } from './request-path.ts';
import { isInside, type Root } from './roots.ts';

export interface ListedFile {
  /** Root name, then the way down, with `/` on every system. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

export interface Listing {
  /** Ascending by path. */
  readonly files: readonly ListedFile[];
  /** Changes whenever a file is added, removed or written. */
  readonly version: string;
  /** True when the directories hold more than `limit` files: the rest is not listed. */
  readonly isTruncated: boolean;
  /** Absolute paths of the directories read, for watching. */
  readonly directories: readonly string[];
}

/** Enough for any export; it keeps `stopscope view /` from walking the whole disk. */
export const FILE_LIMIT = 20_000;

interface Walk {
  readonly files: (ListedFile & { readonly exact: number })[];
  readonly seen: Set<string>;
  readonly directories: string[];
  readonly links: { readonly root: Root; readonly absolute: string; readonly path: string }[];
  readonly limit: number;
  isTruncated: boolean;
}

const byName = (a: Dirent, b: Dirent): number => (a.name < b.name ? -1 : 1);

async function addFile(walk: Walk, absolute: string, path: string): Promise<void> {
  if (walk.seen.has(absolute)) return;
  if (walk.files.length >= walk.limit) {
    walk.isTruncated = true;
    return;
  }
  const info = await stat(absolute).catch(() => null);
  if (info === null || !info.isFile()) return;
  walk.seen.add(absolute);
  walk.files.push({ path, size: info.size, modified: Math.round(info.mtimeMs), exact: info.mtimeMs });
}

async function addDirectory(walk: Walk, root: Root, absolute: string, path: string): Promise<void> {
  if (walk.isTruncated || walk.seen.has(absolute)) return;
  walk.seen.add(absolute);
  // A directory that may not be read, or that just went away, is passed over: the others still serve.
  const entries = await readdir(absolute, { withFileTypes: true }).catch(() => null);
  if (entries === null) return;
  walk.directories.push(absolute);
  for (const entry of entries.sort(byName)) {
    if (isHiddenName(entry.name) || !isPlainName(entry.name)) continue;
    const below = { absolute: join(absolute, entry.name), path: `${path}/${entry.name}` };
    if (entry.isSymbolicLink()) walk.links.push({ root, ...below });
    else if (entry.isDirectory()) await addDirectory(walk, root, below.absolute, below.path);
    else if (entry.isFile()) await addFile(walk, below.absolute, below.path);
  }
}

/**
 * Symbolic links come last: what they lead to is listed only when it lies inside the directory and was not met on the
 * way, so the same bytes never appear twice and circles end.
 */
async function followLinks(walk: Walk): Promise<void> {
  for (let link = walk.links.shift(); link !== undefined; link = walk.links.shift()) {
    const target = await realpath(link.absolute).catch(() => null);
    if (target === null || !isInside(link.root.path, target) || walk.seen.has(target)) continue;
    const info = await stat(target).catch(() => null);
    if (info?.isDirectory()) await addDirectory(walk, link.root, target, link.path);
    else if (info?.isFile()) await addFile(walk, target, link.path);
  }
}

/** Every file below the roots, except hidden ones, installed packages and links that lead out. */
export async function listFiles(roots: readonly Root[], limit: number = FILE_LIMIT): Promise<Listing> {
  const walk: Walk = { files: [], seen: new Set(), directories: [], links: [], limit, isTruncated: false };
  for (const root of roots) await addDirectory(walk, root, root.path, root.name);
  await followLinks(walk);
  walk.files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const hash = createHash('sha256');
  for (const { path, size, exact } of walk.files) hash.update(`${path}\n${size} ${exact}\n`);
  return {
    files: walk.files.map(({ path, size, modified }) => ({ path, size, modified })),
    version: hash.digest('hex').slice(0, 16),
    isTruncated: walk.isTruncated,
    directories: walk.directories,
  };
}
