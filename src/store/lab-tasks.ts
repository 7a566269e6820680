import { create } from 'zustand';
import type { Progress } from '../engine/job-context.ts';
import type { JobName, JobParams, JobReply } from '../engine/protocol.ts';
import { askEngine } from './app-store.ts';
import { forgetAtSeal, IDLE, keyText, problemOf, RUNNING, type Status } from './watch.ts';

export type LabJob = Extract<JobName, `lab${string}`>;

export type LabParams<J extends LabJob> = JobParams<J>;
export type LabReply<J extends LabJob> = JobReply<J>;

/** One job of the lab: what was asked last, how it is doing, and the last answer, which stays while a new one is made. */
export interface TaskState<T> {
  readonly status: Status;
  readonly progress: Progress | null;
  /** What the answer belongs to. */
  readonly key: string | null;
  readonly value: T | null;
}

export interface LabTask<J extends LabJob> {
  /** A hook. */
  readonly use: () => TaskState<JobReply<J>>;
  /** Asks unless just that has been answered or is being made. `version` sets answers apart that have equal parameters. */
  readonly run: (params: JobParams<J>, version?: number) => void;
  readonly cancel: () => void;
}

/** The key under which `run` files the answer. */
export const taskKey = (params: unknown, version = 0): string => keyText([params, version]);

function labTask<J extends LabJob>(job: J, onDone: () => void = () => {}): LabTask<J> {
  const store = create<TaskState<JobReply<J>>>()(() => ({ status: IDLE, progress: null, key: null, value: null }));
  let asked: string | null = null;
  forgetAtSeal(() => {
    asked = null;
    store.setState({ status: IDLE, progress: null, key: null, value: null });
  });
  let abort = new AbortController();
  const ask = async (params: JobParams<J>, key: string): Promise<void> => {
    abort = new AbortController();
    const { signal } = abort;
    store.setState({ status: RUNNING, progress: null });
    try {
      const value = await askEngine(job, params, {
        lane: job,
        signal,
        onProgress: (progress) => store.setState({ progress }),
      });
      store.setState({ value, key, status: IDLE, progress: null });
      onDone();
    } catch (error) {
      const problem = problemOf(error);
      // A newer wish took over, and speaks for itself.
      if (asked !== key) return;
      asked = null;
      store.setState({ status: problem === null ? IDLE : { kind: 'failed', problem }, progress: null });
    }
  };
  return {
    use: () => store(),
    run: (params, version = 0) => {
      const key = taskKey(params, version);
      if (asked === key) return;
      asked = key;
      void ask(params, key);
    },
    cancel: () => abort.abort(),
  };
}

/** Counts how often texts were read: signals are others afterwards. */
export const useTextVersion = create<{ readonly version: number }>()(() => ({ version: 0 }));

export const LAB = {
  signals: labTask('labSignals'),
  policy: labTask('labPolicy'),
  baselines: labTask('labBaselines'),
  study: labTask('labStudy'),
  ranking: labTask('labRanking'),
  certify: labTask('labCertify'),
  usage: labTask('labUsage'),
  solve: labTask('labSolve'),
  decisions: labTask('labDecisions'),
  texts: labTask('labTexts', () => useTextVersion.setState(({ version }) => ({ version: version + 1 }))),
} as const;
