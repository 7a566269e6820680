import { create } from 'zustand';
import type { QuestionText, StateText, Trajectory } from '../core/trajectory/index.ts';
import type { DatasetHandle } from '../engine/jobs.ts';
import { askEngine, useApp } from './app-store.ts';
import { judgeInForce, policyInForce, resolvePolicy } from './policy-ref.ts';
import { changeQuestions } from './questions.ts';
import { thresholdOf } from './selectors.ts';
import type { View } from './view.ts';
import { forgetAtSeal, IDLE, keyText, problemOf, RUNNING, type Status, watchApp } from './watch.ts';

/** Texts are read for so many states at once. */
const STATES_AT_ONCE = 24;

export interface TrajectoryState {
  readonly status: Status;
  /** null while nothing is open, or where the dataset has no such question. */
  readonly trajectory: Trajectory | null;
  readonly isMissing: boolean;
  readonly whole: QuestionText | null;
  /** By position among the states; the number of states stands for the native finish. */
  readonly texts: ReadonlyMap<number, StateText>;
}

const NOTHING: TrajectoryState = { status: IDLE, trajectory: null, isMissing: false, whole: null, texts: new Map() };

export const useTrajectory = create<TrajectoryState>()(() => NOTHING);
const { setState: set, getState: get } = useTrajectory;
forgetAtSeal(() => set(NOTHING));

/** Keeps the open question's trajectory in step with the view until the returned function is called. */
export function watchTrajectory(): () => void {
  return watchApp(
    ({ dataset, view }) =>
      dataset && view.questions.open !== null
        ? keyText([dataset.id, view.questions.open, view.answerRule, policyOnScreen()])
        : null,
    () => void openTrajectory(),
  );
}

function policyOnScreen() {
  const { dataset, view } = useApp.getState();
  if (dataset === null) return null;
  return view.questions.tab === 'flips'
    ? resolvePolicy(view.questions.to, dataset, view)
    : policyInForce(dataset, view);
}

async function openTrajectory(): Promise<void> {
  const { dataset, view } = useApp.getState();
  const id = view.questions.open;
  const policy = policyOnScreen();
  if (dataset === null || id === null || policy === null) return;
  set({ status: RUNNING });
  try {
    const params = { datasetId: dataset.id, answerRule: view.answerRule, policy, id };
    const trajectory = await askEngine('trajectory', params, { lane: 'trajectory' });
    const isSame = get().trajectory?.question === trajectory?.question;
    set({ status: IDLE, trajectory, isMissing: trajectory === null });
    if (!isSame) set({ whole: null, texts: new Map() });
    reading.clear();
    if (trajectory === null) return;
    // First what is looked at: the stop, or the beginning.
    const around = Math.max(0, (view.questions.state ?? trajectory.stop ?? 0) - STATES_AT_ONCE / 2);
    needTexts(around, around + STATES_AT_ONCE);
  } catch (error) {
    const problem = problemOf(error);
    if (problem) set({ status: { kind: 'failed', problem } });
  }
}

const reading = new Set<number>();

/** Reads the texts of states from .. to - 1 where they are not there yet. Called as they come into sight. */
export function needTexts(from: number, to: number): void {
  const { trajectory, texts } = get();
  if (trajectory === null) return;
  const last = Math.min(to, trajectory.states.length + 1);
  let first = Math.max(0, from);
  while (first < last && (texts.has(first) || reading.has(first))) first++;
  if (first < last) void readTexts(trajectory, first, last, false);
}

/** Reads all of one state's texts, however long. */
export function needFullText(state: number): void {
  const { trajectory } = get();
  if (trajectory !== null) void readTexts(trajectory, state, state + 1, true);
}

async function readTexts(trajectory: Trajectory, from: number, to: number, isFull: boolean): Promise<void> {
  const { dataset, view } = useApp.getState();
  if (dataset === null) return;
  for (let index = from; index < to; index++) reading.add(index);
  try {
    const { whole, states } = await askEngine('trajectoryTexts', {
      datasetId: dataset.id,
      answerRule: view.answerRule,
      question: trajectory.question,
      from,
      to,
      isFull,
    });
    if (get().trajectory?.question !== trajectory.question) return;
    const texts = new Map(get().texts);
    for (const state of states) texts.set(state.index, state);
    set({ whole, texts });
  } catch (error) {
    const problem = problemOf(error);
    if (problem) set({ status: { kind: 'failed', problem } });
  } finally {
    for (let index = from; index < to; index++) reading.delete(index);
  }
}

/** The judges of the dataset as a trajectory shows them: the active one at the threshold in force, others as frozen. */
export function trajectoryJudges(dataset: DatasetHandle, view: View) {
  const active = judgeInForce(dataset, view);
  const firstWords = dataset.judges.map(({ name }) => name.split(/\s+/)[0] ?? name);
  return dataset.judges.map((judge, index) => {
    const word = firstWords[index]!;
    return {
      id: judge.id,
      index,
      name: judge.name,
      // The first word where it tells the judges apart.
      shortName: firstWords.filter((other) => other === word).length === 1 ? word : judge.name,
      threshold: judge.id === active?.id ? thresholdOf(view, judge) : (judge.frozen?.value ?? null),
      isActive: judge.id === active?.id,
    };
  });
}

/** The state that is looked at: the chosen one, else where the policy stops, else the native finish. */
export function currentState(trajectory: Trajectory, chosen: number | null): number {
  const last = hasOwnFinish(trajectory) ? trajectory.states.length : trajectory.states.length - 1;
  return Math.max(0, Math.min(chosen ?? trajectory.stop ?? last, last));
}

/** Where the native run went after the policy's stop: its end. null without a stop. */
export function whatFollowed(trajectory: Trajectory): number | null {
  if (trajectory.stop === null) return null;
  if (hasOwnFinish(trajectory)) return trajectory.states.length;
  return trajectory.states.findLast(({ isCounterfactual }) => !isCounterfactual)?.index ?? null;
}

/** The next (1) or previous (-1) state of the open question. */
export function stepState(direction: 1 | -1): void {
  const { trajectory } = get();
  if (trajectory === null) return;
  const { questions } = useApp.getState().view;
  changeQuestions({ state: Math.max(0, currentState(trajectory, questions.state) + direction) });
}

/** False where the last state is where the native run answers: then the finish is no step of its own. */
export function hasOwnFinish({ states, native }: Trajectory): boolean {
  const last = states.findLast(({ isCounterfactual }) => !isCounterfactual);
  return !(last?.nextAction === 'ANSWER' && last.searchesUsed === native.searches);
}
