import { finish, type Steps } from '../steps.ts';

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
export const findNearPairs = (questions: readonly NearText[], most: number): readonly NearPair[] =>
  finish(nearPairs(questions, most));

/** `findNearPairs` in steps, each some questions; yields how many of the questions are done, of twice their number. */
export function* nearPairs(questions: readonly NearText[], most: number): Steps<number, readonly NearPair[]> {
  const { texts, groups, places } = distinctIn(questions);
  const sets: ReadonlySet<number>[] = [];
  const triples = new Triples();
  for (let i = 0; i < texts.length; i++) {
    sets.push(triples.of(texts[i]!));
    if (i % AT_ONCE === AT_ONCE - 1) yield i;
  }
  const rare = (a: number, b: number): number => triples.frequency[a]! - triples.frequency[b]! || a - b;
  const postings = new Map<number, number[]>();
  const pairs: NearPair[] = [];
  const sameWords = new Map<string, number[]>();
  const add = (i: number, j: number, similarity: number) =>
    pairs.push({ left: places[j]!, right: places[i]!, similarity });
  for (let i = 0; i < texts.length && pairs.length < most; i++) {
    if (i % AT_ONCE === AT_ONCE - 1) yield texts.length + i;
    const set = sets[i]!;
    const candidates = new Set<number>();
    const key = texts[i]!.split(' ').sort().join(' ');
    for (const j of collect(sameWords, key, i)) {
      if (groups[i] !== groups[j] && texts[i] !== texts[j]) add(i, j, 1);
    }
    const ordered = [...set].sort(rare);
    const prefix = ordered.length - Math.ceil(NEAR * ordered.length) + 1;
    for (const triple of ordered.slice(0, prefix)) for (const j of collect(postings, triple, i)) candidates.add(j);
    for (const j of candidates) {
      if (groups[i] === groups[j] || texts[i] === texts[j]) continue;
      const similarity = jaccard(set, sets[j]!);
      if (similarity < NEAR || questions[places[i]!]!.names !== questions[places[j]!]!.names) continue;
      const isKnown = pairs.some(({ left, right }) => left === places[j] && right === places[i]);
      if (!isKnown) add(i, j, similarity);
    }
  }
  return pairs;
}

const AT_ONCE = 500;

/** One of several equal texts of a group: they would all say the same, and a text asked a thousand times a million times. */
function distinctIn(questions: readonly NearText[]) {
  const seen = new Set<string>();
  const texts: string[] = [];
  const groups: number[] = [];
  const places: number[] = [];
  questions.forEach(({ text, group }, at) => {
    const key = `${group} ${text}`;
    if (seen.has(key)) return;
    seen.add(key);
    texts.push(text);
    groups.push(group);
    places.push(at);
  });
  return { texts, groups, places };
}

/** Those entered before; enters `i`. */
function collect<K>(index: Map<K, number[]>, key: K, i: number): readonly number[] {
  const list = index.get(key);
  if (list === undefined) {
    index.set(key, [i]);
    return [];
  }
  const before = list.slice();
  list.push(i);
  return before;
}

/** Word triples by number, with how many texts hold each. */
class Triples {
  readonly frequency: number[] = [];
  readonly #numbers = new Map<string, number>();

  /** Short texts have no triples to spare: the whole text is their one element. */
  of(text: string): ReadonlySet<number> {
    const words = text.split(' ').filter((word) => word !== '');
    const found = new Set<number>();
    if (words.length < WORDS + 1) {
      if (text !== '') found.add(this.#numberOf(text));
    } else {
      for (let i = 0; i + WORDS <= words.length; i++) found.add(this.#numberOf(words.slice(i, i + WORDS).join(' ')));
    }
    for (const number of found) this.frequency[number]! += 1;
    return found;
  }

  #numberOf(triple: string): number {
    let number = this.#numbers.get(triple);
    if (number === undefined) {
      number = this.frequency.push(0) - 1;
      this.#numbers.set(triple, number);
    }
    return number;
  }
}

function jaccard(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
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
