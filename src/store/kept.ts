import { create } from 'zustand';
import { load, useApp } from './app-store.ts';
import type { Origin } from './origin.ts';
import { deleteEverything, deleteKept, type KeptDataset, keepDataset, listKept, openKept } from './persistence.ts';

/** What stays on this device, and what does not and why. */
export interface KeptState {
  readonly datasets: readonly KeptDataset[];
  readonly trouble: string | null;
}

export const useKept = create<KeptState>()(() => ({ datasets: [], trouble: null }));
const { setState: set } = useKept;

/** Of this tab: a reload opens the same dataset again, a new tab the demo. */
const OPEN = 'stopscope.open';

const remember = (id: string | null): void => {
  try {
    if (id === null) sessionStorage.removeItem(OPEN);
    else sessionStorage.setItem(OPEN, id);
  } catch {
    // A reload then opens the demo.
  }
};

export async function refreshKept(): Promise<void> {
  const found = await listKept();
  set(found.kind === 'ok' ? { datasets: found.value } : { datasets: [], trouble: found.error });
}

/** A dataset on this device as something to open, or why it is gone. */
export const originOfKept = async (id: string): Promise<Origin | string> => {
  const found = await openKept(id);
  if (found.kind === 'failed') return found.error;
  const { kept, files } = found.value;
  const origin = { kind: 'files' as const, files, name: kept.name, isSealed: kept.isSealed, keptId: id };
  return kept.reading === null ? origin : { ...origin, reading: kept.reading };
};

/** What this tab had open before it was reloaded; null where there is nothing. */
export async function reopened(): Promise<Origin | null> {
  let id: string | null = null;
  try {
    id = sessionStorage.getItem(OPEN);
  } catch {
    return null;
  }
  if (id === null) return null;
  const origin = await originOfKept(id);
  return typeof origin === 'string' ? null : origin;
}

export async function openFromDevice(id: string): Promise<void> {
  const origin = await originOfKept(id);
  if (typeof origin === 'string') {
    set({ trouble: origin });
    await refreshKept();
  } else void load(origin);
}

export async function removeFromDevice(id: string): Promise<void> {
  const done = await deleteKept(id);
  if (done.kind === 'failed') set({ trouble: done.error });
  await refreshKept();
}

export async function removeEverything(): Promise<void> {
  const done = await deleteEverything();
  set({ trouble: done.kind === 'failed' ? done.error : null });
  await refreshKept();
}

/** Keeps every dataset that was read from files, once it is there. */
export function startKeeping(): void {
  useApp.subscribe((state, before) => {
    const { dataset, origin } = state;
    if (dataset === before.dataset || dataset === null || origin === null) return;
    if (origin.kind !== 'files') {
      remember(null);
      return;
    }
    const { name, questionCount } = dataset;
    const { files, reading = null, isSealed = false, keptId = null } = origin;
    const hashes = dataset.sources.map(({ sha256 }) => sha256);
    void keepDataset({ name, questionCount, files, hashes, reading, isSealed }, keptId).then((kept) => {
      if (kept.kind === 'failed') {
        set({ trouble: kept.error });
        return;
      }
      set({ trouble: null });
      remember(kept.value.id);
      void refreshKept();
    });
  });
}
