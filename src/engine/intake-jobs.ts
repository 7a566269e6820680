import { DEFAULT_ANSWER_RULE_ID, findAnswerRule } from '../core/answers/index.ts';
import { judgeAnswers } from '../core/correctness.ts';
import { asksForSeal, sealDataset } from '../core/protocol/index.ts';
import { isTelling } from '../core/protocol/telling.ts';
import type { Problem } from '../core/result.ts';
import { rankCurve, rocAuc } from '../core/stats/ranking.ts';
import { type Dataset, SCORED } from '../core/terms.ts';
import { closeRun } from '../ingest/closed.ts';
import { expand } from '../ingest/expand.ts';
import { isObject } from '../ingest/importers/guards.ts';
import { IMPORTERS, recognise } from '../ingest/importers/index.ts';
import { columnsIn, fromBlob, guessMapping, ingest, isTableLike, type Mapping, openRows } from '../ingest/index.ts';
import { peel } from '../ingest/readers/peel.ts';
import type { FileSample } from '../ingest/sample.ts';
import type { JobContext, Reply } from './job-context.ts';
import type { NamedBlob } from './named-blob.ts';

/** What the user decided about how files are read. */
export interface Reading {
  readonly mappings: readonly Mapping[];
  /** By file name: the importer to take. */
  readonly takenAs: Readonly<Record<string, string>>;
  /** Files whose labels are joined row by row. */
  readonly joinByOrder?: readonly string[];
}

/** A table whose columns could be mapped. */
export interface TableLook {
  readonly file: string;
  /** What content made of it: null where nothing knew it. */
  readonly takenFor: string | null;
  readonly columns: readonly string[];
  /** The first rows as texts, by column; null in columns that stay closed because labels are sealed. */
  readonly rows: readonly (readonly (string | null)[])[];
  readonly guess: Mapping;
}

/** What a dataset would be, without opening it. */
export type Preview =
  | {
      readonly kind: 'ready';
      readonly questions: number;
      readonly states: number;
      readonly judges: readonly string[];
      /** Labels are sealed: right and wrong are not computed. */
      readonly isSealed: boolean;
      /** Share of right native answers among labelled questions; null without labels or where they are sealed. */
      readonly em: number | null;
      /** The same, as the files state it. */
      readonly storedEm: number | null;
      /** Per signal, as mapped: the chance that it is higher at a right state than at a wrong one; null: not known. */
      readonly aurocs: readonly { readonly judge: string; readonly value: number | null }[];
      readonly rowsRead: number;
      readonly rowsAside: number;
      readonly problems: readonly Problem[];
      /** Only the beginning of a big file was read. */
      readonly isPart: boolean;
    }
  | { readonly kind: 'nothing'; readonly problem: Problem };

const SHOWN_ROWS = 5;
const LONGEST_CELL = 200;
/** A preview answers at once: more than this of a file is not looked at. */
const PREVIEW_BYTES = 4 << 20;

export const intakeJobs = () => ({
  /** Every importer, for the list of what a file may be taken for. */
  importers: async (): Promise<Reply<readonly { readonly id: string; readonly name: string }[]>> => ({
    value: IMPORTERS.map(({ id, name }) => ({ id, name })),
    transfer: [],
  }),

  /** Tables among the files, with their first rows and a guess at their columns. */
  lookAtTables: async (
    { signal }: JobContext,
    { files, isSealed }: { readonly files: readonly NamedBlob[]; readonly isSealed: boolean },
  ): Promise<Reply<readonly TableLook[]>> => {
    const samples: FileSample[] = [];
    for (const given of await expand(files.map(({ name, blob }) => fromBlob(name, blob)))) {
      if (signal.aborted) break;
      const hooks = { signal, onBytes: () => {} };
      const unpacked = await given.unpack(hooks);
      const peeled = await peel(unpacked.source, hooks);
      const { sample } = await openRows(peeled.source);
      samples.push({ ...sample, name: given.name });
    }
    const isClosed = isSealed || samples.some(({ records }) => records.some(declaresSeal));
    return { value: samples.filter(isTableLike).map((sample) => lookAt(sample, isClosed)), transfer: [] };
  },

  /** What the files would give if they were read so. What is loaded stays loaded. */
  previewReading: async (
    { signal }: JobContext,
    {
      files,
      reading,
      isSealed,
    }: { readonly files: readonly NamedBlob[]; readonly reading: Reading; readonly isSealed: boolean },
  ): Promise<Reply<Preview>> => {
    const isPart = files.some(({ blob }) => blob.size > PREVIEW_BYTES);
    const sources = files.map(({ name, blob }) => fromBlob(name, isPart ? blob.slice(0, PREVIEW_BYTES) : blob));
    const result = await ingest(sources, { signal, onProgress: () => {}, ...reading });
    if (result.kind === 'failed') return { value: { kind: 'nothing', problem: result.error }, transfer: [] };
    const { dataset } = result.value;
    const isClosed = isSealed || asksForSeal(dataset);
    const { problems, aside } = isClosed ? closeRun(result.value, sealAll(dataset)) : result.value;
    const share = (rule: string): number | null => {
      if (isClosed) return null;
      const { isLabelled, nativeEm } = judgeAnswers(dataset, findAnswerRule(rule)!).correctness;
      const labelled = isLabelled.reduce((sum, value) => sum + value, 0);
      return labelled === 0 ? null : nativeEm.reduce((sum, em) => (em === 1 ? sum + 1 : sum), 0) / labelled;
    };
    return {
      value: {
        kind: 'ready',
        questions: dataset.questions.count,
        states: dataset.states.count,
        judges: dataset.judges.map(({ name }) => name),
        isSealed: isClosed,
        em: share(DEFAULT_ANSWER_RULE_ID),
        storedEm: dataset.stored === undefined ? null : share('stored'),
        aurocs: isClosed ? [] : aurocsOf(dataset),
        rowsRead: dataset.sources.reduce((sum, { rowsRead }) => sum + rowsRead, 0),
        rowsAside: aside.count,
        problems: problems.slice(0, SHOWN_ROWS),
        isPart,
      },
      transfer: [],
    };
  },
});

/** Whether a score grows with correctness shows only where correctness is known: as stored, else recomputed. */
function aurocsOf(dataset: Dataset): readonly { readonly judge: string; readonly value: number | null }[] {
  const rule = dataset.stored === undefined ? DEFAULT_ANSWER_RULE_ID : 'stored';
  const { probeEm } = judgeAnswers(dataset, findAnswerRule(rule)!).correctness;
  return dataset.judges.map(({ name, scores, status }) => {
    const known = Array.from(probeEm.keys()).filter((s) => status[s] === SCORED && probeEm[s]! <= 1);
    const truths = known.map((s) => probeEm[s]!);
    return {
      judge: name,
      value: rocAuc(
        rankCurve(
          Float64Array.from(known, (s) => scores[s]!),
          truths,
        ),
      ),
    };
  });
}

function lookAt(sample: FileSample, isClosed: boolean): TableLook {
  const columns = columnsIn(sample);
  const guess = guessMapping(sample);
  const open = isClosed ? openColumns(guess) : null;
  const toCell = (row: unknown) => (column: string) =>
    open === null || open.has(column) ? cellText(row, column) : null;
  return {
    file: sample.name,
    takenFor: recognise(sample)?.match.takenFor ?? null,
    columns,
    rows: sample.records.slice(0, SHOWN_ROWS).map((row) => columns.map(toCell(row))),
    guess,
  };
}

const LABEL_ROLES: ReadonlySet<string> = new Set(['gold', 'correct', 'f1']);

/** While labels are sealed only columns are shown that are known to hold something else: any other may be the label. */
function openColumns({ columns, scores }: Mapping): ReadonlySet<string> {
  const named = Object.entries(columns).flatMap(([role, column]) => (LABEL_ROLES.has(role) ? [] : [column]));
  const signals = scores.map(({ column }) => column).filter((column) => !isTelling(column));
  return new Set([...named, ...signals]);
}

/** A manifest, or the header of an exchange file, may ask for sealed labels. */
const declaresSeal = (record: unknown): boolean =>
  isObject(record) &&
  Array.isArray(record.ranges) &&
  record.ranges.some((range) => isObject(range) && range.isSealed === true);

const sealAll = (dataset: Dataset): Dataset => sealDataset(dataset, new Uint8Array(dataset.questions.count).fill(1));

const cellText = (row: unknown, column: string): string => {
  const value: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, column) : undefined;
  const text = typeof value === 'string' ? value : value === undefined ? '' : (JSON.stringify(value) ?? '');
  return text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL)}…` : text;
};
