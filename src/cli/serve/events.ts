import type { IncomingMessage, ServerResponse } from 'node:http';
import { listFiles } from './listing.ts';
import type { Root } from './roots.ts';
import { type Watching, type WatchTiming, watchRoots } from './watch.ts';

/** A comment line now and then, so that a dead connection is noticed on both ends. */
const PING_INTERVAL = 25_000;

export interface EventHub {
  readonly connect: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  readonly close: () => void;
}

/**
 * Server-Sent Events about the served files. Every connection starts with `ready`, then gets `change`; both carry
 * `{"version": …}` of the listing, so a page that was away compares it with what it has. Files are watched only while
 * somebody listens.
 */
export function createEventHub(roots: readonly Root[], timing?: WatchTiming): EventHub {
  const listeners = new Set<ServerResponse>();
  let watching: Watching | null = null;

  const broadcast = (version: string): void => {
    for (const listener of listeners) listener.write(`event: change\ndata: ${JSON.stringify({ version })}\n\n`);
  };
  const stopWatching = (): void => {
    watching?.close();
    watching = null;
  };

  return {
    connect: async (request, response) => {
      const { version } = await listFiles(roots);
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      if (request.method === 'HEAD' || response.destroyed) {
        response.end();
        return;
      }
      response.write(`retry: 2000\nevent: ready\ndata: ${JSON.stringify({ version })}\n\n`);
      const ping = setInterval(() => response.write(': still here\n\n'), PING_INTERVAL);
      listeners.add(response);
      response.on('close', () => {
        clearInterval(ping);
        listeners.delete(response);
        if (listeners.size === 0) stopWatching();
      });
      // A later listener may know a newer version than the watcher: at worst it hears of a change it has already.
      watching ??= watchRoots(roots, version, broadcast, timing);
    },
    close: () => {
      stopWatching();
      for (const listener of listeners) listener.end();
    },
  };
}
