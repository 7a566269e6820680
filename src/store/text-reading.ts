import type { Problem } from '../core/result.ts';
import { useApp } from './app-store.ts';
import { labRequest } from './lab.ts';
import { LAB, useTextVersion } from './lab-tasks.ts';

/** Up to so many questions their texts are read without being asked: it takes a moment. */
const READ_UNASKED = 2000;

/** What may be solved by reading the texts of the run. */
const NEEDS_TEXTS: readonly string[] = ['texts.not-read', 'rule.no-signal'];
export const needsTexts = ({ code }: Problem): boolean => NEEDS_TEXTS.includes(code);

/** Reads the texts of the run on screen; nothing happens where that has been done. */
export function readTexts(): void {
  const { dataset, view } = useApp.getState();
  if (dataset !== null) LAB.texts.run(labRequest(dataset, view));
}

export function readTextsUnasked(): void {
  if ((useApp.getState().dataset?.questionCount ?? Number.POSITIVE_INFINITY) <= READ_UNASKED) readTexts();
}

/** An address may name what stands in the texts: then they are read, of a large run only on demand. */
export function readTextsFor(problem: Problem): void {
  if (needsTexts(problem)) readTextsUnasked();
}

/** Calls `run` whenever texts have been read. Returns how to stop. */
export const onTextsRead = (run: () => void): (() => void) =>
  useTextVersion.subscribe((state, before) => {
    if (state.version !== before.version) run();
  });
