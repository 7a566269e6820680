import { create } from 'zustand';
import { EXAMPLE_SLOTS, type ExampleWish } from '../core/present/story.ts';
import type { QuestionRow, TableSpec } from '../core/questions/index.ts';
import type { Trajectory } from '../core/trajectory/index.ts';
import { askEngine, useApp } from './app-store.ts';
import { useDeck } from './deck.ts';
import type { DatasetHandle } from './handles.ts';
import { judgeInForce, policyInForce } from './policy-ref.ts';
import type { View } from './view.ts';
import { forgetAtSeal, IDLE, keyText, problemOf, RUNNING, type Status } from './watch.ts';

/** One example slot of the slides. While another question is fetched, the last one stays. */
export interface Example {
  readonly status: Status;
  /** What `trajectory` answers; null before the first answer. */
  readonly key: string | null;
  /** Nothing of another dataset is shown beside the name of this one. */
  readonly datasetId: number | null;
  /** null: no question has this outcome here, or the dataset has no such question. */
  readonly trajectory: Trajectory | null;
  /** The search that led to a state, by position among the states; empty where the files hold none. */
  readonly queries: ReadonlyMap<number, string>;
  /** Questions of the wished outcome; null where one question was chosen. */
  readonly count: number | null;
}

const EMPTY: Example = { status: IDLE, key: null, datasetId: null, trajectory: null, queries: new Map(), count: null };

const NOTHING = { items: Array.from({ length: EXAMPLE_SLOTS }, () => EMPTY) };

export const useExamples = create<{ readonly items: readonly Example[] }>()(() => NOTHING);
const { setState: set } = useExamples;
forgetAtSeal(() => set(NOTHING));

const put = (slot: number, change: Partial<Example>): void =>
  set(({ items }) => ({ items: items.map((old, i) => (i === slot ? { ...old, ...change } : old)) }));

/** How long a hand must rest: a drag asks once, at its end. */
const REST_MS = 120;

/** The key of the answer to a wish in a view. */
export const exampleKey = (dataset: DatasetHandle, view: View, wish: ExampleWish): string =>
  keyText([dataset.id, view.range, view.split, view.answerRule, policyInForce(dataset, view), wish]);

/** Keeps the examples in step with view and deck until the returned function is called. */
export function watchExamples(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wake = () => {
    clearTimeout(timer);
    timer = setTimeout(refresh, REST_MS);
  };
  const stops = [useApp.subscribe(wake), useDeck.subscribe(wake)];
  refresh();
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}

const asked: (string | null)[] = Array.from({ length: EXAMPLE_SLOTS }, () => null);

function refresh(): void {
  const { dataset, view, curves } = useApp.getState();
  // Without curves the selection is refused or still being computed: then there is nothing to give an example of.
  if (dataset === null || curves === null) return;
  useDeck.getState().deck.examples.forEach((wish, slot) => {
    const key = exampleKey(dataset, view, wish);
    if (asked[slot] === key) return;
    asked[slot] = key;
    void fetchExample(slot, wish, key, dataset, view);
  });
}

async function fetchExample(slot: number, wish: ExampleWish, key: string, dataset: DatasetHandle, view: View) {
  put(slot, { status: RUNNING });
  const lane = `example ${slot}`;
  try {
    const found = wish.kind === 'question' ? { id: wish.id, count: null } : await surest(dataset, view, wish.set, lane);
    const params = { datasetId: dataset.id, answerRule: view.answerRule, policy: policyInForce(dataset, view) };
    const trajectory =
      found.id === null ? null : await askEngine('trajectory', { ...params, id: found.id }, { lane: `${lane} states` });
    const queries = trajectory === null ? new Map() : await fetchQueries(dataset, view, trajectory);
    if (asked[slot] === key)
      put(slot, { status: IDLE, key, datasetId: dataset.id, trajectory, queries, count: found.count });
  } catch (error) {
    const problem = problemOf(error);
    if (asked[slot] !== key) return;
    asked[slot] = null;
    if (problem) put(slot, { status: { kind: 'failed', problem } });
  }
}

/** Longer trajectories are folded on the slide anyhow. */
const MOST_STATES = 24;

async function fetchQueries(dataset: DatasetHandle, view: View, { question, states }: Trajectory) {
  const to = Math.min(states.length + 1, MOST_STATES);
  const params = { datasetId: dataset.id, answerRule: view.answerRule, question, from: 0, to, isFull: false };
  const { states: texts } = await askEngine('trajectoryTexts', params);
  return new Map(texts.flatMap(({ index, query }) => (query === null ? [] : [[index, query] as const])));
}

/** The question of an outcome with the highest score at its stop; of the others the highest score at all. */
async function surest(dataset: DatasetHandle, view: View, set: string, lane: string) {
  const { count, rows } = await listQuestions(dataset, view, { set, find: '', most: 1 }, lane);
  return { id: rows[0]?.id ?? null, count };
}

export interface QuestionList {
  readonly count: number;
  readonly rows: readonly QuestionRow[];
}

/** Questions of an outcome (null: any) under the policy in force, surest first, for a person to choose from. */
export async function listQuestions(
  dataset: DatasetHandle,
  view: View,
  wish: { readonly set: string | null; readonly find: string; readonly most: number },
  lane: string,
): Promise<QuestionList> {
  const spec: TableSpec = {
    policy: policyInForce(dataset, view),
    judge: judgeInForce(dataset, view)?.id ?? null,
    against: null,
    filters: wish.set === null ? [] : [{ kind: 'in', column: 'outcome', values: [wish.set] }],
    sort: [
      { column: 'score', isDescending: true },
      { column: 'highest', isDescending: true },
    ],
    find: wish.find,
  };
  const selection = { range: view.range, split: view.split };
  const request = { selection, answerRule: view.answerRule, spec, isDeep: false, facets: [], histograms: [] };
  const { ticket, count } = await askEngine('questions', { datasetId: dataset.id, ...request }, { lane });
  const rows = await askEngine(
    'questionRows',
    { datasetId: dataset.id, ticket, from: 0, to: Math.min(count, wish.most) },
    { lane: `${lane} rows` },
  );
  return { count, rows };
}
