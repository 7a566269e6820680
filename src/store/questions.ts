import { create } from 'zustand';
import type { QuestionRow, TableSpec } from '../core/questions/index.ts';
import type { Problem } from '../core/result.ts';
import type { Progress } from '../engine/job-context.ts';
import type { TableReply } from '../engine/questions/tables.ts';
import { type AppState, askEngine, changeView, useApp } from './app-store.ts';
import { useNotes } from './notes.ts';
import { judgeInForce, policyInForce, resolvePolicy } from './policy-ref.ts';
import type { QuestionsView } from './questions-view.ts';
import { onTextsRead, readTextsFor } from './text-reading.ts';
import { forgetAtSeal, IDLE, keyText, problemOf, RUNNING, type Status, watchApp } from './watch.ts';

/** Rows are fetched in blocks of this many. */
export const BLOCK = 100;
const KEPT_BLOCKS = 60;

export interface QuestionsState {
  readonly status: Status;
  /** The table on screen; its rows belong to it and to no other. */
  readonly table: TableReply | null;
  readonly blocks: ReadonlyMap<number, readonly QuestionRow[]>;
  /** Position of the open question in the table: -1 where it is filtered out, null while that is not known. */
  readonly position: number | null;
  /** The search through passages and other texts. */
  readonly deep:
    | { readonly kind: 'idle' }
    | { readonly kind: 'running'; readonly progress: Progress | null }
    | { readonly kind: 'failed'; readonly problem: Problem };
}

const NOTHING: QuestionsState = {
  status: IDLE,
  table: null,
  blocks: new Map(),
  position: null,
  deep: { kind: 'idle' },
};

export const useQuestions = create<QuestionsState>()(() => NOTHING);
const { setState: set, getState: get } = useQuestions;
forgetAtSeal(() => set(NOTHING));

/** Changes what the pages about questions look at. */
export function changeQuestions(change: Partial<QuestionsView>): void {
  changeView({ questions: { ...useApp.getState().view.questions, ...change } });
}

/** What is asked of the table besides the view. */
export interface TableWish {
  readonly facets: readonly string[];
  readonly histograms: readonly string[];
}

const NO_FILTERS: TableSpec['filters'] = [];
/** On the ledger's tab only what changes is listed. */
const CHANGED: TableSpec['filters'][number] = { kind: 'in', column: 'changed', values: ['yes'] };

function specOf({ dataset, view }: AppState): TableSpec | null {
  if (dataset === null) return null;
  const { questions } = view;
  const isFlips = questions.tab === 'flips';
  return {
    policy: isFlips ? resolvePolicy(questions.to, dataset, view) : policyInForce(dataset, view),
    judge: judgeInForce(dataset, view)?.id ?? null,
    against: isFlips ? resolvePolicy(questions.from, dataset, view) : null,
    filters: [...(isFlips ? [CHANGED] : NO_FILTERS), ...questions.filters],
    sort: questions.sort,
    find: questions.find,
  };
}

let wish: TableWish = { facets: [], histograms: [] };
let wanted: { from: number; to: number } = { from: 0, to: BLOCK };

/** Keeps the table in step with the view until the returned function is called. */
export function watchQuestions(next: TableWish): () => void {
  wish = next;
  const stopTable = watchApp(
    (state) => {
      const spec = specOf(state);
      const { range, split, answerRule, questions } = state.view;
      const version = useNotes.getState().version;
      return spec && keyText([state.dataset?.id, range, split, answerRule, questions.isDeep, spec, version, next]);
    },
    () => void makeTable(),
  );
  const stopPosition = watchApp(
    (state) => state.view.questions.open,
    () => void findPosition(),
  );
  const stopNotes = useNotes.subscribe((state, before) => {
    if (state.version !== before.version) void makeTable();
  });
  const stopTexts = onTextsRead(() => {
    if (get().status.kind === 'failed') void makeTable();
  });
  return () => {
    stopTable();
    stopPosition();
    stopNotes();
    stopTexts();
  };
}

async function makeTable(): Promise<void> {
  const state = useApp.getState();
  const spec = specOf(state);
  const { dataset, view } = state;
  if (spec === null || dataset === null) return;
  set({ status: RUNNING });
  const selection = { range: view.range, split: view.split };
  const { answerRule } = view;
  const { isDeep } = view.questions;
  try {
    const datasetId = dataset.id;
    await sendNotes(datasetId);
    const table = await askEngine(
      'questions',
      { datasetId, selection, answerRule, spec, isDeep, ...wish },
      { lane: 'questions' },
    );
    // The new rows come before the old ones go, so that nothing flashes.
    const last = Math.max(0, Math.ceil(table.count / BLOCK) - 1);
    const first = Math.min(last, Math.floor(wanted.from / BLOCK));
    const blocks = new Map<number, readonly QuestionRow[]>();
    for (let block = first; block <= Math.min(last, Math.floor(wanted.to / BLOCK)); block++) {
      const params = { datasetId, ticket: table.ticket, from: block * BLOCK, to: (block + 1) * BLOCK };
      blocks.set(block, await askEngine('questionRows', params, { lane: 'question-rows' }));
    }
    set({ table, blocks, status: IDLE, position: null });
    await findPosition();
    if (table.needsDeepSearch) await searchDeep(spec, selection);
  } catch (error) {
    const problem = problemOf(error);
    if (problem?.code === 'engine.table-gone') void makeTable();
    else if (problem) {
      set({ status: { kind: 'failed', problem } });
      readTextsFor(problem);
    }
  }
}

let sentNotes = '';

/** The worker needs tags to filter by them; they are sent when they have changed. */
async function sendNotes(datasetId: number): Promise<void> {
  const { notes, version } = useNotes.getState();
  const key = `${datasetId} ${version}`;
  if (key === sentNotes) return;
  sentNotes = key;
  const list = Object.entries(notes).map(([id, { tags, note }]) => ({ id, tags, note }));
  await askEngine('annotate', { datasetId, notes: list });
}

async function searchDeep(
  spec: TableSpec,
  selection: { readonly range: AppState['view']['range']; readonly split: string | null },
) {
  const { dataset } = useApp.getState();
  if (dataset === null) return;
  set({ deep: { kind: 'running', progress: null } });
  try {
    await askEngine(
      'searchTexts',
      {
        datasetId: dataset.id,
        selection,
        find: spec.find,
      },
      {
        lane: 'search-texts',
        onProgress: (progress) => set({ deep: { kind: 'running', progress } }),
        signal: deepSignal(),
      },
    );
    set({ deep: { kind: 'idle' } });
    await makeTable();
  } catch (error) {
    const problem = problemOf(error);
    set({ deep: problem ? { kind: 'failed', problem } : { kind: 'idle' } });
  }
}

let deepAbort = new AbortController();
function deepSignal(): AbortSignal {
  deepAbort.abort();
  deepAbort = new AbortController();
  return deepAbort.signal;
}

/** Gives up the search through texts: what question and answers hold is shown. */
export function cancelDeepSearch(): void {
  deepAbort.abort();
  changeQuestions({ isDeep: false });
}

/** Rows around those in sight are fetched with them, and wishes of one moment together: a scroll bar runs past most. */
const AHEAD = 40;
const MOMENT_MS = 24;
let flush: ReturnType<typeof setTimeout> | undefined;

/** Fetches rows from .. to - 1 (and their blocks) where they are not there yet. Called while scrolling. */
export function needRows(from: number, to: number): void {
  wanted = { from, to };
  if (flush !== undefined) return;
  flush = setTimeout(() => {
    flush = undefined;
    const { table, blocks } = get();
    const { dataset } = useApp.getState();
    if (table === null || dataset === null || table.count === 0) return;
    const last = Math.ceil(table.count / BLOCK) - 1;
    const first = Math.max(0, Math.floor((wanted.from - AHEAD) / BLOCK));
    for (let block = first; block <= Math.min(last, Math.floor((wanted.to + AHEAD) / BLOCK)); block++) {
      if (!blocks.has(block)) void fetchBlock(dataset.id, table.ticket, block);
    }
  }, MOMENT_MS);
}

const fetching = new Set<string>();

async function fetchBlock(datasetId: number, ticket: number, block: number): Promise<void> {
  const key = `${ticket} ${block}`;
  if (fetching.has(key)) return;
  fetching.add(key);
  try {
    const rows = await askEngine('questionRows', {
      datasetId,
      ticket,
      from: block * BLOCK,
      to: (block + 1) * BLOCK,
    });
    if (get().table?.ticket !== ticket) return;
    const blocks = new Map(get().blocks);
    blocks.set(block, rows);
    for (const key of blocks.keys()) {
      if (blocks.size <= KEPT_BLOCKS) break;
      const isInSight = key >= Math.floor(wanted.from / BLOCK) && key <= Math.floor(wanted.to / BLOCK);
      if (!isInSight) blocks.delete(key);
    }
    set({ blocks });
  } catch (error) {
    const problem = problemOf(error);
    if (problem?.code === 'engine.table-gone') void makeTable();
    else if (problem) set({ status: { kind: 'failed', problem } });
  } finally {
    fetching.delete(key);
  }
}

/** The row at a position, or null while it is not there. */
export const rowAt = ({ blocks }: Pick<QuestionsState, 'blocks'>, position: number): QuestionRow | null =>
  blocks.get(Math.floor(position / BLOCK))?.[position % BLOCK] ?? null;

async function findPosition(): Promise<void> {
  const { table } = get();
  const { dataset, view } = useApp.getState();
  const id = view.questions.open;
  if (id === null || table === null || dataset === null) {
    set({ position: null });
    return;
  }
  for (const [block, rows] of get().blocks) {
    const at = rows.findIndex((row) => row.id === id);
    if (at >= 0) return set({ position: block * BLOCK + at });
  }
  try {
    const params = { datasetId: dataset.id, ticket: table.ticket, id };
    const position = await askEngine('questionPosition', params, { lane: 'question-position' });
    set({ position: position ?? -1 });
  } catch (error) {
    problemOf(error);
  }
}

/** Opens the question at a position of the table. */
export async function openAt(position: number): Promise<void> {
  const { table } = get();
  const { dataset } = useApp.getState();
  if (table === null || dataset === null || position < 0 || position >= table.count) return;
  const known = rowAt(get(), position);
  if (known) {
    changeQuestions({ open: known.id, state: null });
    return;
  }
  try {
    const params = { datasetId: dataset.id, ticket: table.ticket, from: position, to: position + 1 };
    const [row] = await askEngine('questionRows', params, { lane: 'open-at' });
    if (row) changeQuestions({ open: row.id, state: null });
  } catch (error) {
    problemOf(error);
  }
}

/** The next (1) or previous (-1) question in the order of the table; the first one when none is open. */
export function stepQuestion(direction: 1 | -1): void {
  const { position } = get();
  void openAt(position === null || position < 0 ? 0 : position + direction);
}

export const closeQuestion = (): void => changeQuestions({ open: null, state: null });
