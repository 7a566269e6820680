import { ANSWER, INVALID } from '../../core/terms.ts';
import type { RowRef } from '../readers/json-lines.ts';
import { isTagged, outlineTagged, parseTagged, questionInPrompt } from '../readers/tagged-text.ts';
import type { FileSample } from '../sample.ts';
import { countIn, goldIn, idIn, numberIn, pick, textIn, truthIn } from './cells.ts';
import { isObject, isScalar, type JsonObject, type Scalar } from './guards.ts';
import {
  type Importer,
  idOfPlace,
  type LineRole,
  type LineTexts,
  type Match,
  type OpenFile,
  type ReadContext,
} from './importer.ts';
import { bareSteps, writeTrajectory } from './run-writer.ts';

/**
 * Trajectories as one tagged text a row: Search-R1 and its forks, verl's rollout dumps, R1-Searcher, Search-o1 and others.
 * They differ in the names of their fields, not in what they say.
 */
const TEXTS = [
  'full_output',
  'trajectory',
  'gen_text_store',
  'response',
  'output',
  'rollout',
  'sequences_str',
  'sequence',
  'full_text',
  'output_text',
  'generated_text',
  'completion',
  'generation',
  'text',
] as const;
const QUESTIONS = ['question', 'query', 'problem', 'question_text'] as const;
const PROMPTS = ['input', 'prompt'] as const;
const IDS = ['id', 'qid', 'question_id', '_id', 'sample_id', 'uid'] as const;
const INDICES = ['sample_idx', 'index', 'idx'] as const;
const GOLDS = [
  'golden',
  'golden_answers',
  'gold',
  'gts',
  'ground_truth',
  'ground_truths',
  'gold_answers',
  'targets',
  'target',
  'reward_model',
  'answers',
  'answer',
] as const;
const PREDICTIONS = ['predicted', 'pred', 'prediction', 'pred_ans', 'predicted_answer', 'final_answer'] as const;
const SEARCHES = ['valid_searches', 'searches', 'search_count', 'num_searches'] as const;
const STORED = ['correct', 'is_correct', 'em', 'exact_match', 'gpt4o_output'] as const;
const SPLITS = ['split'] as const;

/** Which of a row's fields say what. Rows of one shape share it: nothing is looked for a second time. */
interface Fields {
  readonly texts: readonly string[];
  readonly question: string | null;
  readonly prompt: string | null;
  readonly id: string | null;
  readonly index: string | null;
  readonly gold: string | null;
  readonly prediction: string | null;
  readonly searches: string | null;
  readonly stored: string | null;
  readonly split: string | null;
  readonly meta: readonly string[];
}

const fieldsOf = (row: JsonObject): Fields => ({
  texts: TEXTS.filter((name) => Object.hasOwn(row, name)),
  question: pick(row, QUESTIONS),
  prompt: pick(row, PROMPTS),
  id: pick(row, IDS),
  index: pick(row, INDICES),
  gold: pick(row, GOLDS),
  prediction: pick(row, PREDICTIONS),
  searches: pick(row, SEARCHES),
  stored: pick(row, STORED),
  split: pick(row, SPLITS),
  meta: Object.keys(row).filter((name) => !NO_META.has(name)),
});

/** `fieldsOf`, found once for each run of rows with the same names in the same order. */
class Shapes {
  #names: readonly string[] = [];
  #fields: Fields | null = null;

  fieldsOf(row: JsonObject): Fields {
    if (this.#fields === null || !this.#isSame(row)) {
      this.#names = Object.keys(row);
      this.#fields = fieldsOf(row);
    }
    return this.#fields;
  }

  #isSame(row: JsonObject): boolean {
    let i = 0;
    // Not Object.keys: a list for each row costs more than reading it.
    for (const name in row) {
      // A field of undefined is none: rows of Parquet may have such.
      if (this.#names[i++] !== name || row[name] === undefined) return false;
    }
    return i === this.#names.length;
  }
}

const fieldIn = (row: JsonObject, name: string | null): unknown => (name === null ? undefined : row[name]);

const textOf = (row: JsonObject, texts: readonly string[]): string | null => {
  for (const name of texts) {
    const value = row[name];
    if (typeof value === 'string' && isTagged(value)) return value;
    if (isObject(value) && typeof value.response === 'string' && isTagged(value.response)) return value.response;
  }
  return null;
};

/** Rows whose run broke off have no tag to show; they are known by their field. */
const looseTextOf = (row: JsonObject, texts: readonly string[]): string | null => {
  const name = texts.find((candidate) => typeof row[candidate] === 'string');
  return name === undefined ? null : String(row[name]);
};

const match = (sample: FileSample): Match | null => {
  const rows = sample.records.filter(isObject);
  const tagged = rows.filter(
    (row) => row.record_type === undefined && row.native === undefined && textOf(row, TEXTS) !== null,
  );
  if (tagged.length === 0) return null;
  const field = TEXTS.find((name) => typeof tagged[0]![name] === 'string') ?? 'text';
  return {
    confidence: 0.5 + (0.4 * tagged.length) / sample.records.length,
    reason: `"${field}" holds text with search and answer tags`,
    takenFor: 'tagged trajectories',
    use: 'data',
  };
};

const read = async (file: OpenFile, context: ReadContext): Promise<void> => {
  const shapes = new Shapes();
  const hooks = context.rowHooks((row, at) => {
    const fields = isObject(row) ? shapes.fieldsOf(row) : null;
    const text =
      isObject(row) && fields !== null ? (textOf(row, fields.texts) ?? looseTextOf(row, fields.texts)) : null;
    if (!isObject(row) || fields === null || text === null) {
      const message = 'This row holds no tagged trajectory.';
      context.problems.setAside('error', { code: 'row.unknown-kind', message, effect: 'The row was set aside.' }, at);
      return;
    }
    readRow(row, fields, text, file, at, context);
  });
  await file.rows.read(file.index, hooks);
};

const readRow = (
  row: JsonObject,
  fields: Fields,
  text: string,
  file: OpenFile,
  at: Readonly<RowRef>,
  context: ReadContext,
): void => {
  const question = questionOf(row, fields, text);
  const id = idOfRow(row, fields) ?? question ?? idOfPlace(file, at, context);
  const run = outlineTagged(text);
  // Where there is no prediction, "answer" may still be the model's own if another field holds the gold.
  const answer = fields.prediction === null ? run.answer : trimmed(textIn(row[fields.prediction]));
  const gold = goldIn(fieldIn(row, fields.gold)).gold;
  const { searches } = run;
  const stated = fields.searches === null ? null : countIn(row[fields.searches]);
  if (stated !== null && stated !== searches) {
    const message = `"${id}" states ${stated} searches, and its text shows ${searches} executed.`;
    const words = { code: 'searches.mismatch', message, effect: 'What the text shows is used.' };
    context.problems.add('note', words, at);
  }
  writeTrajectory(
    {
      id,
      text: question,
      gold,
      answer,
      searches,
      split: textIn(fieldIn(row, fields.split)),
      meta: metaOf(row, fields.meta),
      stored: storedOf(row, fields.stored),
      steps: bareSteps(searches, answer === null ? INVALID : ANSWER),
      transcript: text,
      at,
    },
    context,
  );
};

const trimmed = (answer: string | null): string | null => answer?.trim() ?? null;

const questionOf = (row: JsonObject, fields: Fields, text: string): string | null => {
  const own = textIn(fieldIn(row, fields.question));
  if (own !== null && own !== '') return own;
  const prompt = fieldIn(row, fields.prompt);
  if (typeof prompt === 'string') return questionInPrompt(prompt) ?? prompt;
  if (Array.isArray(prompt)) {
    const user: unknown = prompt.findLast((turn: unknown) => isObject(turn) && turn.role === 'user');
    if (isObject(user) && typeof user.content === 'string') return questionInPrompt(user.content) ?? user.content;
  }
  return questionInPrompt(text);
};

/** dataset + position, where a file counts within its datasets. */
const idOfRow = (row: JsonObject, fields: Fields): string | null => {
  const id = idIn(fieldIn(row, fields.id));
  if (id !== null) return id;
  const index = idIn(fieldIn(row, fields.index));
  if (index === null) return null;
  const dataset = textIn(row.dataset ?? row.data_source);
  return dataset === null ? index : `${dataset}-${index}`;
};

const NO_SCORE: JsonObject = {};

const storedOf = (row: JsonObject, stored: string | null) => {
  const score = isObject(row.score) ? row.score : NO_SCORE;
  const em = truthIn(fieldIn(row, stored)) ?? truthIn(score.em ?? score.exact_match ?? score.correct);
  const f1 = numberIn(row.f1 ?? score.f1);
  return { em, f1: Number.isFinite(f1) ? f1 : null };
};

const NO_META: ReadonlySet<string> = new Set([
  ...TEXTS,
  ...QUESTIONS,
  ...PROMPTS,
  ...GOLDS,
  ...PREDICTIONS,
  'id',
  'split',
]);
const LONGEST_META = 200;

const metaOf = (row: JsonObject, names: readonly string[]): (readonly [string, Scalar])[] => {
  const meta: (readonly [string, Scalar])[] = [];
  for (const name of names) {
    const value = row[name];
    if (isScalar(value) && !(typeof value === 'string' && value.length > LONGEST_META)) meta.push([name, value]);
    else if (name === 'score' && isObject(value)) {
      for (const [part, number] of Object.entries(value)) if (isScalar(number)) meta.push([`score.${part}`, number]);
    }
  }
  return meta;
};

const readTexts = (role: LineRole, value: unknown): LineTexts => {
  const text = isObject(value) ? (textOf(value, TEXTS) ?? looseTextOf(value, TEXTS)) : null;
  if (role !== 'question' || text === null) return {};
  return { searches: parseTagged(text).searches, transcript: text };
};

export const tagged: Importer = { id: 'tagged', name: 'Tagged trajectories', match, read, readTexts };
