import { create } from 'zustand';
import { load, useApp } from './app-store.ts';
import type { Origin } from './origin.ts';

/** Whether the next data that is opened has all its labels sealed, until its splits have roles. */
export const useSealing = create<{ readonly isNext: boolean }>()(() => ({ isNext: false }));

export const setSealingNext = (isNext: boolean): void => useSealing.setState({ isNext });

/** Opens other data, sealed where the user wants the next one so. */
export const openNext = (origin: Origin): Promise<void> =>
  load(useSealing.getState().isNext ? { ...origin, isSealed: true } : origin);

/** Reads what is open once more, all its labels sealed. What was computed from them before stays in the log as seen. */
export function readSealed(): void {
  const { origin } = useApp.getState();
  if (origin !== null) void load({ ...origin, isSealed: true });
}

/** Labels must not be shown in what is looked at now or opened next. */
export const isSealWanted = (): boolean =>
  useSealing.getState().isNext || (useApp.getState().dataset?.protocol.sealedQuestions ?? 0) > 0;
