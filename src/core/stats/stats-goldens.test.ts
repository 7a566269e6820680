import { describe, expect, it } from 'vitest';
import { hasShared, itWithShared, readSharedJson } from '../answers/testing/outside.ts';
import { riskCoverage } from './aurc.ts';
import { averagePrecisionInOrder, averagePrecisionTieGrouped } from './average-precision.ts';
import { type Binning, brier, calibrate } from './calibration.ts';
import { holm } from './holm.ts';
import { clopperPearson, clopperPearsonUpper, wilson } from './intervals.ts';
import { mcNemar } from './mcnemar.ts';
import { prPoints, rankCurve, rocAuc, rocPoints } from './ranking.ts';
import { signFlip } from './sign-flip.ts';

interface GoldenBin {
  readonly low: number;
  readonly high: number;
  readonly n: number;
  readonly meanP: number;
  readonly rate: number;
}
interface GoldenBinning {
  readonly bins: readonly GoldenBin[];
  readonly ece: number;
  readonly mce: number;
}
interface Stats {
  readonly wilson: { readonly rows: readonly (readonly number[])[] };
  readonly clopperPearson: { readonly rows: readonly (readonly number[])[] };
  readonly mcnemar: { readonly cases: readonly Readonly<Record<string, number>>[] };
  readonly signFlip: {
    readonly cases: readonly {
      readonly deltas: readonly string[];
      readonly countTwoSided: number;
      readonly total: number;
      readonly pTwoSided: number;
      readonly pGreater: number;
      readonly pLess: number;
    }[];
  };
  readonly ranking: {
    readonly cases: readonly {
      readonly name: string;
      readonly labels: readonly number[];
      readonly scores: readonly number[];
      readonly apIndexOrder: number;
      readonly apTieGrouped: number;
      readonly rocAuc: number | null;
      readonly prPoints: readonly (readonly [number, number, number, number, number])[];
      readonly rocPoints?: readonly (readonly [number, number])[];
      readonly sklearnPr?: {
        readonly precision: readonly number[];
        readonly recall: readonly number[];
        readonly thresholds: readonly number[];
      };
    }[];
  };
  readonly calibration: {
    readonly cases: readonly (Readonly<Record<string, GoldenBinning>> & {
      readonly name: string;
      readonly p: readonly number[];
      readonly y: readonly number[];
      readonly brier: number;
    })[];
  };
  readonly aurc: {
    readonly cases: readonly {
      readonly name: string;
      readonly confidence: readonly number[];
      readonly loss: readonly number[];
      readonly curve: readonly (readonly [number, number, number])[];
      readonly aurc: number;
      readonly aurcGroupEnds: number;
      readonly aurcBestTieOrder: number;
      readonly aurcWorstTieOrder: number;
      readonly aurcOptimal: number;
      readonly eAurc: number;
      readonly augrc: number;
    }[];
  };
  readonly holm: { readonly cases: readonly { readonly p: readonly number[]; readonly adjusted: readonly number[] }[] };
}

const PATH = 'goldens/stats/stats.json';
const stats = hasShared(PATH) ? readSharedJson<Stats>(PATH) : null;

/** The goldens' tolerance: 1e-10 relative. */
const isNear = (ours: number | null | undefined, wanted: number | null): boolean =>
  wanted === null || ours === null || ours === undefined
    ? ours === wanted
    : Math.abs(ours - wanted) <= 1e-10 * Math.abs(wanted);
function expectNear(ours: number | null | undefined, wanted: number | null, what: string): void {
  expect(isNear(ours, wanted), `${what}: ${ours} instead of ${wanted}`).toBe(true);
}

describe('shared statistics goldens', () => {
  itWithShared(PATH)('Wilson intervals', () => {
    expect(stats!.wilson.rows).toHaveLength(93);
    for (const [k, n, confidence, low, high] of stats!.wilson.rows) {
      const ours = wilson(k!, n!, confidence!);
      expectNear(ours?.low, low!, `low of ${k}/${n} at ${confidence}`);
      expectNear(ours?.high, high!, `high of ${k}/${n} at ${confidence}`);
    }
  });

  itWithShared(PATH)('Clopper-Pearson intervals', () => {
    expect(stats!.clopperPearson.rows).toHaveLength(93);
    for (const [k, n, confidence, low, high, upper] of stats!.clopperPearson.rows) {
      const ours = clopperPearson(k!, n!, confidence!);
      expectNear(ours?.low, low!, `low of ${k}/${n} at ${confidence}`);
      expectNear(ours?.high, high!, `high of ${k}/${n} at ${confidence}`);
      expectNear(clopperPearsonUpper(k!, n!, confidence!), upper!, `upper of ${k}/${n} at ${confidence}`);
    }
  });

  itWithShared(PATH)('McNemar', () => {
    expect(stats!.mcnemar.cases).toHaveLength(24);
    for (const wanted of stats!.mcnemar.cases) {
      const ours = mcNemar(wanted.b!, wanted.c!);
      const what = `b ${wanted.b}, c ${wanted.c}`;
      expectNear(ours.exact, wanted.exactDoubled!, `exact, ${what}`);
      expectNear(ours.midP, wanted.midP!, `midP, ${what}`);
      expectNear(ours.oneSidedGreater, wanted.oneSidedGreater!, `greater, ${what}`);
      expectNear(ours.oneSidedLess, wanted.oneSidedLess!, `less, ${what}`);
      expectNear(ours.chiSquare, wanted.chi2!, `chi2, ${what}`);
      expectNear(ours.chiSquareP, wanted.chi2P!, `chi2P, ${what}`);
      expectNear(ours.correctedP, wanted.chi2CorrectedP!, `corrected, ${what}`);
    }
  });

  itWithShared(PATH)('sign flips, exactly', () => {
    expect(stats!.signFlip.cases).toHaveLength(13);
    for (const wanted of stats!.signFlip.cases) {
      const ours = signFlip(wanted.deltas.map(Number));
      expect(ours?.method).toBe('exact');
      expect(ours?.patterns).toBe(wanted.total);
      expect((ours?.pTwoSided ?? 0) * wanted.total).toBe(wanted.countTwoSided);
      expect([ours?.pTwoSided, ours?.pGreater, ours?.pLess]).toEqual([wanted.pTwoSided, wanted.pGreater, wanted.pLess]);
    }
  });

  it.each((stats?.ranking.cases ?? []).map((row) => [row.name, row] as const))('ranking: %s', (_name, wanted) => {
    const scores = Float64Array.from(wanted.scores);
    const curve = rankCurve(scores, wanted.labels);
    expectNear(averagePrecisionInOrder(scores, wanted.labels) ?? 0, wanted.apIndexOrder, 'AP in index order');
    expectNear(averagePrecisionTieGrouped(scores, wanted.labels) ?? 0, wanted.apTieGrouped, 'AP with ties grouped');
    expectNear(rocAuc(curve), wanted.rocAuc, 'AUC');
    const points = prPoints(curve);
    expect(points.map((p) => [p.score + 0, p.predicted, p.truePositives, p.precision, p.recall ?? 0])).toEqual(
      wanted.prPoints.map((row) => row.map((value) => value + 0)),
    );
    if (wanted.rocPoints) expect(rocPoints(curve)).toEqual(wanted.rocPoints);
    else expect(rocPoints(curve)).toEqual([]);
    if (!wanted.sklearnPr) return;
    const low = [...points].reverse();
    expect([...low.map((p) => p.precision), 1]).toEqual(wanted.sklearnPr.precision);
    expect([...low.map((p) => p.recall), 0]).toEqual(wanted.sklearnPr.recall);
    expect(low.map((p) => p.score + 0)).toEqual(wanted.sklearnPr.thresholds.map((value) => value + 0));
  });

  const BINNINGS: Readonly<Record<string, Binning>> = {
    equalWidth10: { kind: 'equal-width', count: 10 },
    equalWidth5: { kind: 'equal-width', count: 5 },
    equalWidth15: { kind: 'equal-width', count: 15 },
    equalMassSplit10: { kind: 'equal-mass', count: 10, ties: 'split' },
    equalMassTieSafe10: { kind: 'equal-mass', count: 10, ties: 'tie-safe' },
    equalMassSplit4: { kind: 'equal-mass', count: 4, ties: 'split' },
    equalMassTieSafe4: { kind: 'equal-mass', count: 4, ties: 'tie-safe' },
  };
  it.each((stats?.calibration.cases ?? []).map((row) => [row.name, row] as const))(
    'calibration: %s',
    (_name, wanted) => {
      const p = Float64Array.from(wanted.p);
      expectNear(brier(p, wanted.y), wanted.brier, 'Brier');
      for (const [name, binning] of Object.entries(BINNINGS)) {
        const golden = wanted[name]!;
        const ours = calibrate(p, wanted.y, binning);
        expect(
          ours?.bins.map((bin) => bin.count),
          name,
        ).toEqual(golden.bins.map((bin) => bin.n));
        ours?.bins.forEach((bin, i) => {
          const { low, high, meanP, rate } = golden.bins[i]!;
          expect([bin.low, bin.high, bin.observedRate]).toEqual([low, high, rate]);
          expectNear(bin.meanProbability, meanP, `${name} mean of bin ${i}`);
        });
        expectNear(ours?.ece, golden.ece, `${name} ECE`);
        expectNear(ours?.mce, golden.mce, `${name} MCE`);
      }
    },
  );

  it.each((stats?.aurc.cases ?? []).map((row) => [row.name, row] as const))(
    'risk and coverage: %s',
    (_name, wanted) => {
      const ours = riskCoverage(Float64Array.from(wanted.confidence), wanted.loss);
      for (const key of [
        'aurc',
        'aurcGroupEnds',
        'aurcBestTieOrder',
        'aurcWorstTieOrder',
        'aurcOptimal',
        'eAurc',
        'augrc',
      ] as const) {
        expectNear(ours?.[key], wanted[key], key);
      }
      expect(ours?.curve).toHaveLength(wanted.curve.length);
      ours?.curve.forEach((point, i) => {
        expect(point.confidence).toBe(wanted.curve[i]![0]);
        expectNear(point.coverage, wanted.curve[i]![1], 'coverage');
        expectNear(point.risk, wanted.curve[i]![2], 'risk');
      });
    },
  );

  itWithShared(PATH)('Holm', () => {
    for (const { p, adjusted } of stats!.holm.cases) {
      holm(p).forEach((value, i) => {
        expectNear(value, adjusted[i]!, `p ${p[i]}`);
      });
    }
  });
});
