import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBlob } from './byte-source.ts';
import { readDetails } from './details.ts';
import { inBlocks, readAhead } from './read-ahead.ts';
import { ingestOk, tinySources } from './testing/sources.ts';

describe('slices out of whole blocks', () => {
  it('are the bytes of the file, in any order', async () => {
    const bytes = Uint8Array.from({ length: 100 }, (_, i) => i);
    const plain = fromBlob('f', new Blob([bytes]));
    const range = fc.tuple(fc.integer({ min: 0, max: 110 }), fc.integer({ min: 0, max: 40 }));
    await fc.assert(
      fc.asyncProperty(fc.array(range, { minLength: 1, maxLength: 12 }), async (ranges) => {
        const source = inBlocks(plain, 16);
        const found = await Promise.all(ranges.map(([start, length]) => source.slice(start, start + length)));
        expect(found.map((part) => [...part])).toEqual(
          ranges.map(([start, length]) => [...bytes.subarray(start, start + length)]),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('are the lines of every file of a run', async () => {
    const ingested = await ingestOk(tinySources());
    const reading = readAhead(ingested);
    for (const [i, source] of ingested.sources.entries()) {
      expect(await reading.sources[i]!.slice(3, 40)).toEqual(await source.slice(3, 40));
    }
    for (let q = 0; q < 3; q++) expect(await readDetails(reading, q)).toEqual(await readDetails(ingested, q));
  });

  it('read each block once while it is in use, and long slices directly', async () => {
    const asked: [number, number][] = [];
    const source = inBlocks(
      {
        name: 'f',
        size: 1000,
        stream: () => ({ [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }) }),
        slice: async (start, end) => {
          asked.push([start, end]);
          return new Uint8Array(end - start);
        },
      },
      100,
    );
    for (let i = 0; i < 40; i++) await source.slice(i * 5, i * 5 + 5);
    await source.slice(0, 350);
    expect(asked).toEqual([
      [0, 100],
      [100, 200],
      [0, 350],
    ]);
  });
});
