import { COUNTERFACTUAL, INVALID, NATIVE, SCORED, UNPARSED } from '../../core/terms.ts';
import type { RowRef } from '../readers/json-lines.ts';
import {
  answerOf,
  countOf,
  goldOf,
  has,
  idOf,
  isObject,
  isScalar,
  type JsonObject,
  nextActionOf,
  numberOrNaN,
  stringOr,
} from './guards.ts';
import type { ReadContext } from './importer.ts';

/** What the rows of one bundle file have in common. */
export interface BundleFile {
  readonly context: ReadContext;
  /** Judge of rows that name none. */
  readonly judge: string;
  /** Set when the file's own name says the judge: it then wins over a field. */
  readonly isJudgeNamed: boolean;
}
type ReadRow = (row: JsonObject, at: Readonly<RowRef>, file: BundleFile) => void;

const aside = (file: BundleFile, at: Readonly<RowRef>, code: string, message: string): void =>
  file.context.problems.setAside('error', { code, message, effect: 'The row was set aside.' }, at);

/** The id under `names`, or null after the row was set aside. */
const idIn = (row: JsonObject, names: readonly string[], at: Readonly<RowRef>, file: BundleFile): string | null => {
  const name = names.find((candidate) => row[candidate] !== undefined && row[candidate] !== null);
  if (name === undefined) {
    aside(file, at, 'row.no-id', `This row has no ${names.join(' or ')}.`);
    return null;
  }
  const id = idOf(row[name]);
  if (id === null) {
    const found = JSON.stringify(row[name])?.slice(0, 60) ?? 'nothing';
    aside(
      file,
      at,
      'row.unusable-id',
      `${name} is ${found}: an id must be text, or a whole number small enough to be exact.`,
    );
  }
  return id;
};

/** Bookkeeping of the run and fields with a place of their own: no metadata. */
const NO_META = new Set([
  'question_id',
  'question',
  'record_type',
  'sequence_index',
  'question_order',
  'split',
  'answer',
  'targets',
  'gold',
]);
const addMeta = (from: 'input' | 'label', id: string, row: JsonObject, file: BundleFile): void => {
  for (const key of Object.keys(row)) {
    const value = row[key];
    if (!NO_META.has(key) && isScalar(value)) file.context.draft.questions.addMeta(from, id, key, value);
  }
};

export const readInput: ReadRow = (row, at, file) => {
  const id = idIn(row, ['question_id'], at, file);
  if (id === null) return;
  const { questions } = file.context.draft;
  questions.addInput(id, stringOr(row.question, null), at);
  if (typeof row.split === 'string') questions.addSplit(id, row.split);
  addMeta('input', id, row, file);
};

/** Searches the native run executed: forced continuations are no native behaviour. null: no steps in the row. */
const executedSearches = (row: JsonObject): number | null => {
  if (!Array.isArray(row.steps)) return null;
  let count = 0;
  for (const step of row.steps) {
    if (isObject(step) && step.action === 'SEARCH' && step.search_executed !== false && step.counterfactual !== true) {
      count++;
    }
  }
  return count;
};

export const readTrajectory: ReadRow = (row, at, file) => {
  const id = idIn(row, ['question_id'], at, file);
  if (id === null) return;
  const stated = countOf(row.search_calls);
  if (stated === null && row.search_calls !== undefined && row.search_calls !== null) {
    return aside(file, at, 'native.searches', `search_calls of "${id}" is no whole number from 0.`);
  }
  const executed = executedSearches(row);
  // Where the run was forced on beyond its answer, the native answer is the first candidate (published core evaluator).
  const candidate = Array.isArray(row.candidate_events) ? row.candidate_events[0] : undefined;
  const first = isObject(candidate) ? candidate : null;
  const firstSearches = first === null ? null : countOf(first.search_calls);
  if (first !== null && firstSearches === null) {
    return aside(file, at, 'native.candidate', `The first candidate event of "${id}" has no usable search_calls.`);
  }
  const key = file.context.draft.questions.addNative(
    {
      id,
      text: stringOr(row.question, null),
      answer: answerOf(first === null ? row.answer : (first.candidate_answer ?? first.answer)),
      searches: firstSearches ?? stated ?? executed,
      split: stringOr(row.split, null),
    },
    at,
  );
  if (key !== null && stated !== null && executed !== null && stated !== executed) {
    const message = `"${id}" states ${stated} searches, and its steps show ${executed} executed.`;
    const words = { code: 'searches.mismatch', message, effect: 'The stated number is used.' };
    file.context.problems.add('warning', words, at);
  }
};

export const readTrajectoryError: ReadRow = (row, at, file) => {
  const id = idIn(row, ['question_id'], at, file);
  if (id === null) return;
  const native = {
    id,
    text: stringOr(row.question, null),
    answer: null,
    searches: countOf(row.search_calls) ?? executedSearches(row),
    split: stringOr(row.split, null),
  };
  file.context.draft.questions.addNativeError(native, errorText(row), at);
};

const errorText = (row: JsonObject): string => {
  const text = [row.error, row.error_type, row.message, row.reason].find((value) => typeof value === 'string');
  return stringOr(text, 'no reason given').slice(0, 200);
};

/** A probe or judge call that failed: there is nothing to use in it, and its state goes without. */
export const readErrorRow: ReadRow = (row, at, file) => {
  const id = idOf(row.state_id ?? row.request_id) ?? 'an unnamed state';
  aside(file, at, `${String(row.record_type).replace('_', '.')}`, `The call for "${id}" failed: ${errorText(row)}.`);
};

export const readFirstAnswer: ReadRow = (row, at, file) => {
  const id = idIn(row, ['question_id'], at, file);
  if (id === null) return;
  const first = row.native_first_answer;
  const searches = isObject(first) ? countOf(first.search_calls) : null;
  if (!isObject(first) || searches === null) {
    return aside(file, at, 'first-answer.shape', `native_first_answer of "${id}" has no usable search_calls.`);
  }
  file.context.draft.questions.addFirstAnswer({ id, answer: answerOf(first.prediction), searches }, at);
};

export const readLabel: ReadRow = (row, at, file) => {
  const id = idIn(row, ['question_id'], at, file);
  if (id === null) return;
  const gold = goldOf(row.targets ?? row.answer ?? row.gold);
  if (gold === null) {
    return aside(file, at, 'label.empty', `The label of "${id}" is neither text nor a list of texts.`);
  }
  if (file.context.draft.questions.addLabel(id, gold, at)) addMeta('label', id, row, file);
};

export const readState: ReadRow = (row, at, file) => {
  const id = idIn(row, ['state_id', 'request_id'], at, file);
  if (id === null) return;
  const question = idIn(row, ['question_id'], at, file);
  if (question === null) return;
  const index = countOf(row.state_index);
  const used = countOf(row.searches_used);
  const searchesUsed = index ?? used;
  if (searchesUsed === null) {
    return aside(file, at, 'state.no-index', `State "${id}" has no usable state_index or searches_used.`);
  }
  if (index !== null && used !== null && index !== used) {
    const message = `State "${id}" has state_index ${index} and searches_used ${used}.`;
    const words = {
      code: 'state.index-mismatch',
      message,
      effect: 'state_index is used, as in the published evaluator.',
    };
    file.context.problems.add('warning', words, at);
  }
  const role = roleOf(row);
  if (role === null)
    return aside(file, at, 'state.role', `State "${id}" has the unknown role ${JSON.stringify(row.state_role)}.`);
  // A forced state has no native next action; the audit writes the word COUNTERFACTUAL there.
  const nextAction = role === COUNTERFACTUAL ? INVALID : nextActionOf(row.native_next_action);
  if (nextAction === null) {
    const message = `State "${id}" has the unknown next action ${JSON.stringify(row.native_next_action)}.`;
    const words = { code: 'state.next-action', message, effect: 'It is taken as INVALID: no policy stops there.' };
    file.context.problems.add('warning', words, at);
  }
  file.context.draft.states.addState(
    {
      id,
      question,
      searchesUsed,
      nextAction: nextAction ?? INVALID,
      role,
      hasContext: typeof row.context === 'string',
    },
    at,
  );
  if (typeof row.split === 'string') file.context.draft.questions.addSplit(question, row.split);
};

const roleOf = (row: JsonObject): number | null => {
  if (row.counterfactual_forced_continue === true || row.counterfactual === true) return COUNTERFACTUAL;
  const role = row.state_role ?? 'native_reachable';
  if (role === 'native_reachable' || role === 'native_prefix') return NATIVE;
  return role === 'counterfactual_forced_continue' ? COUNTERFACTUAL : null;
};

export const readProbe: ReadRow = (row, at, file) => {
  const id = idIn(row, ['state_id', 'request_id'], at, file);
  if (id !== null) file.context.draft.states.addProbe(id, answerOf(row.answer), at);
};

export const readScore: ReadRow = (row, at, file) => {
  const id = idIn(row, ['state_id', 'request_id'], at, file);
  if (id === null) return;
  const named = file.isJudgeNamed
    ? undefined
    : [row.judge, row.judge_id, row.judge_name].find((v) => typeof v === 'string');
  const judge = stringOr(named, file.judge);
  // Also without one usable score the judge is there, and it shows that it never stops.
  file.context.draft.judge(judge);
  if (typeof row.score !== 'number' || !Number.isFinite(row.score)) {
    const found =
      typeof row.score === 'number' ? String(row.score) : (JSON.stringify(row.score)?.slice(0, 40) ?? 'missing');
    return aside(file, at, 'score.not-finite', `The score of "${judge}" for "${id}" is ${found}, not a finite number.`);
  }
  // Present and null: the output failed its schema. Absent: an older file that never recorded it (published evaluator).
  const isUnparsed = has(row, 'parsed') && row.parsed === null;
  file.context.draft.addScore(
    judge,
    id,
    {
      score: row.score,
      status: isUnparsed ? UNPARSED : SCORED,
      promptTokens: numberOrNaN(row.prompt_tokens),
      completionTokens: numberOrNaN(row.completion_tokens),
      latencySeconds: numberOrNaN(row.latency_seconds),
      decision: decisionOf(row.decision),
    },
    at,
  );
};

/** Codes of `Judge.decisions`. */
export const decisionOf = (value: unknown): number => (value === 'STOP' ? 1 : value === 'CONTINUE' ? 2 : 0);

export const readUnknown: ReadRow = (row, at, file) => {
  const keys = Object.keys(row).slice(0, 6).join(', ');
  const type = typeof row.record_type === 'string' ? `record_type "${row.record_type.slice(0, 40)}"` : `keys ${keys}`;
  aside(file, at, 'row.unknown-kind', `A row with ${type} is no row of such a run.`);
};
