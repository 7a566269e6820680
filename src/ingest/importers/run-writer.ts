import { NATIVE, SCORED, SEARCH } from '../../core/terms.ts';
import { derivedStateId } from '../exchange-format.ts';
import type { RowRef } from '../readers/json-lines.ts';

import type { ReadContext } from './importer.ts';
import { printOf } from './print.ts';
import type { Step, Trajectory } from './trajectory.ts';

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
  const seen = new Map<number, number>();
  for (const step of trajectory.steps) {
    const earlier = seen.get(step.searchesUsed) ?? 0;
    seen.set(step.searchesUsed, earlier + 1);
    writeStep(step, key, derivedStateId(id, step.searchesUsed, earlier), draft);
  }
};

const writeStep = (step: Step, question: number, stateId: string, draft: ReadContext['draft']): void => {
  const { states, stored } = draft;
  const key = states.keyOf(stateId);
  states.describe(key, question, step.searchesUsed, step.nextAction, NATIVE);
  if (step.at !== undefined) {
    states.described.set(key, step.at);
    states.lines.set(key, step.at);
  }
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
const isCopy = (trajectory: Trajectory, { draft, problems }: ReadContext): boolean => {
  const { id, steps, at } = trajectory;
  // Two systems may well give the same bare answer.
  const saysMore = steps.some((step) => step.probe !== undefined || (step.scores?.length ?? 0) > 0);
  if (trajectory.transcript === undefined && !saysMore) return false;
  const print = printOf(trajectory);
  const known = draft.prints.get(id) ?? [];
  if (known.length === 0) draft.prints.set(id, known);
  const isKnown = known.some((other) => other.file !== at.file && other.print === print);
  known.push({ file: at.file, print });
  if (!isKnown) return false;
  const message = `"${id}" stands in another file too, word for word.`;
  const words = { code: 'native.copy', message, effect: 'It is used once, its rows here were set aside.' };
  const rows = new Map([at, ...steps.flatMap((step) => step.at ?? [])].map((row) => [row.line, row]));
  for (const row of rows.values()) problems.setAside('warning', words, row);
  return true;
};

const unusedId = (id: string, isUsed: (id: string) => boolean): string => {
  if (!isUsed(id)) return id;
  let n = 2;
  while (isUsed(`${id}#${n}`)) n++;
  return `${id}#${n}`;
};

/** States of a run of which only the searches are known: 0 .. searches, each but the last searching on. */
export const bareSteps = (searches: number, lastAction: number): readonly Step[] =>
  Array.from({ length: searches + 1 }, (_, k) => ({
    searchesUsed: k,
    nextAction: k < searches ? SEARCH : lastAction,
  }));

export const copyOf = ({ file, line, start, length }: Readonly<RowRef>): RowRef => ({ file, line, start, length });
