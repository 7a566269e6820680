import { create } from 'zustand';
import { datasetHash } from '../core/present/provenance.ts';
import type { Problem } from '../core/result.ts';
import type { CompareReply, CompareWish, RunWish } from '../engine/compare-jobs.ts';
import type { Progress } from '../engine/job-context.ts';
import { saveText } from './actions.ts';
import { askEngine, useApp } from './app-store.ts';
import { type Dropped, fromDataTransfer } from './collect-files.ts';
import type { DatasetHandle } from './handles.ts';
import { originOfKept } from './kept.ts';
import { fetchOrigin, type Origin } from './origin.ts';
import { judgeInForce } from './policy-ref.ts';
import { recallProtocol } from './protocol-memory.ts';
import { thresholdOf } from './selectors.ts';
import { IDLE, keyText, problemOf, RUNNING, type Status, watchApp } from './watch.ts';

/** How the second run is looked at. The first one is looked at as the view says. */
export interface OtherView {
  /** null: the first judge. */
  readonly judge: string | null;
  /** +Infinity never stops; null: the frozen threshold, or never stop where none came with the data. */
  readonly threshold: number | null;
  readonly range: { readonly from: number; readonly to: number } | null;
  readonly split: string | null;
}

export interface CompareState {
  readonly loading: Status | { readonly kind: 'reading'; readonly progress: Progress | null };
  readonly other: DatasetHandle | null;
  readonly view: OtherView;
  readonly status: Status;
  /** Of the last comparison that was asked for; null until it is there. */
  readonly reply: CompareReply | null;
}

const FRESH: OtherView = { judge: null, threshold: null, range: null, split: null };

export const useCompare = create<CompareState>()(() => ({
  loading: IDLE,
  other: null,
  view: FRESH,
  status: IDLE,
  reply: null,
}));
const { setState: set, getState: get } = useCompare;

let loadAbort = new AbortController();

/** Reads a second run. Until it succeeds, the one before stays. */
export async function openOther(origin: Origin): Promise<void> {
  loadAbort.abort();
  loadAbort = new AbortController();
  const { signal } = loadAbort;
  set({ loading: { kind: 'reading', progress: null } });
  const fetched = await fetchOrigin(origin, signal);
  if (signal.aborted) return;
  if (fetched.kind === 'failed') {
    set({ loading: { kind: 'failed', problem: fetched.error } });
    return;
  }
  const isSealed = origin.kind === 'files' && origin.isSealed === true;
  try {
    const other = await askEngine(
      'loadOther',
      { ...fetched.value, isSealed, resume: recallProtocol(origin) },
      { lane: 'loadOther', signal, onProgress: (progress) => set({ loading: { kind: 'reading', progress } }) },
    );
    if (signal.aborted) return;
    const first = other.ranges[0];
    const range = first === undefined ? null : { from: first.from, to: first.to };
    set({ other, view: { ...FRESH, range }, loading: IDLE, reply: null });
    await compare();
  } catch (error) {
    const problem = problemOf(error);
    set({ loading: problem === null ? IDLE : { kind: 'failed', problem } });
  }
}

export const openOtherFiles = ({ files, name }: Dropped): Promise<void> => openOther({ kind: 'files', files, name });

/** Must be called within the drop event. */
export async function openOtherTransfer(transfer: DataTransfer): Promise<void> {
  try {
    await openOtherFiles(await fromDataTransfer(transfer));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    set({ loading: { kind: 'failed', problem: unreadable(reason) } });
  }
}

/** A dataset that stays on this device. */
export async function openOtherKept(id: string): Promise<void> {
  const origin = await originOfKept(id);
  if (typeof origin !== 'string') return openOther(origin);
  set({ loading: { kind: 'failed', problem: unreadable(origin) } });
}

const unreadable = (reason: string): Problem => ({
  code: 'compare.unreadable',
  severity: 'error',
  message: `The second run could not be read: ${reason}`,
  effect: 'What was compared before stays.',
  file: null,
  line: null,
});

export function changeOther(change: Partial<OtherView>): void {
  set({ view: { ...get().view, ...change } });
  void compare();
}

/** The second run's judge at its threshold. */
export function otherPolicy({ other, view }: CompareState) {
  const judge = other?.judges.find(({ id }) => id === view.judge) ?? other?.judges[0] ?? null;
  return judge === null
    ? null
    : { judge, threshold: view.threshold ?? judge.frozen?.value ?? Number.POSITIVE_INFINITY };
}

/** What both runs are looked at with; null while one of them is missing. */
function wishNow(): CompareWish | null {
  const { dataset, view, curves } = useApp.getState();
  const { other, view: second } = get();
  if (dataset === null || other === null || curves === null) return null;
  const judge = judgeInForce(dataset, view);
  const theirs = otherPolicy(get());
  const left: RunWish = {
    datasetId: dataset.id,
    selection: curves.selection,
    policy:
      judge === null ? { kind: 'native' } : { kind: 'threshold', judge: judge.id, threshold: thresholdOf(view, judge) },
    isDescriptive: view.isDescriptive,
  };
  const right: RunWish = {
    datasetId: other.id,
    selection: { range: second.range, split: second.split },
    policy:
      theirs === null ? { kind: 'native' } : { kind: 'threshold', judge: theirs.judge.id, threshold: theirs.threshold },
    isDescriptive: view.isDescriptive,
  };
  return { left, right, answerRule: curves.answerRule, seed: view.gate.seed, repeats: view.gate.repeats };
}

let askedFor: string | null = null;

async function compare(): Promise<void> {
  const wish = wishNow();
  if (wish === null) return;
  const key = keyText(wish);
  askedFor = key;
  set({ status: RUNNING });
  try {
    const reply = await askEngine('compareRuns', wish, { lane: 'compare' });
    if (askedFor === key) set({ reply, status: IDLE });
  } catch (error) {
    const problem = problemOf(error);
    // Of a comparison that is refused nothing may stay on screen.
    if (problem !== null) set({ status: { kind: 'failed', problem }, reply: null });
  }
}

/** Compares again whenever the first run or the way it is looked at changes. Returns how to stop. */
export const watchComparison = (): (() => void) =>
  watchApp(
    () => {
      const wish = wishNow();
      return wish === null ? null : keyText(wish);
    },
    () => void compare(),
  );

/** Every pair, and every question without one, as a file. */
export async function downloadPairs(): Promise<void> {
  const wish = wishNow();
  if (wish === null) return;
  try {
    saveText(await askEngine('comparePairs', wish, { lane: 'comparePairs' }), 'compared-questions.csv');
  } catch (error) {
    const problem = problemOf(error);
    if (problem !== null) set({ status: { kind: 'failed', problem } });
  }
}

/** The hash over the files of the second run, as far as they were hashed while they were read. */
export const otherHash = ({ sources }: DatasetHandle): string | null =>
  datasetHash(sources.map(({ name, sha256 }) => ({ name, sha256 })));
