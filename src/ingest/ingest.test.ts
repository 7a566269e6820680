import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAsideRows } from './aside.ts';
import { type ByteSource, fromBlob } from './byte-source.ts';
import { ingest } from './ingest.ts';
import type { IngestProgress } from './progress.ts';
import { contentOf } from './testing/compare.ts';
import {
  ingestOk,
  linesSource,
  run,
  sharedFolder,
  sourcesOf,
  textSource,
  tinyRun,
  tinySources,
} from './testing/sources.ts';

const renamed = (source: ByteSource, name: string): ByteSource => ({ ...source, name });
const gzipped = async (source: ByteSource): Promise<ByteSource> =>
  textSource(source.name, Uint8Array.from(gzipSync(await source.slice(0, source.size))));
const signal = new AbortController().signal;

describe('content decides what a file is', () => {
  const shared = sharedFolder();
  const folders =
    shared === null
      ? []
      : readdirSync(shared, { recursive: true, encoding: 'utf8' })
          .filter((path) => /^(replica\/[^/.]+|goldens\/[^/.]+\/(eval|h0|core))$/.test(path))
          .map((path) => resolve(shared, path));

  it.skipIf(shared === null)('finds all bundles', () => {
    expect(folders.length).toBe(16);
  });

  it.each(folders)('%s: names hidden, order turned, every other file gzipped', async (folder) => {
    const sources = sourcesOf(folder);
    const expected = await ingestOk(sources);
    const hidden: ByteSource[] = [];
    for (const [i, source] of [...sources].reverse().entries()) {
      // A judge run says in its name alone whose it is; that is kept, in a place that tells nothing else.
      const judge = /^judge-(?!states)(.+)\.jsonl$/.exec(source.name)?.[1];
      const name = judge === undefined ? `${(i * 7) % 13}.bin` : `judge-${judge}.dat.json`;
      hidden.push(renamed(i % 2 === 0 ? await gzipped(source) : source, name.replace('.dat', '')));
    }
    const found = await ingestOk(hidden);
    expect(contentOf({ ...found.dataset, name: expected.dataset.name })).toEqual(contentOf(expected.dataset));
    const kinds = (it: typeof found): readonly string[] =>
      it.dataset.sources.map(({ takenFor, rowsRead }) => `${takenFor} ${rowsRead}`);
    expect([...kinds(found)].sort()).toEqual([...kinds(expected)].sort());
  });

  it('reads 101 shards in the order of their numbers', async () => {
    const { inputs, natives } = tinyRun(101);
    const shard = (rows: readonly unknown[], i: number): ByteSource => linesSource(`part-${i}`, [rows[i]]);
    const order = Array.from({ length: 101 }, (_, i) => (i * 37) % 101);
    const { dataset } = await ingestOk([
      ...order.map((i) => shard(natives, i)),
      ...order.map((i) => renamed(shard(inputs, i), `in/${i}`)),
    ]);
    expect(dataset.questions.ids).toEqual(inputs.map(({ question_id }) => question_id));
    expect(dataset.sources.length).toBe(202);
  });

  it('names the dataset: manifest, else as told, else the common folder, else the first file', async () => {
    const named = async (sources: readonly ByteSource[], name?: string): Promise<string> => {
      const result = await ingest(sources, { onProgress: () => {}, signal, ...(name === undefined ? {} : { name }) });
      return result.kind === 'ok' ? result.value.dataset.name : '';
    };
    const manifest = linesSource('m', [{ stopscope: 'manifest', version: 1, name: 'by manifest' }]);
    const inFolder = tinySources().map((source) => renamed(source, `top/run-7/${source.name}`));
    expect(await named([...tinySources(), manifest], 'told')).toBe('by manifest');
    expect(await named(inFolder, 'told')).toBe('told');
    expect(await named(inFolder)).toBe('run-7');
    expect(await named(tinySources())).toBe('inputs');
  });
});

describe('progress, cancel, unreadable files', () => {
  it('reports bytes that never run back and end at the total', async () => {
    const tiny = tinyRun(400);
    const sources = [
      ...tinySources(tiny).slice(0, 5),
      await gzipped(linesSource('judge-j.jsonl.gz', tiny.scores)),
      textSource('note.md', '# Hi'),
    ];
    const seen: IngestProgress[] = [];
    await ingest(sources, { onProgress: (progress) => seen.push(progress), signal });
    const total = sources.reduce((sum, { size }) => sum + size, 0);
    expect(seen.every(({ bytesTotal }) => bytesTotal === total)).toBe(true);
    expect(seen.every(({ bytesRead }, i) => bytesRead >= (seen[i - 1]?.bytesRead ?? 0))).toBe(true);
    expect(seen.at(-1)?.bytesRead).toBe(total);
    expect(new Set(seen.map(({ file }) => file)).size).toBe(7);
  });

  it('stops when cancelled and says so', async () => {
    const controller = new AbortController();
    let reports = 0;
    const onProgress = (): void => {
      if (++reports === 3) controller.abort();
    };
    const result = await ingest(tinySources(), { onProgress, signal: controller.signal });
    expect(result.kind === 'failed' && result.error.code).toBe('ingest.cancelled');
  });

  it('goes on without a file that changed after it was picked', async () => {
    const gone: ByteSource = {
      ...linesSource('labels.jsonl', []),
      size: 100,
      slice: () => Promise.reject(new DOMException('The file changed.', 'NotReadableError')),
    };
    const { dataset, problems } = await ingestOk([
      ...tinySources().filter(({ name }) => name !== 'labels.jsonl'),
      gone,
    ]);
    expect(dataset.questions.count).toBe(3);
    expect(problems.find(({ code }) => code === 'file.unreadable')).toMatchObject({
      file: 'labels.jsonl',
      severity: 'error',
    });
  });

  it('lets a bug through', async () => {
    const bug: ByteSource = {
      ...linesSource('labels.jsonl', []),
      size: 1,
      slice: () => Promise.reject(new TypeError('a bug')),
    };
    await expect(run([bug])).rejects.toThrow('a bug');
  });
});

describe('many problems alike', () => {
  it('are counted exactly, shown as examples, and every row can be read again', async () => {
    const bad = Array.from({ length: 500 }, (_, i) => `{"question_id":"q${i}","answer":"é${i}"\n`).join('');
    const ingested = await ingestOk([
      ...tinySources(),
      textSource('more.jsonl', `${JSON.stringify(tinyRun().labels[0])}\n${bad}`),
    ]);
    const syntax = ingested.problems.filter(({ code }) => code === 'json.syntax');
    expect(syntax.length).toBe(21);
    expect(syntax.at(-1)).toMatchObject({ message: '480 more of the same kind.', line: null });
    expect(ingested.problemCounts.find(({ code }) => code === 'json.syntax')?.count).toBe(500);
    const rows = await readAsideRows(ingested);
    expect(rows.length).toBe(501);
    expect(
      `${rows
        .slice(1)
        .map(({ text }) => text)
        .join('\n')}\n`,
    ).toBe(bad);
    expect(rows[0]).toMatchObject({ line: 1, code: 'label.duplicate' });
    expect(rows[500]).toMatchObject({ file: 'more.jsonl', line: 501, code: 'json.syntax' });
    expect(await readAsideRows(ingested, 10, 12)).toEqual(rows.slice(10, 12));
  });
});

/** Ways in which files get damaged. Lines are without their ends. */
const damage = fc.constantFrom<(lines: string[], at: number) => string[]>(
  (lines, at) => lines.filter((_, i) => i !== at),
  (lines, at) => [...lines.slice(0, at + 1), ...lines.slice(at)],
  (lines, at) => lines.map((line, i) => (i === at ? (lines[0] ?? line) : i === 0 ? (lines[at] ?? line) : line)),
  (lines, at) => lines.map((line, i) => (i === at ? line.slice(0, line.length >> 1) : line)),
  (lines, at) => lines.map((line, i) => (i === at ? line + line : line)),
  (lines, at) => lines.map((line, i) => (i === at ? line.replace(/"q\d/, '"nobody') : line)),
  (lines, at) => lines.map((line, i) => (i === at ? line.replace(/:-?[\d.]+/, ':NaN') : line)),
  (lines, at) => lines.map((line, i) => (i === at ? line.replace(/"(\w+)":/, '"__proto__":') : line)),
  (lines, at) => lines.map((line, i) => (i === at ? line.replace(/:"[^"]*"/, ':{"nested":[null,1]}') : line)),
  (lines, at) => lines.map((line, i) => (i === at ? line.replace('"', '\u0000"') : line)),
  (lines, at) => lines.map((line, i) => (i === at ? '' : line)),
  (lines, at) => lines.map((line, i) => (i === at ? '[1,2' : line)),
);

describe('whatever happens to the files', () => {
  it('rows in = rows used + rows aside, and every row aside can be found again', async () => {
    const files = tinySources(tinyRun(4));
    const texts = await Promise.all(
      files.map(async (file) => new TextDecoder().decode(await file.slice(0, file.size))),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ file: fc.nat(files.length - 1), at: fc.nat(12), damage }), { minLength: 1, maxLength: 5 }),
        fc.nat(40),
        async (damages, cut) => {
          const contents = texts.map((text) => text.trimEnd().split('\n'));
          for (const { file, at, damage: change } of damages) {
            contents[file] = change(contents[file]!, at % Math.max(1, contents[file]!.length));
          }
          const damaged = files.map(({ name }, i) => {
            const text = contents[i]!.join('\n');
            return textSource(name, i === cut % 7 ? text.slice(0, Math.max(0, text.length - cut)) : text);
          });
          const result = await run(damaged);
          if (result.kind === 'failed') {
            expect(result.error.code).toBe('dataset.empty');
            return;
          }
          const { dataset, aside, problemCounts } = result.value;
          for (const [i, source] of dataset.sources.entries()) {
            const text = new TextDecoder().decode(await damaged[i]!.slice(0, damaged[i]!.size));
            const rows = text.split('\n').filter((line) => line.trim() !== '').length;
            // Damage may turn a file into something else (two objects glued together); then it is at least named.
            if (result.value.importerIds[i] === 'bundle') expect(source.rowsRead).toBe(rows);
            else expect(problemCounts.some(({ file }) => file === source.name)).toBe(true);
            expect(source.rowsUsed).toBe(source.rowsRead - source.rowsAside);
            expect(source.rowsUsed).toBeGreaterThanOrEqual(0);
          }
          expect(dataset.sources.reduce((sum, { rowsAside }) => sum + rowsAside, 0)).toBe(aside.count);
          if (result.value.importerIds.some((id) => id !== 'bundle' && id !== null)) return;
          const places = new Set(Array.from(aside.line, (line, i) => `${aside.file[i]}:${line}`));
          expect(places.size).toBe(aside.count);
          for (const row of await readAsideRows(result.value)) {
            const index = files.findIndex(({ name }) => name === row.file);
            const text = new TextDecoder().decode(await damaged[index]!.slice(0, damaged[index]!.size));
            expect(text.split('\n')[row.line - 1]).toBe(row.text);
          }
          expectConsistent(dataset);
        },
      ),
      { numRuns: 300 },
    );
  });
});

/** What every consumer of a dataset relies on. */
const expectConsistent = ({ questions, states, judges }: Awaited<ReturnType<typeof ingestOk>>['dataset']): void => {
  expect(questions.stateStart.length).toBe(questions.count + 1);
  expect(questions.stateStart[questions.count]).toBe(states.count);
  expect(new Set(questions.ids).size).toBe(questions.count);
  expect(new Set(states.ids).size).toBe(states.count);
  const ranks: number[] = [];
  for (let q = 0; q < questions.count; q++) {
    for (let s = questions.stateStart[q]!; s < questions.stateStart[q + 1]!; s++) {
      expect(states.question[s]).toBe(q);
      if (s > questions.stateStart[q]!)
        expect(states.searchesUsed[s]).toBeGreaterThanOrEqual(states.searchesUsed[s - 1]!);
      if (states.hasProbe[s] === 1) ranks.push(states.probeOrder[s]!);
      else expect(states.probeOrder[s]).toBe(-1);
    }
  }
  expect(ranks.sort((a, b) => a - b)).toEqual(ranks.map((_, i) => i));
  for (const judge of judges) {
    expect(judge.scores.every(Number.isFinite)).toBe(true);
    expect([judge.scores.length, judge.status.length]).toEqual([states.count, states.count]);
  }
};

describe('fromBlob', () => {
  it('hands out the whole blob in pieces, and parts of it', async () => {
    const bytes = Uint8Array.from({ length: 3_000_000 }, (_, i) => i % 251);
    const source = fromBlob('a', new Blob([bytes]));
    const pieces: Uint8Array[] = [];
    for await (const piece of source.stream()) pieces.push(piece);
    expect(Buffer.compare(Buffer.concat(pieces), bytes)).toBe(0);
    expect(Array.from(await source.slice(5, 8))).toEqual([5, 6, 7]);
  });

  it('does so for a blob of very many small parts', async () => {
    const parts = Array.from({ length: 20_000 }, (_, i) => `{"i":${i},"text":"é"}\n`);
    let text = '';
    let pieces = 0;
    const decoder = new TextDecoder();
    for await (const piece of fromBlob('a', new Blob(parts)).stream()) {
      text += decoder.decode(piece, { stream: true });
      pieces++;
    }
    expect(text === parts.join('')).toBe(true);
    expect(pieces).toBeLessThan(100);
  });
});
