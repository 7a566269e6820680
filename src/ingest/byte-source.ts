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

const SLICE_BYTES = 4 << 20;
/** So many pieces in a row smaller than this: the Blob is handed out part by part, as Node does. */
const SMALL_PIECE_BYTES = 16 << 10;
const PATIENCE = 8;

/** Browser File and Node Blob alike. */
export const fromBlob = (name: string, blob: Blob): ByteSource => {
  const slice = async (start: number, end: number): Promise<Uint8Array> =>
    new Uint8Array(await blob.slice(start, end).arrayBuffer());
  return {
    name,
    size: blob.size,
    slice,
    async *stream() {
      const at = yield* streamWhileLarge(blob);
      for (let from = at; from < blob.size; from += SLICE_BYTES) yield await slice(from, from + SLICE_BYTES);
    },
  };
};

/**
 * The Blob's own stream: in Chromium it runs ahead while a piece is worked on, which slices do not. (A byte reader, BYOB,
 * would save the allocations, but it was seen to hang there.) Gives up on a Blob of many small parts, where every piece
 * costs a turn of the event loop; returns where it stopped.
 */
async function* streamWhileLarge(blob: Blob): AsyncGenerator<Uint8Array, number> {
  const reader = blob.stream().getReader();
  let at = 0;
  let small = 0;
  try {
    while (small < PATIENCE) {
      const { done, value } = await reader.read();
      if (done) return blob.size;
      at += value.length;
      small = value.length < SMALL_PIECE_BYTES ? small + 1 : 0;
      yield value;
    }
    return at;
  } finally {
    await reader.cancel();
  }
}
