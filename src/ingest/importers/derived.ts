import { ANSWER, INVALID, NATIVE, SCORED, SEARCH, UNPARSED } from '../../core/terms.ts';
import type { RowRef } from '../readers/json-lines.ts';
import type { FileSample } from '../sample.ts';
import { decisionOf } from './bundle-rows.ts';
import { idIn, numberIn, truthIn } from './cells.ts';
import { answerOf, countOf, isObject, type JsonObject, nextActionOf, stringOr, UNSTATED } from './guards.ts';
import type { Importer, Match, OpenFile, ReadContext } from './importer.ts';
import { writeTrajectory } from './run-writer.ts';
import type { Step, Stored } from './trajectory.ts';

/**
 * Rows that an evaluation wrote: questions with their native outcome, policies and perhaps states; states with scores and
 * whether a stop there is safe. Used only where no run is at hand: they hold its results, not its texts.
 */
const isQuestion = (row: JsonObject): boolean =>
  row.record_type === undefined &&
  row.question_id !== undefined &&
  (isObject(row.native) || row.native_prediction !== undefined);

const isState = (row: JsonObject): boolean =>
  row.record_type === undefined &&
  row.question_id !== undefined &&
  row.state_id !== undefined &&
  (isObject(row.scores) || row.safe_early_stop !== undefined || row.official_em !== undefined);

const match = (sample: FileSample): Match | null => {
  const rows = sample.records.filter(isObject);
  const share = rows.filter((row) => isQuestion(row) || isState(row)).length / Math.max(1, sample.records.length);
  if (share === 0) return null;
  return {
    confidence: 0.5 * share,
    reason: 'rows carry results of an evaluation',
    takenFor: 'rows derived from an evaluation',
    use: 'data',
  };
};

const read = async (file: OpenFile, context: ReadContext): Promise<void> => {
  const hooks = context.rowHooks((row, at) => {
    if (isObject(row) && isState(row)) return readState(row, at, context);
    if (isObject(row) && isQuestion(row)) return readQuestion(row, at, context);
    aside(context, at, 'row.unknown-kind', 'This row is neither a question nor a state of an evaluation.');
  });
  await file.rows.read(file.index, hooks);
};

const aside = ({ problems }: ReadContext, at: Readonly<RowRef>, code: string, message: string): void =>
  problems.setAside('error', { code, message, effect: 'The row was set aside.' }, at);

const storedIn = (em: unknown, f1: unknown): Stored => {
  const number = numberIn(f1);
  return { em: truthIn(em), f1: Number.isNaN(number) ? null : number };
};

const readQuestion = (row: JsonObject, at: Readonly<RowRef>, context: ReadContext) => {
  const id = idIn(row.question_id);
  const native = isObject(row.native) ? row.native : null;
  const searches = countOf(native === null ? row.native_search_calls : native.search_calls);
  if (id === null || searches === null) {
    return aside(context, at, 'native.searches', 'This row has no usable id or number of native searches.');
  }
  const states: readonly unknown[] = Array.isArray(row.states) ? row.states : [];
  writeTrajectory(
    {
      id,
      text: stringOr(row.question, null),
      gold: null,
      answer: answerOf(native === null ? row.native_prediction : native.prediction),
      searches,
      stored: storedIn(native?.official_em ?? row.native_official_em, native?.token_f1 ?? row.native_token_f1),
      steps: states.filter(isObject).flatMap((state) => stepOf(state, searches)),
      at,
    },
    context,
  );
};

const stepOf = (state: JsonObject, searches: number): readonly Step[] => {
  const searchesUsed = countOf(state.state_index);
  if (searchesUsed === null) return [];
  const stated = nextActionOf(state.native_next_action) ?? INVALID;
  return [
    {
      searchesUsed,
      nextAction: stated !== UNSTATED ? stated : searchesUsed < searches ? SEARCH : ANSWER,
      probe: answerOf(state.prediction),
      stored: storedIn(state.official_em, state.token_f1),
      // base_score, lora_score: the two judges of the core ladder.
      scores: Object.entries(state).flatMap(([name, value]) => {
        const judge = /^(.+)_score$/.exec(name)?.[1];
        return judge === undefined || typeof value !== 'number' ? [] : [{ judge, score: value }];
      }),
    },
  ];
};

const readState = (row: JsonObject, at: Readonly<RowRef>, context: ReadContext) => {
  const { draft } = context;
  const question = idIn(row.question_id);
  const id = idIn(row.state_id);
  const searchesUsed = countOf(row.state_index);
  if (question === null || id === null || searchesUsed === null) {
    return aside(context, at, 'state.no-index', 'This state has no usable id or state_index.');
  }
  const key = draft.states.keyOf(id);
  if (draft.states.isDescribed[key] === 1 && draft.states.described.has(key)) {
    return aside(context, at, 'state.duplicate', `State "${id}" stands here a second time.`);
  }
  // Such rows list the states at which a stop would change something.
  const nextAction = nextActionOf(row.native_next_action ?? 'SEARCH') ?? INVALID;
  draft.states.addState({ id, question, searchesUsed, nextAction, role: NATIVE, hasContext: false }, at);
  const isSafe = truthIn(row.safe_early_stop ?? row.official_em);
  if (isSafe !== null) {
    if (draft.states.hasProbe[key] === 0) {
      const answer = answerOf(row.answer_probe_prediction ?? row.prediction);
      draft.states.probe(key, answer, draft.states.probeCount);
    }
    draft.stored.probeEm.set(key, isSafe ? 1 : 0);
  }
  readScores(row, key, draft);
};

/** `scores` has a mask in place of outputs that failed their schema; `raw_scores` has what stood behind it. */
const readScores = (row: JsonObject, key: number, draft: ReadContext['draft']): void => {
  const scores = isObject(row.raw_scores) ? row.raw_scores : isObject(row.scores) ? row.scores : {};
  const valid = isObject(row.structured_parse_valid) ? row.structured_parse_valid : {};
  const decisions = isObject(row.greedy_decisions) ? row.greedy_decisions : {};
  for (const [id, score] of Object.entries(scores)) {
    const judge = draft.judge(id);
    if (typeof score !== 'number' || !Number.isFinite(score)) continue;
    judge.setScore(key, score, valid[id] === false ? UNPARSED : SCORED);
    const decision = decisionOf(decisions[id]);
    if (decision !== 0) judge.setDecision(key, decision);
  }
};

export const derived: Importer = { id: 'derived', name: 'Rows of an evaluation', isFallback: true, match, read };
