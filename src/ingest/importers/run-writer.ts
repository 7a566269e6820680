import { NATIVE, SCORED, SEARCH } from '../../core/terms.ts';
import type { ProblemLog } from '../problems.ts';
import { countUse } from './exchange-texts.ts';
import type { ReadContext } from './importer.ts';
import { printOf } from './print.ts';
import type { Signal, Step, Steps, Trajectory } from './trajectory.ts';

/** Puts one trajectory with all its states into the draft. */
export const writeTrajectory = (trajectory: Trajectory, context: ReadContext): void => {
  const { draft } = context;
  const { questions, stored, samples } = draft;
  if (isCopy(trajectory, context)) return;
  const id = unusedId(trajectory.id, (candidate) => questions.natives.has(questions.keyOf(candidate)));
  const { text, answer, searches, at } = trajectory;
  const key = questions.addNative({ id, text, answer, searches, split: trajectory.split ?? null }, at);
  if (key === null) return;
  if (id !== trajectory.id) samples.set(key, trajectory.id);
  if (trajectory.gold !== null) questions.addInlineLabel(key, id, trajectory.gold, at);
  for (const [name, value] of trajectory.meta ?? []) questions.addMeta('input', id, name, value);
  if (trajectory.stored?.em != null) stored.nativeEm.set(key, trajectory.stored.em ? 1 : 0);
  if (trajectory.stored?.f1 != null) stored.nativeF1.set(key, trajectory.stored.f1);
  const { signals = [] } = trajectory;
  for (const signal of signals) signal.draft ??= draft.judge(signal.judge);
  const seen: number[] = [];
  for (let i = 0; i < trajectory.steps.length; i++) {
    const step = trajectory.steps.at(i)!;
    const state = draft.states.keyOfDerived(key, step.searchesUsed, countUse(seen, step.searchesUsed));
    writeStep(step, key, state, draft);
    if (step.signalsAt !== undefined) writeSignals(signals, step.signalsAt, state);
  }
};

const writeSignals = (signals: readonly Signal[], place: number, state: number): void => {
  for (const { draft, values } of signals) {
    const score = values.at(place);
    if (Number.isFinite(score)) draft!.setScore(state, score, SCORED);
  }
};

const writeStep = (step: Step, question: number, key: number, draft: ReadContext['draft']): void => {
  const { states, stored } = draft;
  states.describe(key, question, step.searchesUsed, step.nextAction, NATIVE);
  if (step.at !== undefined) states.described.set(key, step.at);
  if (step.probe !== undefined) states.probe(key, step.probe, states.probeCount);
  if (step.stored?.em != null) stored.probeEm.set(key, step.stored.em ? 1 : 0);
  if (step.stored?.f1 != null) stored.probeF1.set(key, step.stored.f1);
  for (const { judge: id, score, decision, at } of step.scores ?? []) {
    const judge = draft.judge(id);
    if (!Number.isFinite(score)) continue;
    judge.setScore(key, score, SCORED);
    if (decision !== undefined && decision !== 0) judge.setDecision(key, decision);
    if (at !== undefined) judge.lines.set(key, at);
  }
};

/**
 * The same table in two files (CSV beside Parquet) is no second sample. Within one file it is: a model may well say the
 * same thing twice.
 */
const isCopy = (trajectory: Trajectory, { draft, problems, isOnlyFile }: ReadContext): boolean => {
  if (isOnlyFile) return false;
  const { id, at } = trajectory;
  // Two systems may well give the same bare answer.
  if (trajectory.transcript === undefined && !saysMore(trajectory.steps)) return false;
  const print = printOf(trajectory);
  const known = draft.prints.get(id) ?? [];
  if (known.length === 0) draft.prints.set(id, known);
  const isKnown = known.some((other) => other.file !== at.file && other.print === print);
  known.push({ file: at.file, print });
  if (isKnown) setCopyAside(trajectory, problems);
  return isKnown;
};

const saysMore = (steps: Steps): boolean => {
  for (let i = 0; i < steps.length; i++) {
    const { probe, signalsAt, scores = [] } = steps.at(i)!;
    if (probe !== undefined || signalsAt !== undefined || scores.length > 0) return true;
  }
  return false;
};

const setCopyAside = ({ id, steps, at }: Trajectory, problems: ProblemLog): void => {
  const message = `"${id}" stands in another file too, word for word.`;
  const words = { code: 'native.copy', message, effect: 'It is used once, its rows here were set aside.' };
  problems.setAside('warning', words, at);
  const lines = new Set([at.line]);
  for (let i = 0; i < steps.length; i++) {
    const row = steps.at(i)!.at;
    if (row === undefined || lines.has(row.line)) continue;
    lines.add(row.line);
    problems.setAside('warning', words, row);
  }
};

const unusedId = (id: string, isUsed: (id: string) => boolean): string => {
  if (!isUsed(id)) return id;
  let n = 2;
  while (isUsed(`${id}#${n}`)) n++;
  return `${id}#${n}`;
};

/** States of a run of which only the searches are known: 0 .. searches, each but the last searching on. */
export const bareSteps = (searches: number, lastAction: number): readonly Step[] => {
  const steps: Step[] = [];
  for (let k = 0; k <= searches; k++) steps.push({ searchesUsed: k, nextAction: k < searches ? SEARCH : lastAction });
  return steps;
};
