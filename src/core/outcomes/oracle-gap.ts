import { type Evaluation, UNKNOWN } from '../correctness.ts';
import type { Selection } from '../terms.ts';
import { emAt, searchesAt } from './flips.ts';

/**
 * Where a policy parts from an oracle. Exhaustive and disjoint over the selection.
 *
 * - `same`: both stop at the same place.
 * - `too-early`: the policy stops before the oracle does and loses a right answer.
 * - `too-late`: as right as the oracle, with the stop after it: only searches are lost.
 * - `overwritten`: the answer was right where the oracle stops; the policy went on and ends wrong.
 * - `never-right`: neither gets it right: no EM to be had, only searches differ.
 * - `ahead`: the policy is right where this oracle is not, or as right with an earlier stop. Its prices are negative: an
 *   oracle bounds what it was made for (quality or cost), not both at once.
 * - `unknown`: no label, or a stop whose answer is not known. An unknown answer is priced as the totals count it: not
 *   right; the EM of such a policy is undefined, and whoever shows it says so.
 */
export const GAP_SLICES = ['same', 'too-early', 'too-late', 'overwritten', 'never-right', 'ahead', 'unknown'] as const;
export type GapSlice = (typeof GAP_SLICES)[number];
const [SAME, TOO_EARLY, TOO_LATE, OVERWRITTEN, NEVER_RIGHT, AHEAD, GAP_UNKNOWN] = [0, 1, 2, 3, 4, 5, 6] as const;

export interface GapLedger {
  /** Per question of the selection: index into GAP_SLICES. */
  readonly slices: Uint8Array;
  /** Per slice: questions, answers lost to the oracle, searches spent beyond it. They sum to the whole gap. */
  readonly questions: Int32Array;
  readonly correct: Int32Array;
  readonly searches: Int32Array;
}

/** Both arrays of stops belong to `selection`; -1 is the native finish. */
export function measureGap(
  evaluation: Evaluation,
  selection: Selection,
  policyStops: Int32Array,
  oracleStops: Int32Array,
): GapLedger {
  const ledger: GapLedger = {
    slices: new Uint8Array(selection.length),
    questions: new Int32Array(GAP_SLICES.length),
    correct: new Int32Array(GAP_SLICES.length),
    searches: new Int32Array(GAP_SLICES.length),
  };
  for (let i = 0; i < selection.length; i++) {
    const q = selection[i]!;
    const policy = policyStops[i]!;
    const oracle = oracleStops[i]!;
    const policyEm = emAt(evaluation, q, policy);
    const oracleEm = emAt(evaluation, q, oracle);
    const slice = sliceOf(policy, oracle, policyEm, oracleEm);
    ledger.slices[i] = slice;
    ledger.questions[slice]!++;
    ledger.correct[slice]! += (oracleEm === 1 ? 1 : 0) - (policyEm === 1 ? 1 : 0);
    ledger.searches[slice]! += searchesAt(evaluation, q, policy) - searchesAt(evaluation, q, oracle);
  }
  return ledger;
}

function sliceOf(policy: number, oracle: number, policyEm: number, oracleEm: number): number {
  if (policy === oracle) return SAME;
  if (policyEm === UNKNOWN || oracleEm === UNKNOWN) return GAP_UNKNOWN;
  if (oracleEm === 0) return policyEm === 1 ? AHEAD : NEVER_RIGHT;
  // States ascend by searches; the native finish comes after all of them.
  const isEarlier = policy >= 0 && (oracle < 0 || policy < oracle);
  if (policyEm === 1) return isEarlier ? AHEAD : TOO_LATE;
  return isEarlier ? TOO_EARLY : OVERWRITTEN;
}
