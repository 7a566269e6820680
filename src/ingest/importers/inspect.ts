import { ANSWER } from '../../core/terms.ts';
import type { RowRef } from '../readers/json-lines.ts';
import type { FileSample } from '../sample.ts';
import { goldIn, idIn, numberIn, textIn, truthIn } from './cells.ts';
import { isObject, isScalar, type JsonObject, type Scalar } from './guards.ts';
import type { Importer, LineRole, LineTexts, Match, OpenFile, ReadContext } from './importer.ts';
import { bareSteps, writeTrajectory } from './run-writer.ts';

/**
 * Samples of an Inspect log (.eval archive or .json): {id, epoch, input, target, messages, output, scores, metadata}. The
 * answer is the one a scorer extracted, else the completion; searches are the calls of tools that retrieve.
 */
const isSample = (row: JsonObject): boolean =>
  Object.hasOwn(row, 'id') &&
  Object.hasOwn(row, 'epoch') &&
  Object.hasOwn(row, 'input') &&
  Object.hasOwn(row, 'target');

const match = (sample: FileSample): Match | null => {
  const rows = sample.records.filter(isObject);
  const share = rows.filter(isSample).length / Math.max(1, sample.records.length);
  if (share === 0) return null;
  return {
    confidence: 0.95 * share,
    reason: 'rows have id, epoch, input and target',
    takenFor: 'samples of an Inspect log',
    use: 'data',
  };
};

const read = async (file: OpenFile, context: ReadContext): Promise<void> => {
  const hooks = context.rowHooks((row, at) => {
    const id = isObject(row) && isSample(row) ? idIn(row.id) : null;
    if (isObject(row) && id !== null) return readSample(row, id, at, context);
    const message = 'This row is no sample with an id.';
    context.problems.setAside('error', { code: 'row.unknown-kind', message, effect: 'The row was set aside.' }, at);
  });
  await file.rows.read(file.index, hooks);
};

const SEARCH_TOOL = /search|retriev|lookup|browse|wiki|query|fetch/i;

const readSample = (row: JsonObject, id: string, at: Readonly<RowRef>, context: ReadContext): void => {
  const verdict = verdictOf(row.scores);
  const searches = callsOf(row).length;
  writeTrajectory(
    {
      id,
      text: inputText(row.input),
      gold: goldIn(row.target).gold,
      answer: verdict.answer ?? completionOf(row.output),
      searches,
      meta: metaOf(row, verdict.name),
      stored: { em: verdict.em, f1: null },
      steps: bareSteps(searches, ANSWER),
      at,
    },
    context,
  );
};

const inputText = (input: unknown): string | null => {
  if (typeof input === 'string') return input;
  if (!Array.isArray(input)) return null;
  const user: unknown = input.findLast((message: unknown) => isObject(message) && message.role === 'user');
  return isObject(user) ? contentText(user.content) : null;
};

const contentText = (content: unknown): string | null => {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return null;
  return content
    .flatMap((part: unknown) => (isObject(part) && typeof part.text === 'string' ? [part.text] : []))
    .join('\n');
};

/** The first scorer's. "C" is correct, "I" is not, "P" and "N" are neither. */
const verdictOf = (
  scores: unknown,
): { readonly name: string | null; readonly em: boolean | null; readonly answer: string | null } => {
  const [first] = isObject(scores) ? Object.entries(scores) : [];
  if (first === undefined || !isObject(first[1])) return { name: null, em: null, answer: null };
  const [name, { value, answer }] = first;
  const number = numberIn(value);
  return {
    name,
    em:
      typeof value === 'string' && /^[PN]$/.test(value)
        ? null
        : Number.isNaN(number)
          ? truthIn(value)
          : number === 1
            ? true
            : number === 0
              ? false
              : null,
    answer: textIn(answer),
  };
};

const completionOf = (output: unknown): string | null => {
  if (!isObject(output)) return null;
  if (typeof output.completion === 'string') return output.completion;
  const [choice] = Array.isArray(output.choices) ? output.choices : [];
  return isObject(choice) && isObject(choice.message) ? contentText(choice.message.content) : null;
};

interface Call {
  readonly query: string | null;
  readonly id: unknown;
}

const callsOf = (row: JsonObject): readonly Call[] => {
  const messages: readonly unknown[] = Array.isArray(row.messages) ? row.messages : [];
  return messages.flatMap((message) =>
    isObject(message) && Array.isArray(message.tool_calls)
      ? message.tool_calls.flatMap((call: unknown) =>
          isObject(call) && SEARCH_TOOL.test(String(call.function))
            ? [{ query: queryOf(call.arguments), id: call.id }]
            : [],
        )
      : [],
  );
};

const queryOf = (given: unknown): string | null =>
  isObject(given) ? textIn(Object.values(given).find((value) => typeof value === 'string')) : textIn(given);

const metaOf = (row: JsonObject, scorer: string | null): (readonly [string, Scalar])[] => {
  const meta = isObject(row.metadata) ? Object.entries(row.metadata) : [];
  const plain = meta.flatMap(([name, value]) => (isScalar(value) ? [[name, value] as const] : []));
  return scorer === null ? plain : [...plain, ['scorer', scorer]];
};

const readTexts = (role: LineRole, value: unknown): LineTexts => {
  if (role !== 'question' || !isObject(value)) return {};
  const messages: readonly unknown[] = Array.isArray(value.messages) ? value.messages : [];
  return {
    searches: callsOf(value).map(({ query, id }) => {
      const reply = messages.find((message) => isObject(message) && message.tool_call_id === id);
      return { query, evidence: isObject(reply) ? contentText(reply.content) : null };
    }),
  };
};

export const inspect: Importer = { id: 'inspect', name: 'Inspect log', match, read, readTexts };
