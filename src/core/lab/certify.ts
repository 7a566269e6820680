import type { Evaluation } from '../correctness.ts';
import {
  binomialP,
  conformalBound,
  conformalRisk,
  fewestStops,
  type HeldOut,
  holdOut,
  learnThenTest,
  type RiskPath,
  riskPath,
  stopsNeeded,
} from '../stats/risk-control.ts';
import { sweep } from '../sweep.ts';
import type { Judge, Selection } from '../terms.ts';
import { labelledOnly } from './known.ts';

export interface CertifyWish {
  /** Risk to stay below, in (0, 1), with confidence 1 - delta. */
  readonly alpha: number;
  readonly delta: number;
  /** Declared start of the sequence, by number of stops; null: the fewest that can certify anything. */
  readonly minStops: number | null;
}

/** A threshold with what it did on the calibration questions. */
export interface CalibratedStop {
  readonly threshold: number;
  readonly stops: number;
  readonly unsafe: number;
  /** Stops over questions. */
  readonly coverage: number;
  /** P(Binomial(stops, alpha) <= unsafe). */
  readonly p: number;
}

export type SelectedStopVerdict =
  /** `held` is what the threshold does on the check questions; null without any. */
  | { readonly kind: 'certified'; readonly stop: CalibratedStop; readonly held: HeldOut | null }
  /**
   * The first test of the sequence failed, or nothing stops often enough to be tested (`stop` null). `moreStops` is how many
   * further labelled stops, as right as those seen, would certify; null where the risk seen is not below alpha, so that
   * more of the same would never do.
   */
  | {
      readonly kind: 'cannot-certify';
      readonly stop: CalibratedStop | null;
      readonly mostStops: number;
      readonly moreStops: number | null;
    };

export type UnsafeShareVerdict =
  | {
      readonly kind: 'certified';
      readonly threshold: number;
      /** (questions ever unsafe + 1) / (questions + 1). */
      readonly bound: number;
      readonly stops: number;
      readonly held: HeldOut | null;
    }
  /** Not even never stopping: so many questions are needed. */
  | { readonly kind: 'cannot-certify'; readonly questionsNeeded: number };

export interface Certification {
  readonly judge: string;
  readonly alpha: number;
  readonly delta: number;
  readonly minStops: number;
  readonly fewestStops: number;
  /** Labelled questions on each side, and how many are on both: then the check is none. */
  readonly calibrateQuestions: number;
  readonly checkQuestions: number;
  readonly sharedQuestions: number;
  /** Thresholds that were tested in sequence. */
  readonly tested: number;
  readonly selectedStops: SelectedStopVerdict;
  readonly unsafeShare: UnsafeShareVerdict;
}

/**
 * Largest-coverage threshold of a judge with selected-stop risk <= alpha at confidence 1 - delta (Learn-then-Test, fixed
 * sequence), and the one with a share of unsafely stopped questions <= alpha in expectation (conformal risk control), both
 * calibrated on one selection and checked on another. null where a stop's correctness is not known, or nothing is labelled.
 */
export function certifyJudge(
  evaluation: Evaluation,
  judge: Judge,
  calibrate: Selection,
  check: Selection,
  { alpha, delta, minStops }: CertifyWish,
): Certification | null {
  const fitted = labelledOnly(evaluation, calibrate);
  const checked = labelledOnly(evaluation, check);
  const path = riskPath(evaluation, sweep(evaluation, judge, fitted, []));
  const checkPath = checked.length === 0 ? null : riskPath(evaluation, sweep(evaluation, judge, checked, []));
  if (path === null || fitted.length === 0 || (checkPath === null && checked.length > 0)) return null;
  const hold = (threshold: number): HeldOut | null => checkPath && holdOut(checkPath, threshold, delta);
  const fewest = fewestStops(alpha, delta);
  const start = minStops ?? fewest;
  const certificate = learnThenTest(path, { alpha, delta, minStops: start });
  const fittedSet = new Set(fitted);
  return {
    judge: judge.id,
    alpha,
    delta,
    minStops: start,
    fewestStops: fewest,
    calibrateQuestions: fitted.length,
    checkQuestions: checked.length,
    sharedQuestions: checked.reduce((count, q) => count + (fittedSet.has(q) ? 1 : 0), 0),
    tested: certificate.path.length,
    selectedStops:
      certificate.row === null
        ? refuse(path, certificate.path[0]?.row ?? null, start, alpha, delta)
        : {
            kind: 'certified',
            stop: stopAt(path, certificate.row, alpha),
            held: hold(path.thresholds[certificate.row]!),
          },
    unsafeShare: shareVerdict(path, alpha, hold),
  };
}

const stopAt = (path: RiskPath, row: number, alpha: number): CalibratedStop => ({
  threshold: path.thresholds[row]!,
  stops: path.stops[row]!,
  unsafe: path.unsafe[row]!,
  coverage: path.stops[row]! / path.questionCount,
  p: binomialP(path.unsafe[row]!, path.stops[row]!, alpha),
});

function refuse(path: RiskPath, row: number | null, start: number, alpha: number, delta: number): SelectedStopVerdict {
  const mostStops = path.stops[path.stops.length - 1] ?? 0;
  if (row === null) return { kind: 'cannot-certify', stop: null, mostStops, moreStops: start - mostStops };
  const stop = stopAt(path, row, alpha);
  const needed = stopsNeeded(stop.unsafe, stop.stops, alpha, delta);
  return { kind: 'cannot-certify', stop, mostStops, moreStops: needed === null ? null : needed - stop.stops };
}

function shareVerdict(path: RiskPath, alpha: number, hold: (threshold: number) => HeldOut | null): UnsafeShareVerdict {
  const row = conformalRisk(path, alpha);
  if (row === null) return { kind: 'cannot-certify', questionsNeeded: questionsNeeded(alpha) };
  const threshold = path.thresholds[row]!;
  return {
    kind: 'certified',
    threshold,
    bound: conformalBound(path, row),
    stops: path.stops[row]!,
    held: hold(threshold),
  };
}

/** The smallest n with 1 / (n + 1) <= alpha. */
function questionsNeeded(alpha: number): number {
  let n = Math.max(0, Math.floor(1 / alpha) - 2);
  while (1 / (n + 1) > alpha) n += 1;
  return n;
}
