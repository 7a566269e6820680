import type { Steps } from '../core/steps.ts';
import { breathe } from './evaluate.ts';
import type { JobContext, Progress } from './job-context.ts';

/** Longer than this the worker listens to nobody. */
const SLICE_MS = 12;

/** Runs work in slices: between them other requests are answered, and a cancel gets through. */
export async function runSteps<S, T>(
  steps: Steps<S, T>,
  { signal, report }: JobContext,
  toProgress: (step: S) => Progress,
): Promise<T> {
  for (;;) {
    const end = performance.now() + SLICE_MS;
    let next = steps.next();
    while (next.done !== true && performance.now() < end) next = steps.next();
    if (next.done === true) return next.value;
    report(toProgress(next.value));
    await breathe(signal);
  }
}
