import { realpath, stat } from 'node:fs/promises';
import { basename, resolve, sep } from 'node:path';
import { failed, ok, type Result } from '../../core/result.ts';
import { isHiddenName, splitPath } from './request-path.ts';

/** A directory whose files are served. */
export interface Root {
  /** First part of every path below it: the directory's own name, numbered when two directories share one. */
  readonly name: string;
  /** Absolute, free of symbolic links. */
  readonly path: string;
}

const uniqueName = (wanted: string, taken: ReadonlySet<string>): string => {
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted}-${n}`;
    if (!taken.has(name)) return name;
  }
};

/** Checks the directories that the user named. The error is a sentence for the terminal. */
export async function openRoots(directories: readonly string[]): Promise<Result<readonly Root[], string>> {
  const roots: Root[] = [];
  for (const directory of directories) {
    const absolute = resolve(directory);
    const info = await stat(absolute).catch(() => null);
    if (info === null) return failed(`There is no directory ${absolute}.`);
    if (!info.isDirectory()) return failed(`${absolute} is a file. Name the directory that holds it.`);
    const path = await realpath(absolute);
    if (roots.some((root) => root.path === path)) continue;
    const wanted = basename(absolute).replaceAll('\\', '_') || 'root';
    roots.push({ name: uniqueName(wanted, new Set(roots.map((root) => root.name))), path });
  }
  return ok(roots);
}

/** True when `path` (absolute, resolved) is `directory` or lies below it. */
export const isInside = (directory: string, path: string): boolean =>
  path === directory || path.startsWith(directory.endsWith(sep) ? directory : directory + sep);

/**
 * The file that plain names lead to below `directory` (absolute, resolved), or null when there is none or a symbolic
 * link on the way leaves the directory.
 */
export async function resolveInside(directory: string, names: readonly string[]): Promise<string | null> {
  const real = await realpath([directory, ...names].join(sep)).catch(() => null);
  return real !== null && isInside(directory, real) ? real : null;
}

/** The file behind a path of the listing (`name/of/file.jsonl`), or null for whatever the listing would not show. */
export async function resolveListed(roots: readonly Root[], path: string): Promise<string | null> {
  const names = splitPath(path);
  if (names === null) return null;
  const [rootName, ...rest] = names;
  const root = roots.find(({ name }) => name === rootName);
  if (root === undefined || rest.length === 0 || rest.some(isHiddenName)) return null;
  return resolveInside(root.path, rest);
}
