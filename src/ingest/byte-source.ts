/**
 * Where bytes come from: a dropped File, a Blob, a file on disk. Everything in ingest reads through this, so that nothing
 * ever needs a whole file in memory.
 */
export interface ByteSource {
  /** Path relative to what was dropped, with `/`. */
  readonly name: string;
  readonly size: number;
  stream(): AsyncIterable<Uint8Array>;
  /** Bytes start .. end - 1. */
  slice(start: number, end: number): Promise<Uint8Array>;
}

const STREAM_BYTES = 1 << 20;

/** Browser File and Node Blob alike. Reads by slices: `Blob.stream()` hands out 64 KiB pieces, one round trip each. */
export const fromBlob = (name: string, blob: Blob): ByteSource => {
  const slice = async (start: number, end: number): Promise<Uint8Array> =>
    new Uint8Array(await blob.slice(start, end).arrayBuffer());
  return {
    name,
    size: blob.size,
    slice,
    async *stream() {
      for (let at = 0; at < blob.size; at += STREAM_BYTES) yield await slice(at, at + STREAM_BYTES);
    },
  };
};
