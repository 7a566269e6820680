import { NO_SCORE } from '../../core/terms.ts';
import type { ProblemLog } from '../problems.ts';
import type { RowRef } from '../readers/json-lines.ts';
import { duplicateWords } from './questions.ts';
import { grown, RefColumns, roomFor } from './refs.ts';

export interface ScoreRow {
  readonly score: number;
  /** SCORED or UNPARSED. */
  readonly status: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly latencySeconds: number;
  /** 0 not recorded, 1 STOP, 2 CONTINUE. */
  readonly decision: number;
}

/** Per state, NaN where not recorded; allocated at the first recorded value. */
export class OptionalColumn {
  values: Float64Array | null = null;

  set(key: number, value: number): void {
    if (Number.isNaN(value)) return;
    if (this.values === null || key >= this.values.length) {
      const old = this.values ?? new Float64Array(0);
      this.values = grown(old, roomFor(key, old.length), Number.NaN);
    }
    this.values[key] = value;
  }

  at(key: number): number {
    return this.values !== null && key < this.values.length ? this.values[key]! : Number.NaN;
  }
}

/** One judge's rows by state key. */
export class JudgeDraft {
  readonly id: string;
  readonly #problems: ProblemLog;
  scores = new Float64Array(0);
  status = new Uint8Array(0);
  decisions: Uint8Array | null = null;
  readonly promptTokens = new OptionalColumn();
  readonly completionTokens = new OptionalColumn();
  readonly latencySeconds = new OptionalColumn();
  readonly lines = new RefColumns();

  constructor(id: string, problems: ProblemLog) {
    this.id = id;
    this.#problems = problems;
  }

  addRow(key: number, stateId: string, row: ScoreRow, at: Readonly<RowRef>): void {
    if ((this.status[key] ?? NO_SCORE) !== NO_SCORE) {
      const what = `The score of "${this.id}" for "${stateId}"`;
      this.#problems.setAside('error', duplicateWords('score.duplicate', what, this.lines.get(key), at), at);
      return;
    }
    this.setScore(key, row.score, row.status);
    this.setCosts(key, row.promptTokens, row.completionTokens, row.latencySeconds);
    if (row.decision !== 0) this.setDecision(key, row.decision);
    this.lines.set(key, at);
  }

  setScore(key: number, score: number, status: number): void {
    if (key >= this.status.length) {
      const capacity = roomFor(key, this.status.length);
      this.scores = grown(this.scores, capacity, 0);
      this.status = grown(this.status, capacity, NO_SCORE);
    }
    this.scores[key] = score;
    this.status[key] = status;
  }

  /** NaN where not recorded. */
  setCosts(key: number, promptTokens: number, completionTokens: number, latencySeconds: number): void {
    this.promptTokens.set(key, promptTokens);
    this.completionTokens.set(key, completionTokens);
    this.latencySeconds.set(key, latencySeconds);
  }

  setDecision(key: number, decision: number): void {
    if (this.decisions === null || key >= this.decisions.length) {
      const old = this.decisions ?? new Uint8Array(0);
      this.decisions = grown(old, roomFor(key, old.length), 0);
    }
    this.decisions[key] = decision;
  }
}
