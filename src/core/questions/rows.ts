import { UNKNOWN } from '../correctness.ts';
import {
  emAt,
  FLIP_ANSWERS,
  type FlipAnswer,
  GAP_SLICES,
  type GapSlice,
  OUTCOME_CLASSES,
  type OutcomeClass,
  STANDINGS,
  type Standing,
} from '../outcomes/index.ts';
import type { Verdict } from '../trajectory/model.ts';
import { FLAGS, type QuestionColumns } from './question-columns.ts';

/** One question as the table shows and the exports write it. null: missing, or not applicable. */
export interface QuestionRow {
  readonly question: number;
  readonly id: string;
  readonly text: string | null;
  readonly gold: string | null;
  /** Whether there is a label: a sealed one is there and not shown. */
  readonly label: 'known' | 'sealed' | 'none';
  readonly native: string | null;
  readonly nativeVerdict: Verdict;
  readonly policy: string | null;
  readonly policyVerdict: Verdict;
  readonly outcome: OutcomeClass;
  readonly flags: readonly (typeof FLAGS)[number][];
  /** Searches used where the policy stops; null for the native finish. */
  readonly stopState: number | null;
  readonly nativeSearches: number;
  readonly policySearches: number;
  readonly saved: number;
  readonly score: number | null;
  readonly margin: number | null;
  readonly highest: number | null;
  readonly earliestSafe: number | null;
  readonly delay: number | null;
  readonly states: number;
  readonly split: string | null;
  readonly tags: readonly string[];
  readonly note: string | null;
  readonly meta: readonly (string | number | boolean | null)[];
  readonly gapQuality: GapSlice;
  readonly gapCost: GapSlice;
  /** null: no second policy to compare with. */
  readonly flip: {
    readonly answer: FlipAnswer;
    readonly from: Standing;
    readonly to: Standing;
    readonly searches: number;
    readonly isChanged: boolean;
    /** The answer under the policy that is compared with. */
    readonly fromAnswer: string | null;
  } | null;
}

/** Builds the row of one question. */
export function describeRow(table: QuestionColumns, q: number): QuestionRow {
  const { dataset } = table.evaluation;
  const { flips } = table;
  const alone = Int32Array.of(q);
  const text = (id: string): string | null => {
    const column = table.column(id);
    return column?.kind === 'text' ? column.at(q) : null;
  };
  const number = (id: string): number | null => {
    const value = table.number(id, q);
    return Number.isNaN(value) ? null : value;
  };
  const bits = table.outcomes.flags[q]!;
  return {
    question: q,
    id: dataset.questions.ids[q]!,
    text: dataset.questions.texts[q] ?? null,
    gold: text('gold'),
    label: dataset.questions.sealed?.[q] === 1 ? 'sealed' : dataset.questions.golds[q] == null ? 'none' : 'known',
    native: text('native'),
    nativeVerdict: verdictOf(emAt(table.evaluation, q, -1)),
    policy: text('policy'),
    policyVerdict: verdictOf(emAt(table.evaluation, q, table.stops[q]!)),
    outcome: OUTCOME_CLASSES[table.outcomes.classes[q]!]!,
    flags: FLAGS.filter((_, bit) => (bits >> bit) & 1),
    stopState: number('stopState'),
    nativeSearches: dataset.questions.nativeSearches[q]!,
    policySearches: number('policySearches')!,
    saved: number('saved')!,
    score: number('score'),
    margin: number('margin'),
    highest: number('highest'),
    earliestSafe: number('earliestSafe'),
    delay: number('delay'),
    states: number('states')!,
    split: dataset.questions.splits[q] ?? null,
    tags: table.annotations.tags.get(q) ?? [],
    note: table.annotations.notes.get(q) ?? null,
    meta: dataset.questions.meta.map(({ values }) => values[q] ?? null),
    gapQuality: GAP_SLICES[table.gapSlices('quality-oracle', alone)[0]!]!,
    gapCost: GAP_SLICES[table.gapSlices('cost-oracle', alone)[0]!]!,
    flip: flips && {
      answer: FLIP_ANSWERS[flips.answer[q]!]!,
      from: STANDINGS[flips.from[q]!]!,
      to: STANDINGS[flips.to[q]!]!,
      searches: flips.searches[q]!,
      isChanged: flips.isChanged[q] === 1,
      fromAnswer: table.answerAt(q, table.againstStops![q]!),
    },
  };
}

const verdictOf = (em: number): Verdict => (em === UNKNOWN ? 'unknown' : em === 1 ? 'right' : 'wrong');
