import { UNKNOWN } from '../correctness.ts';
import { pickOutcomes, type RowOutcomes } from '../rules/signals.ts';

/** What stopping where someone decided does to the questions, against letting the run end. */
export interface DecisionEffect {
  readonly questions: number;
  /** Means over questions. */
  readonly em: number;
  readonly calls: number;
  /** Questions that end with fewer calls than their run. */
  readonly earlier: number;
  /** The run ends right and the decision wrong, and the other way round. */
  readonly harmed: number;
  readonly rescued: number;
}

/**
 * The effect of stops on a table: `stopRows[q]` is the row where question q is accepted, -1 where the run ends by itself.
 * Made for answer-level controllers (SIM-RAG's critic, any recorded STOP column), which accept the candidate answer of a
 * turn. null without questions, or where the correctness of an answer that counts is not known.
 */
export function decisionEffect(outcomes: RowOutcomes, stopRows: Int32Array): DecisionEffect | null {
  const { atNone } = outcomes;
  const ended = pickOutcomes(outcomes, stopRows);
  const questions = stopRows.length;
  if (questions === 0 || ended.em.includes(UNKNOWN) || atNone.em.includes(UNKNOWN)) return null;
  const count = (test: (q: number) => boolean): number => stopRows.reduce((n, _, q) => n + (test(q) ? 1 : 0), 0);
  return {
    questions,
    em: count((q) => ended.em[q] === 1) / questions,
    calls: ended.calls.reduce((sum, calls) => sum + calls, 0) / questions,
    earlier: count((q) => ended.calls[q]! < atNone.calls[q]!),
    harmed: count((q) => atNone.em[q] === 1 && ended.em[q] === 0),
    rescued: count((q) => atNone.em[q] === 0 && ended.em[q] === 1),
  };
}

/** A critic's accept (1) or not (0) against whether the answer was right (1) or not (0), row by row. */
export interface Confusion {
  readonly truePositive: number;
  readonly falsePositive: number;
  readonly falseNegative: number;
  readonly trueNegative: number;
  /** null where nothing is counted below the line. */
  readonly accuracy: number | null;
  readonly precision: number | null;
  readonly recall: number | null;
  readonly f1: number | null;
  readonly falsePositiveRate: number | null;
  readonly trueNegativeRate: number | null;
}

/** Rows where either side is neither 0 nor 1 are left out. */
export function confusionOf(accepted: ArrayLike<number>, correct: ArrayLike<number>): Confusion {
  const cells = [0, 0, 0, 0];
  for (let row = 0; row < accepted.length; row++) {
    const isKnown = (value: number | undefined): boolean => value === 0 || value === 1;
    if (!isKnown(accepted[row]) || !isKnown(correct[row])) continue;
    const cell = 2 * accepted[row]! + correct[row]!;
    cells[cell] = cells[cell]! + 1;
  }
  const [trueNegative = 0, falseNegative = 0, falsePositive = 0, truePositive = 0] = cells;
  const ratio = (upper: number, lower: number): number | null => (lower === 0 ? null : upper / lower);
  const all = trueNegative + falseNegative + falsePositive + truePositive;
  return {
    truePositive,
    falsePositive,
    falseNegative,
    trueNegative,
    accuracy: ratio(truePositive + trueNegative, all),
    precision: ratio(truePositive, truePositive + falsePositive),
    recall: ratio(truePositive, truePositive + falseNegative),
    f1: ratio(2 * truePositive, 2 * truePositive + falsePositive + falseNegative),
    falsePositiveRate: ratio(falsePositive, falsePositive + trueNegative),
    trueNegativeRate: ratio(trueNegative, falsePositive + trueNegative),
  };
}
