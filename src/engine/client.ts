import type { Problem } from '../core/result.ts';
import type { Progress } from './job-context.ts';
import type { FromWorker, JobName, JobParams, JobReply, ToWorker } from './protocol.ts';

/** The part of a Worker that the client needs. */
export interface WorkerLike {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
}

export type EngineError =
  | { readonly kind: 'failed'; readonly problem: Problem }
  /** The worker died. The one in its place holds no data. */
  | { readonly kind: 'crashed'; readonly problem: Problem }
  /** A newer request of the same lane took over, or the caller cancelled. Nothing to tell the user. */
  | { readonly kind: 'cancelled' };

export class EngineRejection extends Error {
  constructor(readonly reason: EngineError) {
    super(reason.kind === 'cancelled' ? 'cancelled' : reason.problem.message);
    this.name = 'EngineRejection';
  }
}

export interface RequestOptions {
  /** Newest wins: a request in a lane cancels the one before it there. */
  readonly lane?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

interface Waiter {
  readonly lane: string | undefined;
  /** The dataset that the request is about, if any. */
  readonly datasetId: unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: EngineRejection) => void;
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

/**
 * Talks to the engine's worker. Every request settles: with its value, with a failure in words, as cancelled, or as
 * crashed. A late reply to a cancelled request is dropped.
 */
export class EngineClient {
  /** null where it died before it ever answered, until the next request: it must not be started over and over. */
  private worker: WorkerLike | null;
  /** The worker has answered something: it can start. */
  private hasAnswered = false;
  private nextId = 1;
  private readonly waiters = new Map<number, Waiter>();

  /** `onCrash` is called once per crash, when every waiter has been rejected. */
  constructor(
    private readonly makeWorker: () => WorkerLike,
    private readonly onCrash: (problem: Problem) => void = () => {},
  ) {
    this.worker = this.start();
  }

  request<J extends JobName>(job: J, params: JobParams<J>, options: RequestOptions = {}): Promise<JobReply<J>> {
    const { lane, signal, onProgress } = options;
    if (lane !== undefined) this.cancelLane(lane);
    const id = this.nextId++;
    return new Promise<JobReply<J>>((resolve, reject) => {
      if (signal?.aborted) {
        reject(new EngineRejection({ kind: 'cancelled' }));
        return;
      }
      const datasetId: unknown = typeof params === 'object' ? Reflect.get(params, 'datasetId') : undefined;
      this.waiters.set(id, { lane, datasetId, resolve: resolve as (value: unknown) => void, reject, onProgress });
      signal?.addEventListener('abort', () => this.cancel(id), { once: true });
      try {
        this.worker ??= this.start();
        this.worker.postMessage({ kind: 'request', id, job, params });
      } catch (error) {
        this.settle(id)?.reject(new EngineRejection({ kind: 'failed', problem: uncloneable(job, error) }));
      }
    });
  }

  /** Gives up what is still asked about other datasets: an answer from before labels were sealed must not arrive after. */
  keepOnly(datasetId: number): void {
    for (const [id, waiter] of [...this.waiters]) {
      if (waiter.datasetId !== undefined && waiter.datasetId !== datasetId) this.cancel(id);
    }
  }

  /** Ends the worker. Every waiter is rejected as cancelled. */
  dispose(): void {
    this.worker?.terminate();
    for (const id of [...this.waiters.keys()]) this.settle(id)?.reject(new EngineRejection({ kind: 'cancelled' }));
  }

  private cancelLane(lane: string): void {
    for (const [id, waiter] of [...this.waiters]) if (waiter.lane === lane) this.cancel(id);
  }

  private cancel(id: number): void {
    const waiter = this.settle(id);
    if (waiter === undefined) return;
    this.worker?.postMessage({ kind: 'cancel', id });
    waiter.reject(new EngineRejection({ kind: 'cancelled' }));
  }

  private settle(id: number): Waiter | undefined {
    const waiter = this.waiters.get(id);
    this.waiters.delete(id);
    return waiter;
  }

  private start(): WorkerLike {
    const worker = this.makeWorker();
    this.hasAnswered = false;
    worker.onmessage = ({ data }) => {
      if (this.worker !== worker) return;
      this.hasAnswered = true;
      this.receive(data);
    };
    worker.onerror = (event) => {
      event.preventDefault?.();
      this.crash(worker, event.message);
    };
    worker.onmessageerror = () => this.crash(worker, 'a message could not be read');
    return worker;
  }

  private receive(message: FromWorker): void {
    if (message.kind === 'progress') {
      this.waiters.get(message.id)?.onProgress?.(message.progress);
      return;
    }
    const waiter = this.settle(message.id);
    if (waiter === undefined) return;
    if (message.kind === 'done') waiter.resolve(message.value);
    else if (message.kind === 'failed')
      waiter.reject(new EngineRejection({ kind: 'failed', problem: message.problem }));
    else waiter.reject(new EngineRejection({ kind: 'cancelled' }));
  }

  private crash(worker: WorkerLike, detail: string): void {
    if (this.worker !== worker) return;
    worker.terminate();
    const problem = crashed(detail, this.hasAnswered);
    const waiters = [...this.waiters.values()];
    this.waiters.clear();
    this.worker = this.hasAnswered ? this.start() : null;
    for (const waiter of waiters) waiter.reject(new EngineRejection({ kind: 'crashed', problem }));
    this.onCrash(problem);
  }
}

const crashed = (detail: string, isReplaced: boolean): Problem => ({
  code: 'engine.crashed',
  severity: 'error',
  message: isReplaced
    ? `The worker stopped${detail ? ` (${detail})` : ''}. It has been replaced.`
    : `The worker stopped before it answered${detail ? ` (${detail})` : ''}. The next request starts it again.`,
  effect: 'The run is still on your disk and the last results stay on screen.',
  file: null,
  line: null,
});

const uncloneable = (job: string, error: unknown): Problem => ({
  code: 'engine.uncloneable',
  severity: 'error',
  message: `The request "${job}" could not be sent to the worker: ${error instanceof Error ? error.message : String(error)}.`,
  effect: 'Nothing was changed.',
  file: null,
  line: null,
});
