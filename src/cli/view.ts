import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { failed, ok, type Result } from '../core/result.ts';
import { type OpenedView, readOpen, withView } from './open-link.ts';
import { FILE_LIMIT, listFiles } from './serve/listing.ts';
import { openRoots, type Root } from './serve/roots.ts';
import { startServer } from './serve/server.ts';

export const DEFAULT_PORT = 4873;

export const VIEW_USAGE = `stopscope view [DIR…] [--open VIEW] [--sealed] [--join-by-order] [--port N]

Serves the app on 127.0.0.1. With directories, the page opens on their files: read-only, for this machine only.
Without, it opens on the demo dataset.

  --open VIEW      a view to open on the files: a link, or the part of one behind its #, in quotes
  --sealed         every label of DIR stays sealed until the splits have roles (page Audit): nothing is computed from it before
  --join-by-order  join labels row by row where they share no id and no text with the runs; without it, the page offers it
  --port N         port to use (default ${DEFAULT_PORT}); the next free one when it is taken, 0 for any`;

/** What the command touches besides files: given in tests, the process itself otherwise. */
export interface ViewSurroundings {
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
  /** The folder with the built index.html. */
  readonly appDirectory: string;
  /** Resolves when the server shall stop. */
  readonly untilStopped: () => Promise<void>;
}

/** Ctrl+C stops gracefully; once that has begun, a second one ends the process at once, as usual. */
const untilInterrupted = (): Promise<void> =>
  new Promise((resolve) => {
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
    const stop = (): void => {
      for (const signal of signals) process.off(signal, stop);
      resolve();
    };
    for (const signal of signals) process.on(signal, stop);
  });

const processSurroundings = (): ViewSurroundings => ({
  print: (line) => console.log(line),
  complain: (line) => console.error(line),
  // The bundle lies in dist/cli, beside the app in dist.
  appDirectory: fileURLToPath(new URL('..', import.meta.url)),
  untilStopped: untilInterrupted,
});

interface ViewArguments {
  readonly directories: readonly string[];
  readonly port: number;
  readonly isSealed: boolean;
  readonly isJoinedByOrder: boolean;
  readonly open: OpenedView | null;
  readonly wantsHelp: boolean;
}

function readArguments(args: readonly string[]): Result<ViewArguments, string> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        open: { type: 'string' },
        sealed: { type: 'boolean' },
        'join-by-order': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
      allowPositionals: true,
    });
    const port = values.port ?? String(DEFAULT_PORT);
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
      return failed(`--port wants a number from 0 to 65535, not "${port}".`);
    }
    const isSealed = values.sealed === true;
    if (isSealed && positionals.length === 0) return failed('--sealed is about the files of a directory: name one.');
    const isJoinedByOrder = values['join-by-order'] === true;
    if (isJoinedByOrder && positionals.length === 0)
      return failed('--join-by-order is about the files of a directory: name one.');
    const open = values.open === undefined ? ok(null) : readOpen(values.open);
    if (open.kind === 'failed') return open;
    const wantsHelp = values.help === true;
    return ok({ directories: positionals, port: Number(port), isSealed, isJoinedByOrder, open: open.value, wantsHelp });
  } catch (error) {
    // parseArgs throws on options it does not know: that is the user's input, not a bug.
    return failed(error instanceof Error ? error.message : String(error));
  }
}

async function describeRoots(roots: readonly Root[], surroundings: ViewSurroundings): Promise<void> {
  for (const root of roots) {
    const { files, isTruncated } = await listFiles([root]);
    surroundings.print(`${root.path}: ${files.length} ${files.length === 1 ? 'file' : 'files'}, read-only.`);
    if (isTruncated) surroundings.complain(`Only the first ${FILE_LIMIT} files are served. Name a smaller directory.`);
    if (files.length === 0)
      surroundings.complain('There is nothing to read yet; the page refreshes when files appear.');
  }
}

/** `stopscope view`: serves until it is stopped. Returns the exit code: 0 fine, 1 cannot serve, 2 bad input. */
export async function runView(args: readonly string[], surroundings = processSurroundings()): Promise<number> {
  const { print, complain } = surroundings;
  const parsed = readArguments(args);
  if (parsed.kind === 'failed') {
    complain(`${parsed.error}\n\n${VIEW_USAGE}`);
    return 2;
  }
  const { directories, port, isSealed, isJoinedByOrder, open, wantsHelp } = parsed.value;
  if (wantsHelp) {
    print(VIEW_USAGE);
    return 0;
  }
  const roots = await openRoots(directories);
  if (roots.kind === 'failed') {
    complain(roots.error);
    return 2;
  }
  const page = await stat(join(surroundings.appDirectory, 'index.html')).catch(() => null);
  if (page === null) {
    complain('The built app is missing beside this command. Run `npm run build` in the project first.');
    return 1;
  }
  const appDirectory = await realpath(surroundings.appDirectory);
  const server = await startServer({ appDirectory, roots: roots.value, port, isSealed, isJoinedByOrder });
  if (server.kind === 'failed') {
    complain(server.error);
    return 1;
  }
  await describeRoots(roots.value, surroundings);
  if (port !== 0 && server.value.port !== port) print(`Port ${port} is taken, so this is ${server.value.port}.`);
  if (isSealed) print('Every label is sealed until the splits have roles, on the page Audit.');
  print('Stopscope is ready. Press Ctrl+C to stop.\n');
  print(open === null ? server.value.address : withView(server.value.address, open));
  await surroundings.untilStopped();
  await server.value.close();
  return 0;
}
