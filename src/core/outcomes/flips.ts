import { type Evaluation, UNKNOWN } from '../correctness.ts';
import { type McNemar, mcNemar } from '../stats/mcnemar.ts';
import type { Selection } from '../terms.ts';

/** Where a question stands under a policy. */
export const STANDINGS = ['finish-right', 'finish-wrong', 'safe', 'unsafe', 'unknown'] as const;
export type Standing = (typeof STANDINGS)[number];

/** How the final answer's correctness moves from one policy to the other. */
export const FLIP_ANSWERS = ['gained', 'lost', 'right-both', 'wrong-both', 'unknown'] as const;
export type FlipAnswer = (typeof FLIP_ANSWERS)[number];
const GAINED = 0;
const LOST = 1;
const RIGHT_BOTH = 2;
const WRONG_BOTH = 3;
const ANSWER_UNKNOWN = 4;

/** Per question of the selection, in its order: what changes when policy `from` gives way to policy `to`. */
export interface Flips {
  /** 1 where the question stops elsewhere. All other figures below are those of an unchanged question where it is 0. */
  readonly isChanged: Uint8Array;
  /** Index into FLIP_ANSWERS. */
  readonly answer: Uint8Array;
  /** Index into STANDINGS, under each policy. */
  readonly from: Uint8Array;
  readonly to: Uint8Array;
  /** Searches of `to` minus searches of `from`. */
  readonly searches: Int32Array;
}

/** Sums over the ledger. What changed equals the difference of the two policies' totals. */
export interface FlipTotals {
  readonly changed: number;
  readonly gained: number;
  readonly lost: number;
  readonly rightBoth: number;
  readonly wrongBoth: number;
  readonly unknown: number;
  readonly searchesSaved: number;
  readonly searchesAdded: number;
  /** moves[from * STANDINGS.length + to]: changed questions only. */
  readonly moves: Int32Array;
  /** On gained and lost, over the questions whose correctness is known under both. */
  readonly test: McNemar;
}

/** Compares two policies question by question. Both arrays of stops belong to `selection`; -1 is the native finish. */
export function compareStops(
  evaluation: Evaluation,
  selection: Selection,
  fromStops: Int32Array,
  toStops: Int32Array,
): Flips {
  const n = selection.length;
  const flips = {
    isChanged: new Uint8Array(n),
    answer: new Uint8Array(n),
    from: new Uint8Array(n),
    to: new Uint8Array(n),
    searches: new Int32Array(n),
  };
  for (let i = 0; i < n; i++) {
    const q = selection[i]!;
    const from = fromStops[i]!;
    const to = toStops[i]!;
    flips.isChanged[i] = from === to ? 0 : 1;
    flips.answer[i] = answerCode(emAt(evaluation, q, from), emAt(evaluation, q, to));
    flips.from[i] = standingCode(evaluation, q, from);
    flips.to[i] = standingCode(evaluation, q, to);
    flips.searches[i] = searchesAt(evaluation, q, to) - searchesAt(evaluation, q, from);
  }
  return flips;
}

/** 1, 0 or UNKNOWN: of the final answer under a policy that stops at `stop`. */
export const emAt = ({ correctness }: Evaluation, q: number, stop: number): number =>
  correctness.nativeEm[q] === UNKNOWN ? UNKNOWN : stop < 0 ? correctness.nativeEm[q]! : correctness.probeEm[stop]!;

export const searchesAt = ({ dataset }: Evaluation, q: number, stop: number): number =>
  stop < 0 ? dataset.questions.nativeSearches[q]! : dataset.states.searchesUsed[stop]!;

function answerCode(from: number, to: number): number {
  if (from === UNKNOWN || to === UNKNOWN) return ANSWER_UNKNOWN;
  if (from === to) return to === 1 ? RIGHT_BOTH : WRONG_BOTH;
  return to === 1 ? GAINED : LOST;
}

function standingCode(evaluation: Evaluation, q: number, stop: number): number {
  const em = emAt(evaluation, q, stop);
  if (em === UNKNOWN) return 4;
  if (stop < 0) return em === 1 ? 0 : 1;
  return em === 1 ? 2 : 3;
}

export function sumFlips(flips: Flips): FlipTotals {
  const answers = new Int32Array(FLIP_ANSWERS.length);
  const moves = new Int32Array(STANDINGS.length ** 2);
  let changed = 0;
  let saved = 0;
  let added = 0;
  for (let i = 0; i < flips.isChanged.length; i++) {
    answers[flips.answer[i]!]!++;
    const searches = flips.searches[i]!;
    if (searches < 0) saved -= searches;
    else added += searches;
    if (flips.isChanged[i] === 0) continue;
    changed++;
    moves[flips.from[i]! * STANDINGS.length + flips.to[i]!]!++;
  }
  return {
    changed,
    gained: answers[GAINED]!,
    lost: answers[LOST]!,
    rightBoth: answers[RIGHT_BOTH]!,
    wrongBoth: answers[WRONG_BOTH]!,
    unknown: answers[ANSWER_UNKNOWN]!,
    searchesSaved: saved,
    searchesAdded: added,
    moves,
    test: mcNemar(answers[GAINED]!, answers[LOST]!),
  };
}
