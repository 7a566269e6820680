import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { crc32 } from '../crc32.ts';
import { annotatePng, pngText } from './png.ts';

/** 1 x 1, as a browser writes it. */
const DOT = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
);

function chunksOf(png: Uint8Array) {
  const view = new DataView(png.buffer, png.byteOffset);
  const chunks: { kind: string; content: Uint8Array; isWhole: boolean }[] = [];
  for (let at = 8; at < png.length; ) {
    const length = view.getUint32(at);
    const body = png.subarray(at + 4, at + 8 + length);
    chunks.push({
      kind: Buffer.from(body.subarray(0, 4)).toString('latin1'),
      content: body.subarray(4),
      isWhole: view.getUint32(at + 8 + length) === crc32(body),
    });
    at += 12 + length;
  }
  return chunks;
}

describe('notes in a PNG', () => {
  const noted = annotatePng(DOT, { keyword: 'key', text: 'θ >= 7.875 – ü', pixelsPerMetre: 7559 });

  it('are read back, and the chunks stay whole and in order', () => {
    expect(pngText(noted, 'key')).toBe('θ >= 7.875 – ü');
    expect(pngText(noted, 'other')).toBeNull();
    const chunks = chunksOf(noted);
    expect(chunks.map(({ kind }) => kind)).toEqual(['IHDR', 'pHYs', 'iTXt', 'IDAT', 'IEND']);
    expect(chunks.every(({ isWhole }) => isWhole)).toBe(true);
    expect([...chunks[1]!.content]).toEqual([0, 0, 0x1d, 0x87, 0, 0, 0x1d, 0x87, 1]);
    expect(inflateSync(chunks[3]!.content)).toEqual(inflateSync(chunksOf(DOT)[1]!.content));
  });

  it('are absent from other files', () => {
    expect(pngText(DOT, 'key')).toBeNull();
    expect(pngText(Uint8Array.from([1, 2, 3]), 'key')).toBeNull();
    // Cut within the text chunk.
    expect(pngText(noted.subarray(0, 70), 'key')).toBeNull();
  });
});
