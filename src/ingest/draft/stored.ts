import { OptionalColumn } from './judges.ts';

/** Correctness that files state, by question and by state key; NaN where they say nothing. EM is 0 or 1. */
export class StoredDraft {
  readonly nativeEm = new OptionalColumn();
  readonly nativeF1 = new OptionalColumn();
  readonly probeEm = new OptionalColumn();
  readonly probeF1 = new OptionalColumn();

  get isEmpty(): boolean {
    return [this.nativeEm, this.nativeF1, this.probeEm, this.probeF1].every(({ values }) => values === null);
  }
}
