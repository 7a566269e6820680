import type { Evaluation } from '../correctness.ts';
import { EVERYTHING, type SelectionSpec, select } from '../selection.ts';
import type { Judge, Selection } from '../terms.ts';
import { calibrateScore } from './calibrated-score.ts';
import { ROUND_COLUMNS } from './dataset-rounds.ts';
import { type StateSignals, stateSignals } from './dataset-signals.ts';
import { findSignal, type SignalName, type SignalTable, type StateColumn, toSignal, withSignals } from './signals.ts';
import { TASR_SIGNALS } from './tasr.ts';

/** `calibrated:JUDGE` is the judge's score as a share of right answers, fitted on the tuning questions. */
const CALIBRATED = 'calibrated:';
export const calibratedId = (judge: string): string => `${CALIBRATED}${judge}`;

/** What people are told of a signal before it is computed. */
export interface SignalInfo extends SignalName {
  readonly name: string;
  /** Reads the gold labels where it is computed, so that no rule with it can be deployed. */
  readonly needsLabels: boolean;
}

/**
 * Every signal that rules on a dataset may name, in the order in which they are offered: the round, the repeated answer,
 * each judge's score, decisions and calibrated score, and what was read from the texts. In a round-wise log the calibrated
 * margin, the confidence and the overlap answer to their published names too.
 */
export function listSignals(evaluation: Evaluation): readonly SignalInfo[] {
  const { table } = ofQuestions(evaluation, new Int32Array(0), []);
  const plain = table.signals.map(({ values: _values, isMissing: _isMissing, ...info }) => ({
    ...info,
    needsLabels: false,
  }));
  const calibrated = evaluation.dataset.judges.map((judge) => ({
    id: calibratedId(judge.id),
    ...aliasesOf(judge),
    isFlag: false,
    name: `${judge.name}, calibrated`,
    needsLabels: false,
  }));
  const texts = (evaluation.textSignals ?? []).map(({ id, aliases, isFlag, name }) => ({
    id,
    ...(aliases === undefined ? {} : { aliases }),
    isFlag,
    name,
    needsLabels: id === 'coverage',
  }));
  const has = (id: string): boolean => evaluation.dataset.judges.some((judge) => judge.id === id);
  const isRoundLog = has(ROUND_COLUMNS.answerTokenMargin) && has(ROUND_COLUMNS.overlap);
  const soft = { id: 'soft', isFlag: false, name: 'Repeat + margin + overlap', needsLabels: false };
  const seen = new Set<string>();
  return [...plain, ...calibrated, ...(isRoundLog ? [soft] : []), ...texts].filter(
    ({ id }) => !seen.has(id) && seen.add(id),
  );
}

const PUBLISHED: ReadonlyMap<string, readonly string[]> = new Map([
  [ROUND_COLUMNS.answerTokenMargin, ['margin', 'calibrated_logit_margin', 'mrg']],
  [ROUND_COLUMNS.confidence, ['confidence', 'calibrated_conf', 'cnf']],
]);

const aliasesOf = ({ id }: Judge): { readonly aliases?: readonly string[] } => {
  const aliases = PUBLISHED.get(id);
  return aliases === undefined ? {} : { aliases };
};

/**
 * The signals of some questions as rules read them. Calibrated scores are fitted on `tune` whatever the questions are;
 * `names` are those that are needed, all by default. A name that the dataset does not have is simply not in the table.
 */
export function ruleSignals(
  evaluation: Evaluation,
  selection: Selection,
  tune: SelectionSpec | null,
  names: readonly string[] | null = null,
): StateSignals {
  // The soft sum is made of the calibrated margin.
  const wanted = names?.includes('soft') ? [...names, calibratedId(ROUND_COLUMNS.answerTokenMargin)] : names;
  const isWanted = (id: string): boolean => wanted === null || wanted.includes(id);
  const columns = evaluation.dataset.judges
    .filter(({ id }) => isWanted(calibratedId(id)))
    .map((judge) => calibratedColumn(evaluation, judge, tune));
  return ofQuestions(evaluation, selection, [...columns, ...(evaluation.textSignals ?? [])]);
}

function ofQuestions(evaluation: Evaluation, selection: Selection, more: readonly StateColumn[]): StateSignals {
  const signals = stateSignals(evaluation, selection, more);
  return { ...signals, table: withScoreGap(withSoftSum(withAliases(signals))) };
}

/** How far a round's best retrieved paragraph is ahead of the second, never below 0, as the published scripts have it. */
function withScoreGap(table: SignalTable): SignalTable {
  const top = findSignal(table, ROUND_COLUMNS.topScore);
  const second = findSignal(table, ROUND_COLUMNS.secondScore);
  const { id, isFlag, name } = TASR_SIGNALS.gap;
  if (top === undefined || second === undefined || findSignal(table, id) !== undefined) return table;
  const values = top.values.map((score, row) =>
    top.isMissing[row] === 1 || second.isMissing[row] === 1 ? Number.NaN : Math.max(0, score - second.values[row]!),
  );
  return withSignals(table, [toSignal({ id, isFlag, name, values })]);
}

/** The published soft rule adds the repeated answer, the calibrated margin and the overlap, in this order. */
function withSoftSum(table: SignalTable): SignalTable {
  const repeat = findSignal(table, 'repeat');
  const margin = findSignal(table, calibratedId(ROUND_COLUMNS.answerTokenMargin));
  const overlap = findSignal(table, ROUND_COLUMNS.overlap);
  if (repeat === undefined || margin === undefined || overlap === undefined) return table;
  const parts = [repeat, margin, overlap];
  const values = repeat.values.map((flag, row) =>
    parts.some(({ isMissing }) => isMissing[row] === 1)
      ? Number.NaN
      : flag + Math.max(0, margin.values[row]!) + overlap.values[row]!,
  );
  return withSignals(table, [toSignal({ id: 'soft', name: 'Repeat + margin + overlap', isFlag: false, values })]);
}

/** The overlap of a round-wise log is a judge of the dataset; the paper's rules call it `overlap`. */
function withAliases({ table }: StateSignals): SignalTable {
  const published: readonly (readonly [string, readonly string[]])[] = [
    [ROUND_COLUMNS.overlap, ['overlap', 'overlap_signal', 'ovl']],
    [ROUND_COLUMNS.entailment, ['entailment']],
    // In an enriched log only: they need the pools of paragraphs, or all rows.
    ['top_score_z_intra', [TASR_SIGNALS.standout.id, 'tzi']],
    ['top_score_z_global', [TASR_SIGNALS.standing.id]],
  ];
  const renamed = table.signals.flatMap((signal) => {
    const aliases = published.find(([id]) => id === signal.id)?.[1];
    return aliases === undefined ? [] : [{ ...signal, aliases }];
  });
  return renamed.length === 0 ? table : withSignals(table, renamed);
}

/** A missing answer-token margin counts as 0.5, as published; any other missing score has no calibrated one. */
const whenMissing = ({ id }: Judge): { readonly whenMissing?: number } =>
  id === ROUND_COLUMNS.answerTokenMargin ? { whenMissing: 0.5 } : {};

const memory = new WeakMap<Evaluation, Map<string, StateColumn>>();
const MOST_KEPT = 24;

function calibratedColumn(evaluation: Evaluation, judge: Judge, tune: SelectionSpec | null): StateColumn {
  const key = JSON.stringify([judge.id, tune]);
  const known = memory.get(evaluation) ?? new Map<string, StateColumn>();
  memory.set(evaluation, known);
  let column = known.get(key);
  if (column === undefined) {
    const questions = select(evaluation.dataset, tune ?? EVERYTHING);
    ({ column } = calibrateScore(evaluation, judge, questions, { id: calibratedId(judge.id), ...whenMissing(judge) }));
    column = { ...column, ...aliasesOf(judge) };
    known.set(key, column);
    if (known.size > MOST_KEPT) known.delete(known.keys().next().value!);
  }
  return column;
}
