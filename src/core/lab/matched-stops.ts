import type { Evaluation } from '../correctness.ts';
import type { MatchedStops } from '../stats/matched-random.ts';
import type { Selection } from '../terms.ts';
import { eligibleStates, isAllKnown } from './known.ts';

/** A policy's stops in the shape that random stopping at matched depth wants. */
export interface PolicyDepths {
  readonly input: MatchedStops;
  /** Per eligible state of the input: its state in the dataset. */
  readonly states: Int32Array;
  /** Per question of the selection: the depth of its stop, -1 for the native finish. */
  readonly depths: Int32Array;
  /** False where some question lacks an eligible state, so that a depth is not always the state index. */
  readonly isDepthIndex: boolean;
}

/**
 * `stopStates[i]` is where the policy stops question `selection[i]` (an eligible state), -1 for the native finish. null
 * where the correctness of some question or eligible state is not known.
 */
export function policyDepths(
  evaluation: Evaluation,
  selection: Selection,
  stopStates: Int32Array,
): PolicyDepths | null {
  if (!isAllKnown(evaluation, selection)) return null;
  const { dataset, correctness } = evaluation;
  const perQuestion = Array.from(selection, (q) => eligibleStates(evaluation, q));
  const states = Int32Array.from(perQuestion.flat());
  const stateStart = new Int32Array(selection.length + 1);
  const depths = new Int32Array(selection.length);
  const stopsAtDepth: number[] = [];
  perQuestion.forEach((list, i) => {
    stateStart[i + 1] = stateStart[i]! + list.length;
    const depth = stopStates[i]! < 0 ? -1 : list.indexOf(stopStates[i]!);
    if (depth < 0 && stopStates[i]! >= 0) throw new Error(`stop at a state that is not eligible: ${stopStates[i]}`);
    depths[i] = depth;
    while (stopsAtDepth.length <= depth) stopsAtDepth.push(0);
    if (depth >= 0) stopsAtDepth[depth] = stopsAtDepth[depth]! + 1;
  });
  const searches = states.map((state) => dataset.states.searchesUsed[state]!);
  return {
    input: {
      stateStart,
      isSafe: Uint8Array.from(states, (state) => correctness.probeEm[state]!),
      searches,
      nativeEm: Array.from(selection, (q) => correctness.nativeEm[q]!),
      nativeSearches: Array.from(selection, (q) => dataset.questions.nativeSearches[q]!),
      stopsAtDepth,
    },
    states,
    depths,
    isDepthIndex: perQuestion.every((list) => list.every((state, k) => dataset.states.searchesUsed[state] === k)),
  };
}
