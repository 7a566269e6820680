import { Decompress } from 'fzstd';
import { type ByteSource, fromBlob } from '../byte-source.ts';
import type { Peeled, PeelFault, PeelHooks } from './gzip.ts';

export const isZstd = (head: Uint8Array): boolean =>
  head[0] === 0x28 && head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd;

const PUSH_BYTES = 1 << 16;
const PART_BYTES = 4 << 20;

/** Decompresses zstd, also several frames in a row. What was decoded before a fault is kept. */
export const unzstd = async (source: ByteSource, hooks: PeelHooks): Promise<Peeled> => {
  const parts: Blob[] = [];
  let pending: Uint8Array<ArrayBuffer>[] = [];
  let pendingBytes = 0;
  const flush = (): void => {
    if (pendingBytes > 0) parts.push(new Blob(pending));
    pending = [];
    pendingBytes = 0;
  };
  const decompressor = new Decompress((chunk) => {
    pending.push(chunk.slice());
    pendingBytes += chunk.length;
    if (pendingBytes >= PART_BYTES) flush();
  });
  const faults: PeelFault[] = [];
  let seen = 0;
  reading: for await (const chunk of source.stream()) {
    if (hooks.signal.aborted) break;
    for (let at = 0; at < chunk.length; at += PUSH_BYTES) {
      const piece = chunk.subarray(at, at + PUSH_BYTES);
      try {
        decompressor.push(piece, seen + piece.length === source.size);
      } catch (error) {
        faults.push(faultOf(error, seen));
        break reading;
      }
      seen += piece.length;
    }
    hooks.onBytes(chunk.length);
  }
  flush();
  return { source: fromBlob(source.name, new Blob(parts)), faults };
};

const UNEXPECTED_END = 5;

const faultOf = (error: unknown, at: number): PeelFault => {
  if (!(error instanceof Error)) throw error;
  if ('code' in error && error.code === UNEXPECTED_END) {
    const message = 'The zstd file is cut off: its end is missing. What could be decompressed was read.';
    return { code: 'zstd.cut', message };
  }
  return {
    code: 'zstd.corrupt',
    message: `The zstd data is damaged after byte ${at} (${error.message}). What stands before was read.`,
  };
};
