/** Test help only: comma-separated files of the shared material, and a round-wise log read from one. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { RoundLog } from '../round-log.ts';

/** RFC 4180 with \n or \r\n between records. Every cell is a string; a missing one is ''. */
export function parseCsv(text: string): readonly Readonly<Record<string, string>>[] {
  const records: string[][] = [];
  let record: string[] = [];
  const cells = /(?:"((?:[^"]|"")*)"|([^",\n\r]*))(,|\r?\n|$)/y;
  while (cells.lastIndex < text.length) {
    const match = cells.exec(text);
    if (match === null) throw new Error(`no cell at ${cells.lastIndex}`);
    record.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'));
    if (match[3] === ',') continue;
    records.push(record);
    record = [];
  }
  const [names = [], ...rows] = records;
  return rows.map((cellsOfRow) => Object.fromEntries(names.map((name, i) => [name, cellsOfRow[i] ?? ''])));
}

export const readSharedCsv = (path: string): readonly Readonly<Record<string, string>>[] =>
  parseCsv(readFileSync(resolve(process.cwd(), '../shared', path), 'utf8'));

const toNumber = (cell: string): number => (cell === '' ? Number.NaN : Number(cell));

export function readRoundLog(path: string): RoundLog {
  const rows = readSharedCsv(path);
  const column = (name: string): Float64Array => Float64Array.from(rows, (row) => toNumber(row[name] ?? ''));
  return {
    questionIds: rows.map((row) => row.qid!),
    rounds: column('round'),
    answers: rows.map((row) => row.current_answer!),
    em: column('current_em'),
    f1: column('current_f1'),
    answerTokenMargin: column('answer_token_margin'),
    confidence: column('llm_confidence'),
    overlap: column('jaccard_overlap'),
    topScore: column('top_bm25_score'),
    secondScore: column('rank2_bm25_score'),
  };
}

interface PoolQuestion {
  readonly id: string;
  readonly question: string;
  readonly context: { readonly title: readonly string[]; readonly sentences: readonly (readonly string[])[] };
}

/** Questions with their paragraph pools (`dev_eval.json`). */
export function readPools(path: string): readonly {
  readonly id: string;
  readonly question: string;
  readonly paragraphs: readonly { readonly title: string; readonly text: string }[];
}[] {
  const items = JSON.parse(readFileSync(resolve(process.cwd(), '../shared', path), 'utf8')) as readonly PoolQuestion[];
  return items.map(({ id, question, context }) => ({
    id,
    question,
    paragraphs: context.title.map((title, i) => ({ title, text: context.sentences[i]!.join(' ') })),
  }));
}
