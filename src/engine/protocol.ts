import type { Problem } from '../core/result.ts';
import type { Progress } from './job-context.ts';
import type { Jobs } from './jobs.ts';

/** The protocol is derived from the job functions: a new job is one function in jobs.ts and nothing here. */
export type JobName = keyof Jobs;
export type JobParams<J extends JobName> = Parameters<Jobs[J]>[1];
export type JobReply<J extends JobName> = Awaited<ReturnType<Jobs[J]>>['value'];

export type ToWorker =
  | { readonly kind: 'request'; readonly id: number; readonly job: JobName; readonly params: unknown }
  | { readonly kind: 'cancel'; readonly id: number };

export type FromWorker =
  | { readonly kind: 'progress'; readonly id: number; readonly progress: Progress }
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly problem: Problem }
  | { readonly kind: 'cancelled'; readonly id: number };
