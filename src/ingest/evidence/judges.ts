import { type JudgeEvidence, TallyCounter } from '../../core/audit/evidence.ts';
import { has, isObject, type JsonObject } from '../importers/guards.ts';
import { parseJson } from '../readers/json-text.ts';
import { type SourceRow, toEvidence } from './row.ts';

/** The frozen output schema: {"sufficient": bool, "gap_items": [{category, target, slot, description}]} in this order. */
const KEYS = ['sufficient', 'gap_items'] as const;
const CATEGORIES: ReadonlySet<unknown> = new Set(['bridge entity', 'attribute', 'relation', 'evidence span', 'other']);

interface Counters {
  readonly finite: TallyCounter;
  readonly arithmetic: TallyCounter;
  rows: number;
  readonly shape: TallyCounter;
  readonly keyOrder: TallyCounter;
  readonly categories: TallyCounter;
  readonly gaps: TallyCounter;
  readonly raw: TallyCounter;
}

/** Judge rows: their arithmetic, and their structured output against the schema. */
export class JudgeWatch {
  readonly #judges = new Map<string, Counters>();

  add(source: SourceRow, judge: string): void {
    const counters = this.#of(judge);
    const { row } = source;
    const isNumber = typeof row.score === 'number' && Number.isFinite(row.score);
    counters.finite.look(isNumber ? null : toEvidence(source, `score ${String(row.score)}`));
    const { score, true_logprob: yes, false_logprob: no } = row;
    if (typeof yes === 'number' && typeof no === 'number' && typeof score === 'number') {
      const isRight = score === yes - no;
      counters.arithmetic.look(isRight ? null : toEvidence(source, `score ${score}, log-probabilities ${yes - no}`));
    }
    if (has(row, 'parsed') && row.parsed !== null && row.parsed !== true) lookAtSchema(source, counters);
  }

  finish(): readonly JudgeEvidence[] {
    return [...this.#judges].map(([judge, { finite, arithmetic, ...schema }]) => ({
      judge,
      finite,
      arithmetic,
      schema,
    }));
  }

  #of(judge: string): Counters {
    let counters = this.#judges.get(judge);
    if (counters === undefined) {
      counters = {
        finite: new TallyCounter(),
        arithmetic: new TallyCounter(),
        rows: 0,
        shape: new TallyCounter(),
        keyOrder: new TallyCounter(),
        categories: new TallyCounter(),
        gaps: new TallyCounter(),
        raw: new TallyCounter(),
      };
      this.#judges.set(judge, counters);
    }
    return counters;
  }
}

function lookAtSchema(source: SourceRow, counters: Counters): void {
  const { parsed } = source.row;
  counters.rows += 1;
  const items = isObject(parsed) ? parsed.gap_items : undefined;
  if (!isObject(parsed) || typeof parsed.sufficient !== 'boolean' || !Array.isArray(items)) {
    counters.shape.look(toEvidence(source, 'parsed is not {sufficient: true or false, gap_items: [...]}'));
    return;
  }
  counters.shape.look(items.every(isObject) ? null : toEvidence(source, 'a gap item is no object'));
  const isEmpty = items.length === 0;
  const gapNote = `sufficient is ${parsed.sufficient} with ${items.length} gap items`;
  counters.gaps.look(isEmpty === parsed.sufficient ? null : toEvidence(source, gapNote));
  for (const item of items.filter(isObject)) {
    const isKnown = CATEGORIES.has(item.category);
    const note = `category ${JSON.stringify(item.category)?.slice(0, 60) ?? 'missing'}`;
    counters.categories.look(isKnown ? null : toEvidence(source, note));
  }
  lookAtText(source, counters, parsed);
}

/** The order of keys is the model's own where its text is kept; a parser in between may have sorted them. */
function lookAtText(source: SourceRow, counters: Counters, parsed: JsonObject): void {
  const raw = source.row.raw_completion;
  const spoken = typeof raw === 'string' ? parseJson(raw) : null;
  const said = spoken?.kind === 'ok' && isObject(spoken.value) ? spoken.value : null;
  if (typeof raw === 'string') {
    // Text around the JSON is the parser's business; only a different reading of whole JSON is a fault.
    const isSame = said === null || isEqual(said, parsed);
    counters.raw.look(isSame ? null : toEvidence(source, 'raw_completion says something else than parsed'));
  }
  const orders = said === null ? [parsed] : [parsed, said];
  const wrong = orders.find((value) => !isOrdered(value));
  const note = wrong === undefined ? '' : `keys ${Object.keys(wrong).slice(0, 4).join(', ')}`;
  counters.keyOrder.look(wrong === undefined ? null : toEvidence(source, note));
}

const isOrdered = (value: JsonObject): boolean => {
  const [first, second] = Object.keys(value);
  return first === KEYS[0] && second === KEYS[1];
};

const isEqual = (a: unknown, b: unknown): boolean => {
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => isEqual(item, b[i]));
  }
  if (isObject(a) && isObject(b)) {
    const keys = Object.keys(a);
    return keys.length === Object.keys(b).length && keys.every((key) => has(b, key) && isEqual(a[key], b[key]));
  }
  return a === b;
};
