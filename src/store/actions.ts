import type { Problem } from '../core/result.ts';
import { askEngine, fail, useApp } from './app-store.ts';
import { type Dropped, fromDataTransfer } from './collect-files.ts';
import { readBack } from './read-back.ts';
import { openNext } from './sealing.ts';

/**
 * Loads what was dropped, chosen or pasted. Nothing leaves the machine. Figures and tables that Stopscope made are no data:
 * what they rest on is shown.
 */
export function loadDropped(dropped: Dropped): void {
  void readBack(dropped.files).then((isOurs) => {
    // An empty folder too: that there is nothing in it is said in words.
    if (!isOurs) void openNext({ kind: 'files', ...dropped });
  });
}

/** Must be called within the drop event. A file that cannot be had (moved, no permission) is no silence. */
export async function loadTransfer(transfer: DataTransfer): Promise<void> {
  try {
    loadDropped(await fromDataTransfer(transfer));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const problem: Problem = {
      code: 'drop.unreadable',
      severity: 'error',
      message: `What was dropped could not be read: ${reason}`,
      effect: 'What was on screen before stays.',
      file: null,
      line: null,
    };
    useApp.setState({ loading: { kind: 'failed', problem } });
  }
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
  try {
    saveBlob(await askEngine('aside', { datasetId: dataset.id }), `${dataset.name}-set-aside.jsonl`);
  } catch (error) {
    fail('evaluating', error);
  }
}

/** The dataset in the exchange format, as a file. */
export async function downloadExchange(): Promise<void> {
  const { dataset } = useApp.getState();
  if (dataset === null) return;
  try {
    const lines = await askEngine('exportExchange', { datasetId: dataset.id }, { lane: 'export' });
    saveBlob(lines, `${dataset.name}.stopscope.jsonl`);
  } catch (error) {
    fail('evaluating', error);
  }
}
