import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { failed, ok, type Result } from '../core/result.ts';
import { topScoreZ } from '../core/rules/bm25.ts';
import type { RoundLog } from '../core/rules/round-log.ts';
import { fromBlob } from '../ingest/byte-source.ts';
import { isObject } from '../ingest/importers/guards.ts';
import { openRows } from '../ingest/open-rows.ts';
import { parseJson } from '../ingest/readers/json-text.ts';
import { peel } from '../ingest/readers/peel.ts';

type Row = Readonly<Record<string, unknown>>;

/** Columns without which a file is no round-wise log. */
const NEEDED = ['qid', 'round', 'current_answer', 'current_em', 'current_f1'] as const;

/** Reads a round-wise signal log (CSV, Parquet, JSON Lines), packed or not. The error is a sentence. */
export async function readRoundLog(path: string): Promise<Result<RoundLog, string>> {
  const read = await readTable(path);
  if (read.kind === 'failed') return read;
  const rows = read.value;
  const first = rows[0];
  if (first === undefined) return failed(`${path} holds no rows.`);
  const missing = NEEDED.filter((name) => !(name in first));
  if (missing.length > 0) {
    return failed(`${path} is no round-wise signal log: it has no column ${missing.join(', ')}.`);
  }
  const column = (name: string): Float64Array => Float64Array.from(rows, (row) => toNumber(row[name]));
  const rounds = column('round');
  const em = column('current_em');
  const f1 = column('current_f1');
  const bad = rows.findIndex(
    (_, i) => !Number.isInteger(rounds[i]!) || !(em[i] === 0 || em[i] === 1) || !Number.isFinite(f1[i]!),
  );
  if (bad >= 0) return failed(`Row ${bad + 1} of ${path}: round, current_em (0 or 1) and current_f1 must be numbers.`);
  return ok({
    questionIds: rows.map((row) => String(row.qid)),
    rounds,
    answers: rows.map((row) => (row.current_answer === null ? null : String(row.current_answer))),
    em,
    f1,
    answerTokenMargin: column('answer_token_margin'),
    confidence: column('llm_confidence'),
    overlap: column('jaccard_overlap'),
    topScore: column('top_bm25_score'),
    secondScore: column('rank2_bm25_score'),
    ...('judge_entailment' in first ? { entailment: column('judge_entailment') } : {}),
  });
}

const toNumber = (value: unknown): number =>
  typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;

async function readTable(path: string): Promise<Result<readonly Row[], string>> {
  const blob = await openAsBlob(path).catch(() => null);
  if (blob === null) return failed(`${path} cannot be read.`);
  const { signal } = new AbortController();
  const peeled = await peel(fromBlob(path, blob), { signal, onBytes: () => {} });
  const [fault] = peeled.faults;
  if (fault !== undefined) return failed(`${path}: ${fault.message}`);
  const reader = await openRows(peeled.source);
  const rows: Row[] = [];
  let trouble: string | null = null;
  await reader.read(0, {
    signal,
    onBytes: () => {},
    onDamagedText: () => {},
    onRow: (value, { line }) => {
      if (isObject(value)) rows.push(value);
      else trouble ??= `Line ${line} of ${path} is no row.`;
    },
    onBad: (reason, { line }) => {
      trouble ??= `Line ${line} of ${path} cannot be read: ${reason}.`;
    },
  });
  return trouble === null ? ok(rows) : failed(trouble);
}

/**
 * How far each question's best paragraph stands out in its own pool, from a HotpotQA-like document: a list of {id,
 * question, context: {title, sentences}}.
 */
export async function readStandouts(path: string): Promise<Result<ReadonlyMap<string, number>, string>> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return failed(`${path} cannot be read.`);
  const parsed = parseJson(text);
  if (parsed.kind === 'failed' || !Array.isArray(parsed.value)) return failed(`${path} is no list of questions.`);
  const found = new Map<string, number>();
  for (const item of parsed.value) {
    const paragraphs = isObject(item) ? readPool(item.context) : null;
    if (!isObject(item) || typeof item.question !== 'string' || paragraphs === null) {
      return failed(`${path}: an item is no question with a pool of paragraphs.`);
    }
    found.set(String(item.id ?? item._id), topScoreZ(item.question, paragraphs));
  }
  return ok(found);
}

function readPool(context: unknown): readonly { readonly title: string; readonly text: string }[] | null {
  if (!isObject(context)) return null;
  const { title, sentences } = context;
  if (!Array.isArray(title) || !Array.isArray(sentences) || title.length !== sentences.length) return null;
  return title.map((one, i) => {
    const lines: unknown = sentences[i];
    return { title: String(one), text: Array.isArray(lines) ? lines.map(String).join(' ') : String(lines) };
  });
}
