import type { FileSample } from '../sample.ts';
import { countIn, idIn, isMissingNumber, numberIn, textIn } from './cells.ts';
import { isObject, type JsonObject } from './guards.ts';
import type { Importer, LineTexts, Match, OpenFile, ReadContext } from './importer.ts';
import { writeTrajectory } from './run-writer.ts';
import { nextActionAt, readTurns } from './states-table.ts';
import type { Signal, Step, Stored } from './trajectory.ts';

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

/** A row. As it says what was stored, it is its own `Stored`. */
interface Round extends Stored {
  readonly answer: string | null;
  readonly type: string | null;
  /** By position of the column; NaN where missing. */
  readonly signals: readonly number[];
}

/** Which columns are signals: those with a number in some row and a text in none. */
class Columns {
  readonly #names: string[] = [];
  readonly #isNumeric: boolean[] = [];
  readonly #isText: boolean[] = [];
  /** Columns of the row before, in its order, with their positions (-1: no signal): the next row mostly has the same. */
  #order: string[] = [];
  #positions: number[] = [];

  read(row: JsonObject): readonly number[] {
    const numbers: number[] = new Array(this.#names.length).fill(Number.NaN);
    let i = 0;
    // Not Object.keys: a list for each row costs more than reading it.
    for (const name in row) {
      if (this.#order[i] !== name) this.#learn(i, name);
      const at = this.#positions[i++]!;
      if (at < 0) continue;
      const value = row[name];
      const number = numberIn(value);
      if (!Number.isNaN(number)) this.#isNumeric[at] = true;
      // A token may look like a number in one row and be a word in the next.
      else if (!isMissingNumber(value)) this.#isText[at] = true;
      numbers[at] = number;
    }
    return numbers;
  }

  get signals(): readonly Signal[] {
    return this.#names.flatMap((judge, at) => (this.#isNumeric[at] && !this.#isText[at] ? [{ judge, at }] : []));
  }

  #learn(i: number, name: string): void {
    this.#order[i] = name;
    this.#positions[i] = NO_SIGNAL.has(name) ? -1 : this.#positionOf(name);
  }

  #positionOf(name: string): number {
    const known = this.#names.indexOf(name);
    if (known >= 0) return known;
    this.#isNumeric.push(false);
    this.#isText.push(false);
    return this.#names.push(name) - 1;
  }
}

const readRound = (row: JsonObject, columns: Columns): Round => {
  const em = numberIn(row.current_em);
  const f1 = numberIn(row.current_f1);
  return {
    // An empty answer and a missing one are the same in CSV; they are taken for the same everywhere.
    answer: textIn(row.current_answer) ?? '',
    em: Number.isNaN(em) ? null : em === 1,
    f1: Number.isNaN(f1) ? null : f1,
    type: textIn(row.question_type),
    signals: columns.read(row),
  };
};

const read = async (file: OpenFile, context: ReadContext): Promise<void> => {
  const columns = new Columns();
  const trajectories = await readTurns<Round>(file, context, {
    id: (row) => idIn(row.qid),
    turn: (row) => countIn(row.round),
    value: (row) => readRound(row, columns),
  });
  const { signals } = columns;
  for (const { id, rows } of trajectories) {
    const last = rows.at(-1)!;
    const steps = rows.map(
      (row, i): Step => ({
        searchesUsed: row.turn,
        nextAction: nextActionAt(i, rows.length),
        probe: row.value.answer,
        stored: row.value,
        signals: row.value.signals,
        at: row,
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
        stored: last.value,
        steps,
        signals,
        at: last,
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
