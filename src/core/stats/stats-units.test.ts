import { describe, expect, it } from 'vitest';
import { riskCoverage } from './aurc.ts';
import { binomialAtLeast, binomialAtMost } from './binomial.ts';
import { brier, calibrate, marginToProbability } from './calibration.ts';
import { clopperPearson, clopperPearsonUpper, wilson, wilsonAt } from './intervals.ts';
import { mcNemar } from './mcnemar.ts';
import { PythonRandom } from './mt19937.ts';
import { chiSquareSurvival, normalQuantile, normalSurvival } from './normal.ts';
import { bestCutAtPrecision, rankCurve, rocAuc } from './ranking.ts';
import { signFlip } from './sign-flip.ts';

describe('normal and chi-square', () => {
  it('has the z values of the published evaluators', () => {
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 14);
    expect(normalQuantile(0.95)).toBeCloseTo(1.6448536269514722, 14);
    expect(normalQuantile(0.025)).toBeCloseTo(-1.959963984540054, 14);
    expect(normalQuantile(0.995)).toBeCloseTo(2.5758293035489004, 14);
    expect(normalQuantile(0.5)).toBe(0);
    for (const p of [1e-300, 1e-12, 0.001, 0.2, 0.49, 0.51, 0.8, 0.999999]) {
      const tail = normalSurvival(normalQuantile(p));
      expect(Math.abs(tail / (1 - p) - 1)).toBeLessThan(1e-9);
      expect(Math.abs(normalSurvival(-normalQuantile(p)) / p - 1)).toBeLessThan(1e-12);
    }
  });

  it('joins its two forms without a step', () => {
    expect(chiSquareSurvival(3 - 1e-12) / chiSquareSurvival(3 + 1e-12)).toBeCloseTo(1, 11);
    expect(chiSquareSurvival(0)).toBe(1);
  });
});

describe('binomial tails', () => {
  it('equal whole-number sums', () => {
    // p = 3/8, n = 40: every probability is C(40, k) * 3^k * 5^(40 - k) / 8^40.
    const weights: bigint[] = [];
    let choose = 1n;
    for (let k = 0n; k <= 40n; k++) {
      weights.push(choose * 3n ** k * 5n ** (40n - k));
      choose = (choose * (40n - k)) / (k + 1n);
    }
    const share = (part: readonly bigint[]): number =>
      Number((part.reduce((sum, w) => sum + w, 0n) * 10n ** 40n) / 8n ** 40n) / 1e40;
    for (let k = 0; k <= 40; k++) {
      const atMost = share(weights.slice(0, k + 1));
      expect(Math.abs(binomialAtMost(k, 40, 0.375) / atMost - 1)).toBeLessThan(1e-12);
      expect(Math.abs(binomialAtLeast(k, 40, 0.375) / share(weights.slice(k)) - 1)).toBeLessThan(1e-12);
    }
    expect([binomialAtMost(-1, 5, 0.5), binomialAtMost(5, 5, 0.5), binomialAtLeast(0, 5, 0.5)]).toEqual([0, 1, 1]);
    expect([
      binomialAtMost(0, 0, 0.1),
      binomialAtMost(3, 5, 0),
      binomialAtMost(3, 5, 1),
      binomialAtLeast(6, 5, 1),
    ]).toEqual([1, 1, 0, 0]);
  });
});

describe('intervals of counts', () => {
  it('show nothing without trials', () => {
    expect([wilson(0, 0), wilsonAt(0, 0, 1.96), clopperPearson(0, 0), clopperPearsonUpper(0, 0)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('give the published upper bound of the accepted risk', () => {
    // 99 wrong of 145 stops, and 1 of 2, in the replica of the core ladder.
    expect(wilsonAt(99, 145, 1.6448536269514722)?.high).toBeCloseTo(0.7424878350022045, 14);
    expect(wilsonAt(1, 2, 1.6448536269514722)?.high).toBeCloseTo(0.8791336805777263, 14);
  });

  it('invert the binomial tails', () => {
    for (const [k, n] of [
      [3, 10],
      [1, 2000],
      [1999, 2000],
      [27, 69],
    ] as const) {
      const { low, high } = clopperPearson(k, n, 0.9)!;
      expect(binomialAtLeast(k, n, low)).toBeCloseTo(0.05, 10);
      expect(binomialAtMost(k, n, high)).toBeCloseTo(0.05, 10);
    }
  });
});

describe('paired tests', () => {
  it('the sign-flip test of flips is the exact McNemar test', () => {
    for (const [b, c] of [
      [6, 1],
      [0, 5],
      [27, 42],
      [3, 3],
      [300, 250],
    ] as const) {
      const deltas = [...Array(b).fill(1), ...Array(c).fill(-1), ...Array(50).fill(0)];
      const ours = signFlip(deltas)!;
      const wanted = mcNemar(b, c);
      expect(ours.method).toBe('exact');
      expect(Math.abs(ours.pTwoSided / wanted.exact - 1)).toBeLessThan(1e-10);
      expect(Math.abs(ours.pGreater / wanted.oneSidedGreater - 1)).toBeLessThan(1e-10);
      expect(Math.abs(ours.pLess / wanted.oneSidedLess - 1)).toBeLessThan(1e-10);
    }
  });

  it('counts ties that doubles miss, and fractions that are no decimals', () => {
    // 0.1 + 0.2 - 0.3 + 0.4: 10 of 16, not 8.
    expect(signFlip([0.1, 0.2, -0.3, 0.4])?.pTwoSided).toBe(10 / 16);
    // In thirds: 1 + 2 + 3 against all 8 patterns; |sum| >= |1 + 2 - 3| always holds.
    expect(signFlip([1 / 3, 2 / 3, -3 / 3])?.pTwoSided).toBe(1);
    expect(signFlip([1 / 7, 2 / 7, 3 / 7])).toEqual({
      method: 'exact',
      patterns: 8,
      pTwoSided: 0.25,
      pGreater: 0.125,
      pLess: 1,
    });
    expect(signFlip([])).toBeNull();
  });

  it('draws signs, repeatably, where counting would take too long', () => {
    const random = new PythonRandom(4);
    const deltas = Array.from({ length: 60 }, () => random.random() - 0.35);
    const drawn = signFlip(deltas, { draws: 20_000, seed: 1 })!;
    expect(drawn.method).toBe('monte-carlo');
    expect(drawn.patterns).toBe(20_001);
    expect(signFlip(deltas, { draws: 20_000, seed: 1 })).toEqual(drawn);
    // The sum of 60 sized signs is nearly normal, with the sizes' squares as variance.
    const sum = deltas.reduce((total, delta) => total + delta, 0);
    const deviation = Math.sqrt(deltas.reduce((total, delta) => total + delta * delta, 0));
    expect(Math.abs(drawn.pGreater - normalSurvival(sum / deviation))).toBeLessThan(0.012);
    expect(signFlip(Array(60).fill(Math.PI), { draws: 500 })?.pTwoSided).toBe(1 / 501);
  });
});

describe('calibration and ranking corners', () => {
  it('clips the sigmoid and puts an exact half and 1 where they belong', () => {
    expect(marginToProbability(-1e30)).toBeCloseTo(4.248354255291589e-18, 30);
    expect(marginToProbability(1e30)).toBe(1);
    expect(marginToProbability(0)).toBe(0.5);
    const bins = calibrate(Float64Array.of(0.5, 1, 0), [1, 0, 0])!.bins;
    expect(bins.map((bin) => [bin.low, bin.high])).toEqual([
      [0, 0.1],
      [0.5, 0.6],
      [0.9, 1],
    ]);
    expect(calibrate(new Float64Array(), [])).toBeNull();
    expect(brier(new Float64Array(), [])).toBeNull();
    expect(brier(Float64Array.of(0.5, 1), [1, 0])).toBe(0.625);
    expect(riskCoverage(new Float64Array(), [])).toBeNull();
  });

  it('goes on past a dip below the precision, and breaks ties by precision, then threshold', () => {
    const curve = rankCurve(Float64Array.of(5, 4, 3, 2, 1), [1, 0, 1, 1, 1]);
    // 1/1, 1/2, 2/3, 3/4, 4/5
    expect(bestCutAtPrecision(curve, 0.75)).toEqual({ threshold: 1, precision: 0.8, recall: 1, stops: 5 });
    expect(bestCutAtPrecision(curve, 0.9)?.threshold).toBe(5);
    expect(bestCutAtPrecision(curve, 0.9, 2)).toBeNull();
    const flat = rankCurve(Float64Array.of(5, 4, 3), [1, 0, 0]);
    expect(bestCutAtPrecision(flat, 0.3)).toEqual({ threshold: 5, precision: 1, recall: 1, stops: 1 });
    const none = rankCurve(Float64Array.of(2, 1), [0, 0]);
    expect(bestCutAtPrecision(none, 0)).toEqual({ threshold: 2, precision: 0, recall: 0, stops: 1 });
    expect(rocAuc(none)).toBeNull();
  });
});
