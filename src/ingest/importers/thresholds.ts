import { entriesInOrder } from '../readers/json-entries.ts';
import { parseJson } from '../readers/json-text.ts';
import { type FileSample, readText } from '../sample.ts';
import { isObject } from './guards.ts';
import type { Importer, Match, OpenFile, ReadContext } from './importer.ts';

/** thresholds.json: {judge: number}, or what the selection step writes: {models: {judge: {threshold, fallback}}}. */
const match = (sample: FileSample): Match | null => {
  const [document] = sample.records;
  if (sample.records.length !== 1 || sample.badLines > 0 || !isObject(document)) return null;
  if (isObject(document.models) && isObject(document.thresholds)) {
    const models = Object.values(document.models);
    if (models.length === 0 || !models.every((model) => isObject(model) && typeof model.threshold === 'number'))
      return null;
    return {
      confidence: 0.9,
      reason: 'one object with thresholds and models',
      takenFor: 'thresholds as selected',
      use: 'data',
    };
  }
  const values = Object.values(document);
  if (values.length === 0 || !values.every((value) => typeof value === 'number')) return null;
  return { confidence: 0.6, reason: 'one object of names and numbers', takenFor: 'thresholds', use: 'data' };
};

const read = async (file: OpenFile, context: ReadContext): Promise<void> => {
  const text = await readText(file.source);
  const entries = entriesInOrder(text);
  context.onBytes(file.source.size);
  const models = entries.find(([key]) => key === 'models')?.[1];
  for (const [judge, raw] of models === undefined ? entries : entriesInOrder(models)) {
    const parsed = parseJson(raw);
    if (parsed.kind === 'failed') continue;
    const value = isObject(parsed.value) ? parsed.value.threshold : parsed.value;
    const isSentinel = isObject(parsed.value) && parsed.value.fallback === 'never_stop';
    if (typeof value === 'number') context.draft.addThreshold(judge, value, isSentinel, file.index);
  }
};

export const thresholds: Importer = { id: 'thresholds', name: 'Frozen thresholds', match, read };
