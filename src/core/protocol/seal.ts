import { UNKNOWN } from '../correctness.ts';
import {
  type Dataset,
  type Judge,
  type LineRefs,
  NO_SCORE,
  type Selection,
  type SplitMembers,
  type StoredCorrectness,
} from '../terms.ts';
import { canonicalJson } from './canonical.ts';
import { Sha256, utf8 } from './sha256.ts';
import { resolveSplits } from './splits.ts';
import { type ProtocolState, stateOf } from './state.ts';
import { isTellingMeta, isVerdict } from './telling.ts';
import type { Protocol } from './types.ts';

/**
 * Which questions' labels are sealed. Before the unseal: the confirmatory splits, and, when everything was sealed, also
 * what belongs to no split that opens it. After it the one split that was looked at is open.
 */
export const sealedQuestions = (
  protocol: Protocol,
  splits: readonly SplitMembers[],
  count: number,
): Uint8Array | null => sealedIn(stateOf(protocol), splits, count);

function sealedIn(state: ProtocolState, splits: readonly SplitMembers[], count: number): Uint8Array | null {
  if (state.sealed === null) return null;
  const isAll = state.sealed.step.scope === 'all';
  const sealed = new Uint8Array(count).fill(isAll ? 1 : 0);
  for (const { name, role, members } of splits) {
    if (role === 'descriptive') continue;
    const isOpen = role !== 'confirmatory' || isLookedAt(state, name);
    for (const q of members) sealed[q] = isOpen ? 0 : 1;
  }
  return sealed.includes(1) ? sealed : null;
}

const isLookedAt = ({ unsealed }: ProtocolState, name: string): boolean => unsealed?.step.split === name;

/** The questions that are marked, ascending. */
export function membersOf(marked: Uint8Array | null): Selection {
  if (marked === null) return new Int32Array(0);
  const members = new Int32Array(marked.length);
  let size = 0;
  for (let q = 0; q < marked.length; q++) if (marked[q] === 1) members[size++] = q;
  return members.slice(0, size);
}

/**
 * The dataset without the sealed labels: golds are null, label lines point nowhere, columns and scores that store
 * correctness are empty there. Whatever is computed from it treats these questions as unlabelled, and can say that they are sealed.
 */
export function sealDataset(dataset: Dataset, sealed: Uint8Array | null): Dataset {
  if (sealed === null) return dataset;
  const { questions, stored } = dataset;
  return {
    ...dataset,
    questions: {
      ...questions,
      golds: questions.golds.map((gold, q) => (sealed[q] === 1 ? null : gold)),
      labelLines: hideLines(questions.labelLines, sealed),
      meta: questions.meta.map((column) =>
        isTellingMeta(column.name)
          ? { ...column, values: column.values.map((value, q) => (sealed[q] === 1 ? null : value)) }
          : column,
      ),
      sealed,
    },
    judges: dataset.judges.map((judge) => (isVerdict(judge.id) ? hideScores(judge, dataset, sealed) : judge)),
    ...(stored === undefined ? {} : { stored: hideStored(stored, dataset, sealed) }),
  };
}

/** Stored correctness is correctness. */
function hideStored(stored: StoredCorrectness, { states }: Dataset, sealed: Uint8Array): StoredCorrectness {
  const isOpen = (state: number): boolean => sealed[states.question[state]!] === 0;
  return {
    nativeEm: stored.nativeEm.map((em, q) => (sealed[q] === 1 ? UNKNOWN : em)),
    nativeF1: stored.nativeF1.map((f1, q) => (sealed[q] === 1 ? Number.NaN : f1)),
    probeEm: stored.probeEm.map((em, s) => (isOpen(s) ? em : UNKNOWN)),
    probeF1: stored.probeF1.map((f1, s) => (isOpen(s) ? f1 : Number.NaN)),
  };
}

function hideScores(judge: Judge, { states }: Dataset, sealed: Uint8Array): Judge {
  const isOpen = (_: number, s: number): boolean => sealed[states.question[s]!] === 0;
  return {
    ...judge,
    scores: judge.scores.map((score, s) => (isOpen(score, s) ? score : Number.NaN)),
    status: judge.status.map((status, s) => (isOpen(status, s) ? status : NO_SCORE)),
    decisions: judge.decisions?.map((decision, s) => (isOpen(decision, s) ? decision : 0)) ?? null,
  };
}

const hideLines = ({ file, start, length }: LineRefs, sealed: Uint8Array): LineRefs => ({
  file,
  start,
  length: length.map((bytes, q) => (sealed[q] === 1 ? 0 : bytes)),
});

/** SHA-256 over the labels of the questions, one canonical line each; questions without a label are left out. */
export function labelsHash({ questions }: Dataset, members: Selection): string {
  const hash = new Sha256();
  for (const q of members) {
    const gold = questions.golds[q] ?? null;
    if (gold !== null) hash.update(utf8(`${canonicalJson([questions.ids[q]!, gold])}\n`));
  }
  return hash.digest();
}

/** Questions of the confirmatory splits, ascending. */
export function confirmatoryMembers(splits: readonly SplitMembers[]): Selection {
  const chosen = splits.filter(({ role }) => role === 'confirmatory').map(({ members }) => members);
  const all = new Int32Array(chosen.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const members of chosen) {
    all.set(members, at);
    at += members.length;
  }
  return all.sort();
}

/**
 * Why new splits may not replace the old ones, or null: what was confirmatory while it was sealed stays so, or sealing
 * could be undone by renaming; and what was open since the seal can confirm nothing any more.
 */
export function refuseOpening(protocol: Protocol, dataset: Dataset, after: readonly SplitMembers[]): string | null {
  const state = stateOf(protocol);
  if (state.phase === 'open') return null;
  const { count } = dataset.questions;
  const before = resolveSplits(dataset, state.splits);
  const claimed = new Uint8Array(count);
  const wanted = confirmatoryMembers(after);
  for (const q of wanted) claimed[q] = 1;
  const lost = before.kind === 'ok' ? confirmatoryMembers(before.value).filter((q) => claimed[q] === 0) : [];
  if (lost.length > 0)
    return `${lost.length} sealed questions would leave the confirmatory splits. They stay until the unseal.`;
  const opened = openedSince(protocol, dataset);
  const seen = wanted.filter((q) => opened[q] === 1).length;
  return seen === 0 ? null : `${seen} questions had open labels after the seal. They cannot become confirmatory.`;
}

/** Questions whose labels were open at some point after the seal and before the unseal. */
export function openedSince(protocol: Protocol, dataset: Dataset): Uint8Array {
  const { count } = dataset.questions;
  const opened = new Uint8Array(count);
  const from = protocol.entries.findIndex(({ step }) => step.kind === 'sealed');
  if (from < 0) return opened;
  protocol.entries.forEach(({ step }, at) => {
    if (at < from || (at > from && step.kind !== 'splits')) return;
    const state = stateOf({ ...protocol, entries: protocol.entries.slice(0, at + 1) });
    const splits = resolveSplits(dataset, state.splits);
    const sealed = sealedIn(state, splits.kind === 'ok' ? splits.value : [], count);
    for (let q = 0; q < count; q++) if (sealed?.[q] !== 1) opened[q] = 1;
  });
  return opened;
}
