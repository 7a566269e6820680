import type { SelectionRole } from '../protocol/roles.ts';
import { sha256Text } from '../protocol/sha256.ts';
import type { Dataset, FileOrigin, SourceFile } from '../terms.ts';

/** What an exported figure, table or page rests on: enough to name the data and to compute it again. */
export interface Provenance extends RunRecord {
  readonly app: 'stopscope';
  readonly version: string;
  readonly bootstrap: {
    /** Base seed; the published offsets are added per judge and figure. */
    readonly seed: number;
    readonly repeats: number;
    readonly indexRule: string;
  };
  readonly conventions: {
    readonly answerRule: string;
    readonly comparison: '>=';
    /** Largest tolerated loss of EM, a share. */
    readonly margin: number;
    readonly unparsed: string;
    readonly budgets: string;
  };
  /** The threshold or the selection was chosen after a look at the labels. */
  readonly postHoc: boolean;
  /** The part of the address behind the `#`: it opens the same view over the same files. */
  readonly link: string | null;
  /** The run that this one is compared with, question by question; absent elsewhere. */
  readonly compared?: RunRecord & {
    /** How the questions were matched, and how many pairs the figures are about. */
    readonly by: 'id' | 'text';
    readonly questions: number;
  };
}

/** One run as it is looked at. */
export interface RunRecord {
  readonly dataset: {
    readonly name: string;
    /** `datasetHash` of the files; null while large files are still being hashed. */
    readonly sha256: string | null;
    readonly files: readonly FileOrigin[];
    /** No row comes from a real system. `notice` says so in the words of the data. */
    readonly isSynthetic: boolean;
    readonly notice: string | null;
  };
  readonly selection: {
    readonly split: string | null;
    /** What figures on the selection may claim: exploratory, validation, confirmatory, descriptive. */
    readonly role: string | null;
    readonly questions: number;
    /** Question indices, both ends included; null: no restriction. */
    readonly range: { readonly from: number; readonly to: number } | null;
  };
  readonly policy: {
    readonly words: string;
    readonly judge: string | null;
    /** null: no threshold, or never stop; `words` says which. */
    readonly threshold: number | null;
    readonly status: 'frozen' | 'post hoc' | null;
  };
}

/** Ends of a 95 % interval over R sorted replicates (definitions.md 6). */
const INDEX_RULE = 'sorted replicates, ends at int(0.025 R) and int(0.975 R), counted from 0';
const UNPARSED_RULE = 'an unparsed judge output never stops';
const BUDGET_RULE = 'budget k stops at the first eligible state with k searches';

/** The files with their hashes, as they stand in every export. `hashes`: of files that were hashed later, in their order. */
export const originsOf = (
  sources: readonly Pick<SourceFile, 'name' | 'sha256'>[],
  hashes: readonly (string | null)[] | null = null,
): readonly FileOrigin[] => sources.map(({ name, sha256 }, i) => ({ name, sha256: sha256 ?? hashes?.[i] ?? null }));

/** What the dataset was first made of: the files behind an export that was read again, else its own. */
export const firstOriginsOf = ({ originals, sources }: Dataset): readonly FileOrigin[] =>
  originals ?? originsOf(sources);

/** One line of small print a file. */
export const originLine = ({ name, sha256 }: FileOrigin): string => `File ${name}, SHA-256 ${sha256 ?? 'not computed'}`;

export const datasetRecord = (
  { name, notice }: Pick<Dataset, 'name' | 'notice'>,
  files: readonly FileOrigin[],
): RunRecord['dataset'] => ({ name, sha256: datasetHash(files), files, isSynthetic: notice !== null, notice });

/** The record with hashes that were still being computed when it was made. */
export function withFileHashes<R extends RunRecord>(record: R, hashes: readonly (string | null)[]): R {
  const files = originsOf(record.dataset.files, hashes);
  return { ...record, dataset: { ...record.dataset, files, sha256: datasetHash(files) } };
}

/** A selection by the role that its figures have. `split`: as asked for, where the data gives it none. */
export const selectionRecord = (
  role: SelectionRole,
  { split, range, questions }: Pick<RunRecord['selection'], 'split' | 'range' | 'questions'>,
): RunRecord['selection'] => ({
  split: role.kind === 'split' ? role.name : split,
  role:
    role.kind === 'none' ? null : role.kind === 'pooled' ? `descriptive, pools ${role.roles.join(' and ')}` : role.role,
  questions,
  range,
});

/** What holds for every figure of this program, beside what the user chose. */
export const bootstrapRecord = (seed: number, repeats: number): Provenance['bootstrap'] => ({
  seed,
  repeats,
  indexRule: INDEX_RULE,
});
export const conventionsRecord = (answerRule: string, margin: number): Provenance['conventions'] => ({
  answerRule,
  comparison: '>=',
  margin,
  unparsed: UNPARSED_RULE,
  budgets: BUDGET_RULE,
});

/**
 * One hash over the files of a run: SHA-256 (hex) of the sorted lines "<file sha256>  <file name>\n", the name without its
 * folders. `sha256sum * | LC_ALL=C sort | sha256sum` in the folder of the run prints the same. null while a hash is missing,
 * or where there are no files.
 */
export function datasetHash(files: readonly FileOrigin[]): string | null {
  if (files.length === 0 || files.some(({ sha256 }) => sha256 === null)) return null;
  const lines = files.map(({ name, sha256 }) => `${sha256}  ${name.split(/[\\/]/).at(-1)}\n`);
  return sha256Text(lines.sort().join(''));
}

/** As people compare hashes: the first 16 hex digits. */
export const shortHash = (sha256: string): string => sha256.slice(0, 16);

/** The small print, a line an item. Without a hash it says that it is being computed. */
export function provenanceLines(p: Provenance): readonly string[] {
  const { bootstrap, conventions, compared } = p;
  const notices = [p.dataset.notice, compared?.dataset.notice ?? null].filter((notice) => notice !== null);
  return [
    ...new Set(notices),
    ...runLines(p, p.postHoc),
    ...(compared === undefined ? [] : comparedLines(compared)),
    `answer rule ${conventions.answerRule}, stops at score ${conventions.comparison} threshold, EM margin ${conventions.margin}`,
    `pointwise 95 % intervals, ${bootstrap.repeats} question-level replicates, base seed ${bootstrap.seed}`,
    `stopscope ${p.version}`,
  ];
}

function runLines({ dataset, selection, policy }: RunRecord, isPostHoc: boolean): readonly string[] {
  const hash = dataset.sha256 === null ? 'SHA-256 being computed' : `SHA-256 ${shortHash(dataset.sha256)}`;
  const status = policy.status === null ? '' : ` (${policy.status})`;
  return [
    `${dataset.name}, ${hash}`,
    `${selectionLine(selection)}, n = ${selection.questions}`,
    `policy ${policy.words}${status}${isPostHoc && policy.status !== 'post hoc' ? ', post hoc' : ''}`,
  ];
}

function comparedLines(compared: NonNullable<Provenance['compared']>): readonly string[] {
  const [data, questions, policy] = runLines(compared, false);
  return [
    `compared with ${data}`,
    `there ${questions}`,
    `there ${policy}`,
    `${compared.questions} questions of both, matched by ${compared.by === 'id' ? 'question id' : 'question text'}`,
  ];
}

function selectionLine({ split, role, range }: Provenance['selection']): string {
  const ends = range === null ? null : `${range.from}\u2013${range.to}`;
  const parts = [
    ends === null ? 'all questions' : `questions ${ends}`,
    // A range is often its own name.
    ...(split === null || split === ends ? [] : [`split ${split}`]),
  ];
  return `${parts.join(', ')}${role === null ? '' : ` (${role})`}`;
}

/** How the data of a record stands to the data that is open. */
export type DataMatch =
  | { readonly kind: 'same' }
  | { readonly kind: 'other' }
  /** One of the hashes is not known (yet). */
  | { readonly kind: 'unknown' };

/** Compares whole hashes, or a short one (a link's) with the beginning of the other. */
export function matchData(wanted: string | null, open: string | null): DataMatch {
  if (wanted === null || open === null || wanted === '') return { kind: 'unknown' };
  return { kind: open.startsWith(wanted) ? 'same' : 'other' };
}
