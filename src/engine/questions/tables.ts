import type { Evaluation } from '../../core/correctness.ts';
import {
  type Annotations,
  applyFilters,
  type Column,
  countBins,
  countFacet,
  type Facet,
  type Histogram,
  isFixedColumn,
  matchesAll,
  NO_ANNOTATIONS,
  needsTexts,
  type Passes,
  parseQuery,
  QuestionColumns,
  type Ranks,
  rankColumn,
  sortQuestions,
  type TableSpec,
  testFilter,
} from '../../core/questions/index.ts';
import { type SelectionSpec, select } from '../../core/selection.ts';
import type { Dataset } from '../../core/terms.ts';
import type { Evaluator } from '../evaluate.ts';
import { JobFailure } from '../job-context.ts';
import { checkRule } from '../lab-context.ts';

/** Which questions, judged how, shown how. */
export interface TableRequest {
  readonly selection: SelectionSpec;
  readonly answerRule: string;
  readonly spec: TableSpec;
  /** Look for the words in passages, queries and gap items too. */
  readonly isDeep: boolean;
  /** Columns whose values are counted. */
  readonly facets: readonly string[];
  /** Number columns to draw. */
  readonly histograms: readonly string[];
}

/** A table is kept in the worker under its ticket; rows are asked for by position. */
export interface TableReply {
  readonly ticket: number;
  /** Questions that meet every condition. */
  readonly count: number;
  /** Questions of the selection. */
  readonly total: number;
  readonly facets: readonly Facet[];
  readonly histograms: readonly Histogram[];
  /** True where a deep search was asked for whose answer is not there yet. */
  readonly needsDeepSearch: boolean;
}

export interface Table {
  readonly ticket: number;
  readonly columns: QuestionColumns;
  readonly order: Int32Array;
}

const KEPT_TABLES = 6;
const KEPT_COLUMNS = 4;
/** A facet with more values than this is cut to the most frequent ones: a list of ids is no facet. */
const MOST_FACET_VALUES = 60;
const BINS = 24;
/** Beyond this many questions the lower-case texts are not kept: they would fill the memory. */
const MOST_KEPT_TEXTS = 400_000;

/** The question tables of one dataset. */
export class QuestionTables {
  annotations: Annotations = NO_ANNOTATIONS;
  private annotationsVersion = 0;
  private nextTicket = 1;
  private readonly tables = new Map<number, Table>();
  private readonly columns = new Map<string, QuestionColumns>();
  private readonly fixedColumns = new Map<string, { evaluation: Evaluation; column: Column | null }>();
  private readonly ranks = new WeakMap<Column, Ranks>();
  private readonly deepHits = new Map<string, Passes>();
  private readonly lowered: (string | undefined)[] = [];

  constructor(
    private readonly dataset: Dataset,
    private readonly evaluator: Evaluator,
  ) {}

  annotate(annotations: Annotations): void {
    this.annotations = annotations;
    this.annotationsVersion += 1;
    this.columns.clear();
  }

  columnsOf(answerRule: string, spec: Pick<TableSpec, 'policy' | 'judge' | 'against'>): QuestionColumns {
    const key = JSON.stringify([answerRule, keyOf(spec.policy), spec.judge, keyOf(spec.against)]);
    const evaluation = this.evaluator.under(answerRule);
    let columns = this.columns.get(key);
    // Texts that were read in between give further columns.
    if (columns?.evaluation !== evaluation) {
      const { policy, judge, against } = spec;
      for (const one of [policy, against]) if (one?.kind === 'rule') checkRule(evaluation, one.rule);
      columns = new QuestionColumns(evaluation, { policy, judge, against }, this.annotations);
      keep(this.columns, key, columns, KEPT_COLUMNS);
    }
    return columns;
  }

  open({ selection, answerRule, spec, isDeep, facets, histograms }: TableRequest): TableReply {
    const columns = this.columnsOf(answerRule, spec);
    const chosen = select(this.dataset, selection);
    const count = columns.count;
    const tests: Passes[] = [];
    /** Which test is the condition of a column. */
    const testOf = new Map<string, number>();
    for (const filter of spec.filters) {
      const column = this.column(columns, filter.column);
      if (column === null && needsTexts(filter.column)) throw textsUnread();
      testOf.set(filter.column, tests.length);
      tests.push(column === null ? new Uint8Array(count) : testFilter(filter, column, count));
    }
    const terms = parseQuery(spec.find);
    const deep = isDeep && terms.length > 0 ? this.deepHits.get(deepKey(selection, spec.find)) : undefined;
    if (terms.length > 0) tests.push(deep ?? this.testTexts(columns, chosen, terms));
    const filtered = applyFilters(chosen, tests);
    const keys = spec.sort.flatMap(({ column: id, isDescending }) => {
      const column = this.column(columns, id);
      return column === null ? [] : [{ ...this.rank(column, count), isDescending }];
    });
    const order = keys.length === 0 ? filtered.passing : sortQuestions(filtered.passing, keys);
    const ticket = this.nextTicket++;
    keep(this.tables, ticket, { ticket, columns, order }, KEPT_TABLES);
    return {
      ticket,
      count: order.length,
      total: chosen.length,
      facets: facets.flatMap((id) => {
        const column = this.column(columns, id);
        return column === null ? [] : [cutFacet(countFacet(filtered, column, testOf.get(id) ?? -1))];
      }),
      histograms: histograms.flatMap((id) => {
        const column = this.column(columns, id);
        return column === null ? [] : [countBins(filtered, column, testOf.get(id) ?? -1, BINS)];
      }),
      needsDeepSearch: isDeep && terms.length > 0 && deep === undefined,
    };
  }

  /** null: the table has been given up for newer ones. */
  find(ticket: number): Table | null {
    return this.tables.get(ticket) ?? null;
  }

  setDeepHits(selection: SelectionSpec, find: string, hits: Passes): void {
    keep(this.deepHits, deepKey(selection, find), hits, KEPT_TABLES);
  }

  /** What a plain search looks at: id, question, gold, native answer; the policy's answer comes on top. */
  basicText(columns: QuestionColumns, question: number): string {
    const text = this.ownText(question);
    const stop = columns.stops[question]!;
    const answer = stop < 0 ? null : (this.dataset.states.probeAnswers[stop] ?? null);
    return answer === null ? text : `${text}\n${answer.toLowerCase()}`;
  }

  /** Of a question under any policy. */
  ownText(question: number): string {
    let text = this.lowered[question];
    if (text === undefined) {
      const { ids, texts, golds, nativeAnswers } = this.dataset.questions;
      const gold = golds[question] ?? '';
      text = [
        ids[question],
        texts[question],
        typeof gold === 'string' ? gold : gold.join('\n'),
        nativeAnswers[question],
      ]
        .map((part) => part ?? '')
        .join('\n')
        .toLowerCase();
      if (this.dataset.questions.count <= MOST_KEPT_TEXTS) this.lowered[question] = text;
    }
    return text;
  }

  private testTexts(columns: QuestionColumns, chosen: Int32Array, terms: readonly string[]): Passes {
    const passes = new Uint8Array(columns.count);
    for (let i = 0; i < chosen.length; i++) {
      const q = chosen[i]!;
      if (matchesAll(this.basicText(columns, q), terms)) passes[q] = 1;
    }
    return passes;
  }

  /** Columns that no policy changes are built once for all tables of an answer rule. */
  private column(columns: QuestionColumns, id: string): Column | null {
    if (!isFixedColumn(id)) return columns.column(id);
    const known = this.fixedColumns.get(id);
    if (known?.evaluation === columns.evaluation) return known.column;
    const column = columns.column(id);
    this.fixedColumns.set(id, { evaluation: columns.evaluation, column });
    return column;
  }

  private rank(column: Column, count: number): Ranks {
    let ranks = this.ranks.get(column);
    if (ranks === undefined) {
      ranks = rankColumn(column, count);
      this.ranks.set(column, ranks);
    }
    return ranks;
  }
}

const textsUnread = (): JobFailure =>
  new JobFailure({
    code: 'texts.not-read',
    severity: 'error',
    message: 'Which questions these are stands in the texts of the run, which have not been read.',
    effect: 'They are read question by question; then the list is made.',
    file: null,
    line: null,
  });

/** JSON has no Infinity: the policy that never stops would be mistaken for one that cannot be told. */
const keyOf = (policy: unknown): string =>
  JSON.stringify(policy, (_, value) => (typeof value === 'number' ? String(value) : value));

const deepKey = (selection: SelectionSpec, find: string): string => JSON.stringify([selection, parseQuery(find)]);

function keep<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key);
  map.set(key, value);
  while (map.size > most) map.delete(map.keys().next().value!);
}

function cutFacet(facet: Facet): Facet {
  if (facet.values.length <= MOST_FACET_VALUES) return facet;
  const values = [...facet.values].sort((a, b) => b.count - a.count).slice(0, MOST_FACET_VALUES);
  return { ...facet, values };
}
