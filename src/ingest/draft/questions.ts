import type { Gold } from '../../core/terms.ts';
import type { Scalar } from '../importers/guards.ts';
import type { ProblemLog } from '../problems.ts';
import type { RowRef } from '../readers/json-lines.ts';
import { KeyTable } from './keys.ts';
import { grown, RefColumns, roomFor } from './refs.ts';

export interface NativeRow {
  readonly id: string;
  readonly text: string | null;
  readonly answer: string | null;
  /** null: the row does not say, `join` takes it from the states. */
  readonly searches: number | null;
  readonly split: string | null;
}

/** What a comparison file says the native run answered first. It wins over the trajectory's last words. */
export interface FirstAnswerRow {
  readonly id: string;
  readonly answer: string | null;
  readonly searches: number;
}

/** By question key; undefined where nothing is said. */
type MetaValues = (Scalar | undefined)[];

const UNKNOWN = -1;

/** Questions by key, filled by rows in any order. A second row of the same kind for one question is set aside. */
export class QuestionDraft {
  readonly keys = new KeyTable();
  readonly #problems: ProblemLog;

  /** Keys in the order of the inputs, of the native rows, of the comparison. */
  readonly inputOrder: number[] = [];
  readonly nativeOrder: number[] = [];
  readonly firstAnswerOrder: number[] = [];

  readonly inputs = new RefColumns();
  readonly natives = new RefColumns();
  readonly firstAnswers = new RefColumns();
  readonly labels = new RefColumns();

  readonly texts: (string | null)[] = [];
  readonly splits: (string | null)[] = [];
  readonly nativeAnswers: (string | null)[] = [];
  /** Only where there is a first answer. */
  readonly firstAnswerTexts: (string | null)[] = [];
  readonly golds: (Gold | null)[] = [];
  nativeSearches = new Int32Array(0);
  firstAnswerSearches = new Int32Array(0);
  /** Of inputs and of labels: the former come first, whichever file is read first. */
  readonly meta = { input: new Map<string, MetaValues>(), label: new Map<string, MetaValues>() };

  constructor(problems: ProblemLog) {
    this.#problems = problems;
  }

  addInput(id: string, text: string | null, at: Readonly<RowRef>): void {
    const key = this.keyOf(id);
    if (this.inputs.has(key)) {
      this.#duplicate('question.duplicate', `Question "${id}"`, this.inputs.get(key), at);
      return;
    }
    this.inputs.set(key, at);
    this.inputOrder.push(key);
    this.#fill(key, text, null);
  }

  /** The question's key, or null when the row was set aside as a duplicate. */
  addNative(row: NativeRow, at: Readonly<RowRef>): number | null {
    const key = this.keyOf(row.id);
    if (this.natives.has(key)) {
      this.#duplicate('native.duplicate', `The native run of "${row.id}"`, this.natives.get(key), at);
      return null;
    }
    this.natives.set(key, at);
    this.nativeOrder.push(key);
    this.nativeAnswers[key] = row.answer;
    this.nativeSearches[key] = row.searches ?? UNKNOWN;
    this.#fill(key, row.text, row.split);
    return key;
  }

  /** The run broke off at this question. It counts as answered wrong, never as absent. */
  addNativeError(row: NativeRow, reason: string, at: Readonly<RowRef>): void {
    if (this.addNative({ ...row, answer: null }, at) === null) return;
    this.#problems.add(
      'warning',
      {
        code: 'native.error',
        message: `The native run of "${row.id}" ended in an error: ${reason}.`,
        effect: 'The question stays and counts as answered wrong.',
      },
      at,
    );
  }

  addFirstAnswer(row: FirstAnswerRow, at: Readonly<RowRef>): void {
    const key = this.keyOf(row.id);
    if (this.firstAnswers.has(key)) {
      const what = `The first answer of "${row.id}"`;
      this.#duplicate('first-answer.duplicate', what, this.firstAnswers.get(key), at);
      return;
    }
    this.firstAnswers.set(key, at);
    this.firstAnswerOrder.push(key);
    this.firstAnswerTexts[key] = row.answer;
    this.firstAnswerSearches[key] = row.searches;
  }

  addLabel(id: string, gold: Gold, at: Readonly<RowRef>): boolean {
    const key = this.keyOf(id);
    if (this.labels.has(key)) {
      this.#duplicate('label.duplicate', `The label of "${id}"`, this.labels.get(key), at);
      return false;
    }
    const inline = this.golds[key] ?? null;
    if (inline !== null && !isSameGold(inline, gold)) {
      this.#problems.setAside('error', labelConflict(id, 'this row was set aside'), at);
      return false;
    }
    this.labels.set(key, at);
    this.golds[key] = gold;
    return true;
  }

  /** A label that stands in the question's own line. */
  addInlineLabel(key: number, id: string, gold: Gold, at: Readonly<RowRef>): void {
    const known = this.golds[key] ?? null;
    if (known === null) this.golds[key] = gold;
    else if (!isSameGold(known, gold)) this.#problems.add('error', labelConflict(id, 'this one is not'), at);
  }

  addText(id: string, text: string | null): void {
    this.#fill(this.keyOf(id), text, null);
  }

  addSplit(id: string, split: string): void {
    this.#fill(this.keyOf(id), null, split);
  }

  /** The first value that a kind of file says for a question stands. */
  addMeta(from: 'input' | 'label', id: string, name: string, value: Scalar): void {
    const key = this.keyOf(id);
    const columns = this.meta[from];
    const column = columns.get(name) ?? [];
    if (column.length === 0) columns.set(name, column);
    if (column[key] === undefined) column[key] = value;
  }

  keyOf(id: string): number {
    const key = this.keys.keyOf(id);
    if (key === this.texts.length) {
      this.texts.push(null);
      this.splits.push(null);
      this.nativeAnswers.push(null);
      this.golds.push(null);
      if (key >= this.nativeSearches.length) {
        const capacity = roomFor(key, this.nativeSearches.length);
        this.nativeSearches = grown(this.nativeSearches, capacity, UNKNOWN);
        this.firstAnswerSearches = grown(this.firstAnswerSearches, capacity, UNKNOWN);
      }
    }
    return key;
  }

  #fill(key: number, text: string | null, split: string | null): void {
    this.texts[key] ??= text;
    this.splits[key] ??= split;
  }

  #duplicate(code: string, what: string, first: RowRef, at: Readonly<RowRef>): void {
    this.#problems.setAside('error', duplicateWords(code, what, first, at), at);
  }
}

const isSameGold = (a: Gold, b: Gold): boolean => JSON.stringify(a) === JSON.stringify(b);

const labelConflict = (id: string, fate: string) => ({
  code: 'label.conflict',
  message: `Another file labels "${id}" otherwise.`,
  effect: `The label that was read first is used, ${fate}.`,
});

export const duplicateWords = (code: string, what: string, first: RowRef, at: Readonly<RowRef>) => ({
  code,
  message: `${what} stands here a second time; the first is line ${first.line}${first.file === at.file ? '' : ' of another file'}.`,
  effect: 'The first one is used, this row was set aside.',
});
