import { derivedStateId } from '../exchange-format.ts';
import type { ProblemLog } from '../problems.ts';
import type { RowRef } from '../readers/json-lines.ts';
import { KeyTable } from './keys.ts';
import type { QuestionDraft } from './questions.ts';
import { duplicateWords } from './questions.ts';
import { grown, RefColumns, roomFor } from './refs.ts';

export interface StateRow {
  readonly id: string;
  readonly question: string;
  readonly searchesUsed: number;
  /** A code of `States.nextAction`, or UNSTATED. */
  readonly nextAction: number;
  /** NATIVE or COUNTERFACTUAL. */
  readonly role: number;
  readonly hasContext: boolean;
}

/** Stands for the place of a name that nobody has asked for yet. */
const DERIVED = -1;

/**
 * States by key. A state may be described in several files (all judged states, and again those that were probed): they
 * must agree, and the line with the context is kept. Twice in one file is a duplicate.
 */
export class StateDraft {
  /** Keys given out: 0 .. count - 1. */
  count = 0;
  readonly #names = new KeyTable();
  /** By place among the names. */
  readonly #keyOfName: number[] = [];
  /** Place among the names, + 1; 0 for a state that has none; DERIVED for one whose name is made when it matters. */
  #nameOfKey = new Int32Array(0);
  #hasDerived = false;
  readonly #problems: ProblemLog;
  readonly #questions: QuestionDraft;

  readonly described = new RefColumns();
  /** The line with the texts, where a later one has the context and `described` has not. */
  readonly laterLines = new RefColumns();
  readonly probes = new RefColumns();
  isDescribed = new Uint8Array(0);
  readonly #earlier = new Map<number, number>();
  hasContext = new Uint8Array(0);
  question = new Int32Array(0);
  searchesUsed = new Int32Array(0);
  nextAction = new Uint8Array(0);
  role = new Uint8Array(0);
  hasProbe = new Uint8Array(0);
  /** Rank of the probe among all probes: as the file says, else the order of arrival. */
  probeOrder = new Float64Array(0);
  readonly probeAnswers: (string | null)[] = [];
  probeCount = 0;

  constructor(problems: ProblemLog, questions: QuestionDraft) {
    this.#problems = problems;
    this.#questions = questions;
  }

  addState(row: StateRow, at: Readonly<RowRef>): void {
    const key = this.keyOf(row.id);
    const question = this.#questions.keyOf(row.question);
    if (this.isDescribed[key] === 0) {
      this.describe(key, question, row.searchesUsed, row.nextAction, row.role);
      this.described.set(key, at);
      this.hasContext[key] = row.hasContext ? 1 : 0;
      return;
    }
    const first = this.described.get(key);
    if (first.file === at.file) {
      this.#problems.setAside('error', duplicateWords('state.duplicate', `State "${row.id}"`, first, at), at);
      return;
    }
    const differs =
      this.question[key] !== question ||
      this.searchesUsed[key] !== row.searchesUsed ||
      this.nextAction[key] !== row.nextAction ||
      this.role[key] !== row.role;
    if (differs) {
      const words = {
        code: 'state.conflict',
        message: `State "${row.id}" is described otherwise in another file (line ${first.line}): question, searches used, next action or role differ.`,
        effect: 'The first description is used, this row was set aside.',
      };
      this.#problems.setAside('error', words, at);
    } else if (row.hasContext && this.hasContext[key] === 0) {
      this.laterLines.set(key, at);
      this.hasContext[key] = 1;
    }
  }

  /** For formats whose states stand inside their question's line. */
  describe(key: number, question: number, searchesUsed: number, nextAction: number, role: number): void {
    this.isDescribed[key] = 1;
    this.question[key] = question;
    this.searchesUsed[key] = searchesUsed;
    this.nextAction[key] = nextAction;
    this.role[key] = role;
  }

  addProbe(id: string, answer: string | null, at: Readonly<RowRef>): void {
    const key = this.keyOf(id);
    if (this.hasProbe[key] === 1) {
      const words = duplicateWords('probe.duplicate', `The probe of "${id}"`, this.probes.get(key), at);
      this.#problems.setAside('error', words, at);
      return;
    }
    this.probes.set(key, at);
    this.probe(key, answer, this.probeCount);
  }

  probe(key: number, answer: string | null, order: number): void {
    this.hasProbe[key] = 1;
    // Probes of one question often say the same: one string then serves all, and the others are garbage at once.
    const before = key > 0 ? this.probeAnswers[key - 1] : null;
    this.probeAnswers[key] = answer === before ? before : answer;
    this.probeOrder[key] = order;
    this.probeCount++;
  }

  keyOf(id: string): number {
    if (this.#hasDerived) this.#nameDerived();
    const name = this.#names.keyOf(id);
    const known = this.#keyOfName[name];
    if (known !== undefined) return known;
    const key = this.#add();
    this.#keyOfName.push(key);
    this.#nameOfKey[key] = name + 1;
    return key;
  }

  /**
   * As `keyOf` of its derived id. As long as nobody names a state by its id, none can be meant that stands here already,
   * and the ids of a whole table need not be made.
   */
  keyOfDerived(question: number, searchesUsed: number, earlier: number): number {
    if (this.#names.count > 0) {
      return this.keyOf(derivedStateId(this.#questions.keys.ids[question]!, searchesUsed, earlier));
    }
    const key = this.addNameless(earlier);
    this.question[key] = question;
    this.searchesUsed[key] = searchesUsed;
    this.#nameOfKey[key] = DERIVED;
    this.#hasDerived = true;
    return key;
  }

  /** A state that names no id: `earlier` states of its question share its number of searches. */
  addNameless(earlier: number): number {
    const key = this.#add();
    if (earlier > 0) this.#earlier.set(key, earlier);
    return key;
  }

  /** Nameless states get their ids here, at the end: a million texts made early would be carried along all the way. */
  idOf(key: number): string {
    const name = this.#nameOfKey[key]!;
    if (name > 0) return this.#names.ids[name - 1]!;
    const question = this.#questions.keys.ids[this.question[key]!]!;
    return derivedStateId(question, this.searchesUsed[key]!, this.#earlier.get(key) ?? 0);
  }

  #nameDerived(): void {
    this.#hasDerived = false;
    for (let key = 0; key < this.count; key++) {
      if (this.#nameOfKey[key] !== DERIVED) continue;
      this.#nameOfKey[key] = this.#names.keyOf(this.idOf(key)) + 1;
      this.#keyOfName.push(key);
    }
  }

  #add(): number {
    const key = this.count++;
    this.probeAnswers.push(null);
    if (key >= this.isDescribed.length) this.#grow(roomFor(key, this.isDescribed.length));
    return key;
  }

  /** Room for so many states more, of which each has a row: what is known need not be grown into. */
  reserve(more: number): void {
    this.#grow(Math.max(this.isDescribed.length, this.count + more));
    this.described.reserve(this.count + more);
  }

  #grow(capacity: number): void {
    this.isDescribed = grown(this.isDescribed, capacity, 0);
    this.#nameOfKey = grown(this.#nameOfKey, capacity, 0);
    this.hasContext = grown(this.hasContext, capacity, 0);
    this.question = grown(this.question, capacity, -1);
    this.searchesUsed = grown(this.searchesUsed, capacity, 0);
    this.nextAction = grown(this.nextAction, capacity, 0);
    this.role = grown(this.role, capacity, 0);
    this.hasProbe = grown(this.hasProbe, capacity, 0);
    this.probeOrder = grown(this.probeOrder, capacity, 0);
  }
}
