import { UNKNOWN } from '../correctness.ts';
import type { Dataset, LineRefs, Selection, SplitMembers, StoredCorrectness } from '../terms.ts';
import { canonicalJson } from './canonical.ts';
import { Sha256, utf8 } from './sha256.ts';
import { type ProtocolState, stateOf } from './state.ts';
import type { Protocol } from './types.ts';

/**
 * Which questions' labels are sealed. Before the unseal: the confirmatory splits, and, when everything was sealed, also
 * what belongs to no split that opens it. After it the one split that was looked at is open.
 */
export function sealedQuestions(protocol: Protocol, splits: readonly SplitMembers[], count: number): Uint8Array | null {
  const state = stateOf(protocol);
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

/** The questions that are marked. */
export const membersOf = (marked: Uint8Array | null): Selection =>
  marked === null ? new Int32Array(0) : Int32Array.from(marked.keys()).filter((q) => marked[q] === 1);

/** Columns that hold correctness or the answer itself. */
const TELLING =
  /^(official_?em|em|exact_?match|correct|is_?correct|native_?(official_)?em|acc|accuracy|token_?f1|f1|native_?f1|gold.*|golden.*|labels?|targets?|answers?|ground_?truth)$/i;

/**
 * The dataset without the sealed labels: golds are null, label lines point nowhere, columns that store correctness are
 * empty there. Whatever is computed from it treats these questions as unlabelled, and can say that they are sealed.
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
        TELLING.test(column.name)
          ? { ...column, values: column.values.map((value, q) => (sealed[q] === 1 ? null : value)) }
          : column,
      ),
      sealed,
    },
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
  return Int32Array.from(
    splits.flatMap(({ role, members }) => (role === 'confirmatory' ? Array.from(members) : [])),
  ).sort();
}

/**
 * Why new splits may not replace the old ones, or null: what was confirmatory while it was sealed stays so, or sealing
 * could be undone by renaming.
 */
export function refuseOpening(
  state: ProtocolState,
  before: readonly SplitMembers[],
  after: readonly SplitMembers[],
): string | null {
  if (state.phase === 'open') return null;
  const kept = new Set(confirmatoryMembers(after));
  const lost = confirmatoryMembers(before).filter((q) => !kept.has(q));
  return lost.length === 0
    ? null
    : `${lost.length} sealed questions would leave the confirmatory splits. They stay until the unseal.`;
}
