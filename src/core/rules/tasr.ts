import { pairwiseSum } from '../stats/numpy-bootstrap.ts';
import { findRepeats } from './answer-repeats.ts';
import { calibrate, fitPerRound, type RoundCalibration } from './round-calibration.ts';
import { type RoundLog, sortRounds } from './round-log.ts';
import {
  lastRoundOutcomes,
  type RowOutcomes,
  roundSignal,
  type SignalName,
  type SignalTable,
  toSignal,
} from './signals.ts';

/** The two calibrations of the round-wise rules, fitted on a tuning split and locked. */
export interface TasrCalibration {
  readonly margin: RoundCalibration;
  readonly confidence: RoundCalibration;
}

/** Fits both on `current_em` of the log. A margin that is missing counts as 0.5, in an unseen round too. */
export function fitTasr(tune: RoundLog): TasrCalibration {
  return {
    margin: fitPerRound(tune.rounds, tune.answerTokenMargin, tune.em, { fewest: 5, whenMissing: 0.5, whenUnseen: 0.5 }),
    confidence: fitPerRound(tune.rounds, tune.confidence, tune.em, {
      fewest: 1,
      whenMissing: Number.NaN,
      whenUnseen: 0,
    }),
  };
}

type NamedSignal = SignalName & { readonly name: string };

/** The signals of a round-wise log as rules spell them, with the columns' published names as aliases. */
export const TASR_SIGNALS = {
  repeat: { id: 'repeat', aliases: ['answer_stable', 'as'], isFlag: true, name: 'Answer repeated' },
  margin: { id: 'margin', aliases: ['calibrated_logit_margin', 'mrg'], isFlag: false, name: 'Calibrated margin' },
  confidence: { id: 'confidence', aliases: ['calibrated_conf', 'cnf'], isFlag: false, name: 'Calibrated confidence' },
  overlap: { id: 'overlap', aliases: ['overlap_signal', 'ovl'], isFlag: false, name: 'Passage overlap' },
  standout: { id: 'standout', aliases: ['top_score_z_intra', 'tzi'], isFlag: false, name: 'Top score in its pool (z)' },
  standing: { id: 'standing', aliases: ['top_score_z_global'], isFlag: false, name: 'Top score over all rows (z)' },
  gap: { id: 'gap', isFlag: false, name: 'Top score minus second' },
  soft: { id: 'soft', isFlag: false, name: 'Repeat + margin + overlap' },
  entailment: { id: 'entailment', aliases: ['judge_entailment'], isFlag: false, name: 'Judged entailment' },
  rawMargin: { id: 'raw_margin', aliases: ['answer_token_margin'], isFlag: false, name: 'Answer token margin' },
  rawConfidence: { id: 'raw_confidence', aliases: ['llm_confidence'], isFlag: false, name: 'Verbalised confidence' },
} as const satisfies Readonly<Record<string, NamedSignal>>;

/** A log's rows, sorted by question id and round, as signals. */
export interface TasrTable {
  readonly table: SignalTable;
  readonly outcomes: RowOutcomes;
  /** Per row: its row in the log. */
  readonly logRow: Uint32Array;
}

/**
 * The enriched signals of a log. `standout` gives each question's top score against its own pool (see bm25.ts); without it
 * that signal is missing throughout. The overlap of a first round is 0 in the log by construction.
 */
export function enrich(
  log: RoundLog,
  calibration: TasrCalibration,
  standout: (questionId: string) => number = () => Number.NaN,
): TasrTable {
  const { order, starts, questionIds } = sortRounds(log);
  const sorted = (column: ArrayLike<number>): Float64Array => Float64Array.from(order, (row) => column[row]!);
  const rounds = Int32Array.from(order, (row) => log.rounds[row]!);
  const rawMargin = sorted(log.answerTokenMargin);
  const rawConfidence = sorted(log.confidence);
  const overlap = sorted(log.overlap);
  const topScore = sorted(log.topScore);
  const secondScore = sorted(log.secondScore);
  const margin = calibrate(calibration.margin, rounds, rawMargin);
  const repeat = findRepeats(
    Array.from(order, (row) => log.answers[row] ?? null),
    starts,
  );
  const missing = new Float64Array(order.length).fill(Number.NaN);
  const columns: readonly (readonly [NamedSignal, ArrayLike<number>])[] = [
    [TASR_SIGNALS.repeat, repeat],
    [TASR_SIGNALS.margin, margin],
    [TASR_SIGNALS.confidence, calibrate(calibration.confidence, rounds, rawConfidence)],
    [TASR_SIGNALS.overlap, overlap],
    [TASR_SIGNALS.standout, Float64Array.from(order, (row) => standout(log.questionIds[row]!))],
    [TASR_SIGNALS.standing, standardise(topScore)],
    [TASR_SIGNALS.gap, topScore.map((top, row) => Math.max(0, top - secondScore[row]!))],
    // In the order in which the published rule adds.
    [TASR_SIGNALS.soft, repeat.map((flag, row) => flag + Math.max(0, margin[row]!) + overlap[row]!)],
    [TASR_SIGNALS.entailment, log.entailment === undefined ? missing : sorted(log.entailment)],
    [TASR_SIGNALS.rawMargin, rawMargin],
    [TASR_SIGNALS.rawConfidence, rawConfidence],
  ];
  const table: SignalTable = {
    questionIds,
    rowStart: starts,
    rounds,
    canStop: new Uint8Array(order.length).fill(1),
    signals: [roundSignal(rounds), ...columns.map(([signal, values]) => toSignal({ ...signal, values }))],
  };
  const em = Uint8Array.from(order, (row) => log.em[row]!);
  return { table, outcomes: lastRoundOutcomes(table, em, sorted(log.f1)), logRow: order };
}

/** (x - mean) / sample deviation over all rows that have a value, 0 where they are all alike. */
function standardise(values: Float64Array): Float64Array {
  const known = values.filter((value) => !Number.isNaN(value));
  const mean = pairwiseSum(known) / known.length;
  const deviation = Math.sqrt(pairwiseSum(known.map((value) => (value - mean) ** 2)) / (known.length - 1));
  return values.map((value) => (deviation === 0 ? 0 : (value - mean) / deviation));
}
