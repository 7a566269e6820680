import { askEngine, load, useApp } from './app-store.ts';
import type { Dropped } from './collect-files.ts';
import { useSealing } from './sealing.ts';

/** Loads what was dropped, chosen or pasted. Nothing leaves the machine. */
export function loadDropped(dropped: Dropped): void {
  const isSealed = useSealing.getState().isNext;
  if (dropped.files.length > 0) void load({ kind: 'files', ...dropped, isSealed });
}

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export const saveText = (text: string, name: string): void => saveBlob(new Blob([text], { type: 'text/plain' }), name);

/** The rows that could not be used, as a file. */
export async function downloadAside(): Promise<void> {
  const { dataset } = useApp.getState();
  if (dataset === null) return;
  saveBlob(await askEngine('aside', { datasetId: dataset.id }), `${dataset.name}-set-aside.jsonl`);
}

/** The dataset in the exchange format, as a file. */
export async function downloadExchange(): Promise<void> {
  const { dataset } = useApp.getState();
  if (dataset === null) return;
  saveBlob(
    await askEngine('exportExchange', { datasetId: dataset.id }, { lane: 'export' }),
    `${dataset.name}.stopscope.jsonl`,
  );
}
