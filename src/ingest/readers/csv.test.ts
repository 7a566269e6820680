import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { ByteSource } from '../byte-source.ts';
import { textSource } from '../testing/sources.ts';
import { parseCsvRow, readCsv } from './csv.ts';
import { sniffDialect } from './csv-dialect.ts';

interface Seen {
  readonly value: unknown;
  readonly line: number;
  readonly text: string;
}

const inPieces = (source: ByteSource, size: number): ByteSource => ({
  ...source,
  async *stream() {
    for (let at = 0; at < source.size; at += size) yield await source.slice(at, Math.min(source.size, at + size));
  },
});

const readAll = async (content: string | Uint8Array<ArrayBuffer>, pieceBytes?: number) => {
  const source = textSource('t.csv', content);
  const bytes = await source.slice(0, source.size);
  const dialect = sniffDialect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), true);
  if (dialect === null) throw new Error('no table');
  const rows: Seen[] = [];
  const bad: (Seen & { readonly reason: string })[] = [];
  const damaged: number[] = [];
  const seen = (at: { line: number; start: number; length: number }) => ({
    line: at.line,
    text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(at.start, at.start + at.length)),
  });
  await readCsv(pieceBytes === undefined ? source : inPieces(source, pieceBytes), 0, dialect, {
    onRow: (value, at) => rows.push({ value, ...seen(at) }),
    onBad: (reason, at) => bad.push({ value: null, reason, ...seen(at) }),
    onDamagedText: (at) => damaged.push(at.line),
    onBytes: () => {},
    signal: new AbortController().signal,
  });
  return { rows, bad, damaged, dialect, values: rows.map(({ value }) => value) };
};

describe('readCsv', () => {
  it('a BOM joins neither the first header nor its quotes (fault 3)', async () => {
    const { values } = await readAll('\uFEFF"id",em\r\n"a",1\r\n');
    expect(values).toEqual([{ id: 'a', em: '1' }]);
  });

  it('takes the delimiter from header and body (fault 8)', async () => {
    expect((await readAll('"score, calibrated";id\n0,85;q1\n0,5;q2\n')).values).toEqual([
      { 'score, calibrated': '0,85', id: 'q1' },
      { 'score, calibrated': '0,5', id: 'q2' },
    ]);
    expect((await readAll('a, b;c;d\n0,85;x;1\n0,1;y;2\n')).dialect.columns).toEqual(['a, b', 'c', 'd']);
    expect((await readAll('id\tscore\nq1\t0,85\nq2\t1,5\n')).values[0]).toEqual({ id: 'q1', score: '0,85' });
    expect((await readAll('sep=;\nid;n\nx;1\n')).values).toEqual([{ id: 'x', n: '1' }]);
  });

  it('leaves ids as they are (fault 9)', async () => {
    const ids = ['713752e1', '007', '12345678901234567890', '+0.5', 'TRUE', ' x '];
    const { values } = await readAll(`id,n\n${ids.map((id) => `${id},1`).join('\n')}\n`);
    expect(values).toEqual(ids.map((id) => ({ id, n: '1' })));
  });

  it('keeps columns that an object would swallow (fault 10)', async () => {
    const { rows } = await readAll('__proto__,toString,constructor,id\n1,2,3,q\n');
    expect(Object.entries(rows[0]?.value ?? {})).toEqual([
      ['__proto__', '1'],
      ['toString', '2'],
      ['constructor', '3'],
      ['id', 'q'],
    ]);
    expect(Object.getPrototypeOf(rows[0]?.value)).toBe(Object.prototype);
  });

  it('numbers rows by their physical line (fault 7) and finds each again', async () => {
    const { rows, dialect } = await readAll('id,t\nq1,"two\r\nlines, ""quoted"""\n\nq2,é\r\n"q3" ,last');
    expect(rows.map(({ line }) => line)).toEqual([2, 5, 6]);
    expect(rows.map(({ value }) => value)).toEqual([
      { id: 'q1', t: 'two\r\nlines, "quoted"' },
      { id: 'q2', t: 'é' },
      { id: 'q3', t: 'last' },
    ]);
    for (const { value, text } of rows) expect(parseCsvRow(text, dialect)).toEqual(value);
  });

  it('sets aside rows with too few or too many cells, never shifts them', async () => {
    const { bad, values } = await readAll('id,a,b\nq1,1,2\nq2,1\nq3,1,2,3\nq4,1,2,,\n');
    expect(values).toEqual([
      { id: 'q1', a: '1', b: '2' },
      { id: 'q4', a: '1', b: '2' },
    ]);
    expect(bad.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      '3 it has 2 cells, and the header has 3 columns',
      '4 it has 4 cells, and the header has 3 columns',
    ]);
  });

  it('goes on after a quote that never closes', async () => {
    const { bad, values } = await readAll('id,a\nq1,1\n"q2,2\nq3,3\n');
    expect(values).toEqual([
      { id: 'q1', a: '1' },
      { id: 'q3', a: '3' },
    ]);
    expect(bad).toMatchObject([{ line: 3, text: '"q2,2', reason: 'a quote opens here and never closes' }]);
    const many = await readAll(`id,a\n${'1,2\n'.repeat(100)}${'"q,1\n'.repeat(2000)}x,y\n`);
    expect(many.bad.length + many.values.length).toBe(2101);
  });

  it('names twins in the header, never in the cells', async () => {
    const { values, dialect } = await readAll('id,a,a,\nq,a,a_1,z\n');
    expect(values).toEqual([{ id: 'q', a: 'a', 'a (2)': 'a_1', 'column 4': 'z' }]);
    expect(dialect.repeated).toEqual(['a']);
  });

  it('reads lines that end in a bare \\r, and mixed line ends', async () => {
    expect((await readAll('id,a\rq1,1\rq2,2\r')).values).toHaveLength(2);
    expect((await readAll('id,a\r\nq1,1\nq2,2\r\nq3,"x\r"\r\n')).values).toEqual([
      { id: 'q1', a: '1' },
      { id: 'q2', a: '2' },
      { id: 'q3', a: 'x\r' },
    ]);
  });

  it('says which lines are no UTF-8', async () => {
    const { damaged, values } = await readAll(
      Uint8Array.from([...Buffer.from('id,a\nq1,'), 0xe9, ...Buffer.from('\nq2,b\n')]),
    );
    expect(damaged).toEqual([2]);
    expect(values[0]).toEqual({ id: 'q1', a: '\uFFFD' });
  });
});

describe('release blockers: whatever the size of the pieces, cells are what they were', () => {
  const table = (rows: number): { readonly text: string; readonly values: readonly unknown[] } => {
    const values = Array.from({ length: rows }, (_, i) => ({
      id: `q${i}`,
      // The header's names as cells: a reader that renames headers anew would rename these too (fault 6).
      same: i % 7 === 0 ? 'id' : 'same',
      text: `é😀 “${'x'.repeat(i % 13)}”, "q"\r\n${i}`,
      last: `漢字${i}`,
    }));
    const quote = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
    const lines = values.map(({ id, same, text, last }) => [id, same, quote(text), last].join(','));
    return { text: `id,same,text,last\r\n${lines.join('\r\n')}\r\n`, values };
  };

  it.each([1, 2, 3, 7, 64, 1000, 65_536])('pieces of %i bytes (faults 4, 5, 6)', async (size) => {
    const { text, values } = table(size < 8 ? 60 : 3000);
    const found = await readAll(text, size);
    expect(found.values).toEqual(values);
    expect(found.bad).toEqual([]);
    expect(JSON.stringify(found.values)).not.toContain('\uFFFD');
  });

  it('across batches of 256 KB, with duplicate headers', async () => {
    const rows = Array.from({ length: 40_000 }, (_, i) => `q${i},a,a,é${i}`);
    const found = await readAll(`id,a,a,t\n${rows.join('\n')}\n`, 100_003);
    expect(found.rows.length).toBe(40_000);
    expect(
      found.rows.every(({ value }, i) => JSON.stringify(value) === `{"id":"q${i}","a":"a","a (2)":"a","t":"é${i}"}`),
    ).toBe(true);
    expect(found.rows[39_999]?.line).toBe(40_001);
  });

  it('reads what any writer quotes', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ';', ' ', 'é', '😀', '\t') });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell, cell), { minLength: 1 }),
        fc.integer({ min: 1, max: 40 }),
        async (cells, size) => {
          const text = Papa.unparse(
            { fields: ['id', 'b', 'c'], data: cells.map(([a, b, c], i) => [`${i}${a}`, b, c]) },
            { quotes: true },
          );
          const dialect = {
            delimiter: ',',
            newline: '\n' as const,
            skippedLines: 0,
            columns: ['id', 'b', 'c'],
            repeated: [],
          };
          const rows: unknown[] = [];
          let bad = 0;
          await readCsv(inPieces(textSource('x', text), size), 0, dialect, {
            onRow: (value) => rows.push(value),
            onBad: () => bad++,
            onDamagedText: () => {},
            onBytes: () => {},
            signal: new AbortController().signal,
          });
          expect(bad).toBe(0);
          expect(rows).toEqual(cells.map(([a, b, c], i) => ({ id: `${i}${a}`, b, c })));
        },
      ),
      { numRuns: 200 },
    );
  });
});
