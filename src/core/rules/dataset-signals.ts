import type { Evaluation } from '../correctness.ts';
import { type Judge, NATIVE, SCORED, type Selection } from '../terms.ts';
import { findRepeats } from './answer-repeats.ts';
import { type RowOutcomes, roundSignal, type Signal, type SignalTable, type StateColumn, toSignal } from './signals.ts';

export type { StateColumn } from './signals.ts';

/** A signal table whose rows are native states of a dataset. */
export interface StateSignals {
  readonly table: SignalTable;
  /** Per row: its state in the dataset. */
  readonly stateOfRow: Int32Array;
  readonly outcomes: RowOutcomes;
}

/**
 * The native states of the selected questions as a signal table: a rule may stop at the eligible ones, a row's round is
 * the searches used there, a question that nothing stops ends with its native run. Signals: `round`; `repeat`, where
 * answers were probed (against the question's previous probed state); every judge's score under the judge's id, missing
 * where it did not score or could not be parsed; `stop:JUDGE`, where the file records decisions; then `more`.
 */
export function stateSignals(
  evaluation: Evaluation,
  selection: Selection,
  more: readonly StateColumn[] = [],
): StateSignals {
  const { dataset, correctness } = evaluation;
  const { questions, states, judges } = dataset;
  const { rowStart, stateOfRow } = listRows(evaluation, selection);
  const rounds = stateOfRow.map((state) => states.searchesUsed[state]!);
  const ofRows = (column: StateColumn): Signal =>
    toSignal({ ...column, values: Float64Array.from(stateOfRow, (state) => column.values[state]!) });
  const signals: Signal[] = [roundSignal(rounds)];
  if (states.hasProbe.includes(1)) signals.push(repeatSignal(evaluation, rowStart, stateOfRow));
  for (const judge of judges) {
    signals.push(ofRows(scoreColumn(judge, signals)));
    if (judge.decisions !== null) signals.push(ofRows(decisionColumn(judge, judge.decisions)));
  }
  for (const column of more) signals.push(ofRows(column));
  return {
    table: {
      questionIds: Array.from(selection, (q) => questions.ids[q]!),
      rowStart,
      rounds,
      canStop: Uint8Array.from(stateOfRow, (state) => states.isEligible[state]!),
      signals,
    },
    stateOfRow,
    outcomes: {
      atRow: {
        em: Uint8Array.from(stateOfRow, (state) => correctness.probeEm[state]!),
        f1: Float64Array.from(stateOfRow, (state) => correctness.probeF1[state]!),
        calls: Float64Array.from(rounds),
      },
      atNone: {
        em: Uint8Array.from(selection, (q) => correctness.nativeEm[q]!),
        f1: Float64Array.from(selection, (q) => correctness.nativeF1[q]!),
        calls: Float64Array.from(selection, (q) => questions.nativeSearches[q]!),
      },
    },
  };
}

/** Stops as `sumOutcomes` wants them: per question of the selection a state of the dataset, -1 for the native finish. */
export const toStopStates = (signals: Pick<StateSignals, 'stateOfRow'>, stopRows: Int32Array): Int32Array =>
  stopRows.map((row) => (row < 0 ? -1 : signals.stateOfRow[row]!));

function listRows(
  { dataset }: Evaluation,
  selection: Selection,
): Pick<StateSignals, 'stateOfRow'> & { rowStart: Int32Array } {
  const { stateStart } = dataset.questions;
  const rowStart = new Int32Array(selection.length + 1);
  const rows: number[] = [];
  selection.forEach((q, i) => {
    for (let s = stateStart[q]!; s < stateStart[q + 1]!; s++) if (dataset.states.role[s] === NATIVE) rows.push(s);
    rowStart[i + 1] = rows.length;
  });
  return { rowStart, stateOfRow: Int32Array.from(rows) };
}

function repeatSignal({ dataset }: Evaluation, rowStart: Int32Array, stateOfRow: Int32Array): Signal {
  const { hasProbe, probeAnswers } = dataset.states;
  // Rows without a probe have no answer to compare: the check runs over the probed ones alone.
  const probed = stateOfRow.map((_, row) => row).filter((row) => hasProbe[stateOfRow[row]!] === 1);
  const start = rowStart.map((from) => countBelow(probed, from));
  const repeats = findRepeats(
    Array.from(probed, (row) => probeAnswers[stateOfRow[row]!] ?? null),
    start,
  );
  const values = new Float64Array(stateOfRow.length).fill(Number.NaN);
  probed.forEach((row, i) => {
    values[row] = repeats[i]!;
  });
  return toSignal({ id: 'repeat', name: 'Answer repeated', isFlag: true, aliases: ['answer_stable'], values });
}

/** How many of the ascending numbers are below `limit`. */
function countBelow(ascending: Int32Array, limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

function scoreColumn(judge: Judge, taken: readonly Signal[]): StateColumn {
  const isTaken = taken.some((signal) => signal.id === judge.id);
  return {
    id: isTaken ? `score:${judge.id}` : judge.id,
    name: judge.name,
    isFlag: false,
    values: judge.scores.map((score, state) => (judge.status[state] === SCORED ? score : Number.NaN)),
  };
}

/** The judge's own recorded decision: 1 STOP, 0 CONTINUE. */
const decisionColumn = (judge: Judge, decisions: Uint8Array): StateColumn => ({
  id: `stop:${judge.id}`,
  name: `${judge.name} says stop`,
  isFlag: true,
  values: Float64Array.from(decisions, (code, state) => {
    const isUsable = code !== 0 && judge.status[state] === SCORED;
    return isUsable ? (code === 1 ? 1 : 0) : Number.NaN;
  }),
});
