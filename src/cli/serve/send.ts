import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { contentType } from './headers.ts';
import { parseRange } from './range.ts';

/** A refusal in words. */
export function sendText(request: IncomingMessage, response: ServerResponse, status: number, text: string): void {
  const body = Buffer.from(`${text}\n`);
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

export function sendJson(request: IncomingMessage, response: ServerResponse, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

export interface FileReply {
  /** Absolute and resolved: the caller has checked that it may be served. */
  readonly path: string;
  readonly cacheControl: string;
}

/** O_NOFOLLOW: should the file turn into a link after the check, opening it fails. O_NONBLOCK: a pipe never hangs us. */
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Sends a file or a byte range of it. False when it is no readable file: nothing has been sent then. */
export async function sendFile(request: IncomingMessage, response: ServerResponse, reply: FileReply): Promise<boolean> {
  const handle = await open(reply.path, READ_FLAGS).catch(() => null);
  if (handle === null) return false;
  try {
    const info = await handle.stat();
    if (!info.isFile()) return false;
    const etag = `"${info.size.toString(36)}-${info.mtimeMs.toString(36)}"`;
    const headers = {
      'Content-Type': contentType(reply.path),
      'Cache-Control': reply.cacheControl,
      'Accept-Ranges': 'bytes',
      ETag: etag,
    };
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304, headers).end();
      return true;
    }
    const ifRange = request.headers['if-range'];
    const isRangeValid = ifRange === undefined || ifRange === etag;
    const range = parseRange(isRangeValid ? request.headers.range : undefined, info.size);
    if (range.kind === 'outside') {
      response.writeHead(416, { ...headers, 'Content-Range': `bytes */${info.size}`, 'Content-Length': 0 }).end();
      return true;
    }
    const start = range.kind === 'part' ? range.start : 0;
    const end = range.kind === 'part' ? range.end : info.size - 1;
    const length = end - start + 1;
    if (range.kind === 'part') {
      const contentRange = `bytes ${start}-${end}/${info.size}`;
      response.writeHead(206, { ...headers, 'Content-Range': contentRange, 'Content-Length': length });
    } else {
      response.writeHead(200, { ...headers, 'Content-Length': length });
    }
    if (request.method === 'HEAD' || length === 0) {
      response.end();
      return true;
    }
    const stream = handle.createReadStream({ start, end, autoClose: false });
    // A client that leaves half way is no error of ours.
    await pipeline(stream, response, { end: false }).catch(() => response.destroy());
    // The file was cut while being sent: break the connection, or the reader would wait for the rest for ever.
    if (stream.bytesRead === length) response.end();
    else response.destroy();
    return true;
  } finally {
    await handle.close();
  }
}
