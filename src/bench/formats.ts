import { execFileSync } from 'node:child_process';
import { gunzipSync, gzipSync, unzipSync, zipSync } from 'fflate';
import { decompress } from 'fzstd';
import { parquetReadObjects } from 'hyparquet';
import Papa from 'papaparse';
import type { Mapping } from '../ingest/index.ts';
import { tinyRun } from '../ingest/testing/sources.ts';
import { writeParquet } from '../ingest/testing/write-containers.ts';
import { makeExchangeLines } from './make-run.ts';
import { makeRandom } from './random.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export interface Format {
  readonly name: string;
  /** null: what writes it is not on this machine. */
  readonly make: () => Bytes | null;
  /** A file that belongs to it, without which it is no dataset; parsed alike. */
  readonly beside?: () => Bytes;
  /** Parses the same bytes and throws the result away. */
  readonly bare: (bytes: Bytes) => unknown;
  readonly bareName: string;
  /** Share of the bare throughput to reach; null: no target. */
  readonly target: number | null;
  readonly mappings?: readonly Mapping[];
}

const QUESTIONS = 8_000;
const PASSAGE = 'passage of text, with "quotes" ';

const turns = (): Record<string, string | number>[] => {
  const random = makeRandom(5);
  return Array.from({ length: QUESTIONS * 4 }, (_, i) => ({
    ID: `q${i >> 2}`,
    Turn: i & 3,
    'Reasoner Task Content': `Question: What is ${i >> 2}?\nContext:\n${PASSAGE.repeat(12)}`,
    'Reasoner Answer': `answer ${Math.floor(random() * 9)}`,
    'Gate Output': i % 4 === 3 ? 'True' : 'False',
    'Gold Answer': `['answer ${(i >> 2) % 9}']`,
    'Correct Answer': i % 2,
    'Confidence Scores': `0: ${random().toFixed(4)}, 1: ${random().toFixed(4)}`,
  }));
};

const gatedTurns = () =>
  turns().map(({ 'Confidence Scores': _, ...row }, i) => ({
    ...row,
    Turn: (i & 3) + 1,
    'Evidence Context So Far': PASSAGE.repeat(6),
    SuffMissingFacts: "[{'category': 'attribute', 'target': 'it', 'slot': None}]",
  }));

const rounds = (): Record<string, string | number>[] => {
  const random = makeRandom(6);
  return Array.from({ length: QUESTIONS * 10 }, (_, i) => ({
    qid: `q${Math.floor(i / 5)}`,
    round: (i % 5) + 1,
    current_answer: `answer ${i % 9}`,
    current_em: i % 2,
    current_f1: 0.5,
    answer_token_margin: random() * 9,
    llm_confidence: 1 + (i % 5),
    jaccard_overlap: random(),
  }));
};

const trajectories = () =>
  Array.from({ length: QUESTIONS }, (_, i) => ({
    id: `q${i}`,
    question: `What is ${i}?`,
    golden: [`answer ${i % 9}`],
    predicted: `answer ${i % 7}`,
    correct: i % 2 === 0,
    full_output: `${`<search> query ${i} </search>\n<information>${'retrieved text '.repeat(60)}</information>\n`.repeat(2)}<answer> answer ${i % 7} </answer>`,
  }));

const traces = () =>
  Array.from({ length: QUESTIONS * 5 }, (_, i) => ({
    question_id: `q${Math.floor(i / 5)}`,
    question: `What is ${Math.floor(i / 5)}?`,
    answers: [`answer ${Math.floor(i / 5) % 9}`],
    iter_cnt: i % 5,
    score1: (i % 100) / 100,
    em: i % 2,
    f1: 0.5,
  }));

const flashRag = () =>
  Array.from({ length: QUESTIONS }, (_, i) => ({
    id: `q${i}`,
    question: `What is ${i}?`,
    golden_answers: [`answer ${i % 9}`],
    output: {
      pred: `answer ${i % 7}`,
      pred_iter_0: `answer ${i % 5}`,
      pred_iter_1: `answer ${i % 7}`,
      retrieval_result_iter_0: [{ contents: PASSAGE.repeat(20) }],
      metric_score: { em: i % 2, f1: 0.5 },
    },
  }));

/** Their run stands in a file of its own. */
const labels = () =>
  Array.from({ length: QUESTIONS * 5 }, (_, i) => ({ id: `q${i}`, gold: [`answer ${i % 9}`, 'other'] }));
const natives = () =>
  Array.from({ length: QUESTIONS * 5 }, (_, i) => ({
    id: `q${i}`,
    question: `What is ${i}?`,
    native: { answer: `answer ${i % 7}`, searches: 0 },
    states: [],
  }));

/** Labels as datasets publish them: they name their question by its text. */
const golds = () =>
  Array.from({ length: QUESTIONS * 5 }, (_, i) => ({
    question: `What is ${i}?`,
    answer: [`answer ${i % 9}`, 'other'],
  }));

const inspectSamples = () =>
  Array.from({ length: 2_000 }, (_, i) => ({
    id: i,
    epoch: 1,
    input: `What is ${i}?`,
    target: `answer ${i % 9}`,
    messages: [{ role: 'user', content: PASSAGE.repeat(20) }],
    output: { choices: [{ message: { role: 'assistant', content: `answer ${i % 7}` } }] },
    scores: { match: { value: i % 2 === 0 ? 'C' : 'I', answer: `answer ${i % 7}` } },
  }));

const bundleRows = (): readonly object[] => {
  const { inputs, natives, labels, states, probes, scores } = tinyRun(QUESTIONS);
  return [...inputs, ...natives, ...labels, ...states, ...probes, ...scores];
};

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const lines = (rows: readonly object[]): Bytes =>
  encoder.encode(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
const parseLines = (bytes: Uint8Array): void => {
  for (const line of decoder.decode(bytes).split('\n')) if (line !== '') JSON.parse(line);
};
const parseCsv = (bytes: Bytes): unknown => Papa.parse(decoder.decode(bytes), { header: true });
const parseDocument = (bytes: Bytes): unknown => JSON.parse(decoder.decode(bytes));
const csv = (rows: readonly object[], delimiter = ','): Bytes =>
  encoder.encode(Papa.unparse(rows as object[], { delimiter }));

const zstd = (bytes: Bytes): Bytes | null => {
  try {
    return Uint8Array.from(execFileSync('zstd', ['-c', '-3'], { input: bytes, maxBuffer: 1 << 28 }));
  } catch {
    process.stderr.write('formats: no zstd command here, its row is left out\n');
    return null;
  }
};

const csvFormat = { bare: parseCsv, bareName: 'PapaParse', target: 0.5 };
const linesFormat = { bare: parseLines, bareName: 'JSON.parse', target: 0.5 };
const documentFormat = { bare: parseDocument, bareName: 'JSON.parse', target: null };

const MAPPING: Mapping = {
  columns: { id: 'qid', turn: 'round', prediction: 'current_answer', correct: 'current_em' },
  scores: [{ column: 'answer_token_margin', direction: 'higher-is-surer', scale: 'margin' }],
};

export const FORMATS: readonly Format[] = [
  { name: 'CSV with texts (SIM-RAG)', make: () => csv(turns()), ...csvFormat },
  { name: 'CSV with texts (S2G-RAG)', make: () => csv(gatedTurns()), ...csvFormat },
  { name: 'CSV of numbers (TASR)', make: () => csv(rounds()), ...csvFormat },
  { name: 'CSV with mapped columns', make: () => csv(rounds()), ...csvFormat, mappings: [MAPPING] },
  { name: 'TSV (SIM-RAG)', make: () => csv(turns(), '\t'), ...csvFormat },
  { name: 'JSON Lines, record_type bundle', make: () => lines(bundleRows()), ...linesFormat },
  {
    name: 'JSON Lines, exchange format with texts',
    make: () =>
      encoder.encode(
        [...makeExchangeLines({ questions: 5_000, statesPerQuestion: 4, contextLength: 800, seed: 4 })].join('\n'),
      ),
    ...linesFormat,
  },
  { name: 'JSON Lines of rounds (TASR)', make: () => lines(rounds()), ...linesFormat },
  { name: 'JSON Lines of traces (SetVerify)', make: () => lines(traces()), ...linesFormat },
  { name: 'JSON Lines of tagged trajectories', make: () => lines(trajectories()), ...linesFormat },
  {
    name: 'JSON Lines of labels beside their run',
    make: () => lines(labels()),
    beside: () => lines(natives()),
    ...linesFormat,
  },
  {
    name: 'JSON Lines of gold answers beside their run, joined by text',
    make: () => lines(golds()),
    beside: () => lines(natives()),
    ...linesFormat,
  },
  {
    name: 'JSON array of tagged trajectories',
    make: () => encoder.encode(JSON.stringify(trajectories(), null, 1)),
    ...documentFormat,
  },
  { name: 'JSON array (FlashRAG)', make: () => encoder.encode(JSON.stringify(flashRag(), null, 1)), ...documentFormat },
  {
    name: 'dictionary of predictions by id',
    make: () =>
      encoder.encode(
        JSON.stringify(
          Object.fromEntries(Array.from({ length: QUESTIONS * 5 }, (_, i) => [`question-${i}`, `answer ${i % 9}`])),
        ),
      ),
    ...documentFormat,
  },
  {
    name: 'JSON document (Inspect)',
    make: () => encoder.encode(JSON.stringify({ version: 2, eval: {}, samples: inspectSamples() })),
    ...documentFormat,
  },
  {
    name: 'zip (Inspect .eval)',
    make: () =>
      Uint8Array.from(
        zipSync(
          Object.fromEntries([
            ['header.json', encoder.encode('{"version":2,"eval":{}}')],
            ...inspectSamples().map((sample) => [
              `samples/${sample.id}_epoch_1.json`,
              encoder.encode(JSON.stringify(sample)),
            ]),
          ]),
        ),
      ),
    bare: (bytes) => Object.values(unzipSync(bytes)).map((member) => JSON.parse(decoder.decode(member))),
    bareName: 'fflate and JSON.parse',
    target: null,
  },
  {
    name: 'Parquet (TASR)',
    make: () => writeParquet(rounds()),
    bare: (bytes) => parquetReadObjects({ file: bytes.buffer }),
    bareName: 'hyparquet',
    target: null,
  },
  {
    name: 'gzip of JSON Lines (tagged)',
    make: () => Uint8Array.from(gzipSync(lines(trajectories()))),
    bare: (bytes) => parseLines(gunzipSync(bytes)),
    bareName: 'fflate and JSON.parse',
    target: null,
  },
  {
    name: 'zstd of JSON Lines (tagged)',
    make: () => zstd(lines(trajectories())),
    bare: (bytes) => parseLines(decompress(bytes)),
    bareName: 'fzstd and JSON.parse',
    target: null,
  },
];
