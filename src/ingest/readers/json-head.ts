import type { ByteSource } from '../byte-source.ts';
import { readJsonElements } from './json-elements.ts';

/** Enough for the longest row anybody looks at. */
const MOST_BYTES = 16 << 20;

/** The first whole elements of a JSON array, or entries of an object. */
export const headElements = async (source: ByteSource, most: number): Promise<readonly unknown[]> => {
  const records: unknown[] = [];
  const enough = new AbortController();
  const head: ByteSource = { ...source, size: Math.min(source.size, MOST_BYTES) };
  await readJsonElements(head, 0, {
    onRow: (value) => {
      if (records.length < most) records.push(value);
      else enough.abort();
    },
    onBad: () => {},
    onDamagedText: () => {},
    onBytes: () => {},
    signal: enough.signal,
  });
  return records;
};
