import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { failed, ok, type Result } from '../../core/result.ts';
import { createEventHub } from './events.ts';
import { createToken, isLoopbackHost, isSameToken } from './guard.ts';
import { IMMUTABLE, NO_STORE, REVALIDATE, SECURITY_HEADERS } from './headers.ts';
import { LOOPBACK, listenLocally } from './listen.ts';
import { listFiles } from './listing.ts';
import { parseTarget } from './request-path.ts';
import { type Root, resolveInside, resolveListed } from './roots.ts';
import { sendFile, sendJson, sendText } from './send.ts';
import type { WatchTiming } from './watch.ts';

export interface ServeOptions {
  /** The built app: the folder with index.html. Absolute, free of symbolic links. */
  readonly appDirectory: string;
  /** Directories whose files the page may read; none means that there is no file access at all. */
  readonly roots: readonly Root[];
  /** Tried first; the next free one is taken when it is in use. 0: any. */
  readonly port: number;
  /** The page keeps every label sealed until the splits have roles. */
  readonly isSealed?: boolean;
  /** The page joins labels row by row where they share no id and no text with the runs. */
  readonly isJoinedByOrder?: boolean;
  readonly watchTiming?: WatchTiming;
}

export interface RunningServer {
  readonly port: number;
  /** Where the page is, with the token when directories are served. */
  readonly address: string;
  /** Secret of this run; null without directories. */
  readonly token: string | null;
  readonly close: () => Promise<void>;
}

const NOT_FOUND = 'There is no such file here.';

/**
 * Serves the app and, read-only, the files of the roots:
 *
 * - `/` and the files of the app
 * - `/api/TOKEN/files` -> `{files: [{path, size, modified}], version, isTruncated, isSealed, isJoinedByOrder}`
 * - `/api/TOKEN/file?path=…` -> bytes, also by Range
 * - `/api/TOKEN/events` -> Server-Sent Events `ready` and `change`, each with `{version}`
 */
export async function startServer(options: ServeOptions): Promise<Result<RunningServer, string>> {
  const { appDirectory, roots } = options;
  const token = roots.length > 0 ? createToken() : null;
  const events = createEventHub(roots, options.watchTiming);
  let port = options.port;

  async function answerApi(
    request: IncomingMessage,
    response: ServerResponse,
    names: readonly string[],
    query: URLSearchParams,
  ) {
    const [given = '', action, ...rest] = names;
    if (token === null || !isSameToken(given, token)) {
      return sendText(
        request,
        response,
        403,
        'This address is not valid (any more). Use the one that the terminal shows.',
      );
    }
    if (rest.length > 0) return sendText(request, response, 404, NOT_FOUND);
    if (action === 'files') {
      const { files, version, isTruncated } = await listFiles(roots);
      const { isSealed = false, isJoinedByOrder = false } = options;
      return sendJson(request, response, { files, version, isTruncated, isSealed, isJoinedByOrder });
    }
    if (action === 'events') return events.connect(request, response);
    if (action !== 'file') return sendText(request, response, 404, NOT_FOUND);
    const path = await resolveListed(roots, query.get('path') ?? '');
    const isSent = path !== null && (await sendFile(request, response, { path, cacheControl: NO_STORE }));
    if (!isSent) sendText(request, response, 404, NOT_FOUND);
  }

  async function answerApp(request: IncomingMessage, response: ServerResponse, names: readonly string[]) {
    const wanted = names.length === 0 ? ['index.html'] : names;
    const path = await resolveInside(appDirectory, wanted);
    const isPage = wanted.at(-1)?.endsWith('.html') === true;
    const cacheControl = isPage ? NO_STORE : wanted[0] === 'assets' ? IMMUTABLE : REVALIDATE;
    const isSent = path !== null && (await sendFile(request, response, { path, cacheControl }));
    if (!isSent) sendText(request, response, 404, NOT_FOUND);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
    if (!isLoopbackHost(request.headers.host, port)) {
      return sendText(request, response, 403, `Only http://${LOOPBACK}:${port}/ is served here.`);
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      return sendText(request, response, 405, 'Files are read-only here: GET and HEAD only.');
    }
    const target = parseTarget(request.url ?? '');
    if (target === null) return sendText(request, response, 404, NOT_FOUND);
    const [first, ...rest] = target.segments;
    if (first === 'api') return answerApi(request, response, rest, target.query);
    if (first !== undefined && target.isDirectory) return sendText(request, response, 404, NOT_FOUND);
    return answerApp(request, response, target.segments);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      // A bug of ours: say so in the terminal, and end this request without taking the others down.
      console.error(error);
      if (response.headersSent) response.destroy();
      else sendText(request, response, 500, 'The server failed at this request. The terminal says more.');
    });
  });

  const listening = await listenLocally(server, options.port);
  if (listening.kind === 'failed') return failed(listening.error);
  port = listening.value;
  return ok({
    port,
    token,
    address: `http://${LOOPBACK}:${port}/${token === null ? '' : `#/explore?data=dir:${token}`}`,
    close: () =>
      new Promise((resolve) => {
        events.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
