import { ANSWER, INVALID, NATIVE, SEARCH, type States } from '../../core/terms.ts';
import type { StateDraft } from '../draft/states.ts';
import { UNSTATED } from '../importers/guards.ts';
import type { ProblemLog } from '../problems.ts';
import { rankOf, sortStates } from './order.ts';
import { Picker } from './pick.ts';

export interface JoinedStates {
  readonly picker: Picker;
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
  const question = new Int32Array(draft.count).fill(-1);
  for (let key = 0; key < question.length; key++) {
    if (draft.isDescribed[key] === 0) continue;
    const owner = draft.question[key]!;
    question[key] = questionOf[owner]!;
    if (question[key] !== -1 || !draft.described.has(key)) continue;
    const words = {
      code: 'state.unknown-question',
      message: `State "${draft.idOf(key)}" belongs to "${questionIds[owner]}", which is no question of this dataset.`,
      effect: 'The row was set aside.',
    };
    problems.setAside('error', words, draft.described.get(key));
  }
  const { keys, stateStart } = sortStates(question, draft, nativeSearches.length);
  const picker = new Picker(keys);
  const indexOf = picker.positions(question.length);
  setLostProbesAside(draft, indexOf, problems);
  const searches = withSearchesFromStates(nativeSearches, keys, stateStart, draft);
  reportDerivedSearches(nativeSearches, problems);
  return { picker, indexOf, stateStart, searches, states: build(draft, picker, question, searches, problems) };
};

const build = (
  draft: StateDraft,
  picker: Picker,
  questionOf: Int32Array,
  searches: Int32Array,
  problems: ProblemLog,
): States => {
  const { count, keys } = picker;
  const question = picker.ints(questionOf);
  const searchesUsed = picker.ints(draft.searchesUsed);
  const nextAction = picker.bytes(draft.nextAction);
  const role = picker.bytes(draft.role);
  const hasProbe = picker.bytes(draft.hasProbe);
  let derived = 0;
  for (let s = nextAction.indexOf(UNSTATED); s >= 0; s = nextAction.indexOf(UNSTATED, s + 1)) {
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
  if (!hasProbes) reportNoProbes(isEligible, problems);
  return {
    count,
    ids: picker.listOf((key) => draft.idOf(key)),
    question,
    searchesUsed,
    nextAction,
    role,
    hasProbe,
    probeAnswers: picker.list(draft.probeAnswers),
    probeOrder: rankOf(keys, draft),
    isEligible,
    lines: picker.refs(draft.described, draft.laterLines),
    probeLines: picker.refs(draft.probes),
  };
};

const reportNoProbes = (isEligible: Uint8Array, problems: ProblemLog): void => {
  const eligible = isEligible.reduce((sum, is) => sum + is, 0);
  if (eligible === 0) return;
  const words = {
    code: 'probes.none',
    message: `There are no probe answers: what stopping at any of ${eligible} states would answer is not known.`,
    effect:
      'Native and searches are shown; exact match of early stops, safe and unsafe stay empty until answers are added.',
  };
  problems.add('warning', words, null);
};

const reportMissingProbe = (draft: StateDraft, key: number, problems: ProblemLog): void => {
  const words = {
    code: 'probe.missing',
    message: `State "${draft.idOf(key)}" has no probe answer, though the native run searches on there.`,
    effect: 'No policy can stop there.',
  };
  problems.add('warning', words, draft.described.has(key) ? draft.described.get(key) : null);
};

const setLostProbesAside = (draft: StateDraft, indexOf: Int32Array, problems: ProblemLog): void => {
  if (draft.probes.isEmpty) return;
  for (let key = 0; key < indexOf.length; key++) {
    if (indexOf[key] !== -1 || draft.hasProbe[key] === 0 || !draft.probes.has(key)) continue;
    const message = `A probe is for the state "${draft.idOf(key)}", which no file describes.`;
    const words = { code: 'probe.unknown-state', message, effect: 'The row was set aside.' };
    problems.setAside('error', words, draft.probes.get(key));
  }
};

const reportDerivedSearches = (stated: Int32Array, problems: ProblemLog): void => {
  const unstated = stated.reduce((count, searches) => (searches < 0 ? count + 1 : count), 0);
  if (unstated === 0) return;
  const words = {
    code: 'native.searches-derived',
    message: `${unstated} native runs do not say how many searches they made, nor show their steps.`,
    effect: 'The number is taken from their states.',
  };
  problems.add('warning', words, null);
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
