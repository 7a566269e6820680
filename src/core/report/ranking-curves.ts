import type { Evaluation } from '../correctness.ts';
import { type StateCurve, stateCurve } from '../state-level.ts';
import type { Selection } from '../terms.ts';
import type { ReportTable } from './tables.ts';

/** A curve in the unit square: x[i], y[i] are one point. */
export interface UnitPoints {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** One judge as a ranking of states. */
export interface JudgeRanking {
  readonly id: string;
  readonly name: string;
  /** Its place in the dataset: colour, dash and mark. */
  readonly index: number;
  readonly states: StateCurve;
}

/** The judges named, over the eligible states of a selection whose correctness is known. Time as for a sort each. */
export const reportRanking = (
  evaluation: Evaluation,
  selection: Selection,
  judges: readonly string[],
): readonly JudgeRanking[] =>
  evaluation.dataset.judges.flatMap((judge, index) =>
    judges.includes(judge.id)
      ? [{ id: judge.id, name: judge.name, index, states: stateCurve(evaluation, judge, selection) }]
      : [],
  );

/**
 * Recall (x) and precision (y) at every distinct score, from the highest down (definitions.md 2). Without positives recall
 * is NaN.
 */
export function precisionRecall({ truePositives, falsePositives, positives }: StateCurve): UnitPoints {
  const x = new Float64Array(truePositives.length);
  const y = new Float64Array(truePositives.length);
  for (let i = 0; i < x.length; i++) {
    x[i] = positives === 0 ? Number.NaN : truePositives[i]! / positives;
    y[i] = truePositives[i]! / (truePositives[i]! + falsePositives[i]!);
  }
  return { x, y };
}

/** The share of right states among the eligible ones: what a ranking by chance has as precision. null without states. */
export const prevalenceOf = ({ positives, eligible }: StateCurve): number | null =>
  eligible === 0 || positives === 0 ? null : positives / eligible;

/**
 * Mean probability (x) and observed rate (y) of the bins of a judge that hold a state, from the report's own calibration
 * table, so that chart and table cannot differ.
 */
export function calibrationPoints(tables: readonly ReportTable[], judge: string): UnitPoints {
  const table = tables.find(({ id }) => id === 'calibration');
  const column = (id: string): Float64Array => {
    const place = table?.columns.findIndex((one) => one.id === id) ?? -1;
    const rows = table?.rows.filter(({ name }) => name.slice(0, name.lastIndexOf(' ')) === judge) ?? [];
    return Float64Array.from(rows, ({ cells }) => Number(cells[place]));
  };
  return { x: column('mean_probability'), y: column('observed_rate') };
}
