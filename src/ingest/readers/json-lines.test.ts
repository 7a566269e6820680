import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ByteSource } from '../byte-source.ts';
import { textSource } from '../testing/sources.ts';
import { readJsonLines } from './json-lines.ts';

interface Seen {
  readonly value: unknown;
  readonly line: number;
  readonly start: number;
  readonly length: number;
}

/** The same bytes in pieces of a size. */
const inPieces = (source: ByteSource, size: number): ByteSource => ({
  ...source,
  async *stream() {
    for (let at = 0; at < source.size; at += size) yield await source.slice(at, Math.min(source.size, at + size));
  },
});

const readAll = async (source: ByteSource, pieceBytes?: number) => {
  const rows: Seen[] = [];
  const bad: (Seen & { readonly reason: string })[] = [];
  const damaged: number[] = [];
  let bytes = 0;
  const hooks = {
    onRow: (value: unknown, { line, start, length }: Seen) => rows.push({ value, line, start, length }),
    onBad: (reason: string, { line, start, length }: Seen) => bad.push({ value: null, reason, line, start, length }),
    onDamagedText: ({ line }: Seen) => damaged.push(line),
    onBytes: (count: number) => {
      bytes += count;
    },
    signal: new AbortController().signal,
  };
  await readJsonLines(pieceBytes === undefined ? source : inPieces(source, pieceBytes), 0, hooks as never);
  return { rows, bad, damaged, bytes };
};

const textAt = async (source: ByteSource, { start, length }: Seen): Promise<string> =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await source.slice(start, start + length));

describe('readJsonLines', () => {
  it('gives line numbers and byte ranges', async () => {
    const source = textSource('a', '{"a":"é"}\n\n  \n{"b":2}\r\n{"c":3}');
    const { rows, bad, bytes } = await readAll(source);
    expect(rows).toEqual([
      { value: { a: 'é' }, line: 1, start: 0, length: 10 },
      { value: { b: 2 }, line: 4, start: 15, length: 8 },
      { value: { c: 3 }, line: 5, start: 24, length: 7 },
    ]);
    expect(bad).toEqual([]);
    expect(bytes).toBe(source.size);
  });

  it('ends lines at \\n only: U+2028, U+2029 and U+0085 stay inside strings', async () => {
    const answer = 'a\u2028b\u2029c\u0085d';
    const { rows } = await readAll(textSource('a', `{"answer":"${answer}"}\n{"x":1}\n`));
    expect(rows.map(({ value }) => value)).toEqual([{ answer }, { x: 1 }]);
  });

  it('skips a byte order mark at the start and where files were glued together', async () => {
    const { rows, bad } = await readAll(textSource('a', '\ufeff{"id":"a"}\n\ufeff{"id":"b"}\n\ufeff\n'));
    expect(rows.map(({ value }) => value)).toEqual([{ id: 'a' }, { id: 'b' }]);
    expect(bad).toEqual([]);
  });

  it('sets broken lines apart and goes on', async () => {
    const { rows, bad } = await readAll(textSource('a', '{"a":1}\n{"a":\n{"a":2}\n{"a":3'));
    expect(rows.map(({ line }) => line)).toEqual([1, 3]);
    expect(bad.map(({ line }) => line)).toEqual([2, 4]);
    expect(bad[0]?.reason).not.toBe('');
  });

  it('reports bytes that are not UTF-8, for their line alone', async () => {
    const bytes = Uint8Array.from([...Buffer.from('{"a":"é"}\n{"a":"'), 0xe9, ...Buffer.from('"}\n{"a":"\ufffd"}\n')]);
    const { rows, damaged } = await readAll(textSource('a', bytes));
    expect(rows.map(({ value }) => value)).toEqual([{ a: 'é' }, { a: '\ufffd' }, { a: '\ufffd' }]);
    expect(damaged).toEqual([2]);
  });

  it('reads a line that is longer than a chunk and a segment', async () => {
    const long = 'x'.repeat(300_000);
    const source = textSource('a', `{"a":1}\n{"long":"${long}é"}\n{"b":2}`);
    for (const chunk of [16, 1000, 70_000, 1 << 20]) {
      const { rows } = await readAll(source, chunk);
      expect(rows.map(({ line }) => line)).toEqual([1, 2, 3]);
      expect(rows[1]?.value).toEqual({ long: `${long}é` });
      expect(await textAt(source, rows[2]!)).toBe('{"b":2}');
    }
  });

  it('finds every line at its place, for any text, chunk and line end', async () => {
    const value = fc.dictionary(
      fc.string({ unit: 'binary', maxLength: 5 }),
      fc.string({ unit: 'binary', maxLength: 30 }),
    );
    const options = { minLength: 1, maxLength: 30 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(value, options),
        fc.integer({ min: 1, max: 200 }),
        fc.constantFrom('\n', '\r\n', '\n\n'),
        fc.boolean(),
        async (values, chunk, end, isEnded) => {
          const source = textSource('a', values.map((item) => JSON.stringify(item)).join(end) + (isEnded ? end : ''));
          const { rows, bad, damaged, bytes } = await readAll(source, chunk);
          expect(rows.map((row) => row.value)).toEqual(values.map((item) => JSON.parse(JSON.stringify(item))));
          expect([bad, damaged, bytes]).toEqual([[], [], source.size]);
          for (const row of rows) expect(JSON.parse(await textAt(source, row))).toEqual(row.value);
          expect(rows.map(({ line }) => line)).toEqual(values.map((_, i) => (end === '\n\n' ? 2 * i : i) + 1));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('finds lines at their place around the edges of segments', async () => {
    const row = (i: number): string =>
      JSON.stringify({ i, text: 'é'.repeat(i % 97), pad: 'x'.repeat((i * 7919) % 611) });
    const count = 1200;
    const source = textSource('a', Array.from({ length: count }, (_, i) => row(i)).join('\n'));
    expect(source.size).toBeGreaterThan(4 * 65_536);
    for (const chunk of [100_000, 4 << 20]) {
      const { rows } = await readAll(source, chunk);
      expect(rows.length).toBe(count);
      for (let i = 0; i < count; i += 1) expect(await textAt(source, rows[i]!)).toBe(row(i));
    }
  });

  it('lets a cancel in although data is always ready', async () => {
    const controller = new AbortController();
    const piece = new TextEncoder().encode('{"a":1}\n'.repeat(100_000));
    const endless: ByteSource = {
      ...textSource('a', ''),
      async *stream() {
        for (;;) yield piece;
      },
    };
    setTimeout(() => controller.abort(), 20);
    const nothing = (): void => {};
    const hooks = { onRow: nothing, onBad: nothing, onDamagedText: nothing, onBytes: nothing };
    await readJsonLines(endless, 0, { ...hooks, signal: controller.signal });
    expect(controller.signal.aborted).toBe(true);
  });

  it('stops when told to', async () => {
    const controller = new AbortController();
    let seen = 0;
    const hooks = {
      onRow: () => {
        seen++;
        controller.abort();
      },
      onBad: () => {},
      onDamagedText: () => {},
      onBytes: () => {},
      signal: controller.signal,
    };
    await readJsonLines(inPieces(textSource('a', '{"a":1}\n'.repeat(1000)), 80), 0, hooks);
    expect(seen).toBe(10);
  });
});
