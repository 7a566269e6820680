import { ANSWER, INVALID, NATIVE, SEARCH, type States } from '../../core/terms.ts';
import type { StateDraft } from '../draft/states.ts';
import { UNSTATED } from '../importers/guards.ts';
import type { ProblemLog } from '../problems.ts';
import { rankOf, sortStates } from './order.ts';

export interface JoinedStates {
  readonly keys: Int32Array;
  /** State index by key, -1 where the state did not make it. */
  readonly indexOf: Int32Array;
  readonly stateStart: Int32Array;
  readonly searches: Int32Array;
  readonly states: States;
}

/** `questionOf[key of a question]` is its index or -1; `nativeSearches` has -1 where no row said it. */
export const joinStates = (
  draft: StateDraft,
  questionIds: readonly string[],
  questionOf: Int32Array,
  nativeSearches: Int32Array,
  problems: ProblemLog,
): JoinedStates => {
  const question = new Int32Array(draft.keys.count).fill(-1);
  for (let key = 0; key < question.length; key++) {
    if (draft.isDescribed[key] === 0) continue;
    const owner = draft.question[key]!;
    question[key] = questionOf[owner]!;
    if (question[key] !== -1 || !draft.described.has(key)) continue;
    const words = {
      code: 'state.unknown-question',
      message: `State "${draft.keys.ids[key]}" belongs to "${questionIds[owner]}", which is no question of this dataset.`,
      effect: 'The row was set aside.',
    };
    problems.setAside('error', words, draft.described.get(key));
  }
  const { keys, stateStart } = sortStates(question, draft, nativeSearches.length);
  const indexOf = new Int32Array(question.length).fill(-1);
  keys.forEach((key, index) => {
    indexOf[key] = index;
  });
  setLostProbesAside(draft, indexOf, problems);
  const searches = withSearchesFromStates(nativeSearches, keys, stateStart, draft);
  return { keys, indexOf, stateStart, searches, states: build(draft, keys, question, searches, problems) };
};

const build = (
  draft: StateDraft,
  keys: Int32Array,
  questionOf: Int32Array,
  searches: Int32Array,
  problems: ProblemLog,
): States => {
  const count = keys.length;
  const question = keys.map((key) => questionOf[key]!);
  const searchesUsed = keys.map((key) => draft.searchesUsed[key]!);
  const nextAction = new Uint8Array(count);
  const role = new Uint8Array(count);
  const hasProbe = new Uint8Array(count);
  let derived = 0;
  for (let s = 0; s < count; s++) {
    const key = keys[s]!;
    role[s] = draft.role[key]!;
    hasProbe[s] = draft.hasProbe[key]!;
    nextAction[s] = draft.nextAction[key]!;
    if (nextAction[s] !== UNSTATED) continue;
    derived++;
    nextAction[s] = role[s] !== NATIVE ? INVALID : searchesUsed[s]! < searches[question[s]!]! ? SEARCH : ANSWER;
  }
  if (derived > 0) {
    const words = {
      code: 'state.next-action-derived',
      message: `${derived} states do not say what the native run does next.`,
      effect: 'It is taken from its number of searches: SEARCH where more were to come, else ANSWER.',
    };
    problems.add('note', words, null);
  }
  const hasProbes = hasProbe.includes(1);
  const isEligible = new Uint8Array(count);
  for (let s = 0; s < count; s++) {
    if (role[s] !== NATIVE || nextAction[s] !== SEARCH) continue;
    if (!hasProbes || hasProbe[s] === 1) isEligible[s] = 1;
    else reportMissingProbe(draft, keys[s]!, problems);
  }
  return {
    count,
    ids: Array.from(keys, (key) => draft.keys.ids[key]!),
    question,
    searchesUsed,
    nextAction,
    role,
    hasProbe,
    probeAnswers: Array.from(keys, (key) => draft.probeAnswers[key] ?? null),
    probeOrder: rankOf(keys, draft),
    isEligible,
    lines: draft.lines.pick(keys),
    probeLines: draft.probes.pick(keys),
  };
};

const reportMissingProbe = (draft: StateDraft, key: number, problems: ProblemLog): void => {
  const words = {
    code: 'probe.missing',
    message: `State "${draft.keys.ids[key]}" has no probe answer, though the native run searches on there.`,
    effect: 'No policy can stop there.',
  };
  problems.add('warning', words, draft.described.has(key) ? draft.described.get(key) : null);
};

const setLostProbesAside = (draft: StateDraft, indexOf: Int32Array, problems: ProblemLog): void => {
  for (let key = 0; key < indexOf.length; key++) {
    if (indexOf[key] !== -1 || draft.hasProbe[key] === 0 || !draft.probes.has(key)) continue;
    const message = `A probe is for the state "${draft.keys.ids[key]}", which no file describes.`;
    const words = { code: 'probe.unknown-state', message, effect: 'The row was set aside.' };
    problems.setAside('error', words, draft.probes.get(key));
  }
};

/** Searches that no row states: the last native state, and one more where the run searches on after it. */
const withSearchesFromStates = (
  stated: Int32Array,
  keys: Int32Array,
  stateStart: Int32Array,
  draft: StateDraft,
): Int32Array =>
  stated.map((searches, q) => {
    if (searches >= 0) return searches;
    let most = 0;
    for (let s = stateStart[q]!; s < stateStart[q + 1]!; s++) {
      const key = keys[s]!;
      if (draft.role[key] !== NATIVE) continue;
      most = Math.max(most, draft.searchesUsed[key]! + (draft.nextAction[key] === SEARCH ? 1 : 0));
    }
    return most;
  });
