import type { Problem } from '../core/result.ts';

/** Bytes or steps done, for a progress bar. `total` is 0 while it is not known. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  /** What is being worked on, in words. */
  readonly what: string;
}

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
