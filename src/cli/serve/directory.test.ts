import { truncate } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken, isSameToken } from './guard.ts';
import type { RunningServer } from './server.ts';
import { createWorld, rawRequest, SECRET, serveWorld, type World } from './testing/world.ts';

let world: World;
let server: RunningServer;

beforeAll(async () => {
  world = await createWorld();
  await world.link('run/leak.txt', '../outside.txt');
  await world.link('run/leak-folder', '../run-other');
  await world.link('run/absolute-leak', join(world.folder, 'run-other'));
  await world.link('run/again.jsonl', 'a.jsonl');
  await world.link('run/circle', '.');
  await world.link('run/broken', 'nowhere');
  await world.write('run/.store/kept.jsonl', 'kept');
  await world.link('run/kept.jsonl', '.store/kept.jsonl');
  server = await serveWorld(world, [world.run]);
});
afterAll(async () => {
  await server.close();
  await world.remove();
});

const api = (rest: string, options?: Parameters<typeof rawRequest>[2]) =>
  rawRequest(server.port, `/api/${server.token}/${rest}`, options);
const file = (path: string, headers = '') => api(`file?path=${encodeURIComponent(path)}`, { headers });

describe('the token', () => {
  it('stands in the address, behind the hash', () => {
    expect(server.token).toMatch(/^[0-9a-f]{32}$/);
    expect(server.address).toBe(`http://127.0.0.1:${server.port}/#/explore?data=dir:${server.token}`);
  });

  it('is fresh every time', async () => {
    const other = await serveWorld(world, [world.run]);
    expect(other.token).not.toBe(server.token);
    expect((await rawRequest(server.port, `/api/${other.token}/files`)).status).toBe(403);
    await other.close();
    expect(new Set(Array.from({ length: 100 }, createToken)).size).toBe(100);
  });

  it.each(['files', 'file?path=run/a.jsonl', 'events', 'nothing'])('is needed for %s', async (action) => {
    const right = server.token ?? '';
    for (const wrong of [
      'x',
      '0'.repeat(32),
      right.slice(1),
      `${right}0`,
      right.replace(/[a-f]/, 'g'),
      `${right}%20`,
    ]) {
      const reply = await rawRequest(server.port, `/api/${wrong}/${action}`);
      expect(reply.status).toBe(403);
      expect(reply.body).not.toContain('0123456789');
    }
    expect((await rawRequest(server.port, `/api//${action}`)).status).toBe(404);
    expect((await rawRequest(server.port, `/api/${right}%00/${action}`)).status).toBe(404);
  });

  it('is compared in full', () => {
    expect(isSameToken('abc', 'abc')).toBe(true);
    for (const other of ['', 'ab', 'abcd', 'abd', 'ABC']) expect(isSameToken(other, 'abc')).toBe(false);
  });

  it('does not open the door to a foreign Host', async () => {
    const reply = await api('file?path=run/a.jsonl', { host: `evil.example:${server.port}` });
    expect(reply.status).toBe(403);
    expect(reply.body).not.toContain('0123456789');
  });
});

describe('the listing', () => {
  it('has every file but hidden ones, packages, and what links lead to outside or for the second time', async () => {
    const reply = await api('files');
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    const listing = JSON.parse(Buffer.from(reply.body, 'latin1').toString('utf8'));
    expect(listing.files).toEqual([
      { path: 'run/a.jsonl', size: 10, modified: expect.any(Number) },
      { path: 'run/kept.jsonl', size: 4, modified: expect.any(Number) },
      { path: 'run/sub/deep/b with space & ümlaut.json', size: 2, modified: expect.any(Number) },
    ]);
    expect(Math.abs(listing.files[0].modified - Date.now())).toBeLessThan(600_000);
    expect(listing.version).toMatch(/^[0-9a-f]{16}$/);
    expect(listing.isTruncated).toBe(false);
    expect(reply.body).not.toContain(world.folder);
  });

  it('keeps directories of the same name apart, and lists one named twice once', async () => {
    await world.write('second/run/d.jsonl', 'd');
    const both = await serveWorld(world, [world.run, join(world.folder, 'second/run'), `${world.run}/`]);
    const reply = await rawRequest(both.port, `/api/${both.token}/files`);
    const paths = JSON.parse(reply.body).files.map((listed: { readonly path: string }) => listed.path);
    expect(paths).toContain('run/a.jsonl');
    expect(paths).toContain('run-2/d.jsonl');
    expect(paths.length).toBe(4);
    const body = await rawRequest(both.port, `/api/${both.token}/file?path=run-2/d.jsonl`);
    expect(body.body).toBe('d');
    await both.close();
  });
});

describe('a file', () => {
  it('comes byte for byte, never cached', async () => {
    const reply = await file('run/a.jsonl');
    expect(reply.status).toBe(200);
    expect(reply.body).toBe('0123456789');
    expect(reply.headers.get('content-length')).toBe('10');
    expect(reply.headers.get('accept-ranges')).toBe('bytes');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect((await file('run/sub/deep/b with space & ümlaut.json')).body).toBe('{}');
  });

  it.each([
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-99', '0123456789', 'bytes 0-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
  ])('comes in slices: %s', async (range, body, contentRange) => {
    const reply = await file('run/a.jsonl', `Range: ${range}\r\n`);
    expect(reply.status).toBe(206);
    expect(reply.body).toBe(body);
    expect(reply.headers.get('content-range')).toBe(contentRange);
    expect(reply.headers.get('content-length')).toBe(String(body.length));
  });

  it.each(['bytes=10-', 'bytes=10-20', 'bytes=-0'])('has nothing at %s', async (range) => {
    const reply = await file('run/a.jsonl', `Range: ${range}\r\n`);
    expect(reply.status).toBe(416);
    expect(reply.headers.get('content-range')).toBe('bytes */10');
    expect(reply.body).toBe('');
  });

  it.each(['bytes=0-1,4-5', 'lines=1-2', 'bytes=5-2', 'bytes=-', 'bytes=a-b'])('comes whole for %s', async (range) => {
    const reply = await file('run/a.jsonl', `Range: ${range}\r\n`);
    expect(reply.status).toBe(200);
    expect(reply.body).toBe('0123456789');
  });

  it('comes whole when it is no longer the one the slice was meant for', async () => {
    const etag = (await file('run/a.jsonl')).headers.get('etag') ?? '';
    expect((await file('run/a.jsonl', `Range: bytes=2-4\r\nIf-Range: ${etag}\r\n`)).body).toBe('234');
    expect((await file('run/a.jsonl', 'Range: bytes=2-4\r\nIf-Range: "old"\r\n')).body).toBe('0123456789');
  });

  it('may be empty', async () => {
    await world.write('run/empty.jsonl', '');
    const reply = await file('run/empty.jsonl');
    expect([reply.status, reply.body]).toEqual([200, '']);
    expect((await file('run/empty.jsonl', 'Range: bytes=0-\r\n')).status).toBe(416);
  });

  it('may be larger than any buffer', async () => {
    const large = Buffer.alloc(3_000_001, 'abcdefghij');
    await world.write('run/sub/large.bin', large);
    const target = `/api/${server.token}/file?path=run/sub/large.bin`;
    const received = await new Promise<Buffer>((resolve, reject) => {
      request({ host: '127.0.0.1', port: server.port, path: target }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks)));
      })
        .on('error', reject)
        .end();
    });
    expect(received.equals(large)).toBe(true);
  });

  it('breaks the connection when it is cut while being sent, instead of leaving the reader waiting', async () => {
    const path = join(world.run, 'sub/cut.bin');
    await world.write('run/sub/cut.bin', '');
    await truncate(path, 200_000_000);
    const target = `/api/${server.token}/file?path=run/sub/cut.bin`;
    const outcome = await new Promise<string>((resolve, reject) => {
      request({ host: '127.0.0.1', port: server.port, path: target }, (response) => {
        response.once('data', async () => {
          response.pause();
          await truncate(path, 1);
          response.resume();
        });
        response.on('end', () => resolve('complete')).on('error', (error) => resolve(error.message));
      })
        .on('error', reject)
        .end();
    });
    expect(outcome).toBe('aborted');
  });

  it.each([
    '',
    'run',
    'run/',
    'run/sub',
    'a.jsonl',
    '../outside.txt',
    'run/../outside.txt',
    'run/../../outside.txt',
    'run/sub/../a.jsonl',
    'run/./a.jsonl',
    'run//a.jsonl',
    '/run/a.jsonl',
    'run/..\\..\\outside.txt',
    'run\\a.jsonl',
    'run/a.jsonl\0',
    'run/a.jsonl\0.txt',
    'run/%2e%2e/outside.txt',
    'run/leak.txt',
    'run/leak-folder/c.jsonl',
    'run/absolute-leak/c.jsonl',
    'run-other/c.jsonl',
    'run/.hidden',
    'run/.git/config',
    'run/.store/kept.jsonl',
    'run/node_modules/x/index.js',
    'run/circle/.hidden',
    'run/broken',
    'run/nothing.jsonl',
    'app/index.html',
    'C:\\Windows\\win.ini',
    '/etc/passwd',
    'run//etc/passwd',
    'file:///etc/passwd',
  ])('is not served as %j', async (path) => {
    const reply = await file(path);
    expect(reply.status).toBe(404);
    expect(reply.body).toBe('There is no such file here.\n');
    expect(reply.body).not.toContain(SECRET);
  });

  it('is not served by its absolute path, nor under a raw path that climbs', async () => {
    expect((await file(join(world.run, 'a.jsonl'))).status).toBe(404);
    expect((await api('file?path=run/..%2f..%2foutside.txt')).status).toBe(404);
    expect((await api('../../outside.txt')).status).toBe(404);
    expect((await api('file/../../../outside.txt')).status).toBe(404);
    expect((await api('file/run/a.jsonl')).status).toBe(404);
    expect((await api('file')).status).toBe(404);
  });

  it.each(['POST', 'PUT', 'DELETE'])('cannot be written with %s', async (method) => {
    const reply = await api('file?path=run/a.jsonl', { method, headers: 'Content-Length: 0\r\n' });
    expect(reply.status).toBe(405);
    expect((await file('run/a.jsonl')).body).toBe('0123456789');
  });
});
