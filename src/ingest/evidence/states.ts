import { type BudgetEvidence, TallyCounter } from '../../core/audit/evidence.ts';
import { countOf } from '../importers/guards.ts';
import { numberOrNull, type SourceRow, toEvidence } from './row.ts';

/** Texts kept to compare the next state's context with; beyond it the oldest go, and their pairs are not compared. */
const MOST_KEPT_CHARACTERS = 64 << 20;
const NO_EVIDENCE = '[NO RETRIEVED EVIDENCE]';

interface KeptContext {
  readonly index: number;
  readonly text: string;
}

/** State rows: indices, budgets, and whether contexts only grow. */
export class StateWatch {
  readonly stateIndex = new TallyCounter();
  readonly contexts = new TallyCounter();
  readonly #overdrawn = new TallyCounter();
  #budgetRows = 0;
  #least = Number.POSITIVE_INFINITY;
  #most = Number.NEGATIVE_INFINITY;
  /** The last context of each question, the longest unused first. */
  readonly #kept = new Map<string, KeptContext>();
  #keptCharacters = 0;

  add(source: SourceRow): void {
    this.#lookAtIndex(source);
    this.#lookAtBudget(source);
    this.#lookAtContext(source);
  }

  budget(stated: readonly number[]): BudgetEvidence {
    return {
      stated,
      totals: this.#budgetRows === 0 ? null : { rows: this.#budgetRows, least: this.#least, most: this.#most },
      overdrawn: this.#overdrawn,
    };
  }

  #lookAtIndex(source: SourceRow): void {
    const { row, id } = source;
    const index = countOf(row.state_index);
    const used = countOf(row.searches_used);
    const inId = /:search-state:(\d+)$/.exec(id ?? '')?.[1];
    const named = inId === undefined ? null : Number(inId);
    const stated = [index, used, named].filter((value) => value !== null);
    if (stated.length < 2) return;
    const isWrong = stated.some((value) => value !== stated[0]);
    const words = [
      ...(index === null ? [] : [`state_index ${index}`]),
      ...(used === null ? [] : [`searches_used ${used}`]),
      ...(named === null ? [] : [`an id that ends in ${named}`]),
    ];
    this.stateIndex.look(isWrong ? toEvidence(source, words.join(', ')) : null);
  }

  #lookAtBudget(source: SourceRow): void {
    const { row } = source;
    const used = countOf(row.searches_used) ?? countOf(row.state_index);
    const remaining = numberOrNull(row.remaining_search_budget);
    if (used === null || remaining === null) return;
    this.#overdrawn.look(remaining < 0 ? toEvidence(source, `remaining_search_budget ${remaining}`) : null);
    this.#budgetRows += 1;
    this.#least = Math.min(this.#least, used + remaining);
    this.#most = Math.max(this.#most, used + remaining);
  }

  /** Compares with the state before, whichever comes first in the file. */
  #lookAtContext(source: SourceRow): void {
    const { row } = source;
    const question = typeof row.question_id === 'string' ? row.question_id : null;
    const index = countOf(row.state_index) ?? countOf(row.searches_used);
    if (typeof row.context !== 'string' || question === null || index === null) return;
    const other = this.#kept.get(question);
    if (other !== undefined) {
      this.#kept.delete(question);
      this.#keptCharacters -= other.text.length;
      if (Math.abs(other.index - index) === 1) this.#compare(source, other, { index, text: row.context });
    }
    this.#kept.set(question, { index, text: row.context });
    this.#keptCharacters += row.context.length;
    while (this.#keptCharacters > MOST_KEPT_CHARACTERS) {
      const [oldest] = this.#kept;
      if (oldest === undefined) return;
      this.#kept.delete(oldest[0]);
      this.#keptCharacters -= oldest[1].text.length;
    }
  }

  #compare(source: SourceRow, a: KeptContext, b: KeptContext): void {
    const [before, after] = a.index < b.index ? [a, b] : [b, a];
    const isKept = before.text.trim() === '' || before.text.trim() === NO_EVIDENCE || after.text.includes(before.text);
    const note = `the context after ${after.index} searches does not hold that after ${before.index}`;
    this.contexts.look(isKept ? null : toEvidence(source, note));
  }
}
