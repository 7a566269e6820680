/** Work in small steps: between them whoever runs it may report progress, let others in, or stop. */
export type Steps<S, T> = Generator<S, T, void>;

/** What resamples: a run that can be advanced in slices. */
interface Resampler {
  readonly repeatsDone: () => number;
  readonly isFinished: () => boolean;
  readonly advance: (repeats: number) => void;
}

/** How far one resampling is. */
export interface ResampleStep {
  readonly done: number;
  readonly total: number;
}

/** Draws of one step: some milliseconds. */
const DRAWS_AT_ONCE = 100_000;

/** Advances a run to its end; `size` is what one replicate draws. */
export function* resample(run: Resampler, size: number, total: number): Steps<ResampleStep, void> {
  const repeats = Math.max(1, Math.floor(DRAWS_AT_ONCE / Math.max(1, size)));
  while (!run.isFinished()) {
    run.advance(repeats);
    yield { done: run.repeatsDone(), total };
  }
}

/** Runs all steps at once. */
export function finish<T>(steps: Steps<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
