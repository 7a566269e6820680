import { ANSWER, SEARCH } from '../../core/terms.ts';
import type { RowRef } from '../readers/json-lines.ts';
import type { FileSample } from '../sample.ts';
import { countIn, goldIn, idIn, numberIn, textIn, truthIn } from './cells.ts';
import { isObject, isScalar, type JsonObject, type Scalar } from './guards.ts';
import type { Importer, LineRole, LineTexts, Match, OpenFile, ReadContext } from './importer.ts';
import { bareSteps, writeTrajectory } from './run-writer.ts';
import type { Step } from './trajectory.ts';

/**
 * FlashRAG's intermediate data: {id, question, golden_answers, output: {pred, pred_iter_k, retrieval_result_iter_k,
 * judge_result, retrieval_results: {"0": {query, docs}}, retrieved_times, metric_score}}.
 */
const match = (sample: FileSample): Match | null => {
  const rows = sample.records.filter(isObject);
  const fitting = rows.filter((row) => isObject(row.output) && Object.hasOwn(row, 'golden_answers')).length;
  if (fitting === 0) return null;
  return {
    confidence: (0.95 * fitting) / sample.records.length,
    reason: 'rows have golden_answers and an output object',
    takenFor: 'results of FlashRAG',
    use: 'data',
  };
};

const read = async (file: OpenFile, context: ReadContext): Promise<void> => {
  let position = 0;
  const hooks = context.rowHooks((row, at) => {
    position++;
    if (isObject(row) && isObject(row.output)) return readRow(row, row.output, position, at, context);
    const message = 'This row has no output object.';
    context.problems.setAside('error', { code: 'row.unknown-kind', message, effect: 'The row was set aside.' }, at);
  });
  await file.rows.read(file.index, hooks);
};

const readRow = (
  row: JsonObject,
  output: JsonObject,
  position: number,
  at: Readonly<RowRef>,
  context: ReadContext,
): void => {
  const text = textIn(row.question);
  const id = idIn(row.id) ?? text ?? `row ${position}`;
  const iterations = numbered(output, 'pred_iter_');
  const searches = countIn(output.retrieved_times) ?? searchesIn(output);
  const answer = textIn(output.pred);
  const scores = isObject(output.metric_score) ? output.metric_score : {};
  const f1 = numberIn(scores.f1);
  writeTrajectory(
    {
      id,
      text,
      gold: goldIn(row.golden_answers).gold,
      answer,
      searches,
      meta: metaOf(output),
      stored: { em: truthIn(scores.em), f1: Number.isNaN(f1) ? null : f1 },
      steps: iterations.length > 0 ? iterationSteps(iterations) : bareSteps(searches, ANSWER),
      at,
    },
    context,
  );
};

/** Values of name0, name1 ... in the order of their numbers. */
const numbered = (output: JsonObject, prefix: string): readonly unknown[] =>
  Object.keys(output)
    .filter((key) => key.startsWith(prefix) && /^\d+$/.test(key.slice(prefix.length)))
    .sort((a, b) => Number(a.slice(prefix.length)) - Number(b.slice(prefix.length)))
    .map((key) => output[key]);

/** An iteration retrieves, then answers. */
const iterationSteps = (answers: readonly unknown[]): readonly Step[] =>
  answers.map((answer, i) => ({
    searchesUsed: i + 1,
    nextAction: i < answers.length - 1 ? SEARCH : ANSWER,
    probe: textIn(answer),
  }));

const searchesIn = (output: JsonObject): number => {
  const iterations = numbered(output, 'retrieval_result_iter_').length;
  if (iterations > 0) return iterations;
  if (isObject(output.retrieval_results)) return Object.keys(output.retrieval_results).length;
  return Array.isArray(output.retrieval_result) && output.retrieval_result.length > 0 ? 1 : 0;
};

const metaOf = (output: JsonObject): (readonly [string, Scalar])[] =>
  Object.entries(output).flatMap(([name, value]) =>
    name.startsWith('judge_result') && isScalar(value) ? [[name, value] as const] : [],
  );

const readTexts = (role: LineRole, value: unknown): LineTexts => {
  if (role !== 'question' || !isObject(value) || !isObject(value.output)) return {};
  const { output } = value;
  if (isObject(output.retrieval_results)) {
    const results = Object.values(output.retrieval_results);
    return {
      searches: results.map((result) => ({
        query: isObject(result) ? textIn(result.query) : null,
        evidence: documentsIn(isObject(result) ? result.docs : null),
      })),
    };
  }
  const lists = numbered(output, 'retrieval_result_iter_');
  const all = lists.length > 0 ? lists : output.retrieval_result === undefined ? [] : [output.retrieval_result];
  return { searches: all.map((documents) => ({ query: null, evidence: documentsIn(documents) })) };
};

const documentsIn = (documents: unknown): string | null => {
  if (typeof documents === 'string') return documents;
  if (!Array.isArray(documents)) return null;
  return documents
    .map((document: unknown) =>
      isObject(document) ? (textIn(document.contents ?? document.text) ?? '') : String(document),
    )
    .join('\n\n');
};

export const flashRag: Importer = { id: 'flash-rag', name: 'FlashRAG results', match, read, readTexts };
