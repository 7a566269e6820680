import type { EvidenceRow } from '../../core/audit/evidence.ts';
import type { Dataset } from '../../core/terms.ts';
import { KeyTable } from '../draft/keys.ts';
import { idOf, type JsonObject } from '../importers/guards.ts';

/** A row of a file with where it stands, for the collectors. */
export interface SourceRow {
  readonly row: JsonObject;
  readonly file: string;
  readonly line: number;
  /** As the row names its state or question. */
  readonly id: string | null;
}

export const toEvidence = ({ file, line, id }: SourceRow, note: string): EvidenceRow => ({ file, line, id, note });

/** Ids to indices of the dataset; -1 for an id that it does not have. */
export class Subjects {
  readonly #questions = new KeyTable();
  readonly #states = new KeyTable();
  readonly #questionCount: number;
  readonly #stateCount: number;

  constructor({ questions, states }: Dataset) {
    for (const id of questions.ids) this.#questions.keyOf(id);
    for (const id of states.ids) this.#states.keyOf(id);
    this.#questionCount = questions.count;
    this.#stateCount = states.count;
  }

  question(id: string | null): number {
    if (id === null) return -1;
    const key = this.#questions.keyOf(id);
    return key < this.#questionCount ? key : -1;
  }

  state(id: string | null): number {
    if (id === null) return -1;
    const key = this.#states.keyOf(id);
    return key < this.#stateCount ? key : -1;
  }
}

/** The first of the names under which the row has a usable id. */
export const idIn = (row: JsonObject, ...names: readonly string[]): string | null => {
  for (const name of names) {
    const id = idOf(row[name]);
    if (id !== null) return id;
  }
  return null;
};

export const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Lists of numbers that grow; a million rows must not become a million objects. */
export class IntList {
  #values = new Int32Array(256);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const longer = new Int32Array(this.#values.length * 2);
      longer.set(this.#values);
      this.#values = longer;
    }
    this.#values[this.length++] = value;
  }

  toArray(): Int32Array {
    return this.#values.slice(0, this.length);
  }
}
