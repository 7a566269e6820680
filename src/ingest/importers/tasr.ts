import type { FileSample } from '../sample.ts';
import { countIn, idIn, isMissingNumber, numberIn, textIn } from './cells.ts';
import { isObject, type JsonObject } from './guards.ts';
import type { Importer, LineTexts, Match, OpenFile, ReadContext } from './importer.ts';
import { writeTrajectory } from './run-writer.ts';
import { nextActionAt, readTurns } from './states-table.ts';
import type { Step } from './trajectory.ts';

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
  /** By position of the column; NaN where missing. */
  readonly signals: readonly number[];
}

/** Which columns are signals: those with a number in some row and a text in none. */
class Columns {
  readonly names: string[] = [];
  readonly #positions = new Map<string, number>();
  readonly #isNumeric: boolean[] = [];
  readonly #isText: boolean[] = [];

  read(row: JsonObject): readonly number[] {
    const numbers: number[] = [];
    for (const name of Object.keys(row)) {
      if (NO_SIGNAL.has(name)) continue;
      const at = this.#positionOf(name);
      const value = row[name];
      const number = numberIn(value);
      if (!Number.isNaN(number)) this.#isNumeric[at] = true;
      // A token may look like a number in one row and be a word in the next.
      else if (!isMissingNumber(value)) this.#isText[at] = true;
      numbers[at] = number;
    }
    return numbers;
  }

  get signals(): readonly { readonly judge: string; readonly at: number }[] {
    return this.names.flatMap((judge, at) => (this.#isNumeric[at] && !this.#isText[at] ? [{ judge, at }] : []));
  }

  #positionOf(name: string): number {
    const known = this.#positions.get(name);
    if (known !== undefined) return known;
    const at = this.names.push(name) - 1;
    this.#positions.set(name, at);
    this.#isNumeric.push(false);
    this.#isText.push(false);
    return at;
  }
}

const storedOf = ({ em, f1 }: Round) => ({
  em: Number.isNaN(em) ? null : em === 1,
  f1: Number.isNaN(f1) ? null : f1,
});

const read = async (file: OpenFile, context: ReadContext): Promise<void> => {
  const columns = new Columns();
  const trajectories = await readTurns<Round>(file, context, {
    id: (row) => idIn(row.qid),
    turn: (row) => countIn(row.round),
    value: (row) => ({
      // An empty answer and a missing one are the same in CSV; they are taken for the same everywhere.
      answer: textIn(row.current_answer) ?? '',
      em: numberIn(row.current_em),
      f1: numberIn(row.current_f1),
      type: textIn(row.question_type),
      signals: columns.read(row),
    }),
  });
  const { signals } = columns;
  for (const { id, rows } of trajectories) {
    const last = rows.at(-1)!;
    const steps = rows.map(
      ({ turn, value, at }, i): Step => ({
        searchesUsed: turn,
        nextAction: nextActionAt(i, rows.length),
        probe: value.answer,
        stored: storedOf(value),
        scores: signals.map(({ judge, at: column }) => ({ judge, score: value.signals[column] ?? Number.NaN })),
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

export const tasr: Importer = {
  id: 'tasr',
  name: 'Round-wise signal table (TASR)',
  match,
  read,
  readTexts: (): LineTexts => ({}),
};
