import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, rawRequest, type World } from './serve/testing/world.ts';
import { runView } from './view.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.remove());

/** Runs the command until `visit` is done with the address that it printed. */
async function view(
  args: readonly string[],
  visit: (address: string) => Promise<void> = async () => {},
  app = world.app,
) {
  const printed: string[] = [];
  const complaints: string[] = [];
  const code = await runView(args, {
    print: (line) => printed.push(line),
    complain: (line) => complaints.push(line),
    appDirectory: app,
    untilStopped: () => visit(printed.find((line) => line.startsWith('http://')) ?? ''),
  });
  return { code, printed, complaints: complaints.join('\n') };
}

const portOf = (address: string): number => Number(new URL(address).port);

describe('stopscope view', () => {
  it('serves the app alone, and stops', async () => {
    let port = 0;
    const { code, printed } = await view(['--port', '0'], async (address) => {
      port = portOf(address);
      expect(address).toBe(`http://127.0.0.1:${port}/`);
      expect((await rawRequest(port, '/')).status).toBe(200);
    });
    expect(code).toBe(0);
    expect(printed.filter((line) => line.includes('http://'))).toHaveLength(1);
    await expect(rawRequest(port, '/')).rejects.toThrow('ECONNREFUSED');
  });

  it('serves directories under the token of the address', async () => {
    const { code, printed } = await view([world.run, join(world.folder, 'run-other'), '--port=0'], async (address) => {
      const token = new URLSearchParams(new URL(address).hash.split('?')[1]).get('data')?.replace(/^dir:/, '');
      const reply = await rawRequest(portOf(address), `/api/${token}/file?path=run/a.jsonl`);
      expect(reply.body).toBe('0123456789');
      expect((await rawRequest(portOf(address), `/api/${token}/file?path=run-other/c.jsonl`)).status).toBe(200);
    });
    expect(code).toBe(0);
    expect(printed[0]).toBe(`${world.run}: 2 files, read-only.`);
  });

  it.each([
    ['#/lab?lab=certify&judge=a%26b&t=7.5&data=dev1000', 'lab', { lab: 'certify', judge: 'a&b', t: '7.5' }],
    ['https://example.org/app/#/explore?t=never&data=dir:old', 'explore', { t: 'never' }],
    ['audit', 'audit', {}],
  ])('opens the view %s on the files', async (open, page, wanted) => {
    await view([world.run, '--port=0', '--open', open], async (address) => {
      const { origin, hash } = new URL(address);
      expect(address.startsWith(`${origin}/#/${page}?data=dir:`)).toBe(true);
      const params = new URLSearchParams(hash.split('?')[1]);
      const token = params.get('data')?.replace(/^dir:/, '');
      params.delete('data');
      expect(Object.fromEntries(params)).toEqual(wanted);
      expect((await rawRequest(portOf(address), `/api/${token}/file?path=run/a.jsonl`)).status).toBe(200);
    });
  });

  it('opens a view of the demo where no directory is named', async () => {
    await view(['--port=0', '--open', '#/questions?t=7.5'], async (address) => {
      expect(new URL(address).hash).toBe('#/questions?t=7.5');
    });
  });

  it('takes the next free port when the one asked for is taken', async () => {
    const other = createServer();
    const taken = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => {
        const address = other.address();
        resolve(address !== null && typeof address === 'object' ? address.port : 0);
      });
    });
    let port = 0;
    const { printed } = await view(['--port', String(taken)], async (address) => {
      port = portOf(address);
    });
    other.close();
    expect(port).toBeGreaterThan(taken);
    expect(printed[0]).toBe(`Port ${taken} is taken, so this is ${port}.`);
  });

  it.each([
    [['/no/such/directory'], 'There is no directory'],
    [['--port', 'many'], '--port wants a number from 0 to 65535, not "many".'],
    [['--port', '70000'], '--port wants a number'],
    [['--open', 'https://example.org/'], '--open wants a link to a view, with a # in it'],
    [['--open', '#/<script>'], '--open wants a view such as'],
    [['--host', '0.0.0.0'], "Unknown option '--host'"],
  ])('%j is refused in words, with exit code 2', async (args, words) => {
    const { code, printed, complaints } = await view(args, () => Promise.reject(new Error('must not start')));
    expect(code).toBe(2);
    expect(complaints).toContain(words);
    expect(printed).toEqual([]);
  });

  it('refuses a file where a directory is meant, and one bad directory among good ones', async () => {
    const one = await view([join(world.run, 'a.jsonl')]);
    expect([one.code, one.complaints]).toEqual([
      2,
      `${join(world.run, 'a.jsonl')} is a file. Name the directory that holds it.`,
    ]);
    expect((await view([world.run, '/no/such/directory'])).code).toBe(2);
  });

  it('says what to do when the app was not built', async () => {
    const { code, complaints } = await view([], undefined, join(world.folder, 'unbuilt'));
    expect([code, complaints]).toEqual([1, expect.stringContaining('npm run build')]);
  });

  it('prints its usage', async () => {
    const { code, printed } = await view(['--help']);
    expect([code, printed[0]]).toEqual([
      0,
      expect.stringContaining('stopscope view [DIR…] [--open VIEW] [--sealed] [--join-by-order] [--port N]'),
    ]);
  });
});
