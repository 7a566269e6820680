import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { ingest } from '../ingest.ts';
import { openRows } from '../open-rows.ts';
import { ingestOk, run, textSource, tinySources } from '../testing/sources.ts';

const bytes = (base64: string) => Uint8Array.from(Buffer.from(base64, 'base64'));
/** Two tagged trajectories, by the reference implementation of zstd, with its checksum. */
const ZSTD = bytes(
  'KLUv/SSi1QIAokQRGYDFOtMqEdK6Vd6EWOSCQH6CDxpiUwgHPAFrIUQQuJCOOoXcZj6Vjs4duWHiXC/Xq2WlsZXxeuM4+oON5zZz/cBHZ+2ABwDgEGAfQBhIQYU3fnFHsqonULrR0Q==',
);
/** The same as run/trajectories.jsonl in a zip archive, method 93. */
const ZIP_OF_ZSTD = bytes(
  'UEsDBD8AAABdAAAAAAD4IFOnZwAAAKIAAAAWAAAAcnVuL3RyYWplY3Rvcmllcy5qc29ubCi1L/0kotUCAKJEERmAxTrTKhHSulXehFjkgkB+gg8aYlMIBzwBayFEELiQjjqF3GY+lY7OHblh4lwv16tlpbGV8XrjOPqDjec2c/3AR2ftgAcA4BBgH0AYSEGFN35xR7KqJ1C60dFQSwECPwA/AAAAXQAAAAAA+CBTp2cAAACiAAAAFgAAAAAAAAAAAAAAAAAAAAAAcnVuL3RyYWplY3Rvcmllcy5qc29ubFBLBQYAAAAAAQABAEQAAACbAAAAAAA=',
);

describe('zstd', () => {
  it('is read, also several frames in a row and inside a zip', async () => {
    for (const content of [ZSTD, ZIP_OF_ZSTD]) {
      expect((await ingestOk([textSource('x', content)])).dataset.questions.ids).toEqual(['t1', 't2']);
    }
    const twice = await ingestOk([textSource('x', Uint8Array.from([...ZSTD, ...ZSTD]))]);
    expect(twice.dataset.sources[0]?.rowsRead).toBe(4);
  });

  it('cut anywhere, it is never cut silently', async () => {
    for (let end = 4; end < ZSTD.length; end++) {
      const result = await run([textSource('x', ZSTD.slice(0, end))]);
      const problems = result.kind === 'ok' ? result.value.problems : result.error.problems;
      expect(
        problems.map(({ code }) => code),
        `cut at ${end}`,
      ).toContain('zstd.cut');
    }
  });
});

describe('zip', () => {
  /** The number of files stands at byte 8 and again at byte 10 of the record at the end. */
  const withCount = (archive: Uint8Array<ArrayBuffer>, count: number): Uint8Array<ArrayBuffer> => {
    const view = new DataView(archive.buffer);
    for (const at of [8, 10]) view.setUint16(archive.length - 22 + at, count, true);
    return archive;
  };
  const line = (id: string) => new TextEncoder().encode(JSON.stringify({ id, native: { answer: 'x', searches: 0 } }));

  it.each([0, 1])('reads every file that its directory lists, though the count beside it says %i', async (count) => {
    const archive = withCount(Uint8Array.from(zipSync({ a: line('q1'), b: line('q2') })), count);
    const { dataset } = await ingestOk([textSource('a.zip', archive)]);
    expect(dataset.questions.ids).toEqual(['q1', 'q2']);
  });

  it('says so when it lists fewer files than it counts, none, or too many', async () => {
    const faultOf = async (archive: Uint8Array<ArrayBuffer>) => {
      const result = await run([textSource('a.zip', archive)]);
      if (result.kind === 'ok') throw new Error('it was read');
      return result.error.problems.map(({ code, file }) => `${file}: ${code}`);
    };
    expect(await faultOf(withCount(Uint8Array.from(zipSync({ a: line('q1') })), 2))).toEqual(['a.zip: zip.cut']);
    expect(await faultOf(Uint8Array.from([0x50, 0x4b, 5, 6, ...new Array(18).fill(0)]))).toEqual(['a.zip: zip.empty']);
    const many = Object.fromEntries(
      Array.from({ length: 60_001 }, (_, i) => [`${i}`, [new Uint8Array(0), { level: 0 as const }]]),
    );
    expect(await faultOf(Uint8Array.from(zipSync(many as never)))).toEqual(['a.zip: zip.too-many']);
  });

  it('is its files, whatever they are, without what an archiver adds', async () => {
    const files = await Promise.all(
      tinySources().map(async (source) => [`my run/${source.name}`, await source.slice(0, source.size)] as const),
    );
    const archive = zipSync({
      ...Object.fromEntries(files),
      '__MACOSX/x': new Uint8Array(3),
      'my run/.DS_Store': new Uint8Array(3),
    });
    const { dataset } = await ingestOk([textSource('a.zip', Uint8Array.from(archive))]);
    expect(dataset.questions.count).toBe(3);
    expect(dataset.judges.map(({ id }) => id)).toEqual(['j']);
    expect(dataset.sources.map(({ name }) => name)).toContain('a.zip/my run/labels.jsonl');
    expect(new Set(dataset.sources.map(({ sha256 }) => sha256)).size).toBe(1);
  });

  it('says which file is damaged', async () => {
    const content = '{"id":"q","full_output":"<answer>a</answer>"}\n';
    const archive = Uint8Array.from(zipSync({ a: [new TextEncoder().encode(content), { level: 0 }] }));
    // Stored as it is; single bytes of it may also stand in the header, which holds the time.
    archive[Buffer.from(archive).indexOf(content) + 8] = 0x40;
    const result = await run([textSource('a.zip', archive)]);
    const problems = result.kind === 'ok' ? result.value.problems : result.error.problems;
    expect(problems.find(({ code }) => code === 'zip.checksum')).toMatchObject({ file: 'a.zip/a' });
  });
});

describe('JSON documents', () => {
  const sampleOf = async (content: string) => (await openRows(textSource('x', content))).sample;

  it('content decides, not the name (fault 18)', async () => {
    expect((await sampleOf('[{"a":1},{"a":2}]')).layout).toBe('json-array');
    expect((await sampleOf('{"a":1}\n{"a":2}\n')).layout).toBe('json-lines');
    expect((await sampleOf('{\n "a": 1\n}\n')).layout).toBe('json-document');
    expect((await sampleOf('a,b\n1,2\n')).layout).toBe('table');
    expect(
      (await sampleOf('Dear reader, this is a text, and no table.\nIt has commas, here and there, yes.\n')).layout,
    ).toBe('text');
  });

  it('tables in disguise become rows', async () => {
    expect(await sampleOf('{"id": ["a", "b"], "answer": ["x", null]}')).toMatchObject({
      records: [
        { id: 'a', answer: 'x' },
        { id: 'b', answer: null },
      ],
      within: 'one list a column',
    });
    expect((await sampleOf('{"qid": {"0": "a", "1": "b"}, "p": {"0": NaN, "1": 2}}')).records).toEqual([
      { qid: 'a', p: Number.NaN },
      { qid: 'b', p: 2 },
    ]);
    expect((await sampleOf('{"version": 1, "data": [{"x": 1}]}')).records).toEqual([{ x: 1 }]);
    expect((await sampleOf('{"one": ["a"], "two": ["b"]}')).layout).toBe('json-lines');
  });
});

describe('what the user says goes', () => {
  it('a file is read as another kind when told so', async () => {
    const source = textSource('x.jsonl', '{"id":"q","question":"Q?","answer":"a"}\n');
    const result = await ingest([source], {
      onProgress: () => {},
      signal: new AbortController().signal,
      takenAs: { 'x.jsonl': 'tagged' },
    });
    expect(result.kind).toBe('failed');
    if (result.kind === 'failed') expect(result.error.problems.map(({ code }) => code)).toContain('row.unknown-kind');
  });
});
