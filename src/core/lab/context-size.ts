import { pythonSplit } from '../answers/python-text.ts';
import type { SufficiencyQuestion, SufficiencyTurn } from './sufficiency.ts';

/** Mean sizes over rows that hold both texts; characters are code points, words are runs between white space. */
export interface ContextSize {
  readonly rows: number;
  readonly evidenceChars: number | null;
  readonly evidenceWords: number | null;
  readonly rawChars: number | null;
  readonly rawWords: number | null;
  /** Raw over evidence, of the sums; null where there is no evidence. */
  readonly compressionChars: number | null;
  readonly compressionWords: number | null;
}

export interface ContextSizes {
  readonly pooled: ContextSize;
  /** Ascending by turn. */
  readonly perTurn: readonly { readonly turn: number; readonly size: ContextSize }[];
  /** Of each question's last row: what the answer was made from. */
  readonly final: ContextSize;
}

/** Size of the compact evidence against the raw documents, over the turns. */
export function contextSizes(questions: readonly SufficiencyQuestion[]): ContextSizes {
  const rows = questions.flatMap(({ turns }) => turns).filter(hasTexts);
  const turns = [...new Set(rows.map(({ turn }) => turn))].sort((a, b) => a - b);
  return {
    pooled: measure(rows),
    perTurn: turns.map((turn) => ({ turn, size: measure(rows.filter((row) => row.turn === turn)) })),
    final: measure(questions.flatMap((question) => question.turns.slice(-1)).filter(hasTexts)),
  };
}

type WithTexts = SufficiencyTurn & { readonly evidence: string; readonly documents: string };

const hasTexts = (row: SufficiencyTurn): row is WithTexts => row.evidence !== null && row.documents !== null;

function measure(rows: readonly WithTexts[]): ContextSize {
  const sum = (size: (row: WithTexts) => number): number => rows.reduce((total, row) => total + size(row), 0);
  const evidenceChars = sum(({ evidence }) => codePoints(evidence));
  const evidenceWords = sum(({ evidence }) => pythonSplit(evidence).length);
  const rawChars = sum(({ documents }) => codePoints(documents));
  const rawWords = sum(({ documents }) => pythonSplit(documents).length);
  const mean = (total: number): number | null => (rows.length === 0 ? null : total / rows.length);
  return {
    rows: rows.length,
    evidenceChars: mean(evidenceChars),
    evidenceWords: mean(evidenceWords),
    rawChars: mean(rawChars),
    rawWords: mean(rawWords),
    compressionChars: evidenceChars === 0 ? null : rawChars / evidenceChars,
    compressionWords: evidenceWords === 0 ? null : rawWords / evidenceWords,
  };
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** What a judge reads at a turn, compact evidence or the documents themselves: means over rows with a text. */
export interface DocumentSize {
  readonly turn: number;
  readonly rows: number;
  readonly chars: number;
  readonly words: number;
}

/** Size of the context against the turn, ascending by turn. */
export function documentSizes(questions: readonly SufficiencyQuestion[]): readonly DocumentSize[] {
  const byTurn = new Map<number, { rows: number; chars: number; words: number }>();
  for (const { turn, evidence, documents } of questions.flatMap(({ turns }) => turns)) {
    const text = evidence ?? documents;
    if (text === null) continue;
    const sums = byTurn.get(turn) ?? { rows: 0, chars: 0, words: 0 };
    sums.rows += 1;
    sums.chars += codePoints(text);
    sums.words += pythonSplit(text).length;
    byTurn.set(turn, sums);
  }
  return [...byTurn]
    .sort(([a], [b]) => a - b)
    .map(([turn, { rows, chars, words }]) => ({ turn, rows, chars: chars / rows, words: words / rows }));
}
