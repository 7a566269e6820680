import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Papa from 'papaparse';
import { fromBlob, ingest } from '../ingest/index.ts';
import { medianTimeAsync, ms, type Row } from './measure.ts';
import { makeRandom } from './random.ts';

const MEGABYTE = 1_000_000;
const signal = new AbortController().signal;

async function readAll(blob: Blob): Promise<void> {
  const result = await ingest([fromBlob('bench', blob)], { onProgress: () => {}, signal });
  if (result.kind === 'failed') throw new Error(result.error.message);
}

interface Format {
  readonly name: string;
  readonly content: string;
  /** Parses the same text and throws the result away. */
  readonly bare: (content: string) => void;
  readonly bareName: string;
  /** Share of the bare throughput to reach; null: no target. */
  readonly target: number | null;
}

const QUESTIONS = 8_000;

const turns = (random: () => number): Record<string, string | number>[] =>
  Array.from({ length: QUESTIONS * 4 }, (_, i) => ({
    ID: `q${i >> 2}`,
    Turn: i & 3,
    'Reasoner Task Content': `Question: What is ${i >> 2}?\nContext:\n${'passage of text, with "quotes" '.repeat(12)}`,
    'Reasoner Answer': `answer ${Math.floor(random() * 9)}`,
    'Gate Output': i % 4 === 3 ? 'True' : 'False',
    'Gold Answer': `['answer ${(i >> 2) % 9}']`,
    'Correct Answer': i % 2,
    'Confidence Scores': `0: ${random().toFixed(4)}, 1: ${random().toFixed(4)}`,
  }));

const rounds = (random: () => number): Record<string, string | number>[] =>
  Array.from({ length: QUESTIONS * 10 }, (_, i) => ({
    qid: `q${Math.floor(i / 5)}`,
    round: (i % 5) + 1,
    current_answer: `answer ${i % 9}`,
    current_em: i % 2,
    current_f1: 0.5,
    answer_token_margin: random() * 9,
    llm_confidence: 1 + (i % 5),
    jaccard_overlap: random(),
  }));

const trajectories = (): Record<string, unknown>[] =>
  Array.from({ length: QUESTIONS }, (_, i) => ({
    id: `q${i}`,
    question: `What is ${i}?`,
    golden: [`answer ${i % 9}`],
    predicted: `answer ${i % 7}`,
    correct: i % 2 === 0,
    full_output: `${`<search> query ${i} </search>\n<information>${'retrieved text '.repeat(60)}</information>\n`.repeat(2)}<answer> answer ${i % 7} </answer>`,
  }));

const asLines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const parseLines = (content: string): void => {
  for (const line of content.split('\n')) if (line !== '') JSON.parse(line);
};
const parseCsv = (content: string): void => void Papa.parse(content, { header: true });

/** Every format that rows come in, in MB/s, beside a bare parse of the same text in the same run. */
export async function benchFormats(): Promise<readonly Row[]> {
  const random = makeRandom(5);
  const csv = Papa.unparse(turns(random));
  const flat = Papa.unparse(rounds(random));
  const formats: readonly Format[] = [
    { name: 'CSV with texts (SIM-RAG)', content: csv, bare: parseCsv, bareName: 'PapaParse', target: 0.5 },
    { name: 'CSV of numbers (TASR)', content: flat, bare: parseCsv, bareName: 'PapaParse', target: 0.5 },
    {
      name: 'TSV (SIM-RAG)',
      content: Papa.unparse(turns(random), { delimiter: '\t' }),
      bare: parseCsv,
      bareName: 'PapaParse',
      target: 0.5,
    },
    {
      name: 'JSON Lines of rounds (TASR)',
      content: asLines(rounds(random)),
      bare: parseLines,
      bareName: 'JSON.parse',
      target: 0.5,
    },
    {
      name: 'JSON Lines of tagged trajectories',
      content: asLines(trajectories()),
      bare: parseLines,
      bareName: 'JSON.parse',
      target: 0.5,
    },
    {
      name: 'JSON array of tagged trajectories',
      content: JSON.stringify(trajectories(), null, 1),
      bare: (content) => void JSON.parse(content),
      bareName: 'JSON.parse',
      target: null,
    },
    {
      name: 'dictionary of predictions by id',
      content: JSON.stringify(
        Object.fromEntries(Array.from({ length: QUESTIONS * 5 }, (_, i) => [`question-${i}`, `answer ${i % 9}`])),
      ),
      bare: (content) => void JSON.parse(content),
      bareName: 'JSON.parse',
      target: null,
    },
  ];
  const rows: Row[] = [];
  for (const { name, content, bare, bareName, target } of formats) {
    const blob = new Blob([content]);
    const bareTime = await medianTimeAsync(async () => bare(content));
    const time = await medianTimeAsync(() => readAll(blob));
    const speed = (taken: number) => `${Math.round(blob.size / MEGABYTE / (taken / 1000))} MB/s`;
    rows.push({
      what: `formats: ${name}, ${Math.round(blob.size / MEGABYTE)} MB`,
      measured: `${speed(time)} (${ms(time)})`,
      baseline: `bare ${bareName} ${speed(bareTime)}`,
      ratio: `${(bareTime / time).toFixed(2)} of its throughput`,
      target: target === null ? 'none' : `at least ${target.toFixed(2)}`,
      isMet: target === null ? null : bareTime / time >= target,
    });
  }
  return rows;
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
