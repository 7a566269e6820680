import { type Evaluation, UNKNOWN } from '../correctness.ts';
import { type Judge, NATIVE, NO_SCORE, SCORED, type Selection } from '../terms.ts';
import type { StateColumn } from './dataset-signals.ts';
import { calibrate, fitPerRound, type RoundCalibration } from './round-calibration.ts';

/** A judge's score as a share of right answers, to be used as a signal. */
export interface CalibratedScore {
  readonly calibration: RoundCalibration;
  /** Per state of the whole dataset. A state without a usable score has no calibrated one either. */
  readonly column: StateColumn;
  /** Labelled, probed native states of the tuning questions that had a score. */
  readonly fittedOn: number;
}

export interface CalibratedScoreOptions {
  /** Default `calibrated:JUDGE`. */
  readonly id?: string;
  /** What a state without a score gets; default: none. The round-wise paper gives a missing margin 0.5. */
  readonly whenMissing?: number;
}

/**
 * Calibrates a judge per round (searches used) by isotonic regression of the probe's correctness on its score, fitted on
 * the tuning questions and applied everywhere. Whatever `whenMissing` says, an unparsed output has no calibrated score: it
 * never stops.
 */
export function calibrateScore(
  evaluation: Evaluation,
  judge: Judge,
  tuning: Selection,
  options: CalibratedScoreOptions = {},
): CalibratedScore {
  const { dataset, correctness } = evaluation;
  const { states, questions } = dataset;
  const isScored = (state: number): boolean => judge.status[state] === SCORED;
  const fitted: number[] = [];
  for (const q of tuning) {
    for (let state = questions.stateStart[q]!; state < questions.stateStart[q + 1]!; state++) {
      if (states.role[state] === NATIVE && isScored(state) && correctness.probeEm[state] !== UNKNOWN)
        fitted.push(state);
    }
  }
  const of = (column: ArrayLike<number>): number[] => fitted.map((state) => column[state]!);
  const calibration = fitPerRound(of(states.searchesUsed), of(judge.scores), of(correctness.probeEm), {
    fewest: 5,
    whenMissing: options.whenMissing ?? Number.NaN,
    whenUnseen: options.whenMissing ?? Number.NaN,
  });
  const scores = judge.scores.map((score, state) => (isScored(state) ? score : Number.NaN));
  const calibrated = calibrate(calibration, states.searchesUsed, scores);
  return {
    calibration,
    column: {
      id: options.id ?? `calibrated:${judge.id}`,
      name: `${judge.name}, calibrated`,
      isFlag: false,
      values: calibrated.map((value, state) => {
        if (isScored(state)) return value;
        return judge.status[state] === NO_SCORE ? (options.whenMissing ?? Number.NaN) : Number.NaN;
      }),
    },
    fittedOn: fitted.length,
  };
}
