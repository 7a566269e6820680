import { type StoredColumn, TallyCounter } from '../../core/audit/evidence.ts';
import type { Dataset } from '../../core/terms.ts';
import { answerOf, isObject, type JsonObject, stringOr } from '../importers/guards.ts';
import { type SourceRow, toEvidence } from './row.ts';

/** Probe rows: whether the forced answer could be read. */
export class ProbeWatch {
  readonly probes = new TallyCounter();

  add(source: SourceRow): void {
    const fault = faultOf(source.row);
    this.probes.look(fault === null ? null : toEvidence(source, fault));
  }
}

function faultOf(row: JsonObject): string | null {
  if (typeof row.parse_error === 'string') return `parse error: ${row.parse_error.slice(0, 80)}`;
  if (row.parsed === null || row.parsed === false) return 'did not parse';
  const action = stringOr(row.action, null);
  if (action !== null && action !== 'ANSWER') return `action ${action.slice(0, 40)} instead of ANSWER`;
  return answerOf(row.answer) === null ? 'no answer' : null;
}

const MATCH_NAMES = /^(official_?em|em|exact_?match|correct|is_?correct|acc|accuracy)$/i;
const F1_NAMES = /^(token_?f1|f1)$/i;
const WORDS: Readonly<Record<string, number>> = { true: 1, false: 0, yes: 1, no: 0 };

/** Correctness that rows of runs and probes store. Whatever is about a sealed question is left where it is. */
export class StoredWatch {
  readonly #columns = new Map<string, StoredColumn & { readonly values: Float64Array }>();
  readonly #dataset: Dataset;

  constructor(dataset: Dataset) {
    this.#dataset = dataset;
  }

  add(kind: 'trajectory' | 'first-answer' | 'probe', row: JsonObject, subject: number): void {
    const { questions, states } = this.#dataset;
    if (subject < 0) return;
    const question = kind === 'probe' ? states.question[subject]! : subject;
    if (questions.sealed?.[question] === 1) return;
    const holder = kind === 'first-answer' ? row.native_first_answer : row;
    if (!isObject(holder)) return;
    for (const key of Object.keys(holder)) {
      const measure = MATCH_NAMES.test(key) ? 'match' : F1_NAMES.test(key) ? 'f1' : null;
      const value = measure === null ? null : numberOf(holder[key], measure);
      if (measure !== null && value !== null) this.#column(kind, key, measure).values[subject] = value;
    }
  }

  finish(): readonly StoredColumn[] {
    return [...this.#columns.values()];
  }

  #column(kind: 'trajectory' | 'first-answer' | 'probe', key: string, measure: 'match' | 'f1') {
    const name = `${kind === 'first-answer' ? 'native_first_answer' : kind}.${key}`;
    let column = this.#columns.get(name);
    if (column === undefined) {
      const { questions, states } = this.#dataset;
      const values = new Float64Array(kind === 'probe' ? states.count : questions.count).fill(Number.NaN);
      column = { name, subject: kind === 'probe' ? 'probe' : 'native', measure, values };
      this.#columns.set(name, column);
    }
    return column;
  }
}

/** A verdict is 0 or 1, an F1 in 0..1; anything else under such a name is something else. */
function numberOf(value: unknown, measure: 'match' | 'f1'): number | null {
  const number =
    typeof value === 'boolean' ? Number(value) : typeof value === 'string' ? WORDS[value.toLowerCase()] : value;
  if (typeof number !== 'number') return null;
  const isVerdict = number === 0 || number === 1;
  return measure === 'match' ? (isVerdict ? number : null) : number >= 0 && number <= 1 ? number : null;
}
