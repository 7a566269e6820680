import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc32 } from '../../core/crc32.ts';
import type { ByteSource } from '../byte-source.ts';
import { textSource } from '../testing/sources.ts';
import { isGzip } from './gzip.ts';
import { peel } from './peel.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const concat = (...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.concat(parts));

/** A source that hands its bytes out in pieces of the given sizes, over and over. */
const inPieces = (bytes: Uint8Array<ArrayBuffer>, sizes: readonly number[]): ByteSource => ({
  ...textSource('a', bytes),
  async *stream() {
    for (let at = 0, i = 0; at < bytes.length; i++) {
      const size = Math.max(1, sizes[i % sizes.length] ?? 1);
      yield bytes.subarray(at, at + size);
      at += size;
    }
  },
});

const unpack = async (source: ByteSource) => {
  const peeled = await peel(source, { onBytes: () => {}, signal: new AbortController().signal });
  const bytes = await peeled.source.slice(0, peeled.source.size);
  return { text: new TextDecoder().decode(bytes), codes: peeled.faults.map(({ code }) => code), faults: peeled.faults };
};

const LINES = Array.from({ length: 3000 }, (_, i) => `{"i":${i},"x":"${(i * 2654435761) % 4294967296}"}\n`).join('');

describe('gzip', () => {
  it('is told by its first two bytes', () => {
    expect(isGzip(Uint8Array.of(0x1f, 0x8b))).toBe(true);
    expect(isGzip(encode('{'))).toBe(false);
  });

  it('computes the CRC-32 of the standard check string', () => {
    expect(crc32(encode('123456789'))).toBe(0xcbf43926);
    expect(crc32(encode('6789'), crc32(encode('12345')))).toBe(0xcbf43926);
  });

  it('leaves a plain file as it is', async () => {
    expect(await unpack(textSource('a', LINES))).toEqual({ text: LINES, codes: [], faults: [] });
  });

  it('unpacks one member, an empty one, and gzip inside gzip', async () => {
    expect(await unpack(textSource('a', concat(gzipSync(LINES))))).toMatchObject({ text: LINES, codes: [] });
    expect(await unpack(textSource('a', concat(gzipSync(''))))).toMatchObject({ text: '', codes: [] });
    expect(await unpack(textSource('a', concat(gzipSync(gzipSync(LINES)))))).toMatchObject({ text: LINES, codes: [] });
  });

  it('unpacks every one of concatenated members, however the bytes arrive', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 400 }), { minLength: 1, maxLength: 6 }),
        fc.array(fc.integer({ min: 1, max: 70 }), { minLength: 1, maxLength: 5 }),
        async (texts, sizes) => {
          const bytes = concat(...texts.map((text) => gzipSync(text)));
          expect(await unpack(inPieces(bytes, sizes))).toMatchObject({ text: texts.join(''), codes: [] });
        },
      ),
      { numRuns: 150 },
    );
  });

  it('unpacks members beyond one push and one part', async () => {
    const big = LINES.repeat(120);
    const bytes = concat(gzipSync(big, { level: 0 }), gzipSync('next\n'), gzipSync(big));
    const { text, codes } = await unpack(textSource('a', bytes));
    expect(codes).toEqual([]);
    expect(text === `${big}next\n${big}`).toBe(true);
  });

  it('keeps what stands before a cut, wherever it is, and reports the cut', async () => {
    const whole = concat(gzipSync(LINES));
    for (const end of [
      3,
      11,
      200,
      whole.length >> 1,
      whole.length - 9,
      whole.length - 8,
      whole.length - 3,
      whole.length - 1,
    ]) {
      const { text, codes } = await unpack(textSource('a', whole.slice(0, end)));
      expect(LINES.startsWith(text)).toBe(true);
      // Within the last eight bytes all data is there and only the checksum is not.
      expect(codes).toEqual([end < whole.length - 8 ? 'gzip.cut' : 'gzip.checksum']);
      if (end > whole.length >> 2) expect(text.length).toBeGreaterThan(LINES.length / 8);
    }
  });

  it('reports a cut in a later member', async () => {
    const first = gzipSync('first\n');
    const second = gzipSync(LINES);
    const { text, codes } = await unpack(textSource('a', concat(first, second.subarray(0, second.length >> 1))));
    expect(text.startsWith('first\n{"i":0')).toBe(true);
    expect(codes).toEqual(['gzip.cut']);
  });

  it.each([1, 2, 3, 4, 7, 8, 100, 70_000])('reports %i bytes after the end', async (extra) => {
    for (const byte of [0, 120]) {
      const { text, faults } = await unpack(textSource('a', concat(gzipSync(LINES), new Uint8Array(extra).fill(byte))));
      expect(text).toBe(LINES);
      expect(faults.map(({ code }) => code)).toEqual(['gzip.trailing-bytes']);
      expect(faults[0]?.message).toContain(`${extra} bytes`);
    }
  });

  it('reports damage: a flipped byte, a wrong checksum of any member', async () => {
    const whole = concat(gzipSync(LINES, { level: 0 }));
    const flipped = whole.slice();
    flipped[5000]! ^= 1;
    expect((await unpack(textSource('a', flipped))).codes).toEqual(['gzip.checksum']);
    const twoMembers = concat(gzipSync('one\n'), gzipSync('two\n'));
    const length = gzipSync('one\n').length;
    twoMembers[length - 6]! ^= 1;
    const { text, codes } = await unpack(textSource('a', twoMembers));
    expect(text).toBe('one\ntwo\n');
    expect(codes).toEqual(['gzip.checksum']);
  });

  it('keeps what stands before invalid compressed data', async () => {
    const broken = concat(gzipSync(LINES.repeat(8), { level: 0 }));
    // Stored blocks: five bytes of header, then their data. The ninth one gets a type that does not exist.
    let at = 10;
    for (let block = 0; block < 8; block++) at += 5 + broken[at + 1]! + 256 * broken[at + 2]!;
    broken[at] = 0b110;
    const { text, codes } = await unpack(textSource('a', broken));
    expect(codes).toEqual(['gzip.corrupt']);
    expect(text.length).toBeGreaterThan(60_000);
    expect(LINES.repeat(8).startsWith(text)).toBe(true);
  });
});
