import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Result } from '../../core/result.ts';
import { type ByteSource, fromBlob } from '../byte-source.ts';
import { type Ingested, type IngestFailure, ingest } from '../ingest.ts';

/** For tests only. */

/** The folder with reference data beside the project; null, loudly, where it is not there. */
export const sharedFolder = (): string | null => {
  const folder = resolve(process.cwd(), '../shared');
  if (existsSync(resolve(folder, 'replica'))) return folder;
  console.warn(`No reference data at ${folder}: the tests that need it are SKIPPED.`);
  return null;
};

export const sourcesOf = (folder: string): readonly ByteSource[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => fromBlob(name, new Blob([readFileSync(resolve(folder, name))])));

export const textSource = (name: string, content: string | Uint8Array<ArrayBuffer>): ByteSource =>
  fromBlob(name, new Blob([content]));

/** One JSON value a line. */
export const linesSource = (name: string, rows: readonly unknown[]): ByteSource =>
  textSource(name, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));

export const run = (sources: readonly ByteSource[]): Promise<Result<Ingested, IngestFailure>> =>
  ingest(sources, { onProgress: () => {}, signal: new AbortController().signal });

export const ingestOk = async (sources: readonly ByteSource[]): Promise<Ingested> => {
  const result = await run(sources);
  if (result.kind === 'failed') throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
};

/** A small valid run: `questions` questions, each with states at 0 .. searches and one judge. */
export const tinyRun = (questions = 3) => {
  const ids = Array.from({ length: questions }, (_, q) => `q${q}`);
  const states = ids.flatMap((id, q) =>
    Array.from({ length: (q % 3) + 1 }, (_, k) => ({
      record_type: 'state',
      state_id: `${id}:search-state:${k}`,
      question_id: id,
      state_index: k,
      native_next_action: k < q % 3 ? 'SEARCH' : 'ANSWER',
    })),
  );
  const probed = states.filter(({ native_next_action }) => native_next_action === 'SEARCH');
  return {
    inputs: ids.map((question_id) => ({ question_id, question: `What is ${question_id}?` })),
    natives: ids.map((question_id, q) => ({
      record_type: 'trajectory',
      question_id,
      answer: `answer ${q}`,
      search_calls: q % 3,
      steps: [
        ...Array.from({ length: q % 3 }, (_, k) => ({
          action: 'SEARCH',
          search_executed: true,
          query: `query ${k}`,
          observation: `<information>block ${k}</information>`,
        })),
        { action: 'ANSWER', answer: `answer ${q}` },
      ],
    })),
    labels: ids.map((question_id, q) => ({ question_id, answer: `answer ${q}` })),
    states,
    probes: probed.map(({ state_id }) => ({ record_type: 'probe', state_id, action: 'ANSWER', answer: 'answer 1' })),
    scores: states.map(({ state_id }, i) => ({
      record_type: 'judge_score',
      request_id: state_id,
      score: i / 8 - 1,
      parsed: { sufficient: i % 2 === 0, gap_items: [] },
      parse_error: null,
    })),
  };
};

export const tinySources = (tiny = tinyRun()): readonly ByteSource[] => [
  linesSource('inputs.jsonl', tiny.inputs),
  linesSource('native-run.jsonl', tiny.natives),
  linesSource('labels.jsonl', tiny.labels),
  linesSource('states.jsonl', tiny.states),
  linesSource('probe-run.jsonl', tiny.probes),
  linesSource('judge-j.jsonl', tiny.scores),
];
