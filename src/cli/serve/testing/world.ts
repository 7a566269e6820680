import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openRoots } from '../roots.ts';
import { type RunningServer, startServer } from '../server.ts';

/** A temporary folder with an app, two data directories and, beside them, files that must never be served. */
export interface World {
  readonly folder: string;
  readonly app: string;
  readonly run: string;
  readonly write: (path: string, content: string | Uint8Array) => Promise<void>;
  readonly link: (path: string, target: string) => Promise<void>;
  readonly remove: () => Promise<void>;
}

export const SECRET = 'this lies outside';

export async function createWorld(): Promise<World> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'stopscope-serve-')));
  const write: World['write'] = async (path, content) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  };
  const link: World['link'] = async (path, target) => {
    await symlink(target, join(folder, path));
  };
  await write('app/index.html', '<!doctype html><title>app</title>');
  await write('app/assets/app-1a2b.js', 'export {};');
  await write('app/assets/app-1a2b.css', 'body {}');
  await write('app/assets/inter-1a2b.woff2', 'font');
  await write('app/schema/exchange.json', '{}');
  await write('app/samples/demo.jsonl.gz', Uint8Array.of(0x1f, 0x8b, 8, 0));
  await write('run/a.jsonl', '0123456789');
  await write('run/sub/deep/b with space & ümlaut.json', '{}');
  await write('run/.hidden', SECRET);
  await write('run/.git/config', SECRET);
  await write('run/node_modules/x/index.js', SECRET);
  await write('outside.txt', SECRET);
  await write('run-other/c.jsonl', SECRET);
  return {
    folder,
    app: join(folder, 'app'),
    run: join(folder, 'run'),
    write,
    link,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** File events and polling fast enough for a test. */
export const QUICK_WATCH = { settle: 30, patience: 2_000, poll: 10_000, pollOnly: 10_000, maxWatched: 100 };

export async function serveWorld(world: World, directories: readonly string[]): Promise<RunningServer> {
  const roots = await openRoots(directories);
  if (roots.kind === 'failed') throw new Error(roots.error);
  const options = { appDirectory: world.app, roots: roots.value, port: 0, watchTiming: QUICK_WATCH };
  const server = await startServer(options);
  if (server.kind === 'failed') throw new Error(server.error);
  return server.value;
}

export interface RawReply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/**
 * Sends a request byte for byte: HTTP clients tidy up paths and choose the Host header themselves. `host` null sends
 * none, which only HTTP/1.0 may do.
 */
export function rawRequest(
  port: number,
  target: string,
  { method = 'GET', host = `127.0.0.1:${port}` as string | null, headers = '' } = {},
): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => {
      const version = host === null ? '1.0' : '1.1';
      const hostLine = host === null ? '' : `Host: ${host}\r\n`;
      socket.write(`${method} ${target} HTTP/${version}\r\n${hostLine}${headers}Connection: close\r\n\r\n`);
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString('latin1');
      const split = text.indexOf('\r\n\r\n');
      const [statusLine = '', ...lines] = text.slice(0, split).split('\r\n');
      const pairs = lines.map((line): [string, string] => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      });
      resolve({ status: Number(statusLine.split(' ')[1]), headers: new Map(pairs), body: text.slice(split + 4) });
    });
  });
}
