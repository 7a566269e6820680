import { formatProtocol } from '../core/protocol/json.ts';
import type { Protocol } from '../core/protocol/types.ts';
import type { Origin } from './origin.ts';
import { dataParameter } from './origin.ts';

/**
 * Keeps the protocol of what is open while the tab lives, so that reading the same data again (a reload, a crash, a changed
 * directory) does not open what was sealed. A private window without storage keeps it until the page is left.
 */
const inPage = new Map<string, string>();
let lastFiles: { readonly origin: Origin; readonly text: string } | null = null;

const keyOf = (data: string): string => `stopscope.protocol ${data}`;

export function rememberProtocol(origin: Origin, protocol: Protocol): void {
  const data = dataParameter(origin);
  if (!isBegun(protocol)) {
    forget(data);
    return;
  }
  const text = formatProtocol(protocol);
  if (data === null) {
    lastFiles = { origin, text };
    return;
  }
  inPage.set(data, text);
  try {
    sessionStorage.setItem(keyOf(data), text);
  } catch {
    // Storage is full or closed: the page's own memory has to do.
  }
}

/** Opening data and naming the splits that it brings begins nothing. */
const isBegun = ({ entries }: Protocol): boolean =>
  entries.filter(({ step }) => step.kind !== 'opened').some(({ step }, i) => step.kind !== 'splits' || i > 0);

function forget(data: string | null): void {
  if (data === null) {
    lastFiles = null;
    return;
  }
  inPage.delete(data);
  try {
    sessionStorage.removeItem(keyOf(data));
  } catch {
    // Nothing can have been kept there.
  }
}

/** What was remembered of the same origin, or null. */
export function recallProtocol(origin: Origin): string | null {
  const data = dataParameter(origin);
  if (data === null) return lastFiles?.origin === origin ? lastFiles.text : null;
  const known = inPage.get(data);
  if (known !== undefined) return known;
  try {
    return sessionStorage.getItem(keyOf(data));
  } catch {
    return null;
  }
}
