import {
  type Evidence,
  type ForbiddenField,
  MOST_ROWS,
  type RowKind,
  TallyCounter,
} from '../../core/audit/evidence.ts';
import { givesGoldAway } from '../../core/audit/gold-in-text.ts';
import type { Dataset } from '../../core/terms.ts';
import { isObject, type JsonObject } from '../importers/guards.ts';
import { type SourceRow, toEvidence } from './row.ts';

/** Names under which a label travels. */
const LABEL_NAMES =
  /^(gold|gold_.*|.*_gold|golden_.*|labels?|targets?|ground_?truths?|reference_?answers?|correct_?answers?|supporting_?facts?)$/i;
/** What follows from a label. In a model's output it may have been added later; in its input it tells. */
const TELLING_NAMES = /^(answers?|official_?em|em|f1|token_?f1|exact_?match|is_?correct|correct|safe_early_stop)$/i;
const DEEPEST = 4;

/**
 * Rows that a model was fed with, and rows that it wrote: what could have told it the answer. What a probe answers and a
 * judge says is their own output and looked past.
 */
export class FieldWatch {
  readonly prompts = new TallyCounter();
  readonly #fields = new Map<
    string,
    { path: string; kind: RowKind; count: number; rows: ForbiddenField['rows'][number][] }
  >();
  #rows = 0;
  readonly #dataset: Dataset;

  constructor(dataset: Dataset) {
    this.#dataset = dataset;
  }

  add(kind: RowKind, source: SourceRow, question: number): void {
    if (kind === 'label' || kind === 'trajectory' || kind === 'first-answer') return;
    this.#rows += 1;
    this.#walk(source.row, '', kind, source, 0);
    this.#lookAtPrompt(source, question);
  }

  finish(): Evidence['forbidden'] {
    return { rows: this.#rows, fields: [...this.#fields.values()] };
  }

  #walk(value: JsonObject, prefix: string, kind: RowKind, source: SourceRow, depth: number): void {
    for (const key of Object.keys(value)) {
      const path = prefix + key;
      if (OWN_OUTPUT[kind]?.has(path)) continue;
      const isTelling = LABEL_NAMES.test(key) || (isInput(kind) && TELLING_NAMES.test(key));
      if (isTelling && value[key] !== null) this.#found(path, kind, source);
      const inner = value[key];
      if (isObject(inner) && depth < DEEPEST) this.#walk(inner, `${path}.`, kind, source, depth + 1);
    }
  }

  #found(path: string, kind: RowKind, source: SourceRow): void {
    const key = `${kind} ${path}`;
    const field = this.#fields.get(key) ?? { path, kind, count: 0, rows: [] };
    this.#fields.set(key, field);
    field.count += 1;
    // The value stays where it is: it may be a sealed label.
    if (field.rows.length < MOST_ROWS) field.rows.push(toEvidence(source, `carries the field ${path}`));
  }

  #lookAtPrompt(source: SourceRow, question: number): void {
    const { row } = source;
    const prompt = promptOf(row);
    if (prompt === null || question < 0) return;
    const { golds, texts } = this.#dataset.questions;
    const given = [texts[question] ?? '', typeof row.context === 'string' ? row.context : ''];
    const found = givesGoldAway(prompt, golds[question] ?? null, given, typeof row.context === 'string');
    this.prompts.look(found === null ? null : toEvidence(source, found));
  }
}

/** What the row's own model said. */
const OWN_OUTPUT: Readonly<Partial<Record<RowKind, ReadonlySet<string>>>> = {
  probe: new Set(['answer', 'parsed', 'raw_completion']),
  judge_score: new Set(['parsed', 'raw_completion']),
};

const isInput = (kind: RowKind): boolean => kind === 'state' || kind === 'input';

function promptOf(row: JsonObject): string | null {
  for (const key of ['prompt', 'prompt_text', 'input_text', 'messages']) {
    const value = row[key];
    if (typeof value === 'string') return value;
    if (Array.isArray(value)) {
      return value
        .filter(isObject)
        .map(({ content }) => (typeof content === 'string' ? content : ''))
        .join('\n');
    }
  }
  return null;
}
