import { fitIsotonic, type IsotonicFit, predictIsotonic } from '../stats/isotonic.ts';

/** How a raw number of one round becomes a share of right answers. */
export type Calibrator =
  | { readonly kind: 'isotonic'; readonly fit: IsotonicFit; readonly used: number; readonly rows: number }
  /** Too little to fit: the round's share of right answers, over all its rows. */
  | { readonly kind: 'constant'; readonly value: number; readonly used: number; readonly rows: number };

/** Fitted on one split, locked, and then applied to others. */
export interface RoundCalibration {
  readonly byRound: ReadonlyMap<number, Calibrator>;
  /** What a missing number becomes in a round with a fitted curve; a constant round gives its constant even then. */
  readonly whenMissing: number;
  /** What any number becomes in a round that the fit has not seen. */
  readonly whenUnseen: number;
}

export interface CalibrationOptions {
  /** Rounds with fewer usable numbers get a constant. At least 1. */
  readonly fewest: number;
  readonly whenMissing: number;
  readonly whenUnseen: number;
}

/**
 * Isotonic regression of correctness on a number, one curve a round, fitted values in [0, 1]. All arrays are per row: the
 * round, the number (NaN where missing) and EM (0 or 1). A round with fewer than `fewest` numbers, or with one value only,
 * gets its mean EM as a constant. Source: definitions.md 12 and definitions-rules.md, TASR.
 */
export function fitPerRound(
  rounds: ArrayLike<number>,
  values: ArrayLike<number>,
  em: ArrayLike<number>,
  options: CalibrationOptions,
): RoundCalibration {
  const rowsOf = new Map<number, number[]>();
  for (let row = 0; row < rounds.length; row++) {
    const rows = rowsOf.get(rounds[row]!);
    if (rows === undefined) rowsOf.set(rounds[row]!, [row]);
    else rows.push(row);
  }
  const byRound = new Map<number, Calibrator>();
  for (const [round, rows] of rowsOf) byRound.set(round, fitRound(rows, values, em, options.fewest));
  return { byRound, whenMissing: options.whenMissing, whenUnseen: options.whenUnseen };
}

function fitRound(
  rows: readonly number[],
  values: ArrayLike<number>,
  em: ArrayLike<number>,
  fewest: number,
): Calibrator {
  const usable = rows.filter((row) => !Number.isNaN(values[row]!));
  const x = usable.map((row) => values[row]!);
  const counts = { used: usable.length, rows: rows.length };
  const fit = fitIsotonic(
    x,
    usable.map((row) => em[row]!),
    { lowest: 0, highest: 1 },
  );
  if (fit === null || x.length < fewest || x.every((value) => value === x[0])) {
    return { kind: 'constant', value: rows.reduce((sum, row) => sum + em[row]!, 0) / rows.length, ...counts };
  }
  return { kind: 'isotonic', fit, ...counts };
}

/** The calibrated number of each row, in [0, 1] except where the options of the fit say otherwise. */
export function calibrate(
  calibration: RoundCalibration,
  rounds: ArrayLike<number>,
  values: ArrayLike<number>,
): Float64Array {
  const calibrated = new Float64Array(rounds.length);
  for (let row = 0; row < calibrated.length; row++) {
    const calibrator = calibration.byRound.get(rounds[row]!);
    const value = values[row]!;
    if (calibrator === undefined) calibrated[row] = calibration.whenUnseen;
    else if (calibrator.kind === 'constant') calibrated[row] = calibrator.value;
    else calibrated[row] = Number.isNaN(value) ? calibration.whenMissing : predictIsotonic(calibrator.fit, value);
  }
  return calibrated;
}
