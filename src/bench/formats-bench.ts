import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromBlob, ingest, type Mapping } from '../ingest/index.ts';
import { FORMATS } from './formats.ts';
import { medianTimeAsync, ms, type Row } from './measure.ts';

const MEGABYTE = 1_000_000;
const RUNS = 7;
const WARMUPS = 3;
const signal = new AbortController().signal;

async function readAll(blobs: readonly Blob[], mappings: readonly Mapping[]): Promise<void> {
  const files = blobs.map((blob, i) => fromBlob(`bench ${i}`, blob));
  const result = await ingest(files, { onProgress: () => {}, signal, mappings });
  if (result.kind === 'failed') throw new Error(result.error.message);
}

/** Every format that rows come in, in MB/s, beside a bare parse of the same bytes in the same run. */
export function benchFormats(script: string): readonly Row[] {
  return FORMATS.flatMap(({ name }) => {
    // A process of its own for each: nobody opens files of all kinds one after the other in one worker.
    const args = ['--expose-gc', script, 'child-format', name];
    const output = execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
    const row: Row | null = JSON.parse(output.trim().split('\n').at(-1)!);
    return row === null ? [] : [row];
  });
}

/** Runs in the child: one format. null: what writes it is not on this machine. */
export async function measureFormat(wanted: string): Promise<Row | null> {
  const { name, make, beside, bare, bareName, target, mappings = [] } = FORMATS.find((it) => it.name === wanted)!;
  const made = make();
  if (made === null) return null;
  const files = beside === undefined ? [made] : [beside(), made];
  const blobs = files.map((bytes) => new Blob([bytes]));
  const size = blobs.reduce((sum, blob) => sum + blob.size, 0);
  globalThis.gc?.();
  const parseAll = async () => {
    for (const bytes of files) await bare(bytes);
  };
  const bareTime = await medianTimeAsync(parseAll, RUNS, WARMUPS);
  const time = await medianTimeAsync(() => readAll(blobs, mappings), RUNS, WARMUPS);
  const speed = (taken: number) => `${Math.round(size / MEGABYTE / (taken / 1000))} MB/s`;
  return {
    what: `formats: ${name}, ${(size / MEGABYTE).toFixed(size < 10 * MEGABYTE ? 1 : 0)} MB`,
    measured: `${speed(time)} (${ms(time)})`,
    baseline: `bare ${bareName} ${speed(bareTime)}`,
    ratio: `${(bareTime / time).toFixed(2)} of its throughput`,
    target: target === null ? 'none' : `at least ${target.toFixed(2)}`,
    isMet: target === null ? null : bareTime / time >= target,
  };
}

const BIG_BYTES = 600 * MEGABYTE;
const MOST_MEGABYTES = 400;

/** Peak memory of a process of its own that reads 600 MB of JSON Lines with texts from disk. */
export function benchMemory(script: string): Row {
  const folder = mkdtempSync(join(tmpdir(), 'stopscope-bench-'));
  try {
    const path = join(folder, 'big.jsonl');
    writeBig(path);
    const output = execFileSync(process.execPath, [script, 'child-memory', path], {
      encoding: 'utf8',
      maxBuffer: MEGABYTE,
    });
    const { peakMegabytes, seconds, questions } = JSON.parse(output.trim().split('\n').at(-1)!);
    return {
      what: `formats: memory, ${BIG_BYTES / MEGABYTE} MB of JSON Lines with texts, ${questions} questions`,
      measured: `${Math.round(peakMegabytes)} MB at most, ${seconds.toFixed(1)} s`,
      baseline: `the file has ${BIG_BYTES / MEGABYTE} MB`,
      ratio: `${((peakMegabytes * MEGABYTE) / BIG_BYTES).toFixed(2)} of its size`,
      target: `at most ${MOST_MEGABYTES} MB`,
      isMet: peakMegabytes <= MOST_MEGABYTES,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeBig(path: string): void {
  writeFileSync(path, '');
  const context = 'retrieved text of some length, '.repeat(100);
  let batch = '';
  for (let i = 0, written = 0; written < BIG_BYTES; i++) {
    const states = [0, 1, 2].map((k) => ({
      searchesUsed: k,
      nextAction: k < 2 ? 'SEARCH' : 'ANSWER',
      probe: `answer ${i % 7}`,
      scores: { j: k / 3 },
      context,
    }));
    const line = `${JSON.stringify({ id: `q${i}`, question: `What is ${i}?`, gold: `answer ${i % 5}`, native: { answer: `answer ${i % 7}`, searches: 2 }, states })}\n`;
    batch += line;
    written += line.length;
    if (batch.length < 8 * MEGABYTE) continue;
    appendFileSync(path, batch);
    batch = '';
  }
  appendFileSync(path, batch);
}

/** Runs in the child: reads the file and reports what the operating system saw at most. */
export async function measureMemory(path: string): Promise<void> {
  const start = performance.now();
  const result = await ingest([fromBlob('big.jsonl', await openAsBlob(path))], { onProgress: () => {}, signal });
  if (result.kind === 'failed') throw new Error(result.error.message);
  const seconds = (performance.now() - start) / 1000;
  // maxRSS is in kilobytes.
  const peakMegabytes = (process.resourceUsage().maxRSS * 1024) / MEGABYTE;
  process.stdout.write(
    `${JSON.stringify({ peakMegabytes, seconds, questions: result.value.dataset.questions.count })}\n`,
  );
}
