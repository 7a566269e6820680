import { type Cell, csvLine } from '../csv.ts';
import type { Provenance } from '../present/provenance.ts';
import { embedProvenance } from '../present/provenance-text.ts';
import type { FileOrigin } from '../terms.ts';
import type { QuestionRow } from './rows.ts';

/** What an export must say about itself: whoever opens the file later sees it beside every row. */
export interface ExportFacts {
  readonly dataset: string;
  /** "synthetic replica", or null. */
  readonly notice: string | null;
  readonly answerRule: string;
  /** The policy in words: "expanded_s2g_lora >= 7.874999982333975". */
  readonly policy: string;
  /** "frozen", "post hoc", ... or null where the policy has no threshold. */
  readonly thresholdStatus: string | null;
  /** Questions the figures are about, in words: "200-999". */
  readonly selection: string;
  readonly metaNames: readonly string[];
  readonly files: readonly FileOrigin[];
}

type Field = readonly [name: string, value: (row: QuestionRow) => Cell];

const FIELDS: readonly Field[] = [
  ['question_id', ({ id }) => id],
  ['question', ({ text }) => text],
  ['gold', ({ gold }) => gold],
  ['label', ({ label }) => label],
  ['native_answer', ({ native }) => native],
  ['native_verdict', ({ nativeVerdict }) => nativeVerdict],
  ['policy_answer', ({ policy }) => policy],
  ['policy_verdict', ({ policyVerdict }) => policyVerdict],
  ['outcome', ({ outcome }) => outcome],
  ['flags', ({ flags }) => flags.join(' ')],
  ['stop_searches', ({ stopState }) => stopState],
  ['native_searches', ({ nativeSearches }) => nativeSearches],
  ['policy_searches', ({ policySearches }) => policySearches],
  ['searches_saved', ({ saved }) => saved],
  ['first_crossing_score', ({ score }) => score],
  ['margin', ({ margin }) => margin],
  ['highest_score', ({ highest }) => highest],
  ['earliest_safe_searches', ({ earliestSafe }) => earliestSafe],
  ['delay', ({ delay }) => delay],
  ['eligible_states', ({ states }) => states],
  ['split', ({ split }) => split],
  ['gap_to_quality_oracle', ({ gapQuality }) => gapQuality],
  ['gap_to_cost_oracle', ({ gapCost }) => gapCost],
];

const FLIP_FIELDS: readonly Field[] = [
  ['flip_answer', ({ flip }) => flip?.answer ?? null],
  ['flip_from', ({ flip }) => flip?.from ?? null],
  ['flip_to', ({ flip }) => flip?.to ?? null],
  ['flip_searches', ({ flip }) => flip?.searches ?? null],
];

const notesOf = ({ tags, note }: QuestionRow): readonly Cell[] => [tags.join('; '), note];

/** The head of a CSV export. `hasFlips`: a second policy is compared with. */
export const csvHead = (facts: ExportFacts, hasFlips: boolean): string =>
  csvLine([
    ...[...FIELDS, ...(hasFlips ? FLIP_FIELDS : [])].map(([name]) => name),
    ...facts.metaNames.map((name) => `meta_${name}`),
    'tags',
    'note',
    'policy',
    'threshold_status',
    'answer_rule',
    'selection',
    'dataset',
    'notice',
    'files_sha256',
    'provenance',
  ]);

/**
 * `isFirst`: the first row names the files, and holds the record that `readProvenance` gives back; in each row of a million
 * they would be most of the export.
 */
export const csvRow = (
  facts: ExportFacts,
  row: QuestionRow,
  isFirst: boolean,
  provenance: Provenance | null = null,
): string =>
  csvLine([
    ...[...FIELDS, ...(row.flip ? FLIP_FIELDS : [])].map(([, value]) => value(row)),
    ...row.meta,
    ...notesOf(row),
    facts.policy,
    facts.thresholdStatus,
    facts.answerRule,
    facts.selection,
    facts.dataset,
    facts.notice,
    isFirst ? facts.files.map(({ name, sha256 }) => `${name} ${sha256 ?? 'not computed'}`).join('; ') : null,
    isFirst && provenance !== null ? embedProvenance(provenance, 'cell') : null,
  ]);

/** The first line of a JSONL export; `provenance` is what `readProvenance` gives back. */
export const jsonHead = (facts: ExportFacts, questions: number, provenance: Provenance | null = null): string =>
  `${JSON.stringify({ record_type: 'stopscope_questions', questions, ...facts, provenance })}\n`;

export const jsonRow = (facts: ExportFacts, row: QuestionRow): string => {
  const fields = [...FIELDS, ...(row.flip ? FLIP_FIELDS : [])].map(([name, value]) => [name, value(row)] as const);
  return `${JSON.stringify({
    record_type: 'question',
    ...Object.fromEntries(fields),
    meta: facts.metaNames.map((name, i) => [name, row.meta[i] ?? null]),
    tags: row.tags,
    note: row.note,
    notice: facts.notice,
    threshold_status: facts.thresholdStatus,
  })}\n`;
};
