import { isObject, type JsonObject } from '../importers/guards.ts';

/** Rows inside one JSON document, and how they stood there. */
export interface DocumentRows {
  readonly rows: readonly unknown[];
  readonly how: string;
}

const ID_LIKE = /^(_?id|q_?id|question|question_?id|query|uid|answer|sample_id|example_id)$/i;
const MOST_COLUMNS = 200;

/** Names under which tools wrap their rows, with whatever else beside them. */
const WRAPPERS = [
  'data',
  'samples',
  'results',
  'rows',
  'records',
  'examples',
  'instances',
  'questions',
  'items',
] as const;

/** Rows of a document that is a table in disguise; null when it is a document. */
export const rowsInDocument = (document: unknown): DocumentRows | null => {
  if (!isObject(document)) return null;
  return parallelArrays(document) ?? nestedQuestions(document) ?? wrappedRows(document);
};

/** SQuAD's own layout: data -> paragraphs -> qas. A question is a row; what nobody can answer has no answers. */
const nestedQuestions = ({ data }: JsonObject): DocumentRows | null => {
  if (!Array.isArray(data) || data.length === 0) return null;
  const rows: unknown[] = [];
  for (const article of data) {
    if (!isObject(article) || !Array.isArray(article.paragraphs)) return null;
    for (const paragraph of article.paragraphs) {
      if (!isObject(paragraph) || !Array.isArray(paragraph.qas)) return null;
      rows.push(...paragraph.qas.map((question) => (isObject(question) ? rowOfQuestion(question) : question)));
    }
  }
  return rows.length === 0 ? null : { rows, how: 'questions under data, paragraphs and qas' };
};

const rowOfQuestion = ({ id, question, answers }: JsonObject): JsonObject => ({
  id,
  question,
  // The same answer stands there once an annotator.
  answers: Array.isArray(answers)
    ? [...new Set(answers.map((answer: unknown) => (isObject(answer) ? answer.text : answer)))]
    : answers,
});

/** {column: [..], column: [..]} of one length, or pandas' {column: {"0": .., "1": ..}}. One column must name questions. */
const parallelArrays = (document: JsonObject): DocumentRows | null => {
  const columns = Object.entries(document);
  if (columns.length < 2 || columns.length > MOST_COLUMNS || !columns.some(([name]) => ID_LIKE.test(name))) return null;
  const lists = columns.map(([name, values]) => [name, listOf(values)] as const);
  const length = lists[0]?.[1]?.length ?? 0;
  if (length === 0 || !lists.every(([, values]) => values?.length === length)) return null;
  const rows = Array.from({ length }, (_, i) => Object.fromEntries(lists.map(([name, values]) => [name, values?.[i]])));
  return { rows, how: 'one list a column' };
};

const listOf = (values: unknown): readonly unknown[] | null => {
  if (Array.isArray(values)) return values;
  if (!isObject(values)) return null;
  const keys = Object.keys(values);
  // Keys that look like integers come first and ascending in any object: equal to their position means 0 .. n - 1.
  return keys.every((key, i) => key === String(i)) ? Object.values(values) : null;
};

const wrappedRows = (document: JsonObject): DocumentRows | null => {
  for (const name of WRAPPERS) {
    const rows = Object.hasOwn(document, name) ? document[name] : undefined;
    if (Array.isArray(rows) && rows.length > 0 && rows.every(isObject)) return { rows, how: `a list under "${name}"` };
  }
  return null;
};
