import type { FileSample } from '../sample.ts';
import { countIn, idIn, isMissingNumber, numberIn, textIn } from './cells.ts';
import { isObject, type JsonObject } from './guards.ts';
import type { Importer, LineTexts, Match, OpenFile, ReadContext } from './importer.ts';
import { writeTrajectory } from './run-writer.ts';
import { readTable } from './states-table.ts';
import type { Signal } from './trajectory.ts';
import { ColumnSteps, TurnColumns } from './turn-columns.ts';

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

/** Which columns are signals: those with a number in some row and a text in none. */
class Rounds {
  readonly columns = new TurnColumns();
  /** By row, where it names one. */
  readonly types = new Map<number, string>();
  readonly #isNumeric: boolean[] = [];
  readonly #isText: boolean[] = [];
  /** Columns of the row before, in its order, with their places among the signals (-1: none); the next row mostly has the same. */
  readonly #order: string[] = [];
  readonly #signalOf: number[] = [];

  add(row: JsonObject): void {
    const em = numberIn(row.current_em);
    // An empty answer and a missing one are the same in CSV; they are taken for the same everywhere.
    const answer = textIn(row.current_answer) ?? '';
    const place = this.columns.add(answer, Number.isNaN(em) ? null : em === 1, numberIn(row.current_f1));
    const type = textIn(row.question_type);
    if (type !== null) this.types.set(place, type);
    this.#readSignals(row, place);
  }

  get signals(): readonly Signal[] {
    return this.columns.signals.filter((_, i) => this.#isNumeric[i] && !this.#isText[i]);
  }

  isTwin(a: number, b: number): boolean {
    return this.types.get(a) === this.types.get(b) && this.columns.isTwin(a, b);
  }

  #readSignals(row: JsonObject, place: number): void {
    const { signals } = this.columns;
    let i = 0;
    // Not Object.keys: a list for each row costs more than reading it.
    for (const name in row) {
      if (this.#order[i] !== name) this.#learn(i, name);
      const signal = this.#signalOf[i++]!;
      if (signal < 0) continue;
      const value = row[name];
      const number = numberIn(value);
      if (!Number.isNaN(number)) this.#isNumeric[signal] = true;
      // A token may look like a number in one row and be a word in the next.
      else if (!isMissingNumber(value)) this.#isText[signal] = true;
      signals[signal]!.values.set(place, number);
    }
  }

  #learn(i: number, name: string): void {
    this.#order[i] = name;
    this.#signalOf[i] = NO_SIGNAL.has(name) ? -1 : this.#placeOf(name);
  }

  #placeOf(name: string): number {
    const { signals } = this.columns;
    const known = signals.findIndex(({ judge }) => judge === name);
    if (known >= 0) return known;
    this.columns.addSignal(name);
    this.#isNumeric.push(false);
    this.#isText.push(false);
    return signals.length - 1;
  }
}

const read = async (file: OpenFile, context: ReadContext): Promise<void> => {
  const rounds = new Rounds();
  const { table, trajectories } = await readTable(file, context, {
    id: (row) => idIn(row.qid),
    turn: (row) => countIn(row.round),
    add: (row) => rounds.add(row),
    isTwin: (a, b) => rounds.isTwin(a, b),
  });
  const { columns, types, signals } = rounds;
  const steps = new ColumnSteps(table, columns);
  for (const { id, rows } of trajectories) {
    const last = rows[rows.length - 1]!;
    const type = types.get(last);
    writeTrajectory(
      {
        id,
        text: null,
        gold: null,
        answer: columns.answers[last]!,
        searches: table.turnAt(last),
        meta: type === undefined ? [] : [['question_type', type]],
        stored: columns.storedAt(last),
        steps: steps.of(rows),
        signals,
        at: table.placeAt(last),
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
