import { type FSWatcher, watch } from 'node:fs';
import { listFiles } from './listing.ts';
import type { Root } from './roots.ts';

export interface WatchTiming {
  /** Quiet time after a file event before looking, ms: a file being written reports many times. */
  readonly settle: number;
  /** But look after this long even when it never gets quiet, ms. */
  readonly patience: number;
  /** Looking without any event, ms: network drives and containers often report nothing. */
  readonly poll: number;
  /** The same where the system cannot watch at all, ms. */
  readonly pollOnly: number;
  /** Beyond this many directories only polling is used: each one watched costs a handle of the system. */
  readonly maxWatched: number;
}

export const WATCH_TIMING: WatchTiming = {
  settle: 300,
  patience: 5_000,
  poll: 10_000,
  pollOnly: 2_000,
  maxWatched: 2_000,
};

export interface Watching {
  readonly close: () => void;
}

/**
 * Calls `onChange(version)` when files were added, changed or removed below the roots. File events are only hints that
 * make it look earlier; what counts is the listing's version, so hidden files and mere touches of a directory are silent.
 * One watcher per directory read instead of `recursive`: that one also descends into hidden folders and packages.
 */
export function watchRoots(
  roots: readonly Root[],
  firstVersion: string,
  onChange: (version: string) => void,
  timing: WatchTiming = WATCH_TIMING,
): Watching {
  const watchers = new Map<string, FSWatcher>();
  let version = firstVersion;
  let isClosed = false;
  let isWatchable = true;
  let isLooking = false;
  let hintedAt: number | null = null;
  let timer: NodeJS.Timeout | undefined;

  const schedule = (delay: number): void => {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(look, delay);
  };
  const scheduleNext = (): void => {
    if (hintedAt !== null) {
      const overdue = hintedAt + timing.patience - performance.now();
      schedule(Math.max(0, Math.min(timing.settle, overdue)));
    } else schedule(isWatchable ? timing.poll : timing.pollOnly);
  };
  const hint = (): void => {
    hintedAt ??= performance.now();
    if (!isLooking) scheduleNext();
  };
  const drop = (directory: string): void => {
    watchers.get(directory)?.close();
    watchers.delete(directory);
  };
  const watchDirectories = (directories: readonly string[]): void => {
    const wanted = new Set(directories);
    for (const directory of [...watchers.keys()]) if (!wanted.has(directory)) drop(directory);
    if (wanted.size > timing.maxWatched) isWatchable = false;
    for (const directory of directories) {
      if (!isWatchable || watchers.has(directory)) continue;
      try {
        const watcher = watch(directory, hint);
        watcher.on('error', () => {
          drop(directory);
          hint();
        });
        watchers.set(directory, watcher);
        // What changed between reading the directory and watching it went unseen: look once more.
        hintedAt ??= performance.now();
      } catch {
        // Out of handles, or a file system without events: polling takes over.
        isWatchable = false;
      }
    }
    if (!isWatchable) for (const directory of [...watchers.keys()]) drop(directory);
  };
  async function look(): Promise<void> {
    isLooking = true;
    hintedAt = null;
    const listing = await listFiles(roots);
    isLooking = false;
    if (isClosed) return;
    watchDirectories(listing.directories);
    if (listing.version !== version) {
      version = listing.version;
      onChange(version);
    }
    scheduleNext();
  }
  schedule(0);

  return {
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      for (const directory of [...watchers.keys()]) drop(directory);
    },
  };
}
