import type { JudgeDetails } from '../../core/terms.ts';
import type { ByteSource } from '../byte-source.ts';
import type { Draft } from '../draft/draft.ts';
import type { RowReader } from '../open-rows.ts';
import type { ProblemLog } from '../problems.ts';
import type { RowHooks, RowRef } from '../readers/json-lines.ts';
import type { FileSample } from '../sample.ts';

export interface Match {
  /** 0 .. 1. The surest importer reads the file. */
  readonly confidence: number;
  /** Why, in words: shown to the user, who may know better. */
  readonly reason: string;
  /** What the file is taken for, in words: "native trajectories". */
  readonly takenFor: string;
  /** 'data' is read into the dataset; 'aside' is known and not needed. */
  readonly use: 'data' | 'aside';
}

export interface OpenFile {
  /** Index into `Dataset.sources`. */
  readonly index: number;
  readonly name: string;
  /** Decompressed. */
  readonly source: ByteSource;
  /** Its rows, whatever the container. */
  readonly rows: RowReader;
}

/** For rows that name neither an id nor a question. No two rows of a dataset stand in one place. */
export const idOfPlace = ({ name }: OpenFile, at: Readonly<RowRef>, { problems }: ReadContext): string => {
  const id = `${name}:${at.line}`;
  const words = {
    code: 'row.by-place',
    message: 'This row names neither an id nor a question.',
    effect: 'It goes by its place in the file. Rows of other files can be joined to it by their order only.',
  };
  problems.add('note', words, at);
  return id;
};

export interface ReadContext {
  readonly draft: Draft;
  readonly problems: ProblemLog;
  readonly signal: AbortSignal;
  /** No other file is read: then nothing of this one can stand in another too. */
  readonly isOnlyFile: boolean;
  /** Decompressed bytes read since the last call. */
  onBytes(count: number): void;
  /** Row hooks with all faults of reading already reported; pass them to a reader. */
  rowHooks(onRow: RowHooks['onRow']): RowHooks;
}

/** Texts that one source line holds. What a line does not say is left out. */
export interface LineTexts {
  readonly supportingFacts?: readonly (readonly [string, number])[];
  /** The executed searches in order: query and retrieved text. */
  readonly searches?: readonly { readonly query: string | null; readonly evidence: string | null }[];
  readonly context?: string;
  readonly query?: string;
  /** As in `StateDetails`. */
  readonly titles?: readonly string[];
  readonly documents?: string;
  readonly queryText?: string;
  /** The whole run as one tagged text (<search>, <information>, <answer> ...), where it was recorded so. */
  readonly transcript?: string;
  readonly judge?: JudgeDetails;
  /** For lines that hold a whole question: texts by state id. */
  readonly states?: ReadonlyMap<string, StateTexts>;
}

export interface StateTexts {
  readonly query: string | null;
  readonly context: string | null;
  readonly titles?: readonly string[];
  readonly documents?: string;
  readonly queryText?: string;
  readonly judges: Readonly<Record<string, JudgeDetails>>;
}

export type LineRole = 'question' | 'label' | 'state' | 'judge';

/** One tool's layout. A new importer is one file and one line in index.ts. */
export interface Importer {
  readonly id: string;
  readonly name: string;
  /** Read after all others, and only where those gave no run: its files hold results of one. */
  readonly isFallback?: true;
  /** Looks at content only; the file's name never decides the kind. */
  match(sample: FileSample): Match | null;
  read(file: OpenFile, context: ReadContext): Promise<void>;
  /** Texts of one line that `read` pointed at, for the side panel. */
  readTexts?(role: LineRole, value: unknown): LineTexts;
}
