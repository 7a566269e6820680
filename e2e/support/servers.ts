import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { dist, root } from './paths.ts';

export interface Served {
  readonly address: string;
  readonly close: () => Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** A plain host of static files that has the built app below a path, as project pages have it. Nothing else is there. */
export async function serveStatic(below: string): Promise<Served & { readonly missing: string[] }> {
  const missing: string[] = [];
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent((request.url ?? '').split('?')[0] ?? '');
    const name = path.startsWith(below) ? path.slice(below.length) || 'index.html' : null;
    const body =
      name === null || normalize(name).startsWith('..') ? null : await readFile(join(dist, name)).catch(() => null);
    if (name === null || body === null) {
      missing.push(path);
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}${below}`,
    missing,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** `stopscope view DIR…`, on any free port. */
export async function view(directories: readonly string[], more: readonly string[] = []): Promise<Served> {
  const child: ChildProcess = spawn(
    process.execPath,
    [join(dist, 'cli', 'stopscope.js'), 'view', ...directories, ...more, '--port', '0'],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const address = await new Promise<string>((found, failed) => {
    let said = '';
    child.stdout?.on('data', (chunk) => {
      said += chunk;
      const match = /^http:\S+$/m.exec(said);
      if (match) found(match[0]);
    });
    child.once('exit', (code) => failed(new Error(`stopscope view ended with ${code}: ${said}`)));
  });
  return {
    address,
    close: async () => {
      if (child.exitCode !== null) return;
      child.kill();
      await once(child, 'exit');
    },
  };
}
