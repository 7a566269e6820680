import type { Gold } from '../../core/terms.ts';
import type { JudgeDraft, OptionalColumn } from '../draft/judges.ts';
import type { RowRef } from '../readers/json-lines.ts';
import type { Scalar } from './guards.ts';

/** One state of a trajectory, as importers of tables and traces know it. */
export interface Step {
  readonly searchesUsed: number;
  /** A code of NEXT_ACTIONS. */
  readonly nextAction: number;
  /** Absent: no answer was forced here. null: it was, and there was none. */
  readonly probe?: string | null | undefined;
  readonly scores?: readonly StepScore[];
  /** Place of this state's numbers in the trajectory's `signals`. */
  readonly signalsAt?: number;
  readonly stored?: Stored;
  /** The row that holds this state's texts. */
  readonly at?: Readonly<RowRef>;
}

/** A list of steps, or what makes each when it is asked for: a step may hold only until the next one. */
export interface Steps {
  readonly length: number;
  at(index: number): Step | undefined;
}

export interface StepScore {
  readonly judge: string;
  readonly score: number;
  /** 0 not recorded, 1 STOP, 2 CONTINUE. */
  readonly decision?: number;
  /** The row that holds the judge's texts. */
  readonly at?: Readonly<RowRef>;
}

/** A judge's numbers by place, NaN where missing. */
export interface Signal {
  readonly judge: string;
  readonly values: OptionalColumn;
  /** Looked up at the first trajectory that is written. */
  draft: JudgeDraft | null;
}

/** Correctness as the file states it; null where it does not. */
export interface Stored {
  readonly em: boolean | null;
  readonly f1: number | null;
}

export interface Trajectory {
  /** As in the file. One that came before becomes id#2, id#3 ...: a sample of the same question. */
  readonly id: string;
  readonly text: string | null;
  readonly gold: Gold | null;
  readonly answer: string | null;
  /** null: taken from the states. */
  readonly searches: number | null;
  readonly split?: string | null;
  readonly meta?: readonly (readonly [name: string, value: Scalar])[];
  readonly stored?: Stored;
  readonly steps: Steps;
  /** Judges whose numbers are in columns: tables of many numbers need no object for each. */
  readonly signals?: readonly Signal[];
  /** All that the run wrote, where it is one text. */
  readonly transcript?: string;
  readonly at: Readonly<RowRef>;
}
