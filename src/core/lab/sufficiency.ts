import type { GapItem } from '../terms.ts';

/** What a sufficiency judge (S2G) said over the turns of one question, in the order of the file. */
export interface SufficiencyQuestion {
  readonly id: string;
  readonly question: string;
  /** Titles of the gold supporting documents; null where unknown. May repeat. */
  readonly goldTitles: readonly string[] | null;
  readonly turns: readonly SufficiencyTurn[];
}

export interface SufficiencyTurn {
  readonly turn: number;
  /** null: the judge was not asked, or its output could not be read. */
  readonly isSufficient: boolean | null;
  /** Titles retrieved so far, as this row lists them; null where unknown. */
  readonly titles: readonly string[] | null;
  /** Whether the answer at this turn is right; null without an answer or a label. */
  readonly isCorrect: boolean | null;
  /** null for an item that is no object: it stays in the list, and no query is made of it. */
  readonly gaps: readonly (GapItem | null)[];
  /** Compact evidence and raw documents so far, where the file holds them. */
  readonly evidence: string | null;
  readonly documents: string | null;
  /** A text in which the query of this turn's retrieval stands, if the file recorded it. */
  readonly recordedQuery: string | null;
}

/**
 * Which titles a row's verdict is held against. The S2G-RAG loop asks the judge *before* the turn's retrieval and writes
 * the row *after* it, so on a row that says "insufficient" the titles already hold what the turn fetched. `before`: the
 * titles of the row before (none at the first), the judge's own view. `as-written`: those of the same row; right for files
 * that are written when the judge is asked. The published rates do not say which they use (definitions-rules.md, S2G-RAG).
 */
export type TitleReading = 'before' | 'as-written';

/** What a verdict is held against: gold titles all retrieved, or the answer of the same row being right. */
export type SufficiencyTruth =
  | { readonly kind: 'titles'; readonly reading: TitleReading }
  | { readonly kind: 'answer' };

/** A count out of another; rate null where there is nothing to count. */
export interface Share {
  readonly n: number;
  readonly of: number;
  readonly rate: number | null;
}

export const share = (n: number, of: number): Share => ({ n, of, rate: of === 0 ? null : n / of });

export interface GateCounts {
  readonly truePositive: number;
  /** Sufficient said, not so. */
  readonly falsePositive: number;
  /** Insufficient said, though it was sufficient. */
  readonly underClaim: number;
  readonly trueNegative: number;
  /** False positives among all that were not sufficient. */
  readonly falsePositiveRate: Share;
  /** Under-claims among all that were sufficient. */
  readonly underClaimRate: Share;
  /** False positives among all that were said to be sufficient. */
  readonly falseDiscovery: Share;
}

export interface GateRates {
  readonly pooled: GateCounts;
  /** Ascending by turn. */
  readonly perTurn: readonly { readonly turn: number; readonly counts: GateCounts }[];
  /** Without each question's first turn, where the loop says "insufficient" without asking. */
  readonly withoutFirst: GateCounts;
}

/** True where every gold title was retrieved; null where either is unknown. */
export function coversTitles(goldTitles: readonly string[] | null, titles: readonly string[] | null): boolean | null {
  if (goldTitles === null || titles === null) return null;
  const retrieved = new Set(titles);
  return goldTitles.every((title) => retrieved.has(title));
}

/** What was true of each turn of a question, null where unknown. */
export function truthOf(
  { goldTitles, turns }: SufficiencyQuestion,
  truth: SufficiencyTruth,
): readonly (boolean | null)[] {
  return turns.map((turn, i) => {
    if (truth.kind === 'answer') return turn.isCorrect;
    if (truth.reading === 'as-written') return coversTitles(goldTitles, turn.titles);
    return coversTitles(goldTitles, i === 0 ? [] : turns[i - 1]!.titles);
  });
}

interface Verdict {
  readonly turn: number;
  readonly isFirst: boolean;
  readonly said: boolean;
  readonly was: boolean;
}

/** Counts verdicts against the truth, over rows where both are known. Source: definitions.md 13. */
export function gateRates(questions: readonly SufficiencyQuestion[], truth: SufficiencyTruth): GateRates {
  const verdicts = questions.flatMap((question) => {
    const truths = truthOf(question, truth);
    return question.turns.flatMap(({ turn, isSufficient }, i): readonly Verdict[] => {
      const was = truths[i] ?? null;
      return isSufficient === null || was === null ? [] : [{ turn, isFirst: i === 0, said: isSufficient, was }];
    });
  });
  const turns = [...new Set(verdicts.map(({ turn }) => turn))].sort((a, b) => a - b);
  return {
    pooled: countVerdicts(verdicts),
    perTurn: turns.map((turn) => ({ turn, counts: countVerdicts(verdicts.filter((v) => v.turn === turn)) })),
    withoutFirst: countVerdicts(verdicts.filter((v) => !v.isFirst)),
  };
}

function countVerdicts(verdicts: readonly Verdict[]): GateCounts {
  const count = (said: boolean, was: boolean): number =>
    verdicts.filter((v) => v.said === said && v.was === was).length;
  const truePositive = count(true, true);
  const falsePositive = count(true, false);
  const underClaim = count(false, true);
  const trueNegative = count(false, false);
  return {
    truePositive,
    falsePositive,
    underClaim,
    trueNegative,
    falsePositiveRate: share(falsePositive, falsePositive + trueNegative),
    underClaimRate: share(underClaim, underClaim + truePositive),
    falseDiscovery: share(falsePositive, falsePositive + truePositive),
  };
}

/** How the questions ended: stopped by the judge, or at the last turn against its word. */
export interface GateEndings {
  readonly stopped: Share;
  readonly forced: Share;
}

/** Right answers among the questions whose last row says sufficient, and among those whose last row does not. */
export function gateEndings(questions: readonly SufficiencyQuestion[]): GateEndings {
  const last = questions.flatMap(({ turns }) => turns.slice(-1)).filter(({ isCorrect }) => isCorrect !== null);
  const rightAmong = (rows: readonly SufficiencyTurn[]): Share =>
    share(rows.filter(({ isCorrect }) => isCorrect === true).length, rows.length);
  return {
    stopped: rightAmong(last.filter(({ isSufficient }) => isSufficient === true)),
    forced: rightAmong(last.filter(({ isSufficient }) => isSufficient !== true)),
  };
}
