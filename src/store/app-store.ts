import { create } from 'zustand';
import type { Protocol } from '../core/protocol/types.ts';
import type { Problem } from '../core/result.ts';
import type { ApComparison } from '../engine/ap-comparison.ts';
import type { CurveBands } from '../engine/bands.ts';
import { EngineClient, EngineRejection } from '../engine/client.ts';
import type { Curves } from '../engine/evaluate.ts';
import type { Progress } from '../engine/job-context.ts';
import type { DatasetHandle } from '../engine/jobs.ts';
import { spawnWorker } from '../engine/spawn.ts';
import { type Address, formatAddress, parseAddress } from './address.ts';
import { type Asked, askedOf, hashOfRun } from './data-hash.ts';
import { dataParameter, fetchOrigin, type Origin, originOf, watchDirectory } from './origin.ts';
import { recallProtocol, rememberProtocol } from './protocol-memory.ts';
import { activeJudge } from './selectors.ts';
import { DEFAULT_VIEW, type View } from './view.ts';

/** A thing that the worker makes. While a new one is made, the last one stays where it is. */
export type Task =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'running';
      readonly what: string;
      readonly progress: Progress | null;
      /** Since the first byte was asked for; for what is counted in bytes. */
      readonly elapsedMs?: number;
    }
  | { readonly kind: 'failed'; readonly problem: Problem };

export interface AppState {
  readonly page: string;
  readonly view: View;
  readonly origin: Origin | null;
  /** An address of data that waits for a yes: its name is shown before anything is fetched. */
  readonly offered: string | null;
  /** Data that a link was made on, until it is known that what is open is the same. */
  readonly asked: Asked | null;
  readonly loading: Task;
  readonly dataset: DatasetHandle | null;
  readonly evaluating: Task;
  readonly curves: Curves | null;
  readonly banding: Task;
  /** Of the active judge, at the gate's settings; null until they are computed. */
  readonly bands: CurveBands | null;
  /** Of the active judge; null until it is computed, or where there is nothing to compare. */
  readonly apComparison: ApComparison | null;
  /** SHA-256 of the files, where they were too large to be hashed while they were read; null until known. */
  readonly fileHashes: readonly string[] | null;
  /** The worker died and was replaced: what is on screen can be looked at, new figures need the files again. */
  readonly crash: Problem | null;
}

const IDLE: Task = { kind: 'idle' };
export const DEMO = 'dev1000';
/** The engine's code for figures over exploratory and confirmatory questions together. */
export const POOL_REFUSED = 'pool.refused';

export const useApp = create<AppState>()(() => ({
  ...parseAddress(globalThis.location?.hash ?? ''),
  origin: null,
  offered: null,
  asked: null,
  loading: IDLE,
  dataset: null,
  evaluating: IDLE,
  curves: null,
  banding: IDLE,
  bands: null,
  apComparison: null,
  fileHashes: null,
  crash: null,
}));

const { setState: set, getState: get } = useApp;

let client: EngineClient | null = null;
const engine = (): EngineClient => {
  client ??= new EngineClient(spawnWorker, (problem) =>
    set({ crash: problem, loading: IDLE, evaluating: IDLE, banding: IDLE }),
  );
  return client;
};

let loadAbort = new AbortController();
/** What was asked for last, read or not. */
let wished: Origin | null = null;
export const lastWish = (): Origin | null => wished;

/** How a dataset is looked at when nothing says otherwise. */
const freshView = (): View => {
  const { answerRule, second } = get().view;
  return { ...DEFAULT_VIEW, answerRule, second };
};
const sameView = (): View => get().view;

/**
 * Reads a dataset. Until it succeeds, what was on screen stays, with its own view; cancelling leaves it there.
 * `viewOf` is asked when the dataset is there. A protocol goes on where the same data is only read again.
 */
export async function load(origin: Origin, viewOf: () => View = freshView, isAgain = false): Promise<void> {
  loadAbort.abort();
  loadAbort = new AbortController();
  wished = origin;
  const { signal } = loadAbort;
  set({ loading: { kind: 'running', what: 'files', progress: null } });
  const fetched = await fetchOrigin(origin, signal);
  if (signal.aborted) return;
  if (fetched.kind === 'failed') {
    set({ loading: { kind: 'failed', problem: fetched.error } });
    return;
  }
  const begun = performance.now();
  try {
    const isSealed = origin.isSealed === true || fetched.value.isSealed === true;
    const params = { ...fetched.value, isSealed, resume: isAgain ? recallProtocol(origin) : null };
    const dataset = await engine().request('load', params, {
      lane: 'load',
      signal,
      onProgress: (progress) =>
        set({ loading: { kind: 'running', what: progress.what, progress, elapsedMs: performance.now() - begun } }),
    });
    if (signal.aborted) return;
    engine().keepOnly(dataset.id);
    const asked = stillAsked(get().asked, origin);
    const opened = {
      // Read again, the data keeps the view that it has by now.
      ...fitView((isAgain ? null : asked?.view) ?? viewOf(), dataset),
      data: dataParameter(origin),
      wanted: nameData(origin, dataset, null),
    };
    // Curves of another dataset must not be shown beside its name, not even for a moment.
    watch(origin);
    rememberProtocol(origin, dataset.protocol.protocol);
    set({
      dataset,
      origin,
      asked,
      loading: IDLE,
      crash: null,
      curves: null,
      bands: null,
      apComparison: null,
      fileHashes: null,
      view: opened,
    });
    await evaluate();
  } catch (error) {
    fail('loading', error);
  }
}

/** A sample that somebody opens by hand is not what a link to files asks for: then the link is let go. */
const stillAsked = (asked: Asked | null, origin: Origin): Asked | null =>
  asked === null || origin.kind === 'files' || origin.kind === 'directory' || asked.view.data === dataParameter(origin)
    ? asked
    : null;

/** How links name the data that is open. */
function nameData(origin: Origin, dataset: DatasetHandle, fileHashes: AppState['fileHashes']): View['wanted'] {
  const hash = hashOfRun(dataset, fileHashes)?.slice(0, 16) ?? null;
  const name = origin.kind === 'sample' ? null : dataset.name.slice(0, LONGEST_NAME);
  return name === null && hash === null ? null : { name, hash };
}
/** Of a dataset in a link. */
export const LONGEST_NAME = 80;

/** Takes over a dataset whose splits or seals have changed: everything that was computed from it before is gone. */
export function adopt(dataset: DatasetHandle): Promise<void> {
  const { origin, view } = get();
  engine().keepOnly(dataset.id);
  if (origin !== null) rememberProtocol(origin, dataset.protocol.protocol);
  set({ dataset, curves: null, bands: null, apComparison: null, fileHashes: null, view: fitView(view, dataset) });
  return evaluate();
}

/** The log has one more entry; what may be seen is the same. */
export function noteProtocol(protocol: Protocol): void {
  const { origin, dataset } = get();
  if (dataset === null) return;
  if (origin !== null) rememberProtocol(origin, protocol);
  set({ dataset: { ...dataset, protocol: { ...dataset.protocol, protocol } } });
}

let unwatch = () => {};

/** A served directory is read again when its files change; the view stays. */
function watch(origin: Origin): void {
  unwatch();
  unwatch = origin.kind === 'directory' ? watchDirectory(origin.token, reload) : () => {};
}

export function cancelLoad(): void {
  loadAbort.abort();
  set({ loading: IDLE });
}

/** Keeps what the address says where the dataset has it; opens on the first named range otherwise. */
function fitView(view: View, dataset: DatasetHandle): View {
  const judges = new Set(dataset.judges.map((judge) => judge.id));
  const first = dataset.ranges[0];
  const split = view.split !== null && dataset.splits.includes(view.split) ? view.split : null;
  const isOpen = view.range === null && split === null;
  return {
    ...view,
    judge: view.judge !== null && judges.has(view.judge) ? view.judge : null,
    hidden: view.hidden.filter((id) => judges.has(id)),
    split,
    range: isOpen && first ? { from: first.from, to: first.to } : view.range,
  };
}

async function evaluate(): Promise<void> {
  const { dataset, view } = get();
  if (dataset === null) return;
  set({ evaluating: { kind: 'running', what: 'curves', progress: null } });
  try {
    const curves = await engine().request(
      'evaluate',
      {
        datasetId: dataset.id,
        selection: { range: view.range, split: view.split },
        answerRule: view.answerRule,
        isDescriptive: view.isDescriptive,
      },
      {
        lane: 'evaluate',
        onProgress: (progress) => set({ evaluating: { kind: 'running', what: progress.what, progress } }),
      },
    );
    set({ curves, evaluating: IDLE });
    await computeIntervals();
    await hashFiles();
  } catch (error) {
    // Of a pool that is refused nothing may stay on screen.
    if (isRefusal(error)) set({ curves: null, bands: null, apComparison: null });
    else if (!isCancelled(error)) returnToFigures();
    fail('evaluating', error);
  }
}

/** The figures on screen stay those of the last selection: then it must not be called by the name of the one that failed. */
function returnToFigures(): void {
  const { curves, view } = get();
  if (curves === null) return;
  const { range, split } = curves.selection;
  set({ view: { ...view, range, split, answerRule: curves.answerRule } });
}

const isCancelled = (error: unknown): boolean => error instanceof EngineRejection && error.reason.kind === 'cancelled';

const isRefusal = (error: unknown): boolean =>
  error instanceof EngineRejection && error.reason.kind === 'failed' && error.reason.problem.code === POOL_REFUSED;

let intervalsRun = 0;

/** Intervals of the active judge, in the background: a newer wish replaces the one that is running. */
async function computeIntervals(): Promise<void> {
  // Between the two requests a newer run may have begun: then this one has nothing more to say.
  const run = ++intervalsRun;
  const { dataset, curves, view } = get();
  const judge = dataset && activeJudge(dataset, curves, view.judge);
  set({ bands: null, apComparison: null });
  if (!dataset || !curves || !judge || curves.questionCount === 0) return;
  const params = {
    datasetId: dataset.id,
    selection: curves.selection,
    answerRule: curves.answerRule,
    judge: judge.handle.id,
    repeats: view.gate.repeats,
    seed: view.gate.seed,
  };
  const onProgress = (progress: Progress) => set({ banding: { kind: 'running', what: progress.what, progress } });
  set({ banding: { kind: 'running', what: 'intervals', progress: null } });
  try {
    const bands = await engine().request('bands', params, { lane: 'bands', onProgress });
    if (run !== intervalsRun) return;
    set({ bands });
    const apComparison = await engine().request('compareAp', params, { lane: 'compareAp' });
    if (run !== intervalsRun) return;
    set({ apComparison, banding: IDLE });
  } catch (error) {
    fail('banding', error);
  }
}

/** Large files are hashed when the figures stand: nobody waits for it. */
async function hashFiles(): Promise<void> {
  const { dataset, fileHashes } = get();
  if (dataset === null || fileHashes !== null || dataset.sources.every(({ sha256 }) => sha256 !== null)) return;
  try {
    const hashes = await engine().request('hashFiles', { datasetId: dataset.id }, { lane: 'hashFiles' });
    const { dataset: open, origin, view } = get();
    // Splits and seals may have changed meanwhile: the files are the same.
    if (open?.sources !== dataset.sources || origin === null) return;
    set({ fileHashes: hashes, view: { ...view, wanted: nameData(origin, open, hashes) } });
  } catch (error) {
    // Without a hash the figures are the same; the column says what is missing.
    if (!(error instanceof EngineRejection)) throw error;
  }
}

/** A cancelled request has been replaced by a newer one, which reports for itself; a crash is told once, for all. */
export function fail(task: 'loading' | 'evaluating' | 'banding', error: unknown): void {
  if (!(error instanceof EngineRejection)) throw error;
  if (error.reason.kind !== 'failed') return;
  set({ [task]: { kind: 'failed', problem: error.reason.problem } });
}

/** Changes the view. Figures follow: at once where they are on the page, from the worker where they are not. */
export function changeView(change: Partial<View>): void {
  // What was called descriptive was that selection, not the next one.
  const isOther = change.range !== undefined || change.split !== undefined;
  goTo(get().page, { ...get().view, ...(isOther ? { isDescriptive: false } : {}), ...change });
}

function goTo(page: string, next: View): void {
  const { view } = get();
  set({ page, view: next });
  const isNewSelection =
    next.split !== view.split ||
    next.answerRule !== view.answerRule ||
    next.isDescriptive !== view.isDescriptive ||
    next.range?.from !== view.range?.from ||
    next.range?.to !== view.range?.to;
  const isNewBand =
    next.judge !== view.judge || next.gate.repeats !== view.gate.repeats || next.gate.seed !== view.gate.seed;
  if (isNewSelection) void evaluate();
  else if (isNewBand) void computeIntervals();
}

let before = 'explore';
/** The page that was left for the one in force. */
export const pageBefore = (): string => before;

export function openPage(page: string): void {
  set({ page });
}

/** Reads what is on screen again, after a crash or when its files changed; before anything was read, the last wish. */
export function reload(): void {
  const origin = get().origin ?? wished;
  if (origin !== null) void load(origin, sameView, true);
}

/** For jobs that a page starts itself (exports, downloads). */
export const askEngine: EngineClient['request'] = (job, params, options) => engine().request(job, params, options);

/** Opens what the address names (the demo if it names nothing), and keeps address and state in step from then on. */
export function start(kept: Origin | null = null): void {
  // `?data=` before the hash is how other pages link here.
  const asked = new URLSearchParams(location.search).get('data') ?? get().view.data;
  const link = askedOf(get().page, get().view);
  const first = asked !== null ? originOf(asked) : (kept ?? (link?.name ? null : originOf(DEMO)));
  set({ asked: link });
  // A link to files that only its sender has: nothing is opened in their place.
  if (first === null) set({ loading: IDLE });
  else if (first.kind === 'address') set({ offered: first.url });
  else void load(first, sameView, true);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFollowing = false;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const { page, view } = get();
    const address = formatAddress({ page, view });
    if (address !== location.hash) history.replaceState(history.state, '', address);
  };
  useApp.subscribe((state, last) => {
    if (state.page === last.page && state.view === last.view) return;
    if (state.page !== last.page) before = last.page;
    if (state.page !== last.page && !isFollowing) {
      // A page is a step that "back" undoes; a threshold is not.
      clearTimeout(timer);
      const address = formatAddress(state);
      if (address !== location.hash) history.pushState(null, '', address);
    } else {
      // Browsers limit how often the address may change: while dragging, once the hand rests.
      clearTimeout(timer);
      timer = setTimeout(write, 150);
    }
  });
  // Back, forward, a link, an address typed: the browser has made the step, state only follows.
  addEventListener('hashchange', ({ newURL }) => {
    isFollowing = true;
    // Not `location`: a change that was waiting to be written may have overtaken the event.
    follow(parseAddress(new URL(newURL).hash));
    isFollowing = false;
  });
  // The step is made before `hashchange` tells: what still waits belongs to the page that was left.
  addEventListener('popstate', () => clearTimeout(timer));
  addEventListener('pagehide', write);
}

function follow({ page, view }: Address): void {
  const { dataset, view: here } = get();
  if (view.data !== null && view.data !== here.data) {
    // The view belongs to the other dataset: it comes with it.
    const origin = originOf(view.data);
    set({ page, asked: askedOf(page, view) });
    if (origin.kind === 'address') set({ offered: origin.url });
    else void load(origin, () => view);
    return;
  }
  if (isOtherData(view.wanted, here.wanted)) {
    set({ asked: askedOf(page, view) });
    return;
  }
  const wanted = { ...view, data: here.data, wanted: here.wanted };
  goTo(page, dataset === null ? wanted : fitView(wanted, dataset));
}

/** Goes to a view by the part of its address behind the `#`, as a click on a link would. */
export function openLink(hash: string): void {
  location.hash = hash;
}

/** Lets go of what a link asked for. */
export function openDemo(): void {
  set({ asked: null });
  void load(originOf(DEMO));
}

/** Whether a link names other data than what is open; a link that names none goes with any. */
const isOtherData = (wanted: View['wanted'], here: View['wanted']): boolean =>
  wanted !== null &&
  (wanted.hash !== null && here?.hash ? wanted.hash !== here.hash : wanted.name !== (here?.name ?? null));

/** The answer to `offered`. */
export function answerOffer(isWanted: boolean): void {
  const { offered, dataset } = get();
  set({ offered: null });
  if (isWanted && offered !== null) void load(originOf(offered), sameView, true);
  else if (dataset === null) void load(originOf(DEMO));
}
