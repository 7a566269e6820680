import type { WorkerLike } from './client.ts';

/** Starts the engine's Web Worker. */
export const spawnWorker = (): WorkerLike =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'stopscope-engine' }) as WorkerLike;
