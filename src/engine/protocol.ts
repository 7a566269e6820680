import type { Problem } from '../core/result.ts';
import type { Jobs } from './jobs.ts';

/** The protocol is derived from the job functions: a new job is one function in jobs.ts and nothing here. */
export type JobName = keyof Jobs;
export type JobParams<J extends JobName> = Parameters<Jobs[J]>[1];
export type JobReply<J extends JobName> = Awaited<ReturnType<Jobs[J]>>['value'];

/** Bytes or steps done, for a progress bar. `total` is 0 while it is not known. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  /** What is being worked on, in words. */
  readonly what: string;
}

export type ToWorker =
  | { readonly kind: 'request'; readonly id: number; readonly job: JobName; readonly params: unknown }
  | { readonly kind: 'cancel'; readonly id: number };

export type FromWorker =
  | { readonly kind: 'progress'; readonly id: number; readonly progress: Progress }
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly problem: Problem }
  | { readonly kind: 'cancelled'; readonly id: number };

/** What a job gets beside its parameters. */
export interface JobContext {
  readonly signal: AbortSignal;
  readonly report: (progress: Progress) => void;
}

/** A job's answer; buffers in `transfer` move instead of being copied. */
export interface Reply<T> {
  readonly value: T;
  readonly transfer: readonly ArrayBuffer[];
}

/** A job throws this to say in words why it cannot answer: the request fails, the worker goes on. */
export class JobFailure extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
    this.name = 'JobFailure';
  }
}

export class Cancelled extends Error {
  constructor() {
    super('cancelled');
    this.name = 'Cancelled';
  }
}
