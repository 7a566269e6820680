import type { Evaluation } from '../correctness.ts';
import { ruleSignals } from '../rules/rule-signals.ts';
import { findSignal } from '../rules/signals.ts';
import type { VerdictCell } from './text-figures.ts';

const PREFIX = 'decided:';

/** The column of the question table with the questions behind a cell of a recorded decision, state by state. */
export const decisionColumnId = (signal: string, cell: VerdictCell): string =>
  `${PREFIX}${JSON.stringify([signal, cell])}`;

export const isDecisionColumn = (id: string): boolean => id.startsWith(PREFIX);

function partsOf(id: string): readonly [signal: string, cell: string] | null {
  if (!isDecisionColumn(id)) return null;
  try {
    const [signal, cell] = JSON.parse(id.slice(PREFIX.length)) as readonly unknown[];
    return typeof signal === 'string' && typeof cell === 'string' ? [signal, cell] : null;
  } catch {
    return null;
  }
}

const CELLS: Readonly<Record<string, string>> = {
  truePositive: 'accepted, right',
  falsePositive: 'accepted, wrong',
  underClaim: 'not accepted, right',
  trueNegative: 'not accepted, wrong',
};

/** The column in words; null for any other column. */
export function decisionWords(id: string): string | null {
  const parts = partsOf(id);
  return parts && `${parts[0]}: a state ${CELLS[parts[1]] ?? parts[1]}`;
}

/**
 * Codes of the column over all questions: 0 where some eligible state with a decision is in the cell, else -1. null where
 * the dataset has no such decision, or it stands in texts that were not read.
 */
export function decisionCodes(evaluation: Evaluation, id: string): Int32Array | null {
  const parts = partsOf(id);
  if (parts === null) return null;
  const [signal, cell] = parts;
  const everyone = Int32Array.from({ length: evaluation.dataset.questions.count }, (_, q) => q);
  const { table, outcomes } = ruleSignals(evaluation, everyone, null, [signal]);
  const column = findSignal(table, signal);
  if (column === undefined) return null;
  const wasRight = cell === 'truePositive' || cell === 'underClaim' ? 1 : 0;
  const wasAccepted = cell === 'truePositive' || cell === 'falsePositive';
  return everyone.map((q) => {
    for (let row = table.rowStart[q]!; row < table.rowStart[q + 1]!; row++) {
      if (table.canStop[row] === 0 || column.isMissing[row] === 1) continue;
      if (column.values[row]! > 0 === wasAccepted && outcomes.atRow.em[row] === wasRight) return 0;
    }
    return -1;
  });
}
