import { create } from 'zustand';
import { datasetHash, matchData, originsOf } from '../core/present/provenance.ts';
import type { Problem } from '../core/result.ts';
import type { CompareReply, CompareWish, RunWish } from '../engine/compare-jobs.ts';
import type { Progress } from '../engine/job-context.ts';
import { saveText } from './actions.ts';
import { askEngine, changeView, LONGEST_NAME, useApp } from './app-store.ts';
import { type Dropped, fromDataTransfer } from './collect-files.ts';
import type { DatasetHandle } from './handles.ts';
import { originOfKept } from './kept.ts';
import { fetchOrigin, type Origin } from './origin.ts';
import { judgeInForce } from './policy-ref.ts';
import { recallProtocol } from './protocol-memory.ts';
import { readBack } from './read-back.ts';
import { FRESH_SECOND, type SecondView } from './second-view.ts';
import { thresholdOf } from './selectors.ts';
import type { View } from './view.ts';
import { IDLE, keyText, problemOf, RUNNING, type Status, watchApp } from './watch.ts';

export interface CompareState {
  readonly loading: Status | { readonly kind: 'reading'; readonly progress: Progress | null };
  readonly other: DatasetHandle | null;
  /** As links name it; null while none is open. */
  readonly named: Named | null;
  /** Of its files, where they were too large to be hashed while they were read; null until known. */
  readonly otherHashes: readonly string[] | null;
  /** What a link compares with, where another run was opened in its place. */
  readonly missed: SecondView | null;
  readonly status: Status;
  /** Of the last comparison that was asked for; null until it is there. */
  readonly reply: CompareReply | null;
}

export const useCompare = create<CompareState>()(() => ({
  loading: IDLE,
  other: null,
  named: null,
  otherHashes: null,
  missed: null,
  status: IDLE,
  reply: null,
}));
const { setState: set, getState: get } = useCompare;

/** How the second run is looked at: a part of the view, so that a link holds it. */
export const secondOf = ({ second }: View): SecondView => second ?? FRESH_SECOND;

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
    show(origin, other);
    await compare();
    await hashOther(other);
  } catch (error) {
    const problem = problemOf(error);
    set({ loading: problem === null ? IDLE : { kind: 'failed', problem } });
  }
}

/** Puts a second run on screen: as the link asks where it is the one it asks for, else as it opens by itself. */
function show(origin: Origin, other: DatasetHandle): void {
  const wanted = get().missed ?? useApp.getState().view.second;
  const named = nameOther(origin, other);
  const isWanted = wanted !== null && isSame(wanted, named);
  // Another run than the one before is no answer to a link, but the first one that is opened after it should be.
  const missed = isWanted || (get().missed === null && get().other !== null) ? null : wanted;
  set({ other, named, otherHashes: null, loading: IDLE, reply: null, missed });
  changeView({ second: isWanted ? fitSecond({ ...wanted, ...named }, other) : asOpened(other, named) });
}

function asOpened({ ranges: [first] }: DatasetHandle, named: Named): SecondView {
  return { ...FRESH_SECOND, ...named, range: first === undefined ? null : { from: first.from, to: first.to } };
}

/** An address that somebody followed may name another second run than the one that is open. */
function reconcile(): void {
  const { other, named } = get();
  const { second } = useApp.getState().view;
  if (other === null || named === null || (second !== null && isSame(second, named))) return;
  if (second?.data) {
    void openOther({ kind: 'sample', id: second.data });
    return;
  }
  if (second !== null) set({ missed: second });
  changeView({ second: asOpened(other, named) });
}

type Named = Pick<SecondView, 'data' | 'name' | 'hash'>;

/** How links name the second run. */
function nameOther(origin: Origin, other: DatasetHandle): Named {
  const data = origin.kind === 'sample' ? origin.id : null;
  const hash = datasetHash(originsOf(other.sources))?.slice(0, 16) ?? null;
  return { data, name: data === null ? other.name.slice(0, LONGEST_NAME) : null, hash };
}

/** By the hash where both are known, else by the name. */
const isSame = (asked: SecondView, named: Named): boolean =>
  asked.hash !== null && named.hash !== null
    ? matchData(asked.hash, named.hash).kind === 'same' || matchData(named.hash, asked.hash).kind === 'same'
    : asked.data === named.data && asked.name === named.name;

/** Judges and splits that the run does not have are let go. */
const fitSecond = (second: SecondView, other: DatasetHandle): SecondView => {
  const isJudge = other.judges.some(({ id }) => id === second.judge);
  const isSplit = second.split !== null && other.splits.includes(second.split);
  return {
    ...second,
    judge: isJudge ? second.judge : null,
    threshold: isJudge || second.judge === null ? second.threshold : null,
    split: isSplit ? second.split : null,
  };
};

/** Large files are hashed when the figures stand. Without a hash the figures are the same; the card says what is missing. */
async function hashOther(other: DatasetHandle): Promise<void> {
  if (other.sources.every(({ sha256 }) => sha256 !== null)) return;
  try {
    const otherHashes = await askEngine('hashFiles', { datasetId: other.id }, { lane: 'hashOther' });
    if (get().other !== other) return;
    set({ otherHashes });
    const named = get().named && { ...get().named!, hash: otherHash(get())?.slice(0, 16) ?? null };
    set({ named });
    changeOther({ ...named });
  } catch (error) {
    problemOf(error);
  }
}

/** Opens what the address names as the second run, where nobody has to be asked: a sample. */
export function openAsked(): void {
  const { second } = useApp.getState().view;
  const { other, loading } = get();
  if (other === null && loading.kind === 'idle' && second?.data) void openOther({ kind: 'sample', id: second.data });
}

/** Lets go of what the link compares with. */
export const forgetMissed = (): void => set({ missed: null });

export const openOtherFiles = ({ files, name }: Dropped): Promise<void> => openOther({ kind: 'files', files, name });

/** Must be called within the drop event. A figure or table that Stopscope made is no run: what it rests on is shown. */
export async function openOtherTransfer(transfer: DataTransfer): Promise<void> {
  try {
    const dropped = await fromDataTransfer(transfer);
    if (!(await readBack(dropped.files))) await openOtherFiles(dropped);
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

export const changeOther = (change: Partial<SecondView>): void =>
  changeView({ second: { ...secondOf(useApp.getState().view), ...change } });

/** The second run's judge at its threshold; null where it has no judge. */
export function otherPolicy(other: DatasetHandle | null, second: SecondView) {
  const judge = other?.judges.find(({ id }) => id === second.judge) ?? other?.judges[0] ?? null;
  if (judge === null) return null;
  const threshold = second.threshold ?? judge.frozen?.value ?? Number.POSITIVE_INFINITY;
  return { judge, threshold, policy: { kind: 'threshold', judge: judge.id, threshold } as const };
}

/** What both runs are looked at with; null while one of them is missing. */
function wishNow(): CompareWish | null {
  const { dataset, view, curves } = useApp.getState();
  const { other } = get();
  const second = secondOf(view);
  if (dataset === null || other === null || curves === null) return null;
  const judge = judgeInForce(dataset, view);
  const theirs = otherPolicy(other, second);
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
    policy: theirs?.policy ?? { kind: 'native' },
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
      return wish === null ? null : keyText([wish, useApp.getState().view.second]);
    },
    () => {
      reconcile();
      void compare();
    },
  );

/** Every pair, and every question without one, as a file. `record`: what it rests on, as a line of CSV. */
export async function downloadPairs(record: string | null): Promise<void> {
  const wish = wishNow();
  if (wish === null) return;
  try {
    const pairs = await askEngine('comparePairs', wish, { lane: 'comparePairs' });
    saveText(`${record === null ? '' : `${record}\r\n`}${pairs}`, 'compared-questions.csv');
  } catch (error) {
    const problem = problemOf(error);
    if (problem !== null) set({ status: { kind: 'failed', problem } });
  }
}

/** The hash over the files of the second run; null while one of them is being hashed. */
export const otherHash = ({ other, otherHashes }: Pick<CompareState, 'other' | 'otherHashes'>): string | null =>
  other && datasetHash(originsOf(other.sources, otherHashes));
