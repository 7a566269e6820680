import { COUNTERFACTUAL, INVALID, NATIVE, SCORED, UNPARSED } from '../../core/terms.ts';
import { EXCHANGE_VERSION } from '../exchange-format.ts';
import type { RowRef } from '../readers/json-lines.ts';
import type { FileSample } from '../sample.ts';
import { decisionOf } from './bundle-rows.ts';
import { countUse, readExchangeTexts } from './exchange-texts.ts';
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
import type { Importer, Match, OpenFile, ReadContext } from './importer.ts';
import { readRanges, readThreshold } from './manifest.ts';

/** Stopscope's own format: one question a line, an optional header before them, labels in a file of their own if wished. */
const isHeader = (row: JsonObject): boolean => row.stopscope === 'dataset';
const isQuestion = (row: JsonObject): boolean => has(row, 'id') && isObject(row.native);
const LABEL_KEYS: ReadonlySet<string> = new Set(['id', 'gold', 'supportingFacts', 'meta']);
const isLabel = (row: JsonObject): boolean =>
  has(row, 'id') && has(row, 'gold') && Object.keys(row).every((key) => LABEL_KEYS.has(key));

const match = (sample: FileSample): Match | null => {
  if (sample.layout !== 'json-lines' && sample.layout !== 'json-array') return null;
  const rows = sample.records.filter(isObject);
  const share = (test: (row: JsonObject) => boolean): number =>
    rows.filter(test).length / (sample.records.length + sample.badLines);
  const found = (confidence: number, reason: string, takenFor: string): Match => ({
    confidence,
    reason,
    takenFor,
    use: 'data',
  });
  if (rows.some(isHeader)) return found(1, 'it says "stopscope": "dataset"', 'questions in exchange format');
  const questions = share(isQuestion);
  if (questions > 0) return found(questions * 0.9, 'rows have id and native', 'questions in exchange format');
  const labels = share(isLabel);
  return labels > 0 ? found(labels * 0.8, 'rows have id and gold', 'labels') : null;
};

const read = async (file: OpenFile, context: ReadContext): Promise<void> => {
  const hooks = context.rowHooks((value, at) => {
    if (isObject(value)) {
      if (isHeader(value)) return readHeader(value, file.index, context);
      if (isQuestion(value)) return readQuestion(value, at, context);
      if (isLabel(value)) return readLabel(value, at, context);
    }
    const message = 'This row is neither a question ("id" and "native") nor a label ("id" and "gold").';
    context.problems.setAside('error', { code: 'row.unknown-kind', message, effect: 'The row was set aside.' }, at);
  });
  await file.rows.read(file.index, hooks);
};

const readHeader = (row: JsonObject, file: number, context: ReadContext): void => {
  const { draft, problems } = context;
  if (row.version !== EXCHANGE_VERSION) {
    const message = `The header has version ${JSON.stringify(row.version)}; this program knows version ${EXCHANGE_VERSION}.`;
    problems.add('warning', { code: 'exchange.version', message, effect: 'It is read all the same.' }, file);
  }
  if (typeof row.name === 'string') draft.name ??= row.name;
  if (typeof row.notice === 'string') draft.notice = row.notice;
  readOrigins(row.files, context);
  readRanges(row.ranges, file, context);
  if (!Array.isArray(row.judges)) return;
  for (const judge of row.judges) {
    if (!isObject(judge) || typeof judge.id !== 'string') continue;
    draft.judge(judge.id);
    draft.judgeOrder = [...draft.judgeOrder, judge.id];
    if (typeof judge.name === 'string') draft.judgeNames.set(judge.id, judge.name);
    if (judge.threshold === undefined || judge.threshold === null) continue;
    readThreshold(judge.id, { value: judge.threshold, isSentinel: judge.isSentinel }, file, context);
  }
};

/** The files that an export was made of go on into the next one. */
const readOrigins = (files: unknown, { draft }: ReadContext): void => {
  if (!Array.isArray(files)) return;
  draft.originals ??= [];
  for (const file of files) {
    if (!isObject(file) || typeof file.name !== 'string') continue;
    draft.originals.push({ name: file.name, sha256: typeof file.sha256 === 'string' ? file.sha256 : null });
  }
};

const aside = (context: ReadContext, at: Readonly<RowRef>, code: string, message: string): void =>
  context.problems.setAside('error', { code, message, effect: 'The row was set aside.' }, at);

/** Part of a line cannot be used; the rest of the line is. */
const leaveOut = (context: ReadContext, at: Readonly<RowRef>, code: string, message: string): void =>
  context.problems.add('error', { code, message, effect: 'It was left out; the rest of the line is used.' }, at);

const idFrom = (row: JsonObject, at: Readonly<RowRef>, context: ReadContext): string | null => {
  const id = idOf(row.id);
  if (id === null)
    aside(context, at, 'row.unusable-id', 'id must be text, or a whole number small enough to be exact.');
  return id;
};

const readLabel = (row: JsonObject, at: Readonly<RowRef>, context: ReadContext): void => {
  const id = idFrom(row, at, context);
  if (id === null) return;
  const gold = goldOf(row.gold);
  if (gold === null) aside(context, at, 'label.empty', `The label of "${id}" is neither text nor a list of texts.`);
  else if (context.draft.questions.addLabel(id, gold, at)) readMeta('label', id, row.meta, context);
};

const readMeta = (from: 'input' | 'label', id: string, meta: unknown, context: ReadContext): void => {
  if (!isObject(meta)) return;
  for (const key of Object.keys(meta)) {
    const value = meta[key];
    if (isScalar(value)) context.draft.questions.addMeta(from, id, key, value);
  }
};

const readQuestion = (row: JsonObject, at: Readonly<RowRef>, context: ReadContext): void => {
  const id = idFrom(row, at, context);
  if (id === null || !isObject(row.native)) return;
  const { questions } = context.draft;
  const searches = countOf(row.native.searches);
  if (searches === null) {
    aside(context, at, 'native.searches', `native.searches of "${id}" is no whole number from 0.`);
    return;
  }
  const native = {
    id,
    text: stringOr(row.question, null),
    answer: answerOf(row.native.answer),
    searches,
    split: stringOr(row.split, null),
  };
  const question = questions.addNative(native, at);
  if (question === null) return;
  readMeta('input', id, row.meta, context);
  if (row.gold !== undefined && row.gold !== null) {
    const gold = goldOf(row.gold);
    if (gold !== null) questions.addInlineLabel(question, id, gold, at);
    else leaveOut(context, at, 'label.empty', `The label of "${id}" is neither text nor a list of texts.`);
  }
  if (row.states === undefined) return;
  if (!Array.isArray(row.states)) {
    leaveOut(context, at, 'states.shape', `states of "${id}" is no list.`);
    return;
  }
  const seen: number[] = [];
  for (const state of row.states) {
    if (isObject(state)) readState(state, id, question, seen, at, context);
    else leaveOut(context, at, 'state.shape', `A state of "${id}" is no object.`);
  }
};

const roleOf = (role: unknown): number | null => {
  if (role === undefined || role === 'native') return NATIVE;
  return role === 'counterfactual' ? COUNTERFACTUAL : null;
};

const readState = (
  row: JsonObject,
  questionId: string,
  question: number,
  seen: number[],
  at: Readonly<RowRef>,
  context: ReadContext,
): void => {
  const { states } = context.draft;
  const searchesUsed = countOf(row.searchesUsed);
  if (searchesUsed === null) {
    leaveOut(context, at, 'state.no-index', `A state of "${questionId}" has no usable searchesUsed.`);
    return;
  }
  const role = roleOf(row.role);
  if (role === null) {
    leaveOut(context, at, 'state.role', `A state of "${questionId}" has the role ${JSON.stringify(row.role)}.`);
    return;
  }
  const nextAction = nextActionOf(row.nextAction);
  if (nextAction === null) {
    const message = `A state of "${questionId}" has the next action ${JSON.stringify(row.nextAction)}.`;
    const words = { code: 'state.next-action', message, effect: 'It is taken as INVALID: no policy stops there.' };
    context.problems.add('warning', words, at);
  }
  const own = row.id === undefined ? null : idOf(row.id);
  const key = own === null ? states.addNameless(countUse(seen, searchesUsed)) : states.keyOf(own);
  if (states.isDescribed[key] === 1) {
    leaveOut(context, at, 'state.duplicate', `State "${own}" stands here again.`);
    return;
  }
  states.describe(key, question, searchesUsed, nextAction ?? INVALID, role);
  if (row.probe !== undefined) {
    states.probe(key, answerOf(row.probe), countOf(row.probeOrder) ?? states.probeCount);
  }
  if (isObject(row.scores)) readScores(row.scores, key, questionId, at, context);
};

const readScores = (
  scores: JsonObject,
  key: number,
  questionId: string,
  at: Readonly<RowRef>,
  context: ReadContext,
): void => {
  // No list of keys is made: this loop runs for every state. Parsed objects inherit nothing enumerable.
  for (const id in scores) {
    const given = scores[id];
    const more = isObject(given) ? given : null;
    const score = more === null ? given : more.score;
    const judge = context.draft.judge(id);
    if (typeof score !== 'number' || !Number.isFinite(score)) {
      leaveOut(context, at, 'score.not-finite', `A score of "${id}" in "${questionId}" is no finite number.`);
      continue;
    }
    judge.setScore(key, score, more?.parsed === false ? UNPARSED : SCORED);
    if (more === null) continue;
    judge.setCosts(
      key,
      numberOrNaN(more.promptTokens),
      numberOrNaN(more.completionTokens),
      numberOrNaN(more.latencySeconds),
    );
    const decision = decisionOf(more.decision);
    if (decision !== 0) judge.setDecision(key, decision);
  }
};

export const exchange: Importer = {
  id: 'exchange',
  name: 'Stopscope exchange format',
  match,
  read,
  readTexts: readExchangeTexts,
};
