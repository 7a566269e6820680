import type { StateDraft } from '../draft/states.ts';

/**
 * State keys grouped by question, within a question ascending by searches used, native before counterfactual, then in the
 * order of arrival. A counting sort by question, then insertion within: questions have few states.
 */
export const sortStates = (
  questionOf: Int32Array,
  draft: StateDraft,
  questionCount: number,
): { readonly keys: Int32Array; readonly stateStart: Int32Array } => {
  const stateStart = new Int32Array(questionCount + 1);
  for (const q of questionOf) if (q >= 0) stateStart[q + 1]!++;
  for (let q = 0; q < questionCount; q++) stateStart[q + 1]! += stateStart[q]!;
  const keys = new Int32Array(stateStart[questionCount]!);
  const filled = stateStart.slice();
  const comesBefore = (a: number, b: number): boolean => {
    const used = draft.searchesUsed[a]! - draft.searchesUsed[b]!;
    return used < 0 || (used === 0 && draft.role[a]! < draft.role[b]!);
  };
  for (let key = 0; key < questionOf.length; key++) {
    const q = questionOf[key]!;
    if (q < 0) continue;
    let at = filled[q]!++;
    for (const first = stateStart[q]!; at > first && comesBefore(key, keys[at - 1]!); at--) keys[at] = keys[at - 1]!;
    keys[at] = key;
  }
  return { keys, stateStart };
};

/** Position of each state among the probed ones, -1 without a probe. Equal ranks in the files fall to state order. */
export const rankOf = (keys: Int32Array, { hasProbe, probeOrder }: StateDraft): Int32Array => {
  const rank = new Int32Array(keys.length).fill(-1);
  let count = 0;
  let last = Number.NEGATIVE_INFINITY;
  let isAscending = true;
  for (let s = 0; s < keys.length; s++) {
    const key = keys[s]!;
    if (hasProbe[key] === 0) continue;
    const order = probeOrder[key]!;
    isAscending &&= order >= last;
    last = order;
    rank[s] = count++;
  }
  if (isAscending) return rank;
  const probed = new Int32Array(count);
  for (let s = 0; s < keys.length; s++) if (rank[s]! >= 0) probed[rank[s]!] = s;
  probed.sort((a, b) => probeOrder[keys[a]!]! - probeOrder[keys[b]!]! || a - b);
  for (let i = 0; i < count; i++) rank[probed[i]!] = i;
  return rank;
};
