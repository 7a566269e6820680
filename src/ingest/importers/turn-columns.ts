import { OptionalColumn } from '../draft/judges.ts';
import type { Signal, Stored } from './trajectory.ts';

/** What rows of a table of states say, by place: a few columns instead of several objects a row. */
export class TurnColumns {
  /** undefined: the rows hold no such text. */
  readonly answers: (string | null | undefined)[] = [];
  /** 0 or 1; NaN where nothing is said. */
  readonly #em = new OptionalColumn();
  readonly #f1 = new OptionalColumn();
  /** In the order of their first row. */
  readonly signals: Signal[] = [];

  /** Returns the row's place. `f1`: NaN where nothing is said. */
  add(answer: string | null | undefined, em: boolean | null, f1: number): number {
    const place = this.answers.push(answer) - 1;
    if (em !== null) this.#em.set(place, em ? 1 : 0);
    this.#f1.set(place, f1);
    return place;
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

  storedAt(place: number): Stored {
    const em = this.#em.at(place);
    const f1 = this.#f1.at(place);
    return { em: Number.isNaN(em) ? null : em === 1, f1: Number.isNaN(f1) ? null : f1 };
  }

  isTwin(a: number, b: number): boolean {
    return (
      this.answers[a] === this.answers[b] &&
      isSame(this.#em, a, b) &&
      isSame(this.#f1, a, b) &&
      this.signals.every(({ values }) => isSame(values, a, b))
    );
  }
}

const isSame = (column: OptionalColumn, a: number, b: number): boolean => {
  const [first, second] = [column.at(a), column.at(b)];
  return first === second || (Number.isNaN(first) && Number.isNaN(second));
};
