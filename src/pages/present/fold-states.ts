/** Position of a state, or how many are left out between two that are shown. */
export type Folded =
  | { readonly kind: 'state'; readonly at: number }
  | { readonly kind: 'fold'; readonly count: number /** Position of the state after them. */; readonly before: number };

/** More states than this do not fit on a slide: then beginning, stop and end are shown. */
export const MOST_STATES = 5;

/** Which of `count` states a slide shows; `stop` is the position of the stop, -1 without one. Nothing goes missing unsaid. */
export function foldStates(count: number, stop: number): readonly Folded[] {
  const keep = count <= MOST_STATES ? null : new Set([0, stop < 0 ? 1 : stop, count - 1]);
  const shown: Folded[] = [];
  let left = 0;
  for (let at = 0; at < count; at++) {
    if (keep !== null && !keep.has(at)) {
      left += 1;
      continue;
    }
    if (left > 0) shown.push({ kind: 'fold', count: left, before: at });
    left = 0;
    shown.push({ kind: 'state', at });
  }
  return shown;
}
