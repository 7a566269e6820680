import {
  type ListEvidence,
  type RowKind,
  type RunEnd,
  type RunStart,
  TallyCounter,
} from '../../core/audit/evidence.ts';
import type { Dataset } from '../../core/terms.ts';
import { judgeOfFile } from '../importers/bundle.ts';
import { countOf, isObject, type JsonObject, stringOr } from '../importers/guards.ts';
import { IntList, numberOrNull, type SourceRow, toEvidence } from './row.ts';

interface OpenList {
  readonly file: string;
  readonly kind: RowKind;
  readonly judge: string | null;
  readonly group: string;
  rows: number;
  errors: number;
  parsed: number;
  readonly starts: RunStart[];
  readonly ends: RunEnd[];
  stated: number;
  first: number | null;
  last: number | null;
  readonly breaks: TallyCounter;
  readonly subjects: IntList;
  readonly lines: IntList;
}

/** Keeps, per file and kind of row, what the run says about itself and in which order its rows stand. */
export class ListBook {
  readonly duplicates = new TallyCounter();
  readonly strangers = new TallyCounter();
  readonly #lists = new Map<string, OpenList>();
  /** Per list of the dataset: which questions or states it has named so far. */
  readonly #seen = new Map<string, Uint8Array>();
  readonly #dataset: Dataset;
  /** Markers of a run stand before and after its rows. */
  #pendingStarts: RunStart[] = [];
  #current: OpenList | null = null;

  constructor(dataset: Dataset) {
    this.#dataset = dataset;
  }

  beginFile(): void {
    this.#pendingStarts = [];
    this.#current = null;
  }

  start(row: JsonObject, line: number): void {
    this.#pendingStarts.push({
      line,
      labelsMounted: typeof row.labels_mounted === 'boolean' ? row.labels_mounted : null,
      goldFields: goldFieldsOf(row.gold_fields_received),
      expectedCount: countOf(row.expected_count),
      budget: BUDGET_NAMES.map((name) => countOf(row[name])).find((budget) => budget !== null) ?? null,
    });
  }

  end(row: JsonObject, line: number): void {
    const end: RunEnd = {
      line,
      status: stringOr(row.status, null),
      completedCount: countOf(row.completed_count),
      parsedCount: countOf(row.parsed_count),
      errorCount: countOf(row.error_count),
    };
    this.#current?.ends.push(end);
  }

  /** `subject` is the row's question or state in the dataset, -1 unknown. */
  add(source: SourceRow, kind: RowKind, judge: string | null, subject: number, isError: boolean): void {
    const list = this.#open(source.file, kind, judge);
    this.#current = list;
    if (this.#pendingStarts.length > 0) list.starts.push(...this.#pendingStarts.splice(0));
    if (isError) {
      list.errors += 1;
      return;
    }
    list.rows += 1;
    if (kind === 'judge_score' && source.row.parsed !== null) list.parsed += 1;
    list.subjects.push(subject);
    list.lines.push(source.line);
    this.#lookAtSequence(list, source);
    this.strangers.look(subject < 0 ? toEvidence(source, `is about ${source.id ?? 'nothing'}, not in the data`) : null);
    if (subject < 0) return;
    const seen = this.#seenBy(list, kind);
    this.duplicates.look(seen[subject] === 1 ? toEvidence(source, `a second ${WORDS[kind]} for the same id`) : null);
    seen[subject] = 1;
  }

  finish(): readonly ListEvidence[] {
    return [...this.#lists.values()].map((list) => ({
      file: list.file,
      kind: list.kind,
      judge: list.judge,
      group: list.group,
      rows: list.rows,
      errors: list.errors,
      parsed: list.kind === 'judge_score' ? list.parsed : null,
      starts: list.starts,
      ends: list.ends,
      sequence: { stated: list.stated, first: list.first, last: list.last, breaks: list.breaks },
      subjects: list.subjects.toArray(),
      lines: list.lines.toArray(),
    }));
  }

  #open(file: string, kind: RowKind, judge: string | null): OpenList {
    const key = JSON.stringify([file, kind, judge]);
    let list = this.#lists.get(key);
    if (list === undefined) {
      const folder = file.slice(0, file.lastIndexOf('/') + 1);
      list = {
        file,
        kind,
        judge,
        group: JSON.stringify([folder, kind, judge ?? judgeOfFile(file).judge]),
        rows: 0,
        errors: 0,
        parsed: 0,
        starts: [],
        ends: [],
        stated: 0,
        first: null,
        last: null,
        breaks: new TallyCounter(),
        subjects: new IntList(),
        lines: new IntList(),
      };
      this.#lists.set(key, list);
    }
    return list;
  }

  /** States may be listed twice on purpose (all of them, the probed ones); every other kind is one list. */
  #seenBy({ group, judge }: OpenList, kind: RowKind): Uint8Array {
    const key = kind === 'state' ? group : JSON.stringify([kind, judge]);
    let seen = this.#seen.get(key);
    if (seen === undefined) {
      const { questions, states } = this.#dataset;
      seen = new Uint8Array(isAboutStates(kind) ? states.count : questions.count);
      this.#seen.set(key, seen);
    }
    return seen;
  }

  #lookAtSequence(list: OpenList, source: SourceRow): void {
    const index = countOf(source.row.sequence_index);
    if (index === null) return;
    list.stated += 1;
    list.first ??= index;
    const expected = list.last === null ? index : list.last + 1;
    const isBroken = index !== expected;
    list.breaks.look(isBroken ? toEvidence(source, `sequence_index ${index} where ${expected} comes next`) : null);
    list.last = index;
  }
}

/** Under these names runs state how many searches they may make. */
const BUDGET_NAMES = ['search_budget', 'max_searches', 'max_search_calls', 'max_search_budget'] as const;

const WORDS: Readonly<Record<RowKind, string>> = {
  input: 'input',
  label: 'label',
  trajectory: 'native run',
  'first-answer': 'first answer',
  state: 'state',
  probe: 'probe',
  judge_score: 'score',
};

export const isAboutStates = (kind: RowKind): boolean => kind === 'state' || kind === 'probe' || kind === 'judge_score';

const goldFieldsOf = (value: unknown): number | null => {
  if (Array.isArray(value)) return value.length;
  if (isObject(value)) return Object.keys(value).length;
  return numberOrNull(value);
};
