/**
 * Where bytes come from: a dropped File, a Blob, a file on disk. Everything in ingest reads through this, so that nothing
 * ever needs a whole file in memory.
 */
export interface ByteSource {
  /** Path relative to what was dropped, with `/`. */
  readonly name: string;
  readonly size: number;
  /** The bytes in order, in pieces of any size. */
  stream(): AsyncIterable<Uint8Array>;
  /** Bytes start .. end - 1. */
  slice(start: number, end: number): Promise<Uint8Array>;
}

/** Browser File and Node Blob alike. */
export const fromBlob = (name: string, blob: Blob): ByteSource => ({
  name,
  size: blob.size,
  slice: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
  // Twice as fast as slices in Chromium. A byte (BYOB) reader would save the allocations, but it was seen to hang there.
  async *stream() {
    const reader = blob.stream().getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        yield value;
      }
    } finally {
      await reader.cancel();
    }
  },
});
