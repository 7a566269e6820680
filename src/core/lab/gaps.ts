import type { GapItem } from '../terms.ts';
import { type Share, type SufficiencyQuestion, share } from './sufficiency.ts';

/** One category whatever its spelling: `Bridge Entity ` and `bridge_entity` are `bridge entity`; null is `none`. */
export const normaliseCategory = (category: string | null): string =>
  (category ?? 'none').trim().toLowerCase().replaceAll('_', ' ');

export type Counts = ReadonlyMap<string, number>;

export interface GapCategories {
  /** By normalised category. */
  readonly pooled: Counts;
  /** Ascending by turn; turns without any item are left out. */
  readonly perTurn: readonly { readonly turn: number; readonly counts: Counts }[];
  /** As the file spells them; null where an item has none. */
  readonly spellings: ReadonlyMap<string | null, number>;
  /** Items that are no object. */
  readonly unusable: number;
  /** Rows by number of items, unusable ones included. */
  readonly itemsPerRow: ReadonlyMap<number, number>;
}

/** Counts the gap items of all rows by category and turn. */
export function gapCategories(questions: readonly SufficiencyQuestion[]): GapCategories {
  const pooled = new Map<string, number>();
  const byTurn = new Map<number, Map<string, number>>();
  const spellings = new Map<string | null, number>();
  const itemsPerRow = new Map<number, number>();
  let unusable = 0;
  for (const { turn, gaps } of questions.flatMap(({ turns }) => turns)) {
    add(itemsPerRow, gaps.length);
    for (const gap of gaps) {
      if (gap === null) {
        unusable += 1;
        continue;
      }
      const category = normaliseCategory(gap.category);
      const counts = byTurn.get(turn) ?? new Map<string, number>();
      add(counts, category);
      byTurn.set(turn, counts);
      add(pooled, category);
      add(spellings, gap.category);
    }
  }
  const perTurn = [...byTurn].sort(([a], [b]) => a - b).map(([turn, counts]) => ({ turn, counts }));
  return { pooled, perTurn, spellings, unusable, itemsPerRow };
}

function add<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** What a gap adds to the query: target and slot if both are there, else the description; null without either. */
export function gapPhrase({ target, slot, description }: GapItem): string | null {
  if (target && slot) return `${target} ${slot}`;
  return description || null;
}

/**
 * The next query as S2G-RAG builds it: the question and the phrases of the first gaps. Items that are no object count among
 * the first, and add nothing. Source: definitions.md 13.
 */
export function nextQuery(question: string, gaps: readonly (GapItem | null)[], first: number): string {
  const phrases = gaps.slice(0, first).map((gap) => (gap === null ? null : gapPhrase(gap)));
  return [question, ...phrases.filter((phrase) => phrase !== null)].join(' ');
}

export interface NextQuery {
  readonly id: string;
  readonly turn: number;
  readonly query: string;
  /** False: no gap gave a phrase, the query is the bare question. */
  readonly usesGap: boolean;
  /** Whether it stands in the recorded text; null where nothing was recorded. */
  readonly isRecorded: boolean | null;
}

export interface NextQueries {
  readonly queries: readonly NextQuery[];
  readonly usesGap: Share;
  /** Of those with a recorded text. */
  readonly recorded: Share;
  /** Gap targets that went into a query, and how many of them the question names already, without regard to case. */
  readonly targetInQuestion: Share;
  /** ... how many stand in the recorded query of the turn: does the system ask for what it misses? */
  readonly targetInRecordedQuery: Share;
  /** ... and how many the documents of that very retrieval mention: was the gap met? */
  readonly targetInNewDocuments: Share;
}

/** What became of one gap target; null where the texts to look in are not there. */
export interface GapTarget {
  readonly inQuestion: boolean;
  readonly inRecorded: boolean | null;
  readonly inDocuments: boolean | null;
}

/** Follows every "insufficient" after which the run searched on. `first`: gaps that go into a query. */
export function followGaps(
  { id, question, turns }: SufficiencyQuestion,
  first: number,
): { readonly queries: readonly NextQuery[]; readonly targets: readonly GapTarget[] } {
  const queries: NextQuery[] = [];
  const targets: GapTarget[] = [];
  for (const { turn, isSufficient, isFollowed, gaps, recordedQuery, newDocuments } of turns) {
    if (isSufficient !== false || !isFollowed) continue;
    const query = nextQuery(question, gaps, first);
    const isRecorded = recordedQuery === null ? null : recordedQuery.includes(query);
    queries.push({ id, turn, query, usesGap: query !== question, isRecorded });
    for (const gap of gaps.slice(0, first)) {
      if (gap === null || !gap.target) continue;
      targets.push({
        inQuestion: mentions(question, gap.target),
        inRecorded: recordedQuery === null ? null : mentions(recordedQuery, gap.target),
        inDocuments: newDocuments === null ? null : mentions(newDocuments, gap.target),
      });
    }
  }
  return { queries, targets };
}

/** The same over all questions. */
export function nextQueries(questions: readonly SufficiencyQuestion[], first: number): NextQueries {
  const followed = questions.map((question) => followGaps(question, first));
  const queries = followed.flatMap((one) => one.queries);
  const targets = followed.flatMap((one) => one.targets);
  return {
    queries,
    usesGap: shareOf(queries.map((query) => query.usesGap)),
    recorded: shareOf(queries.map((query) => query.isRecorded)),
    targetInQuestion: shareOf(targets.map((target) => target.inQuestion)),
    targetInRecordedQuery: shareOf(targets.map((target) => target.inRecorded)),
    targetInNewDocuments: shareOf(targets.map((target) => target.inDocuments)),
  };
}

/** Among those that are known. */
function shareOf(flags: readonly (boolean | null)[]): Share {
  const known = flags.filter((flag) => flag !== null);
  return share(known.filter((flag) => flag).length, known.length);
}

export const mentions = (text: string, target: string): boolean => text.toLowerCase().includes(target.toLowerCase());
