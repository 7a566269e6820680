/** A per-round signal log in columns: one row per (question, round), as the round-wise stopping scripts write it. */
export interface RoundLog {
  readonly questionIds: readonly string[];
  readonly rounds: ArrayLike<number>;
  /** null and '' both mean that there is no answer. */
  readonly answers: readonly (string | null)[];
  /** 0 or 1, and 0..1. */
  readonly em: ArrayLike<number>;
  readonly f1: ArrayLike<number>;
  /** NaN where missing. */
  readonly answerTokenMargin: ArrayLike<number>;
  readonly confidence: ArrayLike<number>;
  readonly overlap: ArrayLike<number>;
  readonly topScore: ArrayLike<number>;
  readonly secondScore: ArrayLike<number>;
  /** Only where a judge of entailment ran (1 to 5). */
  readonly entailment?: ArrayLike<number>;
}

/** Order of code points: JavaScript's own `<` on strings goes by UTF-16 units, Python's by code points. */
export function compareCodePoints(a: string, b: string): number {
  const left = a[Symbol.iterator]();
  const right = b[Symbol.iterator]();
  for (;;) {
    const x = left.next();
    const y = right.next();
    if (x.done || y.done) return x.done ? (y.done ? 0 : -1) : 1;
    const difference = x.value.codePointAt(0)! - y.value.codePointAt(0)!;
    if (difference !== 0) return difference;
  }
}

/**
 * Row numbers sorted by (question id, round): the order in which every published script holds the rows and resamples the
 * questions, whatever the file's order (definitions-rules.md, TASR). `starts` cuts them into questions.
 */
export function sortRounds(log: Pick<RoundLog, 'questionIds' | 'rounds'>): {
  readonly order: Uint32Array;
  readonly starts: Int32Array;
  readonly questionIds: readonly string[];
} {
  const ranks = new Map([...new Set(log.questionIds)].sort(compareCodePoints).map((id, rank) => [id, rank]));
  const rankOf = Uint32Array.from(log.questionIds, (id) => ranks.get(id)!);
  const order = Uint32Array.from(log.questionIds, (_, row) => row);
  order.sort((a, b) => rankOf[a]! - rankOf[b]! || log.rounds[a]! - log.rounds[b]! || a - b);
  const starts = new Int32Array(ranks.size + 1);
  for (const rank of rankOf) starts[rank + 1] = starts[rank + 1]! + 1;
  for (let q = 0; q < ranks.size; q++) starts[q + 1] = starts[q + 1]! + starts[q]!;
  return { order, starts, questionIds: [...ranks.keys()] };
}
