import { OptionalColumn } from '../draft/judges.ts';
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

  signal(judge: string): OptionalColumn {
    for (const known of this.signals) if (known.judge === judge) return known.values;
    return this.addSignal(judge);
  }

  addSignal(judge: string): OptionalColumn {
    const values = new OptionalColumn();
    this.signals.push({ judge, values });
    return values;
  }

  storedAt(row: number): Stored {
    return { em: emAt(this.em, row), f1: numberAt(this.f1, row) };
  }

  searchesAt(row: number): number | null {
    return numberAt(this.searches, row);
  }

  /** The states of a trajectory. */
  stepsOf(rows: Int32Array, table: TurnTable): Steps {
    return new ColumnSteps(rows, table, this);
  }

  isTwin(a: number, b: number): boolean {
    const numbers = [this.em, this.f1, this.searches, this.nextActions, ...this.signals.map(({ values }) => values)];
    return this.answers[a] === this.answers[b] && numbers.every((column) => isSame(column, a, b));
  }
}

class ColumnSteps implements Steps {
  readonly length: number;
  readonly #rows: Int32Array;
  readonly #table: TurnTable;
  readonly #columns: TurnColumns;

  constructor(rows: Int32Array, table: TurnTable, columns: TurnColumns) {
    this.length = rows.length;
    this.#rows = rows;
    this.#table = table;
    this.#columns = columns;
  }

  at(index: number): Step {
    const row = this.#rows[index]!;
    const { answers, nextActions } = this.#columns;
    return {
      searchesUsed: this.#columns.searchesAt(row) ?? this.#table.turnAt(row),
      nextAction: numberAt(nextActions, row) ?? nextActionAt(index, this.length),
      probe: answers[row],
      stored: this.#columns.storedAt(row),
      signalsAt: row,
      at: this.#table.placeAt(row),
    };
  }
}

const numberAt = (column: OptionalColumn, row: number): number | null => {
  const value = column.at(row);
  return Number.isNaN(value) ? null : value;
};

const emAt = (column: OptionalColumn, row: number): boolean | null => {
  const value = column.at(row);
  return Number.isNaN(value) ? null : value === 1;
};

const isSame = (column: OptionalColumn, a: number, b: number): boolean => {
  const [first, second] = [column.at(a), column.at(b)];
  return first === second || (Number.isNaN(first) && Number.isNaN(second));
};
