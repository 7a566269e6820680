/** Two texts that are nearly the same, by index into what was given. */
export interface NearPair {
  readonly left: number;
  readonly right: number;
  /** Jaccard of their word triples; 1 for the same words in another order. */
  readonly similarity: number;
}

export const NEAR = 0.8;
const WORDS = 3;

/** A question as it is compared. */
export interface NearText {
  /** Normalised: words with single blanks between. */
  readonly text: string;
  /** What it is about, see `namesIn`. */
  readonly names: string;
  readonly group: number;
}

/**
 * Pairs across groups that hold the same words in another order, or whose word triples have a Jaccard similarity of at
 * least NEAR while they name the same things: questions of one template about different things are no duplicates. Equal
 * texts are left out: another check finds them. Exact, by prefix filtering: sets with Jaccard >= t share one of their
 * |x| - ceil(t |x|) + 1 rarest elements. Source: R. Bayardo et al., "Scaling up all pairs similarity search" (2007).
 */
export function findNearPairs(questions: readonly NearText[], most: number): readonly NearPair[] {
  const texts = questions.map(({ text }) => text);
  const groups = questions.map(({ group }) => group);
  const sets = texts.map(triplesOf);
  const frequency = new Map<string, number>();
  for (const set of sets) for (const triple of set) frequency.set(triple, (frequency.get(triple) ?? 0) + 1);
  const rare = (a: string, b: string): number => frequency.get(a)! - frequency.get(b)! || (a < b ? -1 : 1);
  const postings = new Map<string, number[]>();
  const pairs: NearPair[] = [];
  const sameWords = new Map<string, number[]>();
  for (let i = 0; i < texts.length && pairs.length < most; i++) {
    const set = sets[i]!;
    const candidates = new Set<number>();
    const key = texts[i]!.split(' ').sort().join(' ');
    for (const j of collect(sameWords, key, i)) {
      if (groups[i] !== groups[j] && texts[i] !== texts[j]) pairs.push({ left: j, right: i, similarity: 1 });
    }
    const ordered = [...set].sort(rare);
    const prefix = ordered.length - Math.ceil(NEAR * ordered.length) + 1;
    for (const triple of ordered.slice(0, prefix)) for (const j of collect(postings, triple, i)) candidates.add(j);
    for (const j of candidates) {
      if (groups[i] === groups[j] || texts[i] === texts[j]) continue;
      const similarity = jaccard(set, sets[j]!);
      if (similarity < NEAR || questions[i]!.names !== questions[j]!.names) continue;
      const isKnown = pairs.some(({ left, right }) => left === j && right === i);
      if (!isKnown) pairs.push({ left: j, right: i, similarity });
    }
  }
  return pairs;
}

/** Those entered before; enters `i`. */
function collect(index: Map<string, number[]>, key: string, i: number): readonly number[] {
  const list = index.get(key);
  if (list === undefined) {
    index.set(key, [i]);
    return [];
  }
  const before = list.slice();
  list.push(i);
  return before;
}

/** Short texts have no triples to spare: the whole text is their one element. */
function triplesOf(text: string): ReadonlySet<string> {
  const words = text.split(' ').filter((word) => word !== '');
  if (words.length < WORDS + 1) return new Set(text === '' ? [] : [text]);
  return new Set(words.slice(0, words.length - WORDS + 1).map((_, i) => words.slice(i, i + WORDS).join(' ')));
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let common = 0;
  for (const element of small) if (large.has(element)) common += 1;
  return common / (a.size + b.size - common);
}

/** Capitalised words after the first, and words with digits, sorted: the names and numbers of a question. */
export function namesIn(question: string): string {
  const words = question.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return words
    .filter((word, i) => (i > 0 && /^\p{Lu}/u.test(word)) || /\p{N}/u.test(word))
    .sort()
    .join(' ');
}
