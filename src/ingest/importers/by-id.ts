import type { RowRef } from '../readers/json-lines.ts';
import type { FileSample } from '../sample.ts';
import { countIn, goldIn, idIn, numberIn, textIn } from './cells.ts';
import { isObject, type JsonObject } from './guards.ts';
import type { Importer, Match, OpenFile, ReadContext } from './importer.ts';
import { writeTrajectory } from './run-writer.ts';

/**
 * One object whose keys are question ids: predictions, gold answers, step counts, predictions with the probabilities of a
 * router (IRCoT, Adaptive-RAG), SQuAD's and HotpotQA's official prediction files. Which it is shows in the values.
 */
type Kind = 'predictions' | 'golds' | 'steps' | 'routed' | 'wrapped';

const TAKEN_FOR: Readonly<Record<Kind, string>> = {
  predictions: 'predictions by id',
  golds: 'gold answers by id',
  steps: 'numbers of steps by id',
  routed: 'predictions with options and probabilities by id',
  wrapped: 'predictions by id, with more beside them',
};

/** Fewer entries may be anything (thresholds, settings, metrics), unless their keys look like ids. */
const ENOUGH = 8;
const hasIds = (keys: readonly string[]): boolean => keys.length >= ENOUGH || keys.every((key) => /\d/.test(key));

const kindOfValues = (values: readonly unknown[]): Kind | null => {
  const all = (test: (value: unknown) => boolean): boolean => values.every(test);
  if (values.length === 0) return null;
  if (all((value) => typeof value === 'string' || value === null)) return 'predictions';
  if (all((value) => Array.isArray(value) && value.every((item) => typeof item === 'string'))) return 'golds';
  if (all((value) => typeof value === 'number' && Number.isInteger(value) && value >= 0)) return 'steps';
  return all((value) => isObject(value) && Object.hasOwn(value, 'prediction')) ? 'routed' : null;
};

const PREDICTIONS_UNDER = ['predictions', 'answer', 'answers'] as const;

/** {answer: {id: ..}, sp: {..}} or {predictions: {id: ..}, confidences: {..}}. */
const wrappedIn = (document: JsonObject): JsonObject | null => {
  for (const name of PREDICTIONS_UNDER) {
    const inner = document[name];
    if (isObject(inner) && kindOfValues(Object.values(inner)) === 'predictions') return inner;
  }
  return null;
};

const found = (kind: Kind, count: number): Match => ({
  confidence: count >= ENOUGH ? 0.75 : 0.4,
  reason: `one object of ${count} entries, all of one kind`,
  takenFor: TAKEN_FOR[kind],
  use: 'data',
});

const IS_HASH = /^[0-9a-f]{32,128}$/;

const kindOfSample = (sample: FileSample): { readonly kind: Kind; readonly count: number } | null => {
  if (sample.layout === 'json-entries') {
    const kind = kindOfValues(sample.records.map((entry) => (isObject(entry) ? entry.value : undefined)));
    return kind === null ? null : { kind, count: sample.records.length };
  }
  const [document, ...more] = sample.records;
  if (!isObject(document) || more.length > 0 || sample.badLines > 0 || sample.within !== undefined) return null;
  if (sample.layout !== 'json-document' && sample.layout !== 'json-lines') return null;
  const wrapped = wrappedIn(document);
  if (wrapped !== null) return { kind: 'wrapped', count: Object.keys(wrapped).length };
  const values = Object.values(document);
  if (values.every((value) => typeof value === 'string' && IS_HASH.test(value))) return null;
  const kind = kindOfValues(values);
  return kind === null || !hasIds(Object.keys(document)) ? null : { kind, count: values.length };
};

const match = (sample: FileSample): Match | null => {
  const it = kindOfSample(sample);
  return it === null ? null : found(it.kind, it.count);
};

const read = async (file: OpenFile, context: ReadContext): Promise<void> => {
  const kind = kindOfSample(file.rows.sample)?.kind ?? 'predictions';
  const document = file.rows.sample.records[0];
  if (kind === 'wrapped' && isObject(document)) return readWrapped(document, file, context);
  const hooks = context.rowHooks((entry, at) => {
    if (isObject(entry) && typeof entry.key === 'string') readEntry(kind, entry.key, entry.value, at, context);
  });
  await file.rows.readEntries(file.index, hooks);
};

/** The document is one row; each prediction points at it. */
const readWrapped = (document: JsonObject, file: OpenFile, context: ReadContext): void => {
  const { size } = file.source;
  const at: RowRef = { file: file.index, line: 1, start: 0, length: size };
  const hooks = context.rowHooks(() => {});
  hooks.onRow(document, at);
  const confidences = isObject(document.confidences) ? document.confidences : {};
  for (const [id, value] of Object.entries(wrappedIn(document) ?? {})) {
    const confidence = numberIn(confidences[id]);
    writePrediction(id, textIn(value), at, context, Number.isFinite(confidence) ? [['confidence', confidence]] : []);
  }
  context.onBytes(size);
};

const readEntry = (kind: Kind, id: string, value: unknown, at: Readonly<RowRef>, context: ReadContext): void => {
  const { draft, problems } = context;
  const aside = (code: string, message: string): void =>
    problems.setAside('error', { code, message, effect: 'The entry was set aside.' }, at);
  switch (kind) {
    case 'golds': {
      const { gold } = goldIn(value);
      if (gold === null) aside('label.empty', `The label of "${id}" is neither text nor a list of texts.`);
      else draft.looseLabels.push({ id, text: null, gold, meta: [], at: { ...at } });
      return;
    }
    case 'steps': {
      const steps = countIn(value);
      if (steps === null) aside('native.searches', `The number of steps of "${id}" is no whole number from 0.`);
      else draft.looseSearches.push({ id, searches: steps, at: { ...at } });
      return;
    }
    case 'routed':
      if (!isObject(value)) aside('row.unknown-kind', `The entry of "${id}" is no object.`);
      else readRouted(id, value, at, context);
      return;
    case 'predictions':
    case 'wrapped':
      if (typeof value !== 'string' && value !== null)
        aside('row.unknown-kind', `The prediction of "${id}" is no text.`);
      else writePrediction(id, value, at, context, []);
  }
};

const writePrediction = (
  id: string,
  answer: string | null,
  at: Readonly<RowRef>,
  context: ReadContext,
  meta: readonly (readonly [string, number])[],
): void => {
  if (idIn(id) === null) return;
  writeTrajectory({ id, text: null, gold: null, answer, searches: null, meta, steps: [], at }, context);
};

const readRouted = (id: string, value: JsonObject, at: Readonly<RowRef>, context: ReadContext): void => {
  const probas = typeof value.probas === 'string' ? value.probas.split(',').map(numberIn) : [];
  const option = textIn(value.option);
  writeTrajectory(
    {
      id,
      text: null,
      gold: null,
      answer: textIn(value.prediction),
      searches: countIn(value.stepNum),
      meta: [
        ...(option === null ? [] : [['option', option] as const]),
        // Options A, B, C ...: no search, one, several.
        ...probas.map((probability, i) => [`probability_${String.fromCharCode(65 + i)}`, probability] as const),
      ],
      steps: [],
      at,
    },
    context,
  );
};

export const byId: Importer = { id: 'by-id', name: 'Dictionary keyed by question id', match, read };
