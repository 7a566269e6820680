import { appendFile, mkdir, rename, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listFiles } from './listing.ts';
import { openRoots, type Root } from './roots.ts';
import type { RunningServer } from './server.ts';
import { createWorld, QUICK_WATCH, rawRequest, serveWorld, type World } from './testing/world.ts';
import { watchRoots } from './watch.ts';

interface Listener {
  /** Resolves with the next event, or null when the server ended the stream. */
  readonly next: () => Promise<{ readonly event: string; readonly version: string } | null>;
  readonly received: () => number;
  readonly contentType: string | undefined;
  readonly close: () => void;
}

const listen = (server: RunningServer): Promise<Listener> =>
  new Promise((resolve, reject) => {
    const call = get(`http://127.0.0.1:${server.port}/api/${server.token}/events`, (response) => {
      const queue: string[] = [];
      let wake = (): void => {};
      let isEnded = false;
      let count = 0;
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          queue.push(text.slice(0, end));
          count++;
          text = text.slice(end + 2);
        }
        wake();
      });
      const onEnd = (): void => {
        isEnded = true;
        wake();
      };
      response.on('end', onEnd).on('error', onEnd);
      const next: Listener['next'] = async () => {
        while (queue.length === 0 && !isEnded) await new Promise<void>((done) => (wake = done));
        const block = queue.shift();
        if (block === undefined) return null;
        const event = /^event: (.*)$/m.exec(block)?.[1] ?? '';
        return { event, version: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? '{}').version };
      };
      const contentType = response.headers['content-type'];
      resolve({ next, received: () => count, contentType, close: () => call.destroy() });
    });
    call.on('error', reject);
  });

/** Waits for the change to this version. A write may be seen half done, so others can come before it. */
async function hear(listener: Listener, version: string): Promise<void> {
  for (;;) {
    const seen = await listener.next();
    expect(seen?.event).toBe('change');
    if (seen?.version === version) return;
  }
}

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

let world: World;
let server: RunningServer;
let roots: readonly Root[];

beforeEach(async () => {
  world = await createWorld();
  server = await serveWorld(world, [world.run]);
  const opened = await openRoots([world.run]);
  if (opened.kind === 'failed') throw new Error(opened.error);
  roots = opened.value;
});
afterEach(async () => {
  await server.close();
  await world.remove();
});

describe('events', () => {
  it('tell of files added, changed, renamed and removed, also in new folders', async () => {
    const listener = await listen(server);
    expect(listener.contentType).toBe('text/event-stream');
    const { version: first } = await listFiles(roots);
    expect(await listener.next()).toEqual({ event: 'ready', version: first });
    const steps = [
      () => world.write('run/new.jsonl', 'new'),
      () => appendFile(join(world.run, 'a.jsonl'), 'more'),
      () => rename(join(world.run, 'new.jsonl'), join(world.run, 'renamed.jsonl')),
      () => rm(join(world.run, 'renamed.jsonl')),
      () => world.write('run/fresh/folder/e.jsonl', '1'),
      () => world.write('run/fresh/folder/f.jsonl', '2'),
    ];
    let before = first;
    for (const step of steps) {
      await step();
      const { version } = await listFiles(roots);
      expect(version).not.toBe(before);
      await hear(listener, version);
      before = version;
    }
    listener.close();
  });

  it('reach every listener, and a late one starts with the present version', async () => {
    const one = await listen(server);
    await one.next();
    await world.write('run/new.jsonl', 'new');
    const { version } = await listFiles(roots);
    await hear(one, version);
    const two = await listen(server);
    expect(await two.next()).toEqual({ event: 'ready', version });
    await world.write('run/newer.jsonl', 'newer');
    const { version: newer } = await listFiles(roots);
    await hear(one, newer);
    await hear(two, newer);
    one.close();
    two.close();
  });

  it('are silent about hidden files, packages and empty folders', async () => {
    const listener = await listen(server);
    await listener.next();
    await wait(100);
    await world.write('run/.hidden-too', 'x');
    await world.write('run/node_modules/y.js', 'x');
    await mkdir(join(world.run, 'empty'));
    await wait(500);
    expect(listener.received()).toBe(1);
    listener.close();
  });

  it('are few for a burst of writes', async () => {
    const listener = await listen(server);
    await listener.next();
    await wait(100);
    for (let i = 0; i < 20; i++) await appendFile(join(world.run, 'a.jsonl'), 'x');
    await listener.next();
    await wait(300);
    // One, plus what a slow machine lets slip in between: far from one for each write.
    expect(listener.received()).toBeLessThan(10);
    listener.close();
  });

  it('end when the server closes, which does not wait for listeners', async () => {
    const listener = await listen(server);
    await listener.next();
    await server.close();
    expect(await listener.next()).toBeNull();
  });

  it('answer HEAD without opening a stream', async () => {
    const reply = await rawRequest(server.port, `/api/${server.token}/events`, { method: 'HEAD' });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('text/event-stream');
  });
});

describe('watching', () => {
  const nextChange = (first: string, timing: typeof QUICK_WATCH, act: () => Promise<void>): Promise<string> =>
    new Promise((resolve) => {
      const watching = watchRoots(
        roots,
        first,
        (version) => {
          watching.close();
          resolve(version);
        },
        timing,
      );
      void act();
    });

  it('finds changes by polling where the system cannot watch', async () => {
    const { version } = await listFiles(roots);
    const timing = { settle: 600_000, patience: 600_000, poll: 600_000, pollOnly: 50, maxWatched: 0 };
    const seen = nextChange(version, timing, async () => {
      await wait(200);
      await world.write('run/late.jsonl', 'x');
    });
    expect(await seen).toBe((await listFiles(roots)).version);
  });

  it('polls now and then even where it can watch', async () => {
    const { version } = await listFiles(roots);
    const timing = { ...QUICK_WATCH, poll: 50 };
    let looks = 0;
    const watching = watchRoots(roots, version, () => looks++, timing);
    await wait(100);
    const before = looks;
    // A watcher on a folder does not see writes to what a link in it leads to.
    await world.write('run/.store/linked.jsonl', '1');
    await world.link('run/linked.jsonl', '.store/linked.jsonl');
    await wait(300);
    const linked = looks;
    await appendFile(join(world.run, '.store/linked.jsonl'), 'more');
    await wait(300);
    watching.close();
    expect([before, linked, looks]).toEqual([0, 1, 2]);
  });

  it('notices a change between the listing and the start of watching', async () => {
    const { version } = await listFiles(roots);
    await world.write('run/between.jsonl', 'x');
    expect(await nextChange(version, QUICK_WATCH, async () => {})).not.toBe(version);
  });

  it('does not wait for ever when a file is written without a pause', async () => {
    const { version } = await listFiles(roots);
    let isDone = false;
    let started = 0;
    const seen = nextChange(version, { ...QUICK_WATCH, settle: 200, patience: 400 }, async () => {
      await wait(350);
      started = performance.now();
      while (!isDone) {
        await appendFile(join(world.run, 'a.jsonl'), 'x');
        await wait(20);
      }
    });
    await seen;
    isDone = true;
    expect(performance.now() - started).toBeGreaterThan(350);
  });

  it('goes on only while somebody listens', async () => {
    const countWatchers = (): number =>
      process.getActiveResourcesInfo().filter((kind) => kind.toLowerCase().includes('fsevent')).length;
    expect(countWatchers()).toBe(0);
    const listener = await listen(server);
    await listener.next();
    await wait(100);
    expect(countWatchers()).toBeGreaterThan(0);
    listener.close();
    await wait(100);
    expect(countWatchers()).toBe(0);
  });
});
