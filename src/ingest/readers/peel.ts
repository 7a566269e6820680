import type { ByteSource } from '../byte-source.ts';
import { gunzip, isGzip, type Peeled, type PeelFault, type PeelHooks } from './gzip.ts';
import { isParquet, unpackParquet } from './parquet.ts';
import { isUtf16, recodeUtf16 } from './utf16.ts';
import { isZstd, unzstd } from './zstd.ts';

/** Compression found by content, one line each. A new one is a file beside gzip.ts and a line here. */
const COMPRESSIONS: readonly {
  readonly isIt: (head: Uint8Array) => boolean;
  readonly peel: (source: ByteSource, hooks: PeelHooks) => Promise<Peeled>;
}[] = [
  { isIt: isGzip, peel: gunzip },
  { isIt: isZstd, peel: unzstd },
  // Not compression, but rows packed away all the same.
  { isIt: isParquet, peel: unpackParquet },
  { isIt: isUtf16, peel: recodeUtf16 },
];

/** Nobody compresses more often than this on purpose. */
const MOST_LAYERS = 4;

/** Takes off every layer of compression. A plain file comes back as it is. */
export const peel = async (source: ByteSource, hooks: PeelHooks): Promise<Peeled> => {
  let current = source;
  const faults: PeelFault[] = [];
  for (let layer = 0; layer < MOST_LAYERS && !hooks.signal.aborted; layer++) {
    const head = await current.slice(0, 8);
    const compression = COMPRESSIONS.find(({ isIt }) => isIt(head));
    if (compression === undefined) break;
    const peeled = await compression.peel(current, layer === 0 ? hooks : { signal: hooks.signal, onBytes: () => {} });
    faults.push(...peeled.faults);
    current = peeled.source;
  }
  return { source: current, faults };
};
