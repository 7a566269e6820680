import type { Dataset, Gold, Selection } from '../terms.ts';

/** Why a question of one run has no partner in the other. */
export type Unmatched =
  /** The other run does not have it. */
  | 'missing'
  /** The other run has the id, with another question text: an id alone does not make it the same question. */
  | 'other-text'
  /** Its text stands more than once in one of the runs, so nobody can say which is which. */
  | 'ambiguous';

export interface Lonely {
  readonly side: 'left' | 'right';
  /** Question index in its own dataset. */
  readonly question: number;
  readonly why: Unmatched;
}

/** The questions of two runs that are the same ones. left[i] and right[i] are a pair; left ascends. */
export interface Matching {
  readonly by: 'id' | 'text';
  readonly left: Selection;
  readonly right: Int32Array;
  readonly lonely: readonly Lonely[];
  /** Pairs whose labels are not the same: each run is judged by its own. */
  readonly labelsDiffer: number;
}

/**
 * Matches two selections by question id; where they share none that could be the same question, by exact question text.
 * Ids are numbers in many runs, so a shared id counts only if the texts do not contradict it.
 */
export function matchQuestions(left: Dataset, leftOf: Selection, right: Dataset, rightOf: Selection): Matching {
  const byId = pairUp(left, leftOf, right, rightOf, ({ questions }, q) => questions.ids[q] ?? null);
  const found = byId.left.length > 0 ? byId : pairUp(left, leftOf, right, rightOf, textOf);
  const by = byId.left.length > 0 ? 'id' : 'text';
  const differ = found.left.filter((q, i) => !isSameGold(left, q, right, found.right[i]!)).length;
  return found.left.length > 0 ? { by, ...found, labelsDiffer: differ } : { by: 'id', ...byId, labelsDiffer: 0 };
}

const textOf = ({ questions }: Dataset, q: number): string | null => questions.texts[q]?.trim() || null;

function pairUp(
  left: Dataset,
  leftOf: Selection,
  right: Dataset,
  rightOf: Selection,
  keyOf: (dataset: Dataset, question: number) => string | null,
): Pick<Matching, 'left' | 'right' | 'lonely'> {
  const [here, there] = [index(left, leftOf, keyOf), index(right, rightOf, keyOf)];
  const pairs: (readonly [number, number])[] = [];
  const lonely: Lonely[] = [];
  const why = (key: string | null, other: ReadonlyMap<string, readonly number[]>): Unmatched => {
    const found = key === null ? undefined : other.get(key);
    return found === undefined ? 'missing' : found.length > 1 ? 'ambiguous' : 'other-text';
  };
  const matched = new Set<number>();
  for (const q of leftOf) {
    const key = keyOf(left, q);
    const partners = key === null ? undefined : there.get(key);
    const isUnique = key !== null && here.get(key)!.length === 1 && partners?.length === 1;
    const partner = isUnique ? partners[0]! : -1;
    if (partner >= 0 && isSameText(left, q, right, partner)) {
      pairs.push([q, partner]);
      matched.add(partner);
    } else {
      const isRepeated = partners !== undefined && (here.get(key!)?.length ?? 0) > 1;
      lonely.push({ side: 'left', question: q, why: isRepeated ? 'ambiguous' : why(key, there) });
    }
  }
  for (const q of rightOf) {
    if (matched.has(q)) continue;
    const key = keyOf(right, q);
    const isRepeated = key !== null && here.has(key) && (there.get(key)?.length ?? 0) > 1;
    lonely.push({ side: 'right', question: q, why: isRepeated ? 'ambiguous' : why(key, here) });
  }
  return { left: Int32Array.from(pairs, ([q]) => q), right: Int32Array.from(pairs, ([, q]) => q), lonely };
}

function index(
  dataset: Dataset,
  selection: Selection,
  keyOf: (dataset: Dataset, question: number) => string | null,
): ReadonlyMap<string, number[]> {
  const found = new Map<string, number[]>();
  for (const q of selection) {
    const key = keyOf(dataset, q);
    if (key === null) continue;
    const known = found.get(key);
    if (known === undefined) found.set(key, [q]);
    else known.push(q);
  }
  return found;
}

/** Where one of them has no text nothing contradicts. */
function isSameText(left: Dataset, q: number, right: Dataset, p: number): boolean {
  const [a, b] = [textOf(left, q), textOf(right, p)];
  return a === null || b === null || a === b;
}

const asList = (gold: Gold): readonly string[] => (typeof gold === 'string' ? [gold] : gold);

/** A missing or sealed label differs from nothing. */
function isSameGold(left: Dataset, q: number, right: Dataset, p: number): boolean {
  const [a, b] = [left.questions.golds[q] ?? null, right.questions.golds[p] ?? null];
  if (a === null || b === null) return true;
  return JSON.stringify([...asList(a)].sort()) === JSON.stringify([...asList(b)].sort());
}
