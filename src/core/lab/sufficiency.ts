import type { GapItem } from '../terms.ts';

/** What a sufficiency judge (S2G) said over the turns of one question, in the order of the file. */
export interface SufficiencyQuestion {
  readonly id: string;
  readonly question: string;
  /** Titles of the gold supporting documents; null where unknown. May repeat. */
  readonly goldTitles: readonly string[] | null;
  /** Whether the answer that the run ended with is right; null where unknown. */
  readonly isEndRight: boolean | null;
  readonly turns: readonly SufficiencyTurn[];
}

export interface SufficiencyTurn {
  readonly turn: number;
  /** null: the judge was not asked, or its output could not be read. */
  readonly isSufficient: boolean | null;
  /** Titles retrieved when the judge was asked; null where unknown. */
  readonly titlesBefore: readonly string[] | null;
  /** Titles once the search that an "insufficient" led to was made; those before where none followed. */
  readonly titlesAfter: readonly string[] | null;
  /** Whether the answer at this turn is right; null without an answer or a label. */
  readonly isCorrect: boolean | null;
  /** null for an item that is no object: it stays in the list, and no query is made of it. */
  readonly gaps: readonly (GapItem | null)[];
  /** Compact evidence and raw documents so far, where the file holds them. */
  readonly evidence: string | null;
  readonly documents: string | null;
  /** Whether the run searched on after this verdict. */
  readonly isFollowed: boolean;
  /** What the search that this verdict led to brought; null where that is unknown. */
  readonly newDocuments: string | null;
  /** A text in which the query of that search stands, if it was recorded. */
  readonly recordedQuery: string | null;
}

/**
 * Which titles a verdict is held against. The S2G-RAG loop asks the judge *before* the turn's retrieval and writes the row
 * *after* it, so on a row that says "insufficient" the titles already hold what the turn fetched. `before`: the judge's
 * own view. `after`: the row as it is written. The published rates do not say which they use (definitions-rules.md,
 * S2G-RAG).
 */
export type TitleReading = 'before' | 'after';

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
  return turns.map(({ isCorrect, titlesBefore, titlesAfter }) =>
    truth.kind === 'answer'
      ? isCorrect
      : coversTitles(goldTitles, truth.reading === 'before' ? titlesBefore : titlesAfter),
  );
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

/** How the questions ended: with the judge satisfied, or against its word. */
export interface GateEndings {
  readonly stopped: Share;
  readonly forced: Share;
}

/** The judge's last word on a question; null where it never was asked or could never be read. */
export const lastVerdict = ({ turns }: SufficiencyQuestion): boolean | null =>
  turns.findLast(({ isSufficient }) => isSufficient !== null)?.isSufficient ?? null;

/** Right final answers among the questions whose last verdict is "sufficient", and among those where it is not. */
export function gateEndings(questions: readonly SufficiencyQuestion[]): GateEndings {
  const rightAmong = (verdict: boolean): Share => {
    const ended = questions.filter((one) => one.isEndRight !== null && lastVerdict(one) === verdict);
    return share(ended.filter(({ isEndRight }) => isEndRight === true).length, ended.length);
  };
  return { stopped: rightAmong(true), forced: rightAmong(false) };
}
