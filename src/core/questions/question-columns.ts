import { type Evaluation, UNKNOWN } from '../correctness.ts';
import { decisionCodes, isDecisionColumn } from '../lab/decision-figures.ts';
import { IN_FIGURE, isFigureColumn } from '../lab/text-figures.ts';
import {
  classifyOutcomes,
  compareStops,
  emAt,
  FLIP_ANSWERS,
  GAP_SLICES,
  measureGap,
  OUTCOME_CLASSES,
  OUTCOME_SETS,
  type Outcomes,
  STANDINGS,
  searchesAt,
} from '../outcomes/index.ts';
import { replayAll } from '../policies/index.ts';
import { type Judge, NO_SCORE, SCORED } from '../terms.ts';
import { type Column, categoryColumn } from './columns.ts';
import type { TableSpec } from './spec.ts';
import { STATE_MARKS_COLUMN, stateMarksColumn } from './state-marks-column.ts';

/** Tags and notes that people put on questions, by question index. */
export interface Annotations {
  readonly tags: ReadonlyMap<number, readonly string[]>;
  readonly notes: ReadonlyMap<number, string>;
}
export const NO_ANNOTATIONS: Annotations = { tags: new Map(), notes: new Map() };

/** Names of the bits in `Outcomes.flags`, lowest first. */
export const FLAGS = ['premature', 'suppressing', 'terminal-rescue'] as const;

/** Columns that do not depend on the policy or on notes. */
const FIXED_COLUMNS = [
  'id',
  'index',
  'question',
  'gold',
  'native',
  'nativeVerdict',
  'nativeSearches',
  'states',
  'split',
  'earliestSafe',
  'safeStates',
  'unsafeStates',
];
export const isFixedColumn = (id: string): boolean =>
  FIXED_COLUMNS.includes(id) || id.startsWith('meta:') || needsTexts(id);
/** What a column holds may stand in the texts. */
export const needsTexts = (id: string): boolean => isFigureColumn(id) || isDecisionColumn(id);

/** All columns that there may be, the metadata of the dataset last. */
export const columnIds = ({ dataset }: Evaluation): readonly string[] => [
  ...Object.keys(BUILDERS),
  ...dataset.questions.meta.map(({ name }) => `meta:${name}`),
];

/** The columns of one policy over all questions of the dataset, each built when it is first asked for. */
export class QuestionColumns {
  readonly all: Int32Array;
  /** Per question: where the policy stops, -1 for the native finish. */
  readonly stops: Int32Array;
  /** Likewise under the policy that is compared with; null without one. */
  readonly againstStops: Int32Array | null;
  /** The judge whose scores the score columns hold. */
  readonly scored: Judge | null;
  private readonly built = new Map<string, Column | null>();
  private outcomesMemo: Outcomes | null = null;
  private flipsMemo: ReturnType<typeof compareStops> | null = null;

  constructor(
    readonly evaluation: Evaluation,
    readonly spec: Pick<TableSpec, 'policy' | 'judge' | 'against'>,
    readonly annotations: Annotations,
  ) {
    this.all = Int32Array.from({ length: evaluation.dataset.questions.count }, (_, q) => q);
    this.stops = replayAll(spec.policy, evaluation, this.all);
    this.againstStops = spec.against && replayAll(spec.against, evaluation, this.all);
    this.scored = evaluation.dataset.judges.find(({ id }) => id === spec.judge) ?? null;
  }

  get count(): number {
    return this.all.length;
  }

  /** null: the dataset or the table has no such column. */
  column(id: string): Column | null {
    let column = this.built.get(id);
    if (column === undefined) {
      const build = Object.hasOwn(BUILDERS, id) ? BUILDERS[id] : undefined;
      column = build?.(this, id) ?? figureColumn(this, id) ?? metaColumn(this, id);
      this.built.set(id, column);
    }
    return column;
  }

  /** One value of a number column, without building the column. */
  number(id: string, question: number): number {
    const known = this.built.get(id);
    if (known?.kind === 'number') return known.values[question]!;
    return Object.hasOwn(NUMBERS, id) ? NUMBERS[id]!(this, question) : Number.NaN;
  }

  get outcomes(): Outcomes {
    this.outcomesMemo ??= classifyOutcomes(this.evaluation, this.all, this.stops);
    return this.outcomesMemo;
  }

  get flips() {
    if (this.againstStops === null) return null;
    this.flipsMemo ??= compareStops(this.evaluation, this.all, this.againstStops, this.stops);
    return this.flipsMemo;
  }

  /** The final answer of a question that is stopped at `stop` (-1: the native finish). */
  answerAt(question: number, stop: number): string | null {
    const { questions, states } = this.evaluation.dataset;
    return (stop < 0 ? questions.nativeAnswers[question] : states.probeAnswers[stop]) ?? null;
  }

  /** The slice of the oracle gap that each of the questions is in, as an index into GAP_SLICES. */
  gapSlices(oracle: 'quality-oracle' | 'cost-oracle', questions: Int32Array): Uint8Array {
    const stops = questions.map((q) => this.stops[q]!);
    return measureGap(this.evaluation, questions, stops, replayAll({ kind: oracle }, this.evaluation, questions))
      .slices;
  }
}

type Builder = (table: QuestionColumns, id: string) => Column | null;

const numbers: Builder = (table, id) => {
  const at = NUMBERS[id]!;
  const values = new Float64Array(table.count);
  for (let q = 0; q < values.length; q++) values[q] = at(table, q);
  return { kind: 'number', id, values };
};

const texts =
  (at: (table: QuestionColumns, q: number) => string | null): Builder =>
  (table, id) => ({ kind: 'text', id, at: (q) => at(table, q) });

const codes =
  (names: readonly string[], at: (table: QuestionColumns, q: number) => number): Builder =>
  (table, id) => ({ kind: 'category', id, names, codes: table.all.map((q) => at(table, q)) });

const VERDICTS = ['wrong', 'right'] as const;
const verdict = (em: number): number => (em === UNKNOWN ? -1 : em);

const OUTCOME_CODES: ReadonlyMap<string, readonly number[]> = new Map(
  OUTCOME_SETS.map(({ id, classes }) => [id, classes.map((one) => OUTCOME_CLASSES.indexOf(one))]),
);

/** Number columns, value by value; NaN is missing. */
const NUMBERS: Readonly<Record<string, (table: QuestionColumns, q: number) => number>> = {
  index: (_, q) => q,
  stopState: ({ evaluation, stops }, q) =>
    stops[q]! < 0 ? Number.NaN : evaluation.dataset.states.searchesUsed[stops[q]!]!,
  nativeSearches: ({ evaluation }, q) => evaluation.dataset.questions.nativeSearches[q]!,
  policySearches: ({ evaluation, stops }, q) => searchesAt(evaluation, q, stops[q]!),
  saved: ({ evaluation, stops }, q) => searchesAt(evaluation, q, -1) - searchesAt(evaluation, q, stops[q]!),
  score: crossingScore,
  margin: (table, q) => {
    if (table.spec.policy.kind !== 'threshold') return Number.NaN;
    const score = crossingScore(table, q);
    const nearest = Number.isNaN(score) ? table.number('highest', q) : score;
    const margin = nearest - table.spec.policy.threshold;
    return Number.isFinite(margin) ? margin : Number.NaN;
  },
  highest: highestScore,
  earliestSafe: ({ evaluation: { correctness, dataset } }, q) =>
    correctness.earliestSafe[q]! < 0 ? Number.NaN : dataset.states.searchesUsed[correctness.earliestSafe[q]!]!,
  delay: (table, q) => {
    const stop = table.stops[q]!;
    if (stop < 0 || table.evaluation.correctness.probeEm[stop] !== 1) return Number.NaN;
    return table.evaluation.dataset.states.searchesUsed[stop]! - table.number('earliestSafe', q);
  },
  states: ({ evaluation }, q) => countEligible(evaluation, q, () => true),
  safeStates: ({ evaluation }, q) => countEligible(evaluation, q, (s) => evaluation.correctness.probeEm[s] === 1),
  unsafeStates: ({ evaluation }, q) => countEligible(evaluation, q, (s) => evaluation.correctness.probeEm[s] === 0),
  asked: ({ evaluation, scored }, q) =>
    scored === null ? Number.NaN : countEligible(evaluation, q, (s) => scored.status[s] !== NO_SCORE),
  flipSearches: ({ flips }, q) => flips?.searches[q] ?? Number.NaN,
};

/** A new column is one line here (a number also one above); its name for people stands with the page's columns. */
const BUILDERS: Readonly<Record<string, Builder>> = {
  ...Object.fromEntries(Object.keys(NUMBERS).map((id) => [id, numbers])),
  id: texts(({ evaluation }, q) => evaluation.dataset.questions.ids[q]!),
  question: texts(({ evaluation }, q) => evaluation.dataset.questions.texts[q] ?? null),
  gold: texts(({ evaluation }, q) => goldText(evaluation, q)),
  native: texts(({ evaluation }, q) => evaluation.dataset.questions.nativeAnswers[q] ?? null),
  nativeVerdict: codes(VERDICTS, ({ evaluation }, q) => verdict(emAt(evaluation, q, -1))),
  policy: texts((table, q) => table.answerAt(q, table.stops[q]!)),
  policyVerdict: codes(VERDICTS, ({ evaluation, stops }, q) => verdict(emAt(evaluation, q, stops[q]!))),
  outcome: (table, id) => ({
    kind: 'category',
    id,
    names: OUTCOME_CLASSES,
    codes: Int32Array.from(table.outcomes.classes),
    sets: OUTCOME_CODES,
  }),
  [STATE_MARKS_COLUMN]: ({ evaluation, spec }) => stateMarksColumn(evaluation, spec.policy),
  flags: (table, id) => {
    const members = new Map<number, readonly number[]>();
    table.outcomes.flags.forEach((bits, q) => {
      if (bits !== 0) members.set(q, FLAG_CODES[bits]!);
    });
    return { kind: 'set', id, names: FLAGS, members };
  },
  split: (table, id) => categoryColumn(id, table.count, (q) => table.evaluation.dataset.questions.splits[q] ?? null),
  tags: tagColumn,
  note: texts(({ annotations }, q) => annotations.notes.get(q) ?? null),
  gapQuality: (table, id) => gapColumn(id, table.gapSlices('quality-oracle', table.all)),
  gapCost: (table, id) => gapColumn(id, table.gapSlices('cost-oracle', table.all)),
  changed: flipColumn(['no', 'yes'], (flips, q) => flips.isChanged[q]!),
  flip: flipColumn(FLIP_ANSWERS, (flips, q) => flips.answer[q]!),
  flipFrom: flipColumn(STANDINGS, (flips, q) => flips.from[q]!),
  flipTo: flipColumn(STANDINGS, (flips, q) => flips.to[q]!),
  flipSearches: (table, id) => table.flips && numbers(table, id),
};

function countEligible({ dataset }: Evaluation, q: number, counts: (state: number) => boolean): number {
  const { stateStart } = dataset.questions;
  let count = 0;
  for (let s = stateStart[q]!; s < stateStart[q + 1]!; s++) {
    if (dataset.states.isEligible[s] === 1 && counts(s)) count++;
  }
  return count;
}

const FLAG_CODES: readonly (readonly number[])[] = Array.from({ length: 1 << FLAGS.length }, (_, bits) =>
  FLAGS.map((_, code) => code).filter((code) => (bits >> code) & 1),
);

function goldText({ dataset }: Evaluation, q: number): string | null {
  const gold = dataset.questions.golds[q] ?? null;
  return gold === null || typeof gold === 'string' ? gold : gold.join(' | ');
}

/** The score that made the policy stop; missing where it does not stop, or stops for another reason. */
function crossingScore({ scored, stops }: QuestionColumns, q: number): number {
  const stop = stops[q]!;
  return stop < 0 || scored === null || scored.status[stop] !== SCORED ? Number.NaN : scored.scores[stop]!;
}

/** The highest parsed score over the eligible states: the largest threshold at which the question still stops. */
function highestScore({ evaluation: { dataset }, scored }: QuestionColumns, q: number): number {
  let highest = Number.NaN;
  if (scored === null) return highest;
  const { isEligible } = dataset.states;
  for (let s = dataset.questions.stateStart[q]!; s < dataset.questions.stateStart[q + 1]!; s++) {
    if (isEligible[s] === 0 || scored.status[s] !== SCORED || highest >= scored.scores[s]!) continue;
    highest = scored.scores[s]!;
  }
  return highest;
}

function tagColumn({ annotations: { tags } }: QuestionColumns, id: string): Column {
  const names = [...new Set([...tags.values()].flat())].sort();
  const codeOf = new Map(names.map((name, code) => [name, code]));
  const members = new Map<number, readonly number[]>();
  for (const [q, own] of tags) {
    if (own.length > 0)
      members.set(
        q,
        own.map((name) => codeOf.get(name)!).sort((a, b) => a - b),
      );
  }
  return { kind: 'set', id, names, members };
}

const gapColumn = (id: string, slices: Uint8Array): Column => ({
  kind: 'category',
  id,
  names: GAP_SLICES,
  codes: Int32Array.from(slices),
});

function flipColumn(
  names: readonly string[],
  at: (flips: NonNullable<QuestionColumns['flips']>, q: number) => number,
): Builder {
  return ({ flips, all }, id) => flips && { kind: 'category', id, names, codes: all.map((q) => at(flips, q)) };
}

/** The questions behind a figure of the lab that no other column tells; null while the texts have not been read. */
function figureColumn({ evaluation }: QuestionColumns, id: string): Column | null {
  const codes = isFigureColumn(id) ? evaluation.textFigures?.codes(id) : decisionCodes(evaluation, id);
  return codes ? { kind: 'category', id, names: [IN_FIGURE], codes } : null;
}

/** `meta:NAME`: numbers where every recorded value is one, else categories. */
function metaColumn({ evaluation, count }: QuestionColumns, id: string): Column | null {
  if (!id.startsWith('meta:')) return null;
  const meta = evaluation.dataset.questions.meta.find(({ name }) => `meta:${name}` === id);
  if (meta === undefined) return null;
  const recorded = meta.values.filter((value) => value !== null);
  if (recorded.length > 0 && recorded.every((value) => typeof value === 'number')) {
    const values = Float64Array.from({ length: count }, (_, q) => {
      const value = meta.values[q];
      return typeof value === 'number' ? value : Number.NaN;
    });
    return { kind: 'number', id, values };
  }
  return categoryColumn(id, count, (q) => {
    const value = meta.values[q] ?? null;
    return value === null ? null : String(value);
  });
}
