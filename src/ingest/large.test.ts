import { describe, expect, it } from 'vitest';
import type { ByteSource } from './byte-source.ts';
import { ingest } from './ingest.ts';
import { asideOf } from './testing/told.ts';

const encoder = new TextEncoder();
const MEGABYTE = 1 << 20;

/** A file that stands nowhere: its pieces, one after the other. */
function sourceOf(name: string, pieces: readonly Uint8Array[]): ByteSource {
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  return {
    name,
    size,
    async *stream() {
      yield* pieces;
    },
    async slice(start, end) {
      const bytes = new Uint8Array(Math.min(end, size) - start);
      let at = 0;
      for (const piece of pieces) {
        const from = Math.max(0, start - at);
        const to = Math.min(piece.length, end - at);
        if (from < to) bytes.set(piece.subarray(from, to), at + from - start);
        at += piece.length;
      }
      return bytes;
    },
  };
}

/** As the app reads large files: hashed when the figures stand. */
async function read(file: ByteSource) {
  const { signal } = new AbortController();
  const result = await ingest([file], { onProgress: () => {}, signal, hashUpTo: 64e6 });
  if (result.kind === 'failed') throw new Error(result.error.message);
  return result.value;
}

const lineOf = (id: string, text: string): Uint8Array =>
  encoder.encode(
    `${JSON.stringify({ id, native: { answer: 'a', searches: 1 }, states: [{ searchesUsed: 0, nextAction: 'SEARCH', context: text }] })}\n`,
  );

describe('more text than a string can hold (fault 14)', () => {
  it('600 MB of JSON Lines stream: every row is used, each with its place', async () => {
    const text = 'x'.repeat(4 * MEGABYTE);
    const pieces = Array.from({ length: 150 }, (_, i) => lineOf(`q${i}`, text));
    const { dataset } = await read(sourceOf('big.jsonl', pieces));
    expect(dataset.sources[0]!.bytes).toBeGreaterThan(600e6);
    expect(dataset.questions.ids).toEqual(Array.from({ length: 150 }, (_, i) => `q${i}`));
    const before = pieces.slice(0, 149).reduce((sum, { length }) => sum + length, 0);
    expect(dataset.questions.lines.start[149]).toBe(before);
  }, 60_000);

  it('one line of more than 128 MB is set aside in words, and what follows is read', async () => {
    const part = new Uint8Array(4 * MEGABYTE).fill(120);
    const long = [
      encoder.encode('{"id":"long","text":"'),
      ...Array.from({ length: 33 }, () => part),
      encoder.encode('"}\n'),
    ];
    const file = sourceOf('long.jsonl', [lineOf('q0', ''), ...long, lineOf('q1', '')]);
    const ingested = await read(file);
    expect(ingested.dataset.questions.ids).toEqual(['q0', 'q1']);
    expect(asideOf(ingested)).toEqual({ 'long.jsonl': 1 });
    expect(ingested.problems.map(({ message }) => message).join('\n')).toContain('longer than 128 MB');
  }, 60_000);
});
