import { type Evaluation, UNKNOWN } from '../correctness.ts';
import { rowAt, type Sweep } from '../sweep.ts';
import { binomialAtMost } from './binomial.ts';
import { clopperPearsonUpper } from './intervals.ts';

/** What a judge's stops are worth at every threshold, from the strictest (row 0: never stop) to the loosest. */
export interface RiskPath {
  readonly questionCount: number;
  /** Descending; thresholds[0] is +Infinity. */
  readonly thresholds: Float64Array;
  readonly stops: Uint32Array;
  readonly unsafe: Uint32Array;
  /** Questions whose first crossing was unsafe at this or at any stricter threshold: the loss, made monotone. */
  readonly everUnsafe: Uint32Array;
}

/** The path of a sweep; null where some stop's correctness is not known. O(events). */
export function riskPath({ correctness }: Evaluation, sweep: Sweep): RiskPath | null {
  const rows = sweep.thresholds.length;
  const stops = new Uint32Array(rows);
  const unsafe = new Uint32Array(rows);
  const everUnsafe = new Uint32Array(rows);
  const seen = new Set<number>();
  let stopped = 0;
  let wrong = 0;
  for (let row = 1; row < rows; row++) {
    for (let e = sweep.rowStart[row]!; e < sweep.rowStart[row + 1]!; e++) {
      const from = sweep.eventFrom[e]!;
      const em = correctness.probeEm[sweep.eventState[e]!];
      if (em === UNKNOWN) return null;
      if (from < 0) stopped += 1;
      else if (correctness.probeEm[from] === 0) wrong -= 1;
      if (em === 0) {
        wrong += 1;
        seen.add(sweep.eventQuestion[e]!);
      }
    }
    stops[row] = stopped;
    unsafe[row] = wrong;
    everUnsafe[row] = seen.size;
  }
  return { questionCount: sweep.questionCount, thresholds: sweep.thresholds, stops, unsafe, everUnsafe };
}

/** The binomial p-value of "risk above alpha": P(Binomial(stops, alpha) <= unsafe); 1 without stops. */
export const binomialP = (unsafe: number, stops: number, alpha: number): number =>
  stops === 0 ? 1 : binomialAtMost(unsafe, stops, alpha);

/**
 * The Hoeffding-Bentkus p-value: min(exp(-n h(min(r, alpha), alpha)), e P(Binomial(n, alpha) <= unsafe), 1). Holds for any
 * loss in [0, 1]; for 0/1 losses the binomial one is smaller. Source: S. Bates et al., "Distribution-free, risk-controlling
 * prediction sets" (2021).
 */
export function hoeffdingBentkusP(unsafe: number, stops: number, alpha: number): number {
  if (stops === 0) return 1;
  const hoeffding = Math.exp(-stops * relativeEntropy(Math.min(unsafe / stops, alpha), alpha));
  return Math.min(hoeffding, Math.E * binomialP(unsafe, stops, alpha), 1);
}

function relativeEntropy(a: number, b: number): number {
  const part = (x: number, y: number): number => (x === 0 ? 0 : x * Math.log(x / y));
  return part(a, b) + part(1 - a, 1 - b);
}

export interface RiskTarget {
  /** Selected-stop risk at most this, in (0, 1) ... */
  readonly alpha: number;
  /** ... with confidence 1 - delta. */
  readonly delta: number;
  /**
   * Where the sequence starts: at the strictest threshold with so many stops. Declared before the labels are looked at; see
   * `fewestStops`.
   */
  readonly minStops: number;
  readonly pValue?: 'binomial' | 'hoeffding-bentkus';
}

export interface TestedRow {
  readonly row: number;
  readonly p: number;
  readonly isCertified: boolean;
}

export interface Certificate {
  /** Row of the loosest certified threshold; null: cannot certify. */
  readonly row: number | null;
  /** What was tested, from the start on; all but the last are certified. Empty: nothing has that many stops. */
  readonly path: readonly TestedRow[];
}

/**
 * Learn-then-Test by fixed sequence: from the declared start towards looser thresholds, go on while p <= delta; the last
 * one certified is the answer, and a later small p does not count. Valid for independent questions of one population.
 * Source: definitions.md 14; A. Angelopoulos et al., "Learn then Test" (2021).
 */
export function learnThenTest(path: Pick<RiskPath, 'stops' | 'unsafe'>, target: RiskTarget): Certificate {
  const pOf = target.pValue === 'hoeffding-bentkus' ? hoeffdingBentkusP : binomialP;
  const tested: TestedRow[] = [];
  let certified: number | null = null;
  for (let row = 0; row < path.stops.length; row++) {
    if (tested.length === 0 && path.stops[row]! < target.minStops) continue;
    const p = pOf(path.unsafe[row]!, path.stops[row]!, target.alpha);
    const isCertified = p <= target.delta;
    tested.push({ row, p, isCertified });
    if (!isCertified) break;
    certified = row;
  }
  return { row: certified, path: tested };
}

/** The fewest stops that can certify anything: with none of them unsafe, (1 - alpha)^n <= delta. */
export function fewestStops(alpha: number, delta: number): number {
  let stops = Math.max(1, Math.floor(Math.log(delta) / Math.log1p(-alpha)));
  while (binomialP(0, stops, alpha) > delta) stops += 1;
  return stops;
}

/** Further than this nobody labels; the search ends there. */
const MOST_STOPS = 1e6;

/**
 * How many labelled stops in all would certify a risk as it was seen: the smallest n >= stops for which some count of
 * unsafe ones, no share smaller than the observed, has p <= delta. null where no n up to a million does: the observed
 * risk is not (far enough) below alpha.
 */
export function stopsNeeded(unsafe: number, stops: number, alpha: number, delta: number): number | null {
  if (unsafe >= alpha * stops && unsafe > 0) return null;
  let n = Math.max(1, stops);
  let wrong = unsafe;
  for (;;) {
    n = smallestCertified(wrong, n, alpha, delta);
    if (n > MOST_STOPS) return null;
    // The share wrong / n must not be below the observed one; no smaller count can do it with n or more stops.
    const least = stops === 0 ? 0 : Math.ceil((unsafe * n) / stops);
    if (wrong >= least) return n;
    wrong = least;
  }
}

/** The smallest n >= from with P(Binomial(n, alpha) <= unsafe) <= delta, by doubling and bisection. */
function smallestCertified(unsafe: number, from: number, alpha: number, delta: number): number {
  if (binomialP(unsafe, from, alpha) <= delta) return from;
  let low = from;
  let step = 1;
  while (low + step <= MOST_STOPS && binomialP(unsafe, low + step, alpha) > delta) {
    low += step;
    step *= 2;
  }
  let high = low + step;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (binomialP(unsafe, middle, alpha) <= delta) high = middle;
    else low = middle;
  }
  return high;
}

/**
 * Conformal risk control of the share of all questions that are stopped unsafely: the loosest threshold with
 * (questions ever unsafe + 1) / (questions + 1) <= alpha. The expected share on a new question is then at most alpha.
 * null: not even never stopping is certified, there are too few questions. Source: definitions.md 14; A. Angelopoulos et
 * al., "Conformal risk control" (2022).
 */
export function conformalRisk(path: Pick<RiskPath, 'everUnsafe' | 'questionCount'>, alpha: number): number | null {
  let certified: number | null = null;
  for (let row = 0; row < path.everUnsafe.length; row++) {
    if (conformalBound(path, row) > alpha) break;
    certified = row;
  }
  return certified;
}

/** (questions ever unsafe + 1) / (questions + 1) at a row. Both are whole, so that it compares exactly with alpha. */
export const conformalBound = (path: Pick<RiskPath, 'everUnsafe' | 'questionCount'>, row: number): number =>
  (path.everUnsafe[row]! + 1) / (path.questionCount + 1);

/** What a certified threshold does on another split. */
export interface HeldOut {
  readonly stops: number;
  readonly unsafe: number;
  /** unsafe / stops; null without stops. */
  readonly risk: number | null;
  /** Exact one-sided upper bound of the risk at confidence 1 - delta; null without stops. */
  readonly upper: number | null;
  /** unsafe / questions; null without questions. */
  readonly unsafeShare: number | null;
}

export function holdOut(path: RiskPath, threshold: number, delta: number): HeldOut {
  const row = rowAt(path, threshold);
  const stops = path.stops[row]!;
  const unsafe = path.unsafe[row]!;
  return {
    stops,
    unsafe,
    risk: stops === 0 ? null : unsafe / stops,
    upper: clopperPearsonUpper(unsafe, stops, 1 - delta),
    unsafeShare: path.questionCount === 0 ? null : unsafe / path.questionCount,
  };
}
