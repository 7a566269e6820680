import type { FileSample } from '../sample.ts';
import { countIn, idIn, numberIn, textIn } from './cells.ts';
import { isObject, type JsonObject } from './guards.ts';
import type { Importer, LineTexts, Match, OpenFile, ReadContext } from './importer.ts';
import { type Step, writeTrajectory } from './run-writer.ts';
import { nextActionAt, readTurns } from './states-table.ts';

/**
 * The per-round signal table of TASR, as CSV or Parquet: one row per (qid, round), rounds from 1. The run has no answer
 * beside the rounds: its last round is the native one. Every number of a row is a signal under its published name.
 */
const NO_SIGNAL = new Set(['qid', 'round', 'current_answer', 'current_em', 'current_f1', 'question_type', 'n_tokens']);
const NEEDED = ['qid', 'round', 'current_answer'];

const match = (sample: FileSample): Match | null => {
  const rows = sample.records.filter(isObject);
  const fitting = rows.filter((row) => NEEDED.every((name) => Object.hasOwn(row, name))).length;
  if (fitting === 0) return null;
  return {
    confidence: (0.95 * fitting) / sample.records.length,
    reason: `rows have ${NEEDED.join(', ')}`,
    takenFor: 'a round-wise signal table (TASR)',
    use: 'data',
  };
};

interface Round {
  readonly answer: string | null;
  readonly em: number;
  readonly f1: number;
  readonly type: string | null;
  readonly signals: readonly (readonly [string, number])[];
  /** Columns that hold a text here. */
  readonly texts: readonly string[];
}

const readRound = (row: JsonObject): Round => ({
  // An empty answer and a missing one are the same in CSV; they are taken for the same everywhere.
  answer: textIn(row.current_answer) ?? '',
  em: numberIn(row.current_em),
  f1: numberIn(row.current_f1),
  type: textIn(row.question_type),
  ...signalsIn(row),
});

const signalsIn = (row: JsonObject): Pick<Round, 'signals' | 'texts'> => {
  const signals: (readonly [string, number])[] = [];
  const texts: string[] = [];
  for (const [name, value] of Object.entries(row)) {
    if (NO_SIGNAL.has(name)) continue;
    const number = numberIn(value);
    const isMissing = value === null || (typeof value === 'string' && /^\s*(nan)?\s*$/i.test(value));
    if (Number.isNaN(number) && typeof value !== 'number' && !isMissing) texts.push(name);
    else signals.push([name, number]);
  }
  return { signals, texts };
};

const storedOf = ({ em, f1 }: Round) => ({
  em: Number.isNaN(em) ? null : em === 1,
  f1: Number.isNaN(f1) ? null : f1,
});

const read = async (file: OpenFile, context: ReadContext): Promise<void> => {
  const trajectories = await readTurns<Round>(file, context, {
    id: (row) => idIn(row.qid),
    turn: (row) => countIn(row.round),
    value: readRound,
  });
  // A column is a signal when some row has a number in it and none a text: a token may well look like a number.
  const numeric = new Set<string>();
  for (const { rows } of trajectories) for (const { value } of rows) for (const name of named(value)) numeric.add(name);
  for (const { rows } of trajectories)
    for (const { value } of rows) for (const name of value.texts) numeric.delete(name);
  for (const { id, rows } of trajectories) {
    const last = rows.at(-1)!;
    const steps = rows.map(
      ({ turn, value, at }, i): Step => ({
        searchesUsed: turn,
        nextAction: nextActionAt(i, rows.length),
        probe: value.answer,
        stored: storedOf(value),
        scores: value.signals.filter(([name]) => numeric.has(name)).map(([judge, score]) => ({ judge, score })),
        at,
      }),
    );
    writeTrajectory(
      {
        id,
        text: null,
        gold: null,
        answer: last.value.answer,
        searches: last.turn,
        meta: last.value.type === null ? [] : [['question_type', last.value.type]],
        stored: storedOf(last.value),
        steps,
        at: last.at,
      },
      context,
    );
  }
};

const named = ({ signals }: Round): readonly string[] =>
  signals.flatMap(([name, value]) => (Number.isFinite(value) ? [name] : []));

export const tasr: Importer = {
  id: 'tasr',
  name: 'Round-wise signal table (TASR)',
  match,
  read,
  readTexts: (): LineTexts => ({}),
};
