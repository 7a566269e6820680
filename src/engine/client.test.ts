import { MessageChannel } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { EngineClient, EngineRejection, type WorkerLike } from './client.ts';
import { Cancelled, type JobContext, JobFailure } from './job-context.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
import { serveJobs, type WorkerScope } from './worker-loop.ts';

/** Jobs of the test's own behind the real loop, over a real message channel. */
const jobs = {
  echo: async (_: JobContext, value: unknown) => ({ value, transfer: [] }),
  slow: async ({ signal, report }: JobContext, { steps }: { steps: number }) => {
    for (let step = 0; step < steps; step++) {
      report({ done: step, total: steps, what: 'steps' });
      await new Promise((resolve) => setTimeout(resolve, 2));
      if (signal.aborted) throw new Cancelled();
    }
    return { value: steps, transfer: [] };
  },
  refuse: async () => {
    throw new JobFailure({ code: 'x.y', severity: 'error', message: 'No.', effect: 'Nothing.', file: 'f', line: 3 });
  },
  bug: async () => {
    throw new TypeError('boom');
  },
  uncloneable: async () => ({ value: () => 1, transfer: [] }),
};

const open: { close(): void }[] = [];
afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

function makeWorker(): WorkerLike & { sent: ToWorker[] } {
  const { port1, port2 } = new MessageChannel();
  open.push(port1, port2);
  const scope: WorkerScope = {
    postMessage: (message, transfer) => port2.postMessage(message, transfer as never),
    onmessage: null,
  };
  serveJobs(scope, jobs as never);
  port2.on('message', (data) => scope.onmessage?.({ data }));
  const worker = {
    sent: [] as ToWorker[],
    postMessage(message: ToWorker) {
      worker.sent.push(message);
      port1.postMessage(message);
    },
    terminate: () => port1.close(),
    onmessage: null as ((event: MessageEvent<FromWorker>) => void) | null,
    onerror: null as ((event: ErrorEvent) => void) | null,
    onmessageerror: null,
  };
  port1.on('message', (data) => worker.onmessage?.({ data } as MessageEvent<FromWorker>));
  return worker;
}

function start() {
  const workers: ReturnType<typeof makeWorker>[] = [];
  const crashes: string[] = [];
  const client = new EngineClient(
    () => {
      const worker = makeWorker();
      workers.push(worker);
      return worker;
    },
    (problem) => crashes.push(problem.message),
  );
  const ask = (job: string, params: unknown, options = {}) => client.request(job as never, params as never, options);
  return { client, workers, crashes, ask };
}

const reasonOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => null,
    (rejection) => rejection,
  );
  expect(error).toBeInstanceOf(EngineRejection);
  return (error as EngineRejection).reason;
};

describe('the engine protocol', () => {
  it('answers interleaved requests by id', async () => {
    const { ask } = start();
    const answers = await Promise.all([ask('slow', { steps: 5 }), ask('echo', { a: [1] }), ask('slow', { steps: 1 })]);
    expect(answers).toEqual([5, { a: [1] }, 1]);
  });

  it('reports progress until the end', async () => {
    const { ask } = start();
    const seen: number[] = [];
    await ask('slow', { steps: 3 }, { onProgress: (p: { done: number }) => seen.push(p.done) });
    expect(seen).toEqual([0, 1, 2]);
  });

  it('lets the newest request of a lane win, and drops the stale one', async () => {
    const { ask } = start();
    const stale = ask('slow', { steps: 50 }, { lane: 'evaluate' });
    const other = ask('slow', { steps: 2 }, { lane: 'export' });
    const fresh = ask('slow', { steps: 1 }, { lane: 'evaluate' });
    expect(await reasonOf(stale)).toEqual({ kind: 'cancelled' });
    expect(await fresh).toBe(1);
    expect(await other).toBe(2);
  });

  it('cancels by signal, in the worker too', async () => {
    const { ask, workers } = start();
    const controller = new AbortController();
    const request = ask('slow', { steps: 1000 }, { signal: controller.signal });
    controller.abort();
    expect(await reasonOf(request)).toEqual({ kind: 'cancelled' });
    expect(workers[0]!.sent.at(-1)).toEqual({ kind: 'cancel', id: 1 });
  });

  it('passes on a refusal in words, a bug, and a reply that cannot be cloned', async () => {
    const { ask } = start();
    expect(await reasonOf(ask('refuse', {}))).toMatchObject({
      kind: 'failed',
      problem: { code: 'x.y', file: 'f', line: 3 },
    });
    expect(await reasonOf(ask('bug', {}))).toMatchObject({ kind: 'failed', problem: { code: 'engine.job-threw' } });
    expect(await reasonOf(ask('uncloneable', {}))).toMatchObject({ kind: 'failed' });
    expect(await ask('echo', 1)).toBe(1);
  });

  it('rejects a request that cannot be cloned', async () => {
    const { ask } = start();
    expect(await reasonOf(ask('echo', () => 1))).toMatchObject({
      kind: 'failed',
      problem: { code: 'engine.uncloneable' },
    });
  });

  it('rejects every waiter when the worker dies, replaces it at once, and goes on', async () => {
    const { ask, workers, crashes } = start();
    expect(await ask('echo', 'alive')).toBe('alive');
    const waiting = [ask('slow', { steps: 1000 }), ask('slow', { steps: 1000 })].map(reasonOf);
    workers[0]!.onerror?.({ message: 'out of memory', preventDefault: () => {} } as ErrorEvent);
    for (const reason of await Promise.all(waiting)) {
      expect(reason).toMatchObject({ kind: 'crashed', problem: { code: 'engine.crashed' } });
    }
    expect(crashes).toEqual(['The worker stopped (out of memory). It has been replaced.']);
    expect(workers).toHaveLength(2);
    expect(await ask('echo', 'again')).toBe('again');
    expect(workers).toHaveLength(2);
  });

  it('starts a worker that cannot start once per request, never by itself', async () => {
    const crashes: string[] = [];
    let started = 0;
    const client = new EngineClient(
      () => {
        started++;
        const worker: WorkerLike = {
          postMessage: () => {},
          terminate: () => {},
          onmessage: null,
          onerror: null,
          onmessageerror: null,
        };
        // As a script that the server does not have: the error comes in a later task.
        setTimeout(() => worker.onerror?.({ message: '' } as ErrorEvent));
        return worker;
      },
      (problem) => crashes.push(problem.message),
    );
    const ask = () => reasonOf(client.request('load', { files: [], name: null }));
    expect(await ask()).toMatchObject({ kind: 'crashed' });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(started).toBe(1);
    expect(await ask()).toMatchObject({ kind: 'crashed' });
    expect(started).toBe(2);
    expect(crashes).toEqual(Array(2).fill('The worker stopped before it answered. The next request starts it again.'));
  });
});
