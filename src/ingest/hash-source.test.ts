import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type ByteSource, fromBlob } from './byte-source.ts';
import { withHash } from './hash-source.ts';

const bytes = Uint8Array.from({ length: 200_003 }, (_, i) => (i * i) & 255);
const wanted = createHash('sha256').update(bytes).digest('hex');
const source = fromBlob('a', new Blob([bytes]));
const drain = async ({ stream }: ByteSource): Promise<number> => {
  let length = 0;
  for await (const piece of stream()) length += piece.length;
  return length;
};

describe('the SHA-256 of a source', () => {
  it.each([
    ['by the platform, beside the reading', true, true],
    ['by our own code, along with the reading', true, false],
    ['afterwards, by the platform', false, true],
    ['afterwards, by our own code', false, false],
  ])('%s', async (_, isAlong, isApart) => {
    const hashed = withHash(source, isAlong, isApart);
    expect(await drain(hashed.source)).toBe(bytes.length);
    expect(await hashed.hash()).toBe(wanted);
    expect(await hashed.hash()).toBe(wanted);
  });

  it('is that of the whole file where reading broke off', async () => {
    for (const isApart of [true, false]) {
      const hashed = withHash(source, true, isApart);
      for await (const _ of hashed.source.stream()) break;
      expect(await hashed.hash()).toBe(wanted);
    }
  });

  it('of a file that is gone is an error of reading, not a silence', async () => {
    const gone = { ...source, slice: () => Promise.reject(new DOMException('gone', 'NotFoundError')) };
    const stream = (): AsyncIterable<Uint8Array> => {
      throw new DOMException('gone', 'NotFoundError');
    };
    await expect(withHash({ ...gone, stream }, true, true).hash()).rejects.toThrow('gone');
    // The digest alone failed: the file is read for its hash.
    expect(await withHash(gone, true, true).hash()).toBe(wanted);
  });
});
