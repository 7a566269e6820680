import { failed, ok, type Result } from '../../core/result.ts';
import { isObject, type JsonObject } from '../importers/guards.ts';

/** What a column of somebody's own table may be. */
export const MAPPED_ROLES = [
  'id',
  'question',
  'gold',
  'prediction',
  'turn',
  'searches',
  'nextAction',
  'correct',
  'f1',
  'split',
  'text',
] as const;
export type MappedRole = (typeof MAPPED_ROLES)[number];

/** For people. */
export const ROLE_NAMES: Readonly<Record<MappedRole, string>> = {
  id: 'Question id',
  question: 'Question text',
  gold: 'Gold answers',
  prediction: 'Predicted answer',
  turn: 'Turn or round (one row a state)',
  searches: 'Searches used',
  nextAction: 'Next action of the native run',
  correct: 'Stored correctness',
  f1: 'Stored F1',
  split: 'Split',
  text: 'Text: tagged run or context',
};

/** Which way a score points. It is asked for, never assumed. */
export type Direction = 'higher-is-surer' | 'lower-is-surer';
/** A probability becomes its log-odds, so that calibration reads it right; other scales stay as they are. */
export type Scale = 'margin' | 'probability' | 'rating';

export interface MappedScore {
  readonly column: string;
  readonly direction: Direction;
  readonly scale: Scale;
}

/** How a table's columns are to be read. Kept as JSON: `stopscope report --mapping FILE` takes it. */
export interface Mapping {
  readonly columns: Readonly<Partial<Record<MappedRole, string>>>;
  readonly scores: readonly MappedScore[];
}

export const MAPPING_VERSION = 1;

export const formatMapping = ({ columns, scores }: Mapping): string =>
  `${JSON.stringify({ stopscope: 'mapping', version: MAPPING_VERSION, columns, scores }, null, 2)}\n`;

const DIRECTIONS: readonly Direction[] = ['higher-is-surer', 'lower-is-surer'];
const SCALES: readonly Scale[] = ['margin', 'probability', 'rating'];

/** Reads what `formatMapping` wrote, or says what is wrong with it. */
export const parseMapping = (value: unknown): Result<Mapping, string> => {
  if (!isObject(value) || value.stopscope !== 'mapping') return failed('It does not say "stopscope": "mapping".');
  if (value.version !== MAPPING_VERSION)
    return failed(`It has version ${JSON.stringify(value.version)}; known is ${MAPPING_VERSION}.`);
  if (!isObject(value.columns)) return failed('It has no "columns".');
  const columns: Partial<Record<MappedRole, string>> = {};
  for (const [role, column] of Object.entries(value.columns)) {
    const known = MAPPED_ROLES.find((name) => name === role);
    if (known === undefined) return failed(`"${role}" is no role; there are ${MAPPED_ROLES.join(', ')}.`);
    if (typeof column !== 'string') return failed(`The column of "${role}" is no text.`);
    columns[known] = column;
  }
  const scores: MappedScore[] = [];
  for (const item of Array.isArray(value.scores) ? value.scores : []) {
    const score = isObject(item) ? scoreOf(item) : 'A score is no object.';
    if (typeof score === 'string') return failed(score);
    scores.push(score);
  }
  const mapping = { columns, scores };
  const lack = whatIsMissing(mapping);
  return lack === null ? ok(mapping) : failed(lack);
};

const scoreOf = ({ column, direction, scale }: JsonObject): MappedScore | string => {
  if (typeof column !== 'string') return 'A score has no "column".';
  const towards = DIRECTIONS.find((name) => name === direction);
  if (towards === undefined) return `The direction of "${column}" must be ${DIRECTIONS.join(' or ')}.`;
  const kind = SCALES.find((name) => name === (scale ?? 'margin'));
  return kind === undefined
    ? `The scale of "${column}" must be ${SCALES.join(', ')}.`
    : { column, direction: towards, scale: kind };
};

/** What a mapping needs before anything can be read with it, in words; null when it has that. */
export const whatIsMissing = ({ columns }: Mapping): string | null => {
  // A row a question may do without: it goes by its place then.
  if (columns.turn !== undefined && columns.id === undefined && columns.question === undefined) {
    return 'Map the question id or the question text: it says which turns belong together.';
  }
  const hasOutcome = [columns.prediction, columns.correct, columns.text].some((column) => column !== undefined);
  return hasOutcome || columns.gold !== undefined
    ? null
    : 'Map at least one of predicted answer, stored correctness, text or gold answers.';
};

/** Columns that a mapping names. */
export const columnsOf = ({ columns, scores }: Mapping): readonly string[] => [
  ...Object.values(columns),
  ...scores.map(({ column }) => column),
];

/** Files of the same shape share a mapping: their columns, in any order. */
export const shapeOf = (columns: readonly string[]): string => JSON.stringify([...columns].sort());
