import type { Problem } from '../core/result.ts';
import { EngineRejection } from '../engine/client.ts';
import { type AppState, useApp } from './app-store.ts';

/** How a thing that a page asks for is doing. While a new one is made, the last one stays on screen. */
export type Status =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running' }
  | { readonly kind: 'failed'; readonly problem: Problem };

export const IDLE: Status = { kind: 'idle' };
export const RUNNING: Status = { kind: 'running' };

/**
 * Calls `run` now and whenever `keyOf` gives another text; null means there is nothing to ask for. Returns how to stop.
 */
export function watchApp(keyOf: (state: AppState) => string | null, run: () => void): () => void {
  let last: string | null = null;
  const check = (state: AppState) => {
    const key = keyOf(state);
    if (key === last) return;
    last = key;
    if (key !== null) run();
  };
  const stop = useApp.subscribe(check);
  check(useApp.getState());
  return stop;
}

/** Calls `forget` when data with sealed labels comes on screen: figures from before the seal must not stay there. */
export function forgetAtSeal(forget: () => void): void {
  useApp.subscribe(({ dataset }, before) => {
    if (dataset !== null && dataset.id !== before.dataset?.id && dataset.protocol.sealedQuestions > 0) forget();
  });
}

/** The problem behind a rejection; null when a newer request took over. Anything else is a bug and goes on. */
export function problemOf(error: unknown): Problem | null {
  if (!(error instanceof EngineRejection)) throw error;
  return error.reason.kind === 'cancelled' ? null : error.reason.problem;
}

/** JSON that tells an infinite threshold from a missing one. */
export const keyText = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (typeof one === 'number' ? String(one) : one));
