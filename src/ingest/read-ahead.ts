import type { ByteSource } from './byte-source.ts';
import type { Ingested } from './ingest.ts';

const BLOCK_BYTES = 1 << 20;
const KEPT_BLOCKS = 4;

/**
 * The same run for a job that reads the lines of many questions in a row. They are neighbours in their files: whole blocks
 * are read and kept for a while, where every line by itself would cost a round trip to the file.
 */
export const readAhead = (ingested: Ingested): Ingested => ({
  ...ingested,
  sources: ingested.sources.map((source) => inBlocks(source)),
});

/** `slice` out of whole blocks. What it gives may share memory with other slices: it is only to be read. */
export function inBlocks(source: ByteSource, blockBytes = BLOCK_BYTES): ByteSource {
  const blocks = new Map<number, Promise<Uint8Array>>();
  const blockAt = (index: number): Promise<Uint8Array> => {
    const start = index * blockBytes;
    const block = blocks.get(index) ?? source.slice(start, Math.min(source.size, start + blockBytes));
    // The last one used goes to the end.
    blocks.delete(index);
    blocks.set(index, block);
    if (blocks.size > KEPT_BLOCKS) blocks.delete(blocks.keys().next().value!);
    return block;
  };
  return {
    ...source,
    stream: () => source.stream(),
    slice: async (from, to) => {
      const [start, end] = [Math.min(from, source.size), Math.min(to, source.size)];
      const first = Math.floor(start / blockBytes);
      const last = Math.floor(Math.max(start, end - 1) / blockBytes);
      if (last > first + 1 || start >= end) return source.slice(start, end);
      const block = await blockAt(first);
      if (last === first) return block.subarray(start - first * blockBytes, end - first * blockBytes);
      const next = await blockAt(last);
      const joined = new Uint8Array(end - start);
      joined.set(block.subarray(start - first * blockBytes));
      joined.set(next.subarray(0, end - last * blockBytes), blockBytes - (start - first * blockBytes));
      return joined;
    },
  };
}
