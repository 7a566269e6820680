import type { NamedRange, SplitRole } from '../../core/terms.ts';
import { entriesInOrder } from '../readers/json-entries.ts';
import { parseJson } from '../readers/json-text.ts';
import { type FileSample, readText } from '../sample.ts';
import { countOf, isObject, type JsonObject } from './guards.ts';
import type { Importer, Match, OpenFile, ReadContext } from './importer.ts';

/**
 * What files of a run do not say about themselves:
 * { "stopscope": "manifest", "version": 1, "name", "notice", "ranges": [{name, from, to, role, isSealed}],
 *   "judgeNames": {id: name}, "thresholds": {id: number | {"value", "isSentinel"}} }
 */
const match = (sample: FileSample): Match | null => {
  const [document] = sample.records;
  if (!isObject(document) || document.stopscope !== 'manifest') return null;
  return { confidence: 1, reason: 'it says "stopscope": "manifest"', takenFor: 'a dataset manifest', use: 'data' };
};

const read = async (file: OpenFile, context: ReadContext): Promise<void> => {
  const text = await readText(file.source);
  context.onBytes(file.source.size);
  const parsed = parseJson(text);
  if (parsed.kind === 'failed' || !isObject(parsed.value)) {
    const message = 'The manifest is not one JSON object.';
    context.problems.add('error', { code: 'manifest.shape', message, effect: 'It was left out.' }, file.index);
    return;
  }
  const { draft } = context;
  const manifest = parsed.value;
  if (manifest.version !== 1) {
    const message = `The manifest has version ${JSON.stringify(manifest.version)}; this program knows version 1.`;
    context.problems.add(
      'warning',
      { code: 'manifest.version', message, effect: 'It is read all the same.' },
      file.index,
    );
  }
  if (typeof manifest.name === 'string') draft.name ??= manifest.name;
  if (typeof manifest.notice === 'string') draft.notice = manifest.notice;
  readRanges(manifest.ranges, file.index, context);
  if (isObject(manifest.judgeNames)) {
    for (const [id, name] of Object.entries(manifest.judgeNames)) {
      if (typeof name === 'string') draft.judgeNames.set(id, name);
    }
  }
  const raw = entriesInOrder(text).find(([key]) => key === 'thresholds')?.[1] ?? '';
  for (const [judge, rawValue] of entriesInOrder(raw)) {
    const value = parseJson(rawValue);
    if (value.kind === 'ok') readThreshold(judge, value.value, file.index, context);
  }
};

export const readThreshold = (judge: string, given: unknown, file: number, context: ReadContext): void => {
  const value = isObject(given) ? given.value : given;
  if (typeof value === 'number') {
    context.draft.addThreshold(judge, value, isObject(given) && given.isSentinel === true, file);
    return;
  }
  const message = `The threshold of "${judge}" is neither a number nor {"value", "isSentinel"}.`;
  context.problems.add('error', { code: 'threshold.shape', message, effect: 'It was left out.' }, file);
};

const ROLES: readonly SplitRole[] = ['exploratory', 'validation', 'confirmatory', 'descriptive'];

/** Shared with the header of the exchange format. */
export const readRanges = (given: unknown, file: number, context: ReadContext): void => {
  if (!Array.isArray(given)) return;
  const ranges: NamedRange[] = [];
  for (const item of given) {
    const range = isObject(item) ? rangeOf(item) : null;
    if (range !== null) {
      ranges.push(range);
      continue;
    }
    const found = JSON.stringify(item)?.slice(0, 80);
    const message = `${found} is no range: it needs a name and from <= to, both whole numbers from 0.`;
    context.problems.add('error', { code: 'range.shape', message, effect: 'It was left out.' }, file);
  }
  if (context.draft.ranges.length === 0) context.draft.ranges = ranges;
};

const rangeOf = ({ name, from, to, role, isSealed }: JsonObject): NamedRange | null => {
  const first = countOf(from);
  const last = countOf(to);
  if (typeof name !== 'string' || first === null || last === null || first > last) return null;
  const range = { name, from: first, to: last, role: ROLES.find((known) => known === role) ?? null };
  return isSealed === true ? { ...range, isSealed } : range;
};

export const manifest: Importer = { id: 'manifest', name: 'Stopscope manifest', match, read };
