import { ANSWER } from '../../core/terms.ts';
import { OptionalColumn } from '../draft/judges.ts';
import type { RowRef } from '../readers/json-lines.ts';
import { nextActionAt, type TurnTable } from './states-table.ts';
import type { Signal, Step, Steps, Stored } from './trajectory.ts';

/** What the rows of a table of states say, by row: a few columns instead of several objects a row. */
export class TurnColumns {
  /** undefined: the rows hold no such text. */
  readonly answers: (string | null | undefined)[] = [];
  /** 0 or 1; NaN where nothing is said. */
  readonly em = new OptionalColumn();
  readonly f1 = new OptionalColumn();
  /** NaN: a row's turn is its number of searches. */
  readonly searches = new OptionalColumn();
  /** NaN: each row but the last searches on. */
  readonly nextActions = new OptionalColumn();
  /** In the order of their first row. */
  readonly signals: Signal[] = [];

  /** Returns the row. `f1`: NaN where nothing is said. */
  add(answer: string | null | undefined, em: boolean | null, f1: number): number {
    const row = this.answers.push(answer) - 1;
    if (em !== null) this.em.set(row, em ? 1 : 0);
    this.f1.set(row, f1);
    return row;
  }

  addSignal(judge: string): OptionalColumn {
    const signal = { judge, values: new OptionalColumn(), draft: null };
    this.signals.push(signal);
    return signal.values;
  }

  emAt(row: number): boolean | null {
    const value = this.em.at(row);
    return Number.isNaN(value) ? null : value === 1;
  }

  f1At(row: number): number | null {
    return numberAt(this.f1, row);
  }

  storedAt(row: number): Stored {
    return { em: this.emAt(row), f1: this.f1At(row) };
  }

  searchesAt(row: number): number | null {
    return numberAt(this.searches, row);
  }

  isTwin(a: number, b: number): boolean {
    const numbers = [this.em, this.f1, this.searches, this.nextActions, ...this.signals.map(({ values }) => values)];
    return this.answers[a] === this.answers[b] && numbers.every((column) => isSame(column, a, b));
  }
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The states of one trajectory after the other. Each step is the same object: it holds until the next is asked for. */
export class ColumnSteps implements Steps {
  #rows: Int32Array = new Int32Array(0);
  readonly #table: TurnTable;
  readonly #columns: TurnColumns;
  readonly #stored: Writable<Stored> = { em: null, f1: null };
  readonly #place: RowRef = { file: 0, line: 0, start: 0, length: 0 };
  readonly #step = {
    searchesUsed: 0,
    nextAction: ANSWER,
    probe: undefined as string | null | undefined,
    stored: this.#stored,
    signalsAt: 0,
    at: this.#place,
  };

  constructor(table: TurnTable, columns: TurnColumns) {
    this.#table = table;
    this.#columns = columns;
  }

  of(rows: Int32Array): this {
    this.#rows = rows;
    return this;
  }

  get length(): number {
    return this.#rows.length;
  }

  at(index: number): Step {
    const row = this.#rows[index]!;
    const columns = this.#columns;
    const step = this.#step;
    step.searchesUsed = columns.searchesAt(row) ?? this.#table.turnAt(row);
    step.nextAction = numberAt(columns.nextActions, row) ?? nextActionAt(index, this.length);
    step.probe = columns.answers[row];
    step.signalsAt = row;
    this.#stored.em = columns.emAt(row);
    this.#stored.f1 = columns.f1At(row);
    this.#table.copyPlace(row, this.#place);
    return step;
  }
}

const numberAt = (column: OptionalColumn, row: number): number | null => {
  const value = column.at(row);
  return Number.isNaN(value) ? null : value;
};

const isSame = (column: OptionalColumn, a: number, b: number): boolean => {
  const [first, second] = [column.at(a), column.at(b)];
  return first === second || (Number.isNaN(first) && Number.isNaN(second));
};
