import type { FileSample } from '../sample.ts';
import {
  type BundleFile,
  readErrorRow,
  readFirstAnswer,
  readInput,
  readLabel,
  readProbe,
  readScore,
  readState,
  readTrajectory,
  readTrajectoryError,
  readUnknown,
} from './bundle-rows.ts';
import { readBundleTexts } from './bundle-texts.ts';
import { isObject, isScalar, type JsonObject } from './guards.ts';
import type { Importer, Match, OpenFile, ReadContext } from './importer.ts';

/**
 * The record_type bundle of a stopping experiment: inputs, native run, states, probe run, judge runs, labels, first
 * answers, each a JSON Lines file. Rows are told apart one by one, so files may be renamed, split or joined.
 */
type Kind =
  | 'run_start'
  | 'run_end'
  | 'trajectory'
  | 'trajectory_error'
  | 'state'
  | 'probe'
  | 'probe_error'
  | 'judge_score'
  | 'judge_error'
  | 'input'
  | 'label'
  | 'first-answer';

const RECORD_TYPES: ReadonlySet<string> = new Set<Kind>([
  'run_start',
  'run_end',
  'trajectory',
  'trajectory_error',
  'state',
  'probe',
  'probe_error',
  'judge_score',
  'judge_error',
]);
const isRecordType = (value: string): value is Kind => RECORD_TYPES.has(value);

/** What kind of row it is; the second pass of the audit asks too. */
export const kindOf = (row: JsonObject): Kind | null => {
  const type = row.record_type;
  if (typeof type === 'string') return isRecordType(type) ? type : null;
  if (row.question_id === undefined || row.state_id !== undefined || row.search_calls !== undefined) return null;
  if (isObject(row.native_first_answer)) return 'first-answer';
  // Rows of derived reports also carry question_id; they hold objects or lists of their own.
  if (row.policies !== undefined || row.native !== undefined || row.states !== undefined) return null;
  if (row.targets !== undefined || row.answer !== undefined || row.gold !== undefined) return 'label';
  return Object.values(row).every(isScalar) ? 'input' : null;
};

const TAKEN_FOR: Readonly<Record<Kind, string>> = {
  run_start: 'an empty run',
  run_end: 'an empty run',
  trajectory: 'native trajectories',
  trajectory_error: 'native trajectories',
  state: 'states',
  probe: 'probe answers',
  probe_error: 'probe answers',
  judge_score: 'judge scores',
  judge_error: 'judge scores',
  input: 'inputs',
  label: 'labels',
  'first-answer': 'first answers of the native run',
};

const match = (sample: FileSample): Match | null => {
  if (!['json-lines', 'json-array', 'json-document'].includes(sample.layout)) return null;
  const rows = sample.records.filter(isObject);
  const kinds = rows.map(kindOf).filter((kind) => kind !== null);
  const main = kinds.find((kind) => kind !== 'run_start' && kind !== 'run_end') ?? kinds[0];
  if (main === undefined) return null;
  const share = kinds.length / (sample.records.length + sample.badLines);
  const isTyped = rows.some((row) => typeof row.record_type === 'string');
  const judge = main === 'judge_score' || main === 'judge_error' ? ` (${judgeOfFile(sample.name).judge})` : '';
  return {
    confidence: share * (isTyped ? 1 : 0.8),
    reason: isTyped ? `rows say record_type "${main}"` : `rows have question_id and the fields of ${TAKEN_FOR[main]}`,
    takenFor: TAKEN_FOR[main] + judge,
    use: 'data',
  };
};

/** `judge-<id>.jsonl(.gz)`, parts of one run joined (`-00001-of-00004`, `.part2`); else the name without endings. */
export const judgeOfFile = (name: string): { readonly judge: string; readonly isJudgeNamed: boolean } => {
  const base = (name.split('/').at(-1) ?? name).replace(/(\.(jsonl|ndjson|json|txt|gz|gzip))+$/i, '');
  const stem = base.replace(/[-_.](\d+-of-\d+|part-?\d+|shard-?\d+)$/i, '');
  const named = /^judge-(.+)$/.exec(stem)?.[1];
  return { judge: named ?? stem, isJudgeNamed: named !== undefined };
};

const READERS: Readonly<Record<Exclude<Kind, 'run_start' | 'run_end'>, typeof readInput>> = {
  trajectory: readTrajectory,
  trajectory_error: readTrajectoryError,
  state: readState,
  probe: readProbe,
  probe_error: readErrorRow,
  judge_score: readScore,
  judge_error: readErrorRow,
  input: readInput,
  label: readLabel,
  'first-answer': readFirstAnswer,
};

const read = async (file: OpenFile, context: ReadContext): Promise<void> => {
  const bundle: BundleFile = { context, ...judgeOfFile(file.name) };
  const run = new RunWatch(file, context);
  const hooks = context.rowHooks((value, at) => {
    if (!isObject(value)) return readUnknown({ value }, at, bundle);
    const kind = kindOf(value);
    if (kind === null) return readUnknown(value, at, bundle);
    if (kind === 'run_start') return run.start(value);
    if (kind === 'run_end') return run.end(value);
    run.count++;
    READERS[kind](value, at, bundle);
  });
  await file.rows.read(file.index, hooks);
  if (!context.signal.aborted) run.check();
};

/** A run says how it began and ended: that shows a file which is cut off though every line of it is whole. */
class RunWatch {
  count = 0;
  #starts: JsonObject[] = [];
  #ends: JsonObject[] = [];
  readonly #file: OpenFile;
  readonly #context: ReadContext;

  constructor(file: OpenFile, context: ReadContext) {
    this.#file = file;
    this.#context = context;
  }

  start(row: JsonObject): void {
    this.#starts.push(row);
    if (typeof row.data === 'string' && /\bsynthetic\b/i.test(row.data))
      this.#context.draft.notice ??= 'synthetic replica';
  }

  end(row: JsonObject): void {
    this.#ends.push(row);
  }

  check(): void {
    if (this.#starts.length > this.#ends.length) {
      this.#warn('run.no-end', 'This run has a start and no end: it may be cut off.');
    }
    for (const { status } of this.#ends) {
      if (typeof status === 'string' && !/^completed?$/.test(status)) {
        this.#warn('run.status', `This run ended with the status "${status.slice(0, 60)}".`);
      }
    }
    const [start] = this.#starts;
    if (this.#starts.length !== 1 || typeof start?.expected_count !== 'number') return;
    if (start.expected_count !== this.count) {
      this.#warn('run.count', `This run announces ${start.expected_count} rows and has ${this.count}.`);
    }
  }

  #warn(code: string, message: string): void {
    this.#context.problems.add(
      'warning',
      { code, message, effect: 'The rows that are there are used.' },
      this.#file.index,
    );
  }
}

export const bundle: Importer = {
  id: 'bundle',
  name: 'Stopping experiment (record_type files)',
  match,
  read,
  readTexts: readBundleTexts,
};
