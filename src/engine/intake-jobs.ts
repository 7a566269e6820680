import { DEFAULT_ANSWER_RULE_ID, findAnswerRule } from '../core/answers/index.ts';
import { judgeAnswers } from '../core/correctness.ts';
import type { Problem } from '../core/result.ts';
import { expand } from '../ingest/expand.ts';
import { IMPORTERS, recognise } from '../ingest/importers/index.ts';
import { columnsIn, fromBlob, guessMapping, ingest, isTableLike, type Mapping, openRows } from '../ingest/index.ts';
import { peel } from '../ingest/readers/peel.ts';
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
  /** The first rows as texts, by column. */
  readonly rows: readonly (readonly string[])[];
  readonly guess: Mapping;
}

/** What a dataset would be, without opening it. */
export type Preview =
  | {
      readonly kind: 'ready';
      readonly questions: number;
      readonly states: number;
      readonly judges: readonly string[];
      /** Share of right native answers among labelled questions; null without labels. */
      readonly em: number | null;
      /** The same, as the files state it. */
      readonly storedEm: number | null;
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
    { files }: { readonly files: readonly NamedBlob[] },
  ): Promise<Reply<readonly TableLook[]>> => {
    const looks: TableLook[] = [];
    for (const given of await expand(files.map(({ name, blob }) => fromBlob(name, blob)))) {
      if (signal.aborted) break;
      const hooks = { signal, onBytes: () => {} };
      const unpacked = await given.unpack(hooks);
      const peeled = await peel(unpacked.source, hooks);
      const { sample } = await openRows(peeled.source);
      if (!isTableLike(sample)) continue;
      const columns = columnsIn(sample);
      looks.push({
        file: given.name,
        takenFor: recognise(sample)?.match.takenFor ?? null,
        columns,
        rows: sample.records.slice(0, SHOWN_ROWS).map((row) => columns.map((column) => cellText(row, column))),
        guess: guessMapping(sample),
      });
    }
    return { value: looks, transfer: [] };
  },

  /** What the files would give if they were read so. What is loaded stays loaded. */
  previewReading: async (
    { signal }: JobContext,
    { files, reading }: { readonly files: readonly NamedBlob[]; readonly reading: Reading },
  ): Promise<Reply<Preview>> => {
    const isPart = files.some(({ blob }) => blob.size > PREVIEW_BYTES);
    const sources = files.map(({ name, blob }) => fromBlob(name, isPart ? blob.slice(0, PREVIEW_BYTES) : blob));
    const result = await ingest(sources, { signal, onProgress: () => {}, ...reading });
    if (result.kind === 'failed') return { value: { kind: 'nothing', problem: result.error }, transfer: [] };
    const { dataset, problems, aside } = result.value;
    const share = (rule: string): number | null => {
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
        em: share(DEFAULT_ANSWER_RULE_ID),
        storedEm: dataset.stored === undefined ? null : share('stored'),
        rowsRead: dataset.sources.reduce((sum, { rowsRead }) => sum + rowsRead, 0),
        rowsAside: aside.count,
        problems: problems.slice(0, SHOWN_ROWS),
        isPart,
      },
      transfer: [],
    };
  },
});

const cellText = (row: unknown, column: string): string => {
  const value: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, column) : undefined;
  const text = typeof value === 'string' ? value : value === undefined ? '' : (JSON.stringify(value) ?? '');
  return text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL)}…` : text;
};
