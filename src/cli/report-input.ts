import { openAsBlob } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Protocol } from '../core/protocol/index.ts';
import type { JudgeThreshold } from '../core/report/evaluation-types.ts';
import { failed, ok, type Problem, type Result } from '../core/result.ts';
import type { SelectionSpec } from '../core/selection.ts';
import type { Dataset } from '../core/terms.ts';
import { type ByteSource, fromBlob } from '../ingest/byte-source.ts';
import { isObject } from '../ingest/importers/guards.ts';
import { type Ingested, type IngestFailure, ingest } from '../ingest/ingest.ts';
import { type Mapping, parseMapping } from '../ingest/mapping/mapping.ts';
import { entriesInOrder } from '../ingest/readers/json-entries.ts';
import { parseJson } from '../ingest/readers/json-text.ts';
import type { ReadingOptions } from './reading-options.ts';
import type { ReportArguments } from './report-arguments.ts';
import { closeAsDeclared } from './sealed-run.ts';
import { FILE_LIMIT, listFiles } from './serve/listing.ts';
import { openRoots, resolveListed } from './serve/roots.ts';

/** A run read from disk, with the absolute paths of its files. */
export interface OpenedRun {
  /** Without the labels that are sealed. */
  readonly ingested: Ingested;
  /** What keeps them sealed, if anything does. */
  readonly protocol: Protocol | null;
  readonly paths: readonly string[];
}

export interface OpenOptions extends Partial<ReadingOptions> {
  /** A file: what it has unsealed is open, what it seals is closed. */
  readonly protocol?: string | null;
  /** Only where a protocol is verified. */
  readonly areLabelsOpen?: boolean;
}

/** Reads every file below the directories. The error is a sentence, or what ingest found on the way. */
export async function openRun(
  directories: readonly string[],
  { mapping = null, protocol = null, areLabelsOpen = false, isJoinedByOrder = false }: OpenOptions = {},
): Promise<Result<OpenedRun, string | IngestFailure>> {
  const mappings = mapping === null ? ok([]) : await readMappingFile(mapping);
  if (mappings.kind === 'failed') return mappings;
  const roots = await openRoots(directories);
  if (roots.kind === 'failed') return roots;
  const listing = await listFiles(roots.value);
  if (listing.isTruncated) return failed(`There are more than ${FILE_LIMIT} files. Name a smaller directory.`);
  const sources: ByteSource[] = [];
  const paths: string[] = [];
  for (const { path } of listing.files) {
    const absolute = await resolveListed(roots.value, path);
    if (absolute === null) continue;
    const opened = await openSource(path, absolute);
    if (opened.kind === 'failed') return opened;
    sources.push(opened.value);
    paths.push(absolute);
  }
  const read = await ingest(sources, {
    onProgress: () => {},
    signal: new AbortController().signal,
    mappings: mappings.value,
    joinByOrder: isJoinedByOrder ? 'all' : [],
  });
  if (read.kind === 'failed') return read;
  if (areLabelsOpen) return ok({ ingested: read.value, protocol: null, paths });
  const closed = await closeAsDeclared(read.value, protocol);
  return closed.kind === 'failed' ? closed : ok({ ...closed.value, paths });
}

/** The mapping in a file, for tables whose columns only their user knows. */
async function readMappingFile(path: string): Promise<Result<readonly Mapping[], string>> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return failed(`${path} cannot be read.`);
  const parsed = parseJson(text.replace(/^\uFEFF/, ''));
  if (parsed.kind === 'failed') return failed(`${path} is no JSON: ${parsed.error}.`);
  const mapping = parseMapping(parsed.value);
  return mapping.kind === 'failed' ? failed(`${path} is no mapping. ${mapping.error}`) : ok([mapping.value]);
}

async function openSource(name: string, path: string): Promise<Result<ByteSource, string>> {
  try {
    return ok(fromBlob(name, await openAsBlob(path)));
  } catch (error) {
    return failed(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

export const absolutePath = async (path: string): Promise<string> => realpath(path).catch(() => resolve(path));

/** Which questions the user means. A split is one of the data's, or a range that the data names. */
export function findSelection(dataset: Dataset, wanted: ReportArguments): Result<SelectionSpec, string> {
  const { split } = wanted;
  if (split === null) return ok({ range: wanted.questions, split: null });
  const drawn = dataset.splitMembers?.map(({ name }) => name) ?? [];
  const splits = [...new Set([...drawn, ...dataset.questions.splits.filter((name) => name !== null)])];
  if (splits.includes(split)) return ok({ range: wanted.questions, split });
  const range = dataset.ranges.find(({ name }) => name === split || name.replaceAll('–', '-') === split);
  if (range === undefined) {
    const known = [...splits, ...dataset.ranges.map(({ name }) => name)];
    const has = known.length === 0 ? 'The data names none' : `The data has ${known.join(', ')}`;
    return failed(`There is no split "${split}". ${has}.`);
  }
  const from = Math.max(range.from, wanted.questions?.from ?? 0);
  const to = Math.min(range.to, wanted.questions?.to ?? range.to);
  return from > to
    ? failed(`Questions ${wanted.questions?.from}-${wanted.questions?.to} and "${split}" have no question in common.`)
    : ok({ range: { from, to }, split: null });
}

/** Judges by name; without names all of them, in the order of the data. */
export function findJudges(dataset: Dataset, names: readonly string[]): Result<readonly string[], string> {
  const known = dataset.judges.map(({ id }) => id);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) return failed(noJudge(unknown, known));
  return ok(names.length === 0 ? known : known.filter((id) => names.includes(id)));
}

export const noJudge = (name: string, known: readonly string[]): string =>
  `There is no judge "${name}". ${known.length === 0 ? 'The data has none' : `The data has ${known.join(', ')}`}.`;

export interface FoundThresholds {
  readonly thresholds: readonly JudgeThreshold[];
  readonly problems: readonly Problem[];
}

/**
 * The thresholds to use, in the order of their file, because published seeds count along it: those that lie in the data
 * or in the file named instead, then single ones from the command line.
 */
export async function findThresholds(
  dataset: Dataset,
  judges: readonly string[],
  wanted: ReportArguments,
): Promise<Result<FoundThresholds, string>> {
  const problems: Problem[] = [];
  const values = new Map<string, number>();
  if (wanted.thresholdsFile === null) {
    for (const { id, frozen } of dataset.judges) if (frozen !== null) values.set(id, frozen.value);
  } else {
    const read = await readThresholdsFile(wanted.thresholdsFile);
    if (read.kind === 'failed') return read;
    const known = dataset.judges.map(({ id }) => id);
    for (const { judge, value } of read.value) {
      if (known.includes(judge)) values.set(judge, value);
      else problems.push(thresholdWithoutScores(judge, wanted.thresholdsFile));
    }
    if (values.size === 0) {
      return failed(`${wanted.thresholdsFile} has no threshold for any judge of the data (${known.join(', ')}).`);
    }
  }
  for (const { judge, value } of wanted.thresholds) {
    const known = dataset.judges.map(({ id }) => id);
    if (!known.includes(judge)) return failed(noJudge(judge, known));
    values.set(judge, value);
  }
  const thresholds = [...values].map(([judge, value]) => ({ judge, value }));
  return ok({ thresholds: thresholds.filter(({ judge }) => judges.includes(judge)), problems });
}

const thresholdWithoutScores = (judge: string, file: string): Problem => ({
  code: 'threshold.no-scores',
  severity: 'warning',
  message: `A threshold is given for "${judge}", of which there are no scores.`,
  effect: 'It is not used, and the seeds of the intervals count along the judges that are there.',
  file,
  line: null,
});

/** {judge: number}, or what the selection step writes: {models: {judge: {threshold}}, thresholds: {judge: number}}. */
async function readThresholdsFile(path: string): Promise<Result<readonly JudgeThreshold[], string>> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return failed(`${path} cannot be read.`);
  const parsed = parseJson(text.replace(/^\uFEFF/, ''));
  if (parsed.kind === 'failed' || !isObject(parsed.value)) return failed(`${path} is not one JSON object.`);
  const whole = entriesInOrder(text);
  const nested = isObject(parsed.value.thresholds) ? whole.find(([key]) => key === 'thresholds')?.[1] : undefined;
  const found: JudgeThreshold[] = [];
  for (const [judge, raw] of nested === undefined ? whole : entriesInOrder(nested)) {
    const value = parseJson(raw);
    if (value.kind === 'failed' || typeof value.value !== 'number' || !Number.isFinite(value.value)) {
      return failed(`The threshold of "${judge}" in ${path} is not a finite number.`);
    }
    found.push({ judge, value: value.value });
  }
  return found.length === 0 ? failed(`${path} holds no threshold.`) : ok(found);
}
