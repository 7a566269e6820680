import { goldIn, isMissingNumber, numberIn, truthIn } from '../importers/cells.ts';
import { isObject, type JsonObject } from '../importers/guards.ts';
import { isTagged } from '../readers/tagged-text.ts';
import type { FileSample } from '../sample.ts';
import type { Direction, MappedRole, MappedScore, Mapping, Scale } from './mapping.ts';

/** Columns of a sample's rows, in the order of their first appearance. */
export const columnsIn = (sample: FileSample): readonly string[] => {
  if (sample.layout === 'table') return sample.dialect.columns;
  const columns = new Set<string>();
  for (const row of sample.records) if (isObject(row)) for (const name of Object.keys(row)) columns.add(name);
  return [...columns];
};

/** Rows that could be mapped: at least two columns, or several rows of one that could be joined by their order. */
export const isTableLike = (sample: FileSample): boolean =>
  (sample.layout === 'table' || sample.layout === 'json-lines' || sample.layout === 'json-array') &&
  sample.records.some((row) => isObject(row) && Object.keys(row).length > (sample.records.length > 1 ? 0 : 1));

const NAMES: readonly (readonly [MappedRole, RegExp])[] = [
  ['id', /^(_?id|q_?id|question_?id|sample_?id|example_?id|uid|key)$/],
  ['question', /^(question|question_?text|query|problem|prompt|input)$/],
  ['gold', /^(gold(en)?(_?answers?)?|ground_?truths?|answers?|targets?|labels?|references?|gts)$/],
  [
    'prediction',
    /^(pred(iction|icted)?(_?answer)?|final_?answer|response|model_?answer|output|current_?answer|reasoner_?answer|generated(_?answer)?)$/,
  ],
  ['turn', /^(turn|round|iter(ation)?|iter_?cnt|step|hop|depth)$/],
  [
    'searches',
    /^(searches|search_?calls|search_?count|num_?searches|retrieval_?times|retrieved_?times|n_?retrievals|searches_?used|retrieval_?count)$/,
  ],
  ['nextAction', /^(next_?action|action|native_?next_?action)$/],
  ['correct', /^(correct|is_?correct|em|exact_?match|acc(uracy)?|current_?em|correct_?answer)$/],
  ['f1', /^(f1|token_?f1|current_?f1)$/],
  ['split', /^(split|subset|fold)$/],
  ['text', /^(text|trajectory|full_?output|rollout|context|trace|completion)$/],
];

const SCORE_NAME =
  /score|conf|prob|margin|logit|entropy|uncertain|perplexity|signal|overlap|certainty|likelihood|eigen/i;
/** Such scores grow where the system is less sure. A guess, shown as one. */
const LESS_SURE = /entropy|uncertain|perplex|eigen|variance|nll|loss|disagree/i;

const plain = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s.-]+/g, '_');

/** What the columns probably are, from their names and first values. The user has the last word. */
export const guessMapping = (sample: FileSample): Mapping => {
  const rows = sample.records.filter(isObject);
  const columns: Partial<Record<MappedRole, string>> = {};
  const free = new Set(columnsIn(sample));
  for (const [role, pattern] of NAMES) {
    const column = [...free].find((name) => pattern.test(plain(name)) && fits(role, valuesOf(rows, name)));
    if (column === undefined) continue;
    columns[role] = column;
    free.delete(column);
  }
  const scores = [...free].filter((name) => SCORE_NAME.test(name) && isNumeric(valuesOf(rows, name)));
  return { columns, scores: scores.map((column) => guessScore(column, valuesOf(rows, column))) };
};

const valuesOf = (rows: readonly JsonObject[], name: string): readonly unknown[] =>
  rows.flatMap((row) => (row[name] === undefined || row[name] === null || row[name] === '' ? [] : [row[name]]));

const isNumeric = (values: readonly unknown[]): boolean =>
  values.some((value) => !Number.isNaN(numberIn(value))) &&
  values.every((value) => !Number.isNaN(numberIn(value)) || isMissingNumber(value));

const fits = (role: MappedRole, values: readonly unknown[]): boolean => {
  if (values.length === 0) return true;
  switch (role) {
    case 'turn':
    case 'searches':
    case 'f1':
      return isNumeric(values);
    case 'correct':
      return values.every((value) => truthIn(value) !== null);
    case 'gold':
      return values.some((value) => goldIn(value).gold !== null);
    case 'text':
      return values.some((value) => typeof value === 'string' && (value.length > 40 || isTagged(value)));
    default:
      return true;
  }
};

const guessScore = (column: string, values: readonly unknown[]): MappedScore => {
  const numbers = values.map(numberIn).filter(Number.isFinite);
  const isWithin = (low: number, high: number): boolean => numbers.every((value) => value >= low && value <= high);
  const isWhole = numbers.every(Number.isInteger);
  const scale: Scale =
    isWhole && isWithin(1, 10) ? 'rating' : isWithin(0, 1) && /prob|conf/i.test(column) ? 'probability' : 'margin';
  const direction: Direction = LESS_SURE.test(column) ? 'lower-is-surer' : 'higher-is-surer';
  return { column, direction, scale };
};
