import type { Problem } from '../core/result.ts';
import { Cancelled, type JobContext, JobFailure, type Reply } from './job-context.ts';
import type { FromWorker, ToWorker } from './protocol.ts';

/** The part of a worker's global scope (or of a message port) that the loop needs. */
export interface WorkerScope {
  postMessage(message: FromWorker, transfer?: readonly ArrayBuffer[]): void;
  onmessage: ((event: { data: ToWorker }) => void) | null;
}

export type AnyJob = (context: JobContext, params: never) => Promise<Reply<unknown>>;

/**
 * Answers requests until the scope ends. Requests run interleaved, each with its own abort signal; exactly one of
 * done, failed, cancelled closes each. A reply that cannot be cloned fails the request instead of hanging it.
 */
export function serveJobs(scope: WorkerScope, jobs: Readonly<Record<string, AnyJob>>): void {
  const running = new Map<number, AbortController>();
  scope.onmessage = ({ data }) => {
    if (data.kind === 'cancel') {
      running.get(data.id)?.abort();
      return;
    }
    const controller = new AbortController();
    running.set(data.id, controller);
    answer(scope, jobs, data, controller.signal).finally(() => running.delete(data.id));
  };
}

async function answer(
  scope: WorkerScope,
  jobs: Readonly<Record<string, AnyJob>>,
  { id, job, params }: Extract<ToWorker, { kind: 'request' }>,
  signal: AbortSignal,
): Promise<void> {
  try {
    const run = jobs[job];
    if (run === undefined) throw new Error(`no job ${job}`);
    const context: JobContext = {
      signal,
      report: (progress) => scope.postMessage({ kind: 'progress', id, progress }),
    };
    const { value, transfer } = await run(context, params as never);
    if (signal.aborted) scope.postMessage({ kind: 'cancelled', id });
    else scope.postMessage({ kind: 'done', id, value }, transfer);
  } catch (error) {
    if (error instanceof Cancelled || signal.aborted) scope.postMessage({ kind: 'cancelled', id });
    else scope.postMessage({ kind: 'failed', id, problem: toProblem(error, job) });
  }
}

function toProblem(error: unknown, job: string): Problem {
  if (error instanceof JobFailure) return error.problem;
  const text = error instanceof Error ? error.message : String(error);
  return {
    code: 'engine.job-threw',
    severity: 'error',
    message: `The worker could not finish "${job}": ${text}.`,
    effect: 'What was on screen before stays.',
    file: null,
    line: null,
  };
}
