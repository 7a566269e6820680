import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from './server.ts';
import { createWorld, rawRequest, SECRET, serveWorld, type World } from './testing/world.ts';

let world: World;
let server: RunningServer;

beforeAll(async () => {
  world = await createWorld();
  await world.link('app/leak.txt', '../outside.txt');
  server = await serveWorld(world, []);
});
afterAll(async () => {
  await server.close();
  await world.remove();
});

const get = (target: string, options?: Parameters<typeof rawRequest>[2]) => rawRequest(server.port, target, options);

describe('the app', () => {
  it('is served at the plain address, without a token when there are no directories', async () => {
    expect(server.address).toBe(`http://127.0.0.1:${server.port}/`);
    expect(server.token).toBeNull();
    const reply = await get('/');
    expect(reply.status).toBe(200);
    expect(reply.body).toContain('<title>app</title>');
  });

  it.each([
    ['/', 'text/html; charset=utf-8'],
    ['/assets/app-1a2b.js', 'text/javascript; charset=utf-8'],
    ['/assets/app-1a2b.css', 'text/css; charset=utf-8'],
    ['/assets/inter-1a2b.woff2', 'font/woff2'],
    ['/schema/exchange.json', 'application/json; charset=utf-8'],
    ['/samples/demo.jsonl.gz', 'application/octet-stream'],
  ])('%s has the type %s', async (target, type) => {
    const reply = await get(target);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe(type);
    expect(reply.headers.has('content-encoding')).toBe(false);
  });

  it('is never cached, but its hashed files are', async () => {
    expect((await get('/')).headers.get('cache-control')).toBe('no-store');
    expect((await get('/index.html')).headers.get('cache-control')).toBe('no-store');
    expect((await get('/assets/app-1a2b.js')).headers.get('cache-control')).toContain('immutable');
    expect((await get('/samples/demo.jsonl.gz')).headers.get('cache-control')).toBe('no-cache');
  });

  it('answers an unchanged file with 304', async () => {
    const etag = (await get('/schema/exchange.json')).headers.get('etag') ?? '';
    const reply = await get('/schema/exchange.json', { headers: `If-None-Match: ${etag}\r\n` });
    expect(reply.status).toBe(304);
    expect(reply.body).toBe('');
  });

  it.each(['/', '/assets/app-1a2b.js', '/nothing', '/api/x/files'])(
    '%s carries the security headers',
    async (target) => {
      const { headers } = await get(target);
      const policy = headers.get('content-security-policy') ?? '';
      for (const directive of [
        "default-src 'self'",
        "worker-src 'self' blob:",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "connect-src 'self' https:",
      ]) {
        expect(policy.split('; ')).toContain(directive);
      }
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    },
  );

  it('answers HEAD like GET, without the body', async () => {
    const reply = await get('/index.html', { method: 'HEAD' });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-length')).toBe('33');
    expect(reply.body).toBe('');
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('refuses %s', async (method) => {
    const reply = await get('/', { method, headers: 'Content-Length: 0\r\n' });
    expect(reply.status).toBe(405);
    expect(reply.headers.get('allow')).toBe('GET, HEAD');
  });

  it.each(['/nothing', '/assets/', '/assets', '/index.html/', '/index.html/x'])('%s is not there', async (target) => {
    expect((await get(target)).status).toBe(404);
  });

  it.each([
    '/../outside.txt',
    '/assets/../../outside.txt',
    '/%2e%2e/outside.txt',
    '/%2e%2e%2foutside.txt',
    '/..%2foutside.txt',
    '/..%5coutside.txt',
    '/..\\outside.txt',
    '/%252e%252e/outside.txt',
    '//outside.txt',
    '/./../outside.txt',
    '/assets/../index.html',
    '/assets/%2e%2e/index.html',
    '/index.html%00.js',
    '/%c0%ae%c0%ae/outside.txt',
    '/%',
    '/leak.txt',
    'http://127.0.0.1/index.html',
    '*',
  ])('%s does not get out of the app', async (target) => {
    const reply = await get(target);
    expect(reply.status).toBe(404);
    expect(reply.body).not.toContain(SECRET);
    expect(reply.body).not.toContain('<title>');
  });

  it('serves no files of the disk when no directory was named', async () => {
    for (const token of ['', 'null', 'undefined', '0'.repeat(32)]) {
      expect((await get(`/api/${token}/files`)).status).toBe(token === '' ? 404 : 403);
    }
    expect((await get('/api')).status).toBe(403);
  });
});

describe('the Host header', () => {
  it.each(['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]'])('%s with our port is us', async (name) => {
    expect((await get('/', { host: `${name}:${server.port}` })).status).toBe(200);
  });

  it.each([
    'evil.example',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'evil.example#localhost',
    '0.0.0.0',
    '192.168.0.7',
    '127.0.0.2',
    '[::ffff:127.0.0.1]',
  ])('%s is refused', async (name) => {
    for (const host of [name, `${name}:${server.port}`]) {
      const reply = await get('/', { host });
      expect(reply.status).toBe(403);
      expect(reply.body).not.toContain('<title>');
    }
  });

  it('is refused with another port, without one, empty or absent', async () => {
    expect((await get('/', { host: `127.0.0.1:${server.port + 1}` })).status).toBe(403);
    expect((await get('/', { host: '127.0.0.1' })).status).toBe(403);
    expect((await get('/', { host: '' })).status).toBe(403);
    expect((await get('/', { host: null })).status).toBe(403);
  });
});

describe('the socket', () => {
  const isReachable = (host: string): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect({ host, port: server.port, timeout: 2_000 });
      const finish = (value: boolean) => {
        socket.destroy();
        resolve(value);
      };
      socket.on('connect', () => finish(true));
      socket.on('error', () => finish(false));
      socket.on('timeout', () => finish(false));
    });

  it('is bound to the loopback interface only', async () => {
    expect(await isReachable('127.0.0.1')).toBe(true);
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    for (const { address } of others) expect(await isReachable(address)).toBe(false);
    // On Linux the whole of 127/8 is this machine: a wildcard bind would answer here too, even without a network.
    if (process.platform === 'linux') expect(await isReachable('127.0.0.2')).toBe(false);
  });
});
