import { NATIVE, SCORED, SEARCH } from '../../core/terms.ts';
import type { JudgeDraft, OptionalColumn } from '../draft/judges.ts';
import type { ReadContext } from './importer.ts';
import { printOf } from './print.ts';
import type { Step, Steps, Trajectory } from './trajectory.ts';

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
  const signals = (trajectory.signals ?? []).map(({ judge, values }) => ({ judge: draft.judge(judge), values }));
  let most = -1;
  let uses: Map<number, number> | null = null;
  for (let i = 0; i < trajectory.steps.length; i++) {
    const step = trajectory.steps.at(i)!;
    // Nearly all ascend: then no two have as many searches, and nothing has to be counted.
    if (step.searchesUsed <= most) uses ??= usesBefore(trajectory.steps, i);
    most = Math.max(most, step.searchesUsed);
    const earlier = uses === null ? 0 : countUse(uses, step.searchesUsed);
    const state = draft.states.keyOfDerived(key, step.searchesUsed, earlier);
    writeStep(step, key, state, draft);
    if (step.signalsAt !== undefined) writeSignals(signals, step.signalsAt, state);
  }
};

const usesBefore = (steps: Steps, end: number): Map<number, number> => {
  const uses = new Map<number, number>();
  for (let i = 0; i < end; i++) countUse(uses, steps.at(i)!.searchesUsed);
  return uses;
};

/** How many steps before had as many searches. */
const countUse = (uses: Map<number, number>, searchesUsed: number): number => {
  const earlier = uses.get(searchesUsed) ?? 0;
  uses.set(searchesUsed, earlier + 1);
  return earlier;
};

const writeSignals = (
  signals: readonly { readonly judge: JudgeDraft; readonly values: OptionalColumn }[],
  place: number,
  state: number,
): void => {
  for (const { judge, values } of signals) {
    const score = values.at(place);
    if (Number.isFinite(score)) judge.setScore(state, score, SCORED);
  }
};

const writeStep = (step: Step, question: number, key: number, draft: ReadContext['draft']): void => {
  const { states, stored } = draft;
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
const isCopy = (trajectory: Trajectory, { draft, problems, isOnlyFile }: ReadContext): boolean => {
  if (isOnlyFile) return false;
  const { id, steps, at } = trajectory;
  const all = Array.from({ length: steps.length }, (_, i) => steps.at(i)!);
  // Two systems may well give the same bare answer.
  const saysMore = all.some(
    (step) => step.probe !== undefined || step.signalsAt !== undefined || (step.scores?.length ?? 0) > 0,
  );
  if (trajectory.transcript === undefined && !saysMore) return false;
  const print = printOf(trajectory, all);
  const known = draft.prints.get(id) ?? [];
  if (known.length === 0) draft.prints.set(id, known);
  const isKnown = known.some((other) => other.file !== at.file && other.print === print);
  known.push({ file: at.file, print });
  if (!isKnown) return false;
  const message = `"${id}" stands in another file too, word for word.`;
  const words = { code: 'native.copy', message, effect: 'It is used once, its rows here were set aside.' };
  const rows = new Map([at, ...all.flatMap((step) => step.at ?? [])].map((row) => [row.line, row]));
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
export const bareSteps = (searches: number, lastAction: number): readonly Step[] => {
  const steps: Step[] = [];
  for (let k = 0; k <= searches; k++) steps.push({ searchesUsed: k, nextAction: k < searches ? SEARCH : lastAction });
  return steps;
};
