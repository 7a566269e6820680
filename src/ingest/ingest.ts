import { failed, ok, type Problem, type Result } from '../core/result.ts';
import type { Dataset, SourceFile } from '../core/terms.ts';
import { type ByteSource, fromBlob } from './byte-source.ts';
import { Draft } from './draft/draft.ts';
import { expand, type Given } from './expand.ts';
import type { Importer, Match, OpenFile, ReadContext } from './importers/importer.ts';
import { recognise } from './importers/index.ts';
import type { OrderJoin } from './join/by-order.ts';
import { join } from './join/join.ts';
import { columnsIn, isTableLike } from './mapping/guess.ts';
import { columnsOf, type Mapping } from './mapping/mapping.ts';
import { mappedImporter } from './mapping/read-mapped.ts';
import { openRows, type RowReader } from './open-rows.ts';
import { type AsideRows, type ProblemCount, ProblemLog } from './problems.ts';
import { ByteProgress, type IngestProgress } from './progress.ts';
import type { RowHooks } from './readers/json-lines.ts';
import { peel } from './readers/peel.ts';
import type { FileSample } from './sample.ts';

export interface IngestOptions {
  onProgress(progress: IngestProgress): void;
  readonly signal: AbortSignal;
  /** Name of the dataset when no manifest gives one. */
  readonly name?: string;
  /** By file name: the id of the importer that the user wants for it, whatever its content looks like. */
  readonly takenAs?: Readonly<Record<string, string>>;
  /** For tables whose columns only their user knows: applied to every file that has all columns of one. */
  readonly mappings?: readonly Mapping[];
  /** Files of labels that the user lets be joined row by row, for want of ids and texts in common. */
  readonly joinByOrder?: readonly string[] | 'all';
  /**
   * Files above this size are not hashed while they are read, for hashing takes longer than reading; `hashes` does it
   * afterwards. Default: all are.
   */
  readonly hashUpTo?: number;
}

export interface Ingested {
  readonly dataset: Dataset;
  /** Examples of every kind and file; `problemCounts` has the exact numbers. */
  readonly problems: readonly Problem[];
  readonly problemCounts: readonly ProblemCount[];
  readonly aside: AsideRows;
  /** Decompressed, index = `Dataset.sources`. */
  readonly sources: readonly ByteSource[];
  /** The importer that read each source, null where none did. */
  readonly importerIds: readonly (string | null)[];
  /** How the rows of each source are read again. */
  readonly rows: readonly RowReader[];
  /** As `importerIds`, the importers themselves: some are made for one file. */
  readonly importers: readonly (Importer | null)[];
  /** Per source: SHA-256 of the file as given, by another reading where it was not hashed along. */
  readonly hashes: readonly (() => Promise<string>)[];
  /** Files that only their order could join, or has joined. */
  readonly orderJoins: readonly OrderJoin[];
}

/** Why there is no dataset: itself a Problem, with all others that were met on the way. */
export interface IngestFailure extends Problem {
  readonly problems: readonly Problem[];
}

interface SourceReport {
  takenFor: string;
  reason: string | null;
  confidence: number | null;
  importer: Importer | null;
  rowsRead: number;
  rows: RowReader | null;
  sha256: string | null;
  /** Waits for what the other files give. */
  waiting: { readonly file: OpenFile; readonly match: Match } | null;
}

/** Files to a dataset. Content alone decides what a file is; the order of the files does not matter. */
export const ingest = async (
  files: readonly ByteSource[],
  options: IngestOptions,
): Promise<Result<Ingested, IngestFailure>> => {
  const given = await expand(files, options.hashUpTo);
  const names = given.map(({ name }) => name);
  const problems = new ProblemLog(names);
  if (given.length > 65_535) return fail('files.too-many', `${given.length} files are more than 65,535.`, problems);
  const draft = new Draft(problems);
  const progress = new ByteProgress(given, options.onProgress);
  const reports: SourceReport[] = given.map(() => ({
    takenFor: 'not read',
    reason: null,
    confidence: null,
    importer: null,
    rowsRead: 0,
    rows: null,
    sha256: null,
    waiting: null,
  }));
  const context: ReadContext = {
    draft,
    problems,
    signal: options.signal,
    isOnlyFile: given.length === 1,
    onBytes: (count) => progress.add(count),
    rowHooks: (onRow) => rowHooks(onRow, reports, context),
  };
  for (const index of readingOrder(names)) {
    if (options.signal.aborted) break;
    progress.begin(index);
    try {
      await readFile(given[index]!, index, reports[index]!, context, progress, options);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      reports[index]!.takenFor = 'unreadable';
      const message = `The file cannot be read: ${error.message}. It may have changed or moved since it was picked.`;
      problems.add('error', { code: 'file.unreadable', message, effect: 'What was read of it before is kept.' }, index);
    }
    progress.end();
  }
  await readFallbacks(reports, context);
  if (options.signal.aborted) return fail('ingest.cancelled', 'Reading was cancelled.', problems);
  const describe = (): readonly SourceFile[] =>
    reports.map((report, i) => describeSource(report, names[i]!, i, problems));
  const { joinByOrder = [] } = options;
  const isOrderConfirmed = (file: number): boolean => joinByOrder === 'all' || joinByOrder.includes(names[file]!);
  const name = draft.name ?? options.name ?? commonName(names);
  const { dataset, orderJoins } = join(draft, name, problems, describe, isOrderConfirmed);
  if (dataset.questions.count === 0) return fail('dataset.empty', whyEmpty(names, dataset.sources), problems);
  const rows = await Promise.all(reports.map(({ rows: own }, i) => own ?? nothingOf(names[i]!)));
  return ok({
    dataset,
    problems: problems.problems(),
    problemCounts: problems.counts(),
    aside: problems.aside(),
    sources: rows.map(({ source }) => source),
    importerIds: reports.map(({ importer }) => importer?.id ?? null),
    rows,
    importers: reports.map(({ importer }) => importer),
    hashes: given.map((file) => () => file.hash()),
    orderJoins,
  });
};

const readFallbacks = async (reports: readonly SourceReport[], context: ReadContext): Promise<void> => {
  const { nativeOrder, firstAnswerOrder } = context.draft.questions;
  const hasRun = nativeOrder.length + firstAnswerOrder.length > 0;
  for (const report of reports) {
    if (report.waiting === null || context.signal.aborted) continue;
    const { file, match } = report.waiting;
    if (!hasRun) await report.importer?.read(file, context);
    else {
      report.importer = null;
      context.problems.add('note', notNeeded(match), file.index);
    }
  }
};

const nothingOf = (name: string): Promise<RowReader> => openRows(fromBlob(name, new Blob([])));

const readFile = async (
  given: Given,
  index: number,
  report: SourceReport,
  context: ReadContext,
  progress: ByteProgress,
  { takenAs, mappings }: IngestOptions,
): Promise<void> => {
  const { problems, signal } = context;
  const unpacked = await given.unpack({ signal, onBytes: (count) => progress.addPeeled(count) });
  const peeled = await peel(unpacked.source, { signal, onBytes: (count) => progress.addPeeled(count) });
  for (const { code, message, mild } of [...unpacked.faults, ...peeled.faults]) {
    const isHarmless = code === 'gzip.trailing-bytes';
    const severity = mild?.severity ?? (isHarmless ? 'warning' : 'error');
    problems.add(severity, { code, message, effect: mild?.effect ?? 'The rows before it are used.' }, index);
  }
  if (signal.aborted) return;
  const rows = await openRows({ ...peeled.source, name: given.name });
  const { source } = rows;
  progress.unpacked(source.size);
  report.rows = rows;
  const found = findMapped(rows.sample, mappings ?? []) ?? recognise(rows.sample, takenAs?.[given.name]);
  const isLost = source.size === 0 && [...unpacked.faults, ...peeled.faults].some(({ mild }) => mild === undefined);
  if (isLost) report.takenFor = 'unreadable';
  else if (found === null) {
    report.takenFor = rows.sample.looksLike ?? 'not recognised';
    problems.add('warning', notRecognised(rows.sample), index);
  } else {
    const { match, importer } = found;
    report.takenFor = match.takenFor;
    report.reason = match.reason;
    report.confidence = match.confidence;
    if (match.use === 'aside') problems.add('note', notNeeded(match), index);
    else {
      report.importer = importer;
      const file: OpenFile = { index, name: given.name, source, rows };
      if (importer.isFallback) report.waiting = { file, match };
      else await importer.read(file, context);
    }
  }
  if (!signal.aborted && given.isHashed) report.sha256 = await given.hash();
};

const findMapped = (sample: FileSample, mappings: readonly Mapping[]): ReturnType<typeof recognise> => {
  const columns = mappings.length > 0 && isTableLike(sample) ? new Set(columnsIn(sample)) : new Set<string>();
  const mapping = mappings.find((candidate) => columnsOf(candidate).every((column) => columns.has(column)));
  if (mapping === undefined) return null;
  const importer = mappedImporter(mapping);
  const match = importer.match(sample);
  return match === null ? null : { importer, match };
};

const rowHooks = (onRow: RowHooks['onRow'], reports: SourceReport[], context: ReadContext): RowHooks => ({
  onRow(value, at) {
    reports[at.file]!.rowsRead++;
    onRow(value, at);
  },
  onBad(reason, at) {
    reports[at.file]!.rowsRead++;
    const { code, begin } = reports[at.file]!.rows!.rowFault;
    context.problems.setAside('error', { code, message: begin + reason, effect: 'The row was set aside.' }, at);
  },
  onDamagedText(at) {
    const message = 'Some bytes of this line are not UTF-8.';
    const effect = 'The line is used, with U+FFFD in their place.';
    context.problems.add('warning', { code: 'text.not-utf8', message, effect }, at);
  },
  onBytes: (count) => context.onBytes(count),
  signal: context.signal,
});

const describeSource = (report: SourceReport, name: string, index: number, problems: ProblemLog): SourceFile => {
  const rowsAside = problems.asideOf(index);
  return {
    name,
    bytes: report.rows?.source.size ?? 0,
    sha256: report.sha256,
    takenFor: report.takenFor,
    reason: report.reason,
    confidence: report.confidence,
    rowsRead: report.rowsRead,
    rowsUsed: report.rowsRead - rowsAside,
    rowsAside,
  };
};

const { compare } = new Intl.Collator('en', { numeric: true });

/** By name with numbers as numbers: shards in their order, wherever a folder listing put them. */
export const readingOrder = (names: readonly string[]): readonly number[] => {
  return names.map((_, index) => index).sort((a, b) => compare(names[a]!, names[b]!) || a - b);
};

/** The folder that all files share, else the first file's stem. */
const commonName = (names: readonly string[]): string => {
  const folders = names.map((name) => name.split('/').slice(0, -1));
  const [first = []] = folders;
  let depth = 0;
  while (depth < first.length && folders.every((parts) => parts[depth] === first[depth])) depth++;
  const stem = names[0]
    ?.split('/')
    .at(-1)
    ?.replace(/(\.[a-z]+)+$/i, '');
  return first[depth - 1] ?? stem ?? 'dataset';
};

const isUnreadable = (error: unknown): error is DOMException | (Error & { readonly code: string }) =>
  error instanceof DOMException || (error instanceof Error && 'code' in error && typeof error.code === 'string');

const notRecognised = (sample: FileSample) => {
  const { looksLike, text, layout } = sample;
  const begin = text.trim().slice(0, 60).replace(/\s+/g, ' ');
  const what = looksLike ?? (layout === 'binary' ? 'no text' : `begins with ${JSON.stringify(begin)}`);
  return {
    code: 'file.unknown',
    message: `The content is none that Stopscope knows: ${what}.`,
    effect: isTableLike(sample) ? 'The file was left out. Map its columns to have it read.' : 'The file was left out.',
  };
};

const notNeeded = ({ takenFor, reason }: Match) => ({
  code: 'file.not-needed',
  message: `This file is ${takenFor} (${reason}).`,
  effect: 'It is not part of the dataset.',
});

const whyEmpty = (names: readonly string[], sources: readonly SourceFile[]): string => {
  if (names.length === 0) return 'There are no files.';
  const found = sources.slice(0, 5).map(({ name, takenFor }) => `${name} (${takenFor})`);
  const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
  return `No question with a native run was found in ${found.join(', ')}${more}.`;
};

const fail = (code: string, message: string, problems: ProblemLog): Result<never, IngestFailure> =>
  failed({
    code,
    severity: 'error',
    message,
    effect: 'Nothing was loaded.',
    file: null,
    line: null,
    problems: problems.problems(),
  });
