import { correct, judgedStop, labelled, one, searches, stopped, unknownStop, unsafe } from '../metrics/quantities.ts';
import { unreachable } from '../result.ts';
import type { Sweep } from '../sweep.ts';

/** What is asked of a policy; a limit that is null is not asked. The one with the fewest searches is wanted. */
export interface Goal {
  /** EM of the policy minus EM of the native run, at least; in 0..1. */
  readonly minEmDifference: number | null;
  /** Selected-stop risk, at most. A policy that never stops has none, and meets it. */
  readonly maxRisk: number | null;
  /** Early stops, at least. */
  readonly minStops: number | null;
}

export type Limit = 'em-difference' | 'risk' | 'stops';

/** A policy with what it does: a row of a sweep, or a rule that was replayed. */
export interface SolverPoint {
  /** The judge of the sweep, or the rule. */
  readonly source: string;
  /** null for a rule. */
  readonly threshold: number | null;
  readonly emDifference: number;
  /** null without stops. */
  readonly risk: number | null;
  readonly stops: number;
  /** Mean over the questions. */
  readonly searches: number;
}

export type Solution =
  | {
      readonly kind: 'found';
      readonly point: SolverPoint;
      /** The limits without which there would be a policy with fewer searches, and that policy. */
      readonly binding: readonly { readonly limit: Limit; readonly without: SolverPoint }[];
    }
  | {
      readonly kind: 'infeasible';
      /** Per limit the point that comes nearest to it while meeting all the others; null where the others alone fail. */
      readonly nearest: readonly { readonly limit: Limit; readonly point: SolverPoint | null }[];
      /** The limits that no policy meets even on their own. */
      readonly impossible: readonly Limit[];
    }
  /** No policy whose EM is known. */
  | { readonly kind: 'nothing' };

const LIMITS: readonly Limit[] = ['em-difference', 'risk', 'stops'];

/**
 * Solves "EM difference >= x, risk <= y, fewest searches" exactly over every threshold of every sweep, and over further
 * points. Sweeps must carry the columns of `SOLVER_QUANTITIES` and be of the same questions. Of equal searches the higher
 * EM wins, then the fewer stops. O(rows).
 */
export function solve(sweeps: readonly Sweep[], points: readonly SolverPoint[], goal: Goal): Solution {
  const scan = new Scan(goal);
  for (const sweep of sweeps) scanSweep(sweep, scan);
  for (const point of points) scan.take(point.emDifference, point.risk, point.stops, point.searches, () => point);
  return scan.solution();
}

/** What the sweeps must carry. */
export const SOLVER_QUANTITIES = [one, labelled, correct, searches, stopped, unsafe, judgedStop, unknownStop];

function scanSweep(sweep: Sweep, scan: Scan): void {
  const column = (id: string): Float64Array => {
    const values = sweep.columns[id];
    if (values === undefined) throw new Error(`no column ${id}`);
    return values;
  };
  const right = column(correct.id);
  const labels = column(labelled.id);
  const calls = column(searches.id);
  const stops = column(stopped.id);
  const wrong = column(unsafe.id);
  const judged = column(judgedStop.id);
  const unknown = column(unknownStop.id);
  const questions = sweep.questionCount;
  const native = right[0]!;
  for (let row = 0; row < sweep.thresholds.length; row++) {
    if (labels[row] === 0 || unknown[row]! > 0) continue;
    const difference = (right[row]! - native) / labels[row]!;
    const risk = judged[row] === 0 ? null : wrong[row]! / judged[row]!;
    const mean = calls[row]! / questions;
    scan.take(difference, risk, stops[row]!, mean, () => ({
      source: sweep.judge,
      threshold: sweep.thresholds[row]!,
      emDifference: difference,
      risk,
      stops: stops[row]!,
      searches: mean,
    }));
  }
}

/** Sums divided by counts: what equals a limit in exact arithmetic may fall short by the last digits. */
const SLACK = 1e-12;

/** Keeps, while points go by, the best that meets all limits, all but each one, each one alone, and the nearest. */
class Scan {
  private readonly goal: Goal;
  private readonly best: (SolverPoint | null)[] = LIMITS.map(() => null);
  private readonly nearest: (SolverPoint | null)[] = LIMITS.map(() => null);
  private readonly isPossible = LIMITS.map(() => false);
  private winner: SolverPoint | null = null;
  private hasAny = false;

  constructor(goal: Goal) {
    this.goal = goal;
  }

  /** `make` is called only when the point is kept. */
  take(emDifference: number, risk: number | null, stops: number, mean: number, make: () => SolverPoint): void {
    this.hasAny = true;
    const { minEmDifference, maxRisk, minStops } = this.goal;
    let failures = 0;
    let failed = -1;
    for (let limit = 0; limit < LIMITS.length; limit++) {
      const isMet =
        limit === 0
          ? minEmDifference === null || emDifference >= minEmDifference - SLACK
          : limit === 1
            ? maxRisk === null || risk === null || risk <= maxRisk + SLACK
            : minStops === null || stops >= minStops;
      if (isMet) this.isPossible[limit] = true;
      else {
        failures += 1;
        failed = limit;
      }
    }
    if (failures > 1) return;
    if (failures === 0) {
      if (beats(mean, emDifference, stops, this.winner)) this.winner = make();
      return;
    }
    if (beats(mean, emDifference, stops, this.best[failed]!)) this.best[failed] = make();
    if (isNearer(failed, emDifference, risk, stops, this.nearest[failed]!)) this.nearest[failed] = make();
  }

  solution(): Solution {
    const { winner } = this;
    if (!this.hasAny) return { kind: 'nothing' };
    if (winner === null) {
      return {
        kind: 'infeasible',
        nearest: LIMITS.filter((limit) => this.isAsked(limit)).map((limit) => ({
          limit,
          point: this.nearest[LIMITS.indexOf(limit)]!,
        })),
        impossible: LIMITS.filter((_, i) => !this.isPossible[i]),
      };
    }
    const binding = LIMITS.flatMap((limit, i) => {
      const without = this.best[i] ?? null;
      return without !== null && without.searches < winner.searches - SLACK ? [{ limit, without }] : [];
    });
    return { kind: 'found', point: winner, binding };
  }

  private isAsked(limit: Limit): boolean {
    switch (limit) {
      case 'em-difference':
        return this.goal.minEmDifference !== null;
      case 'risk':
        return this.goal.maxRisk !== null;
      case 'stops':
        return this.goal.minStops !== null;
      default:
        return unreachable(limit);
    }
  }
}

function beats(mean: number, emDifference: number, stops: number, holder: SolverPoint | null): boolean {
  if (holder === null || mean < holder.searches - SLACK) return true;
  if (mean > holder.searches + SLACK) return false;
  if (emDifference > holder.emDifference + SLACK) return true;
  return emDifference >= holder.emDifference - SLACK && stops < holder.stops;
}

function isNearer(
  limit: number,
  emDifference: number,
  risk: number | null,
  stops: number,
  holder: SolverPoint | null,
): boolean {
  if (holder === null) return true;
  if (limit === 0) return emDifference > holder.emDifference;
  if (limit === 1) return (risk ?? 0) < (holder.risk ?? 0);
  return stops > holder.stops;
}
