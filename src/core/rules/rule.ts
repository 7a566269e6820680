import { unreachable } from '../result.ts';
import { findSignal, questionCount, type Signal, type SignalTable } from './signals.ts';

/** A stopping rule in disjunctive normal form: it holds in a round where all conditions of some group hold. */
export interface Rule {
  /** An OR of groups. None at all: the rule never holds. An empty group always holds. */
  readonly groups: readonly (readonly Condition[])[];
}

export type Comparison = '>' | '>=' | '<' | '<=' | '=' | '!=';

export type Condition =
  | { readonly kind: 'compare'; readonly signal: string; readonly comparison: Comparison; readonly value: number }
  /** Holds where the signal is above 0; negated, where it is not. */
  | { readonly kind: 'flag'; readonly signal: string; readonly isNegated: boolean };

/**
 * Where a question ends that no round stops: with the native run, or with the last round at which a rule may stop (with
 * the native run where there is none).
 */
export type WhenNone = 'native' | 'last-round';

export function holds(condition: Condition, value: number): boolean {
  if (condition.kind === 'flag') return value > 0 !== condition.isNegated;
  switch (condition.comparison) {
    case '>':
      return value > condition.value;
    case '>=':
      return value >= condition.value;
    case '<':
      return value < condition.value;
    case '<=':
      return value <= condition.value;
    case '=':
      return value === condition.value;
    case '!=':
      return value !== condition.value;
    default:
      return unreachable(condition.comparison);
  }
}

/** The signals that a rule names, each once. */
export const signalsOf = (rule: Rule): readonly string[] => [
  ...new Set(rule.groups.flatMap((group) => group.map((condition) => condition.signal))),
];

/** Those that the table does not have: ask this first, for a rule that came from a file or an address. */
export const missingSignals = (rule: Rule, table: SignalTable): readonly string[] =>
  signalsOf(rule).filter((id) => findSignal(table, id) === undefined);

type Test = (row: number) => boolean;

const toTest = (condition: Condition, { values, isMissing }: Signal): Test => {
  return (row) => isMissing[row] === 0 && holds(condition, values[row]!);
};

/** Whether the rule holds in a row. Throws when it names a signal that the table does not have. */
export function compileRule(rule: Rule, table: SignalTable): Test {
  const groups = rule.groups.map((group) =>
    group.map((condition) => {
      const signal = findSignal(table, condition.signal);
      if (signal === undefined) throw new Error(`no signal ${condition.signal}`);
      return toTest(condition, signal);
    }),
  );
  return (row) => groups.some((tests) => tests.every((test) => test(row)));
}

/** Per question the first row where a rule may stop and holds, -1 without any. */
export function firstRows(rule: Rule, table: SignalTable): Int32Array {
  const test = compileRule(rule, table);
  return findFirstRows(table, test);
}

/** Per question the first row where stopping is allowed and `test` says yes, -1 without any. */
export function findFirstRows(table: SignalTable, test: (row: number, question: number) => boolean): Int32Array {
  const first = new Int32Array(questionCount(table)).fill(-1);
  for (let q = 0; q < first.length; q++) {
    for (let row = table.rowStart[q]!; row < table.rowStart[q + 1]!; row++) {
      if (table.canStop[row] === 0 || !test(row, q)) continue;
      first[q] = row;
      break;
    }
  }
  return first;
}

/** Where a rule stops each question: `firstRows`, and for the rest what `whenNone` says (-1: the native run finishes). */
export function stopRows(rule: Rule, table: SignalTable, whenNone: WhenNone): Int32Array {
  const rows = firstRows(rule, table);
  if (whenNone === 'native') return rows;
  for (let q = 0; q < rows.length; q++) {
    for (let row = table.rowStart[q + 1]! - 1; rows[q] === -1 && row >= table.rowStart[q]!; row--) {
      if (table.canStop[row] === 1) rows[q] = row;
    }
  }
  return rows;
}
