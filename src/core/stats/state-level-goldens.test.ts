import { describe, expect, it } from 'vitest';
import { hasShared, readSharedJson, readSharedLines } from '../answers/testing/outside.ts';
import { averagePrecisionInOrder } from './average-precision.ts';
import { brier, calibrate, marginToProbability } from './calibration.ts';
import { bestCutAtPrecision, rankCurve } from './ranking.ts';

interface StateRow {
  readonly safe_early_stop: boolean;
  readonly scores: Readonly<Record<string, number>>;
}
interface Cut {
  readonly achievable: boolean;
  readonly minimum_precision: number;
  readonly precision: number | null;
  readonly recall: number;
  readonly threshold: number | null;
}
interface StateLevel {
  readonly stop_average_precision: number;
  readonly recall_at_precision_90: Cut;
  readonly recall_at_precision_95: Cut;
  readonly calibration: {
    readonly brier: number;
    readonly ece_10: number;
    readonly bins: readonly {
      readonly count: number;
      readonly low: number;
      readonly high: number;
      readonly mean_probability: number;
      readonly observed_rate: number;
    }[];
  };
}

const NAMES = ['r01-tiny', 'r02-ties', 'r03-extreme', 'r04-mid', 'r05-no-positive'].filter((name) =>
  hasShared(`goldens/${name}`),
);
if (NAMES.length === 0)
  console.warn('SKIPPED: no ../shared/goldens beside the project; state-level figures are not compared.');

describe.skipIf(NAMES.length === 0)('published state-level figures', () => {
  it.each(NAMES)('%s', (name) => {
    const rows = readSharedLines<StateRow>(`goldens/${name}/eval.expected/expected-states.jsonl`);
    const { report } = readSharedJson<{ report: { state_level: Record<string, StateLevel> } }>(
      `goldens/${name}/eval.expected/expected.json`,
    );
    const truths = rows.map((row) => (row.safe_early_stop ? 1 : 0));
    for (const [judge, wanted] of Object.entries(report.state_level)) {
      const scores = Float64Array.from(rows, (row) => row.scores[judge]!);
      expect(averagePrecisionInOrder(scores, truths) ?? 0).toBe(wanted.stop_average_precision);
      for (const cut of [wanted.recall_at_precision_90, wanted.recall_at_precision_95]) {
        const ours = bestCutAtPrecision(rankCurve(scores, truths), cut.minimum_precision);
        expect(ours !== null).toBe(cut.achievable);
        expect([ours?.precision ?? null, ours?.recall ?? 0, ours?.threshold ?? null]).toEqual([
          cut.precision,
          cut.recall,
          cut.threshold,
        ]);
      }
      const probabilities = scores.map(marginToProbability);
      const ours = calibrate(probabilities, truths)!;
      const { bins, brier: wantedBrier, ece_10: ece } = wanted.calibration;
      expect(ours.bins.map((bin) => [bin.low, bin.high, bin.count, bin.observedRate])).toEqual(
        bins.map((bin) => [bin.low, bin.high, bin.count, bin.observed_rate]),
      );
      // The exponential function of two platforms may differ in the last digit.
      ours.bins.forEach((bin, i) => {
        expect(Math.abs(bin.meanProbability - bins[i]!.mean_probability)).toBeLessThanOrEqual(1e-15);
      });
      expect(Math.abs(ours.ece - ece)).toBeLessThanOrEqual(1e-15);
      expect(Math.abs(brier(probabilities, truths)! - wantedBrier)).toBeLessThanOrEqual(1e-15);
    }
  });
});
