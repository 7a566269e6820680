import type { SelectionRole } from '../core/protocol/roles.ts';
import { stateOf } from '../core/protocol/state.ts';
import type { Freeze, Protocol } from '../core/protocol/types.ts';
import type { DatasetHandle, JudgeHandle } from '../engine/jobs.ts';
import { type AppState, useApp } from './app-store.ts';
import { judgeInForce } from './policy-ref.ts';
import { markLook } from './protocol.ts';
import { selectionWords } from './selection-words.ts';
import { thresholdOf } from './selectors.ts';
import type { View } from './view.ts';

/** Where a figure on screen stands in the protocol. */
export type Standing =
  /** No protocol is under way, or the questions are not the confirmatory ones. */
  | { readonly kind: 'free' }
  | { readonly kind: 'sealed' }
  /** Exactly what was frozen, after the unseal. */
  | { readonly kind: 'as-frozen'; readonly postHocSince: string | null }
  | { readonly kind: 'post-hoc'; readonly what: string };

/** Of the selection, judge, threshold and gate that are in force. */
export function standingOf(dataset: DatasetHandle, view: View, role: SelectionRole | null): Standing {
  const { phase, frozen, postHoc } = stateOf(dataset.protocol.protocol);
  if (role === null || role.kind === 'none' || (role.kind !== 'pooled' && role.role !== 'confirmatory')) {
    return { kind: 'free' };
  }
  if (phase === 'sealed' || phase === 'frozen') return { kind: 'sealed' };
  if (phase !== 'unsealed' || frozen === null) return { kind: 'free' };
  const what = changesOf(dataset, view, role, frozen.step.freeze);
  return what === null ? { kind: 'as-frozen', postHocSince: postHoc[0]?.time ?? null } : { kind: 'post-hoc', what };
}

/** What differs from the freeze, in words; null for nothing. */
function changesOf(dataset: DatasetHandle, view: View, role: SelectionRole, freeze: Freeze): string | null {
  const judge = judgeInForce(dataset, view);
  const changes = [
    ...(role.kind === 'split' && role.name === freeze.confirmatory ? [] : [`questions ${selectionWords(view)}`]),
    ...policyChanges(judge, view, freeze),
    ...(view.answerRule === freeze.answerRule ? [] : [`answer rule ${view.answerRule}`]),
    ...(view.gate.margin === freeze.margin ? [] : [`margin ${view.gate.margin}`]),
    ...(view.gate.seed === freeze.seed ? [] : [`seed ${view.gate.seed}`]),
    ...(view.gate.repeats === freeze.repeats ? [] : [`${view.gate.repeats} resamples`]),
  ];
  return changes.length === 0 ? null : changes.join(', ');
}

/** The other judges were frozen too: each at its own threshold is no new look. */
function policyChanges(judge: JudgeHandle | null, view: View, { thresholds }: Freeze): readonly string[] {
  if (judge === null) return [];
  const threshold = thresholdOf(view, judge);
  const frozen = thresholds.find((other) => other.judge === judge.id)?.value;
  return threshold === frozen
    ? []
    : [`threshold ${Number.isFinite(threshold) ? threshold : 'never stop'} of ${judge.id}`];
}

/** How long a hand must rest before a look is written down: a drag is one look, not a hundred. */
const REST_MS = 800;

/** Writes looks into the log: at something else than what was frozen, and at pools called descriptive. Returns how to stop. */
export function recordLooks(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pending: Look | null = null;
  const write = () => {
    clearTimeout(timer);
    const protocol = useApp.getState().dataset?.protocol.protocol;
    if (pending !== null && protocol && !isKnown(protocol, pending)) void markLook(pending.kind, pending.what);
    pending = null;
  };
  const stop = useApp.subscribe((state, before) => {
    if (state.view === before.view && state.curves === before.curves) return;
    const look = lookOf(state);
    // Back at what was frozen: what was seen on the way there was seen, however short.
    if (look === null) {
      write();
      return;
    }
    pending = look;
    clearTimeout(timer);
    timer = setTimeout(write, REST_MS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

interface Look {
  readonly kind: 'post-hoc' | 'descriptive';
  readonly what: string;
}

function lookOf({ dataset, view, curves }: AppState): Look | null {
  if (dataset === null || curves === null) return null;
  const standing = standingOf(dataset, view, curves.role);
  if (standing.kind === 'post-hoc') return { kind: 'post-hoc', what: standing.what };
  const isProtocol = stateOf(dataset.protocol.protocol).phase !== 'open';
  return isProtocol && curves.role.kind === 'pooled'
    ? { kind: 'descriptive', what: `questions ${selectionWords(view)}` }
    : null;
}

const isKnown = ({ entries }: Protocol, { kind, what }: Look): boolean =>
  entries.some(({ step }) => step.kind === kind && step.what === what);
