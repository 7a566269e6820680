import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { squad } from '../answers/squad.ts';
import { itWithShared, readSharedJson } from '../answers/testing/outside.ts';
import { judgeAnswers } from '../correctness.ts';
import { EVERYTHING, select } from '../selection.ts';
import { rowAt, sweep } from '../sweep.ts';
import { buildDataset, type QuestionSpec } from '../testing/build-dataset.ts';
import { PythonRandom } from './mt19937.ts';
import {
  binomialP,
  conformalBound,
  conformalRisk,
  fewestStops,
  hoeffdingBentkusP,
  holdOut,
  learnThenTest,
  type RiskPath,
  riskPath,
  stopsNeeded,
} from './risk-control.ts';

/** [score, 1 if the probe is right there] per state. */
type Population = readonly (readonly (readonly [number, number])[])[];

function pathOf(questions: Population): RiskPath {
  const specs = questions.map(
    (states): QuestionSpec => ({
      gold: 'x',
      answer: 'x',
      searches: states.length,
      states: states.map(([score, isSafe], i) => ({ searchesUsed: i, probe: isSafe ? 'x' : 'y', scores: [score] })),
    }),
  );
  const dataset = buildDataset(specs, ['j']);
  const evaluation = judgeAnswers(dataset, squad);
  return riskPath(evaluation, sweep(evaluation, dataset.judges[0]!, select(dataset, EVERYTHING), []))!;
}

interface Golden {
  readonly handExample: {
    readonly alpha: number;
    readonly delta: number;
    readonly table: readonly (readonly [number, number, number, number, boolean])[];
    readonly fixedSequence: number;
  };
  readonly tail: readonly (readonly [number, number, number, number, number])[];
  readonly examples: readonly {
    readonly n: number;
    readonly alpha: number;
    readonly delta: number;
    readonly questions: Population;
    readonly table: readonly (readonly [number | null, number, number, number, number, number])[];
    readonly minStopsToStart: number;
    readonly fixedSequenceFromMinStops: number | null;
    readonly path: readonly (readonly [number, number, boolean])[];
    readonly fixedSequenceFromStrictest: number | null;
    readonly pathFromStrictest: readonly (readonly [number, number, boolean])[];
    readonly crcAlpha: number;
    readonly crcThreshold: number | null;
    readonly crcNothingCertified: boolean;
    readonly crcOnlyNeverStop: boolean;
  }[];
}

const GOLDENS = 'goldens/stats/stats.json';
const readGolden = (): Golden => readSharedJson<{ readonly ltt: Golden }>(GOLDENS).ltt;

describe('risk control on the worked cases', () => {
  itWithShared(GOLDENS)('p-values', () => {
    for (const [unsafe, stops, alpha, binomial, bentkus] of readGolden().tail) {
      const what = `${unsafe} of ${stops} at ${alpha}`;
      expect(Math.abs(binomialP(unsafe, stops, alpha) / binomial - 1), what).toBeLessThan(1e-9);
      expect(Math.abs(hoeffdingBentkusP(unsafe, stops, alpha) / bentkus - 1), what).toBeLessThan(1e-9);
    }
  });

  itWithShared(GOLDENS)('a later small p does not count', () => {
    const { alpha, delta, table, fixedSequence } = readGolden().handExample;
    const path = {
      stops: Uint32Array.from(table, (row) => row[1]),
      unsafe: Uint32Array.from(table, (row) => row[2]),
    };
    const { row, path: tested } = learnThenTest(path, { alpha, delta, minStops: 1 });
    expect(table[row!]![0]).toBe(fixedSequence);
    expect(tested.map(({ isCertified }) => isCertified)).toEqual([true, true, false]);
    expect(binomialP(path.unsafe[3]!, path.stops[3]!, alpha)).toBeLessThan(delta);
  });

  itWithShared(GOLDENS)('whole sequences, from the declared start and from the strictest; conformal risk', () => {
    for (const example of readGolden().examples) {
      const { alpha, delta, table } = example;
      const path = pathOf(example.questions);
      expect(path.questionCount).toBe(example.n);
      // The table has a row for every score; between two records nothing changes.
      const rowOf = (threshold: number | null): number => rowAt(path, threshold ?? Number.POSITIVE_INFINITY);
      expect(new Set(table.map(([threshold]) => rowOf(threshold))).size).toBe(path.thresholds.length);
      for (const [threshold, stops, unsafe, p, ever, bound] of table) {
        const row = rowOf(threshold);
        expect([path.stops[row], path.unsafe[row], path.everUnsafe[row]]).toEqual([stops, unsafe, ever]);
        expect(binomialP(unsafe, stops, alpha)).toBeCloseTo(p, 12);
        expect(conformalBound(path, row)).toBeCloseTo(bound, 15);
      }
      for (const [minStops, threshold, tested] of [
        [example.minStopsToStart, example.fixedSequenceFromMinStops, example.path],
        [1, example.fixedSequenceFromStrictest, example.pathFromStrictest],
      ] as const) {
        const certificate = learnThenTest(path, { alpha, delta, minStops });
        expect(certificate.row).toBe(threshold === null ? null : rowOf(threshold));
        expect(certificate.path.map(({ row }) => row)).toEqual([...new Set(tested.map(([t]) => rowOf(t)))]);
        for (const [t, p, isCertified] of tested) {
          const mine = certificate.path.find(({ row }) => row === rowOf(t))!;
          expect(mine.p).toBeCloseTo(p, 12);
          expect(mine.isCertified).toBe(isCertified);
        }
      }
      const crc = conformalRisk(path, example.crcAlpha);
      expect(crc === null).toBe(example.crcNothingCertified);
      expect(crc === 0).toBe(example.crcOnlyNeverStop);
      if (crc !== null && crc > 0) expect(crc).toBe(rowOf(example.crcThreshold));
    }
  });
});

describe('what it would take', () => {
  it('fewest stops that certify anything', () => {
    expect(fewestStops(0.1, 0.05)).toBe(29);
    expect(fewestStops(0.05, 0.05)).toBe(59);
    expect(fewestStops(0.5, 0.1)).toBe(4);
    expect(fewestStops(0.9, 0.5)).toBe(1);
  });

  it('counts up from what was seen', () => {
    expect(stopsNeeded(0, 0, 0.1, 0.05)).toBe(29);
    expect(stopsNeeded(0, 40, 0.1, 0.05)).toBe(40);
    // One in 46 would do, but that is a smaller share than one in 40: two in 61.
    expect(stopsNeeded(1, 40, 0.1, 0.05)).toBe(61);
    expect(stopsNeeded(27, 69, 0.1, 0.1)).toBeNull();
    expect(stopsNeeded(4, 40, 0.1, 0.1)).toBeNull();
  });

  it('is the smallest such number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 60 }), (unsafe, more) => {
        const stops = unsafe + more;
        const found = stopsNeeded(unsafe, stops, 0.3, 0.1);
        let plain: number | null = null;
        for (let n = Math.max(1, stops); n <= 1500 && plain === null; n++) {
          const wrong = stops === 0 ? 0 : Math.ceil((unsafe * n) / stops);
          if (binomialP(Math.max(wrong, unsafe), n, 0.3) <= 0.1) plain = n;
        }
        if (plain !== null) expect(found).toBe(plain);
        else expect(found ?? Number.POSITIVE_INFINITY).toBeGreaterThan(1500);
      }),
    );
  });

  it('gives up on a risk that is barely below alpha', () => {
    expect(stopsNeeded(999, 10_000, 0.1, 0.05)).toBeNull();
  });
});

describe('held-out check', () => {
  const path = pathOf([
    [[2, 1]],
    [
      [1, 0],
      [3, 1],
    ],
    [[2, 0]],
  ]);

  it('counts at the threshold, with an exact bound', () => {
    expect(holdOut(path, 2, 0.1)).toMatchObject({ stops: 3, unsafe: 1, risk: 1 / 3, unsafeShare: 1 / 3 });
    expect(holdOut(path, 9, 0.1)).toEqual({ stops: 0, unsafe: 0, risk: null, upper: null, unsafeShare: 0 });
    expect(holdOut(path, 1, 0.1).upper).toBeGreaterThan(2 / 3);
  });

  it('a stop without a label leaves everything open', () => {
    const dataset = buildDataset(
      [{ answer: 'x', searches: 1, states: [{ searchesUsed: 0, probe: 'x', scores: [1] }] }],
      ['j'],
    );
    const evaluation = judgeAnswers(dataset, squad);
    expect(riskPath(evaluation, sweep(evaluation, dataset.judges[0]!, Int32Array.of(0), []))).toBeNull();
  });
});

/**
 * A population whose risk rises as the threshold falls, crossing 0.2 below 2: one to three states, a score around
 * what the state is worth. Coarse scores keep the sequences short.
 */
function drawPopulation(random: PythonRandom, count: number): Population {
  const uniform = (): number => random.nextWord() / 2 ** 32;
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + Math.floor(uniform() * 3) }, () => {
      const score = Math.round((uniform() + uniform() + uniform()) * 4) / 4;
      const isSafe = uniform() < 0.45 + score * 0.2 ? 1 : 0;
      return [score, isSafe] as const;
    }),
  );
}

describe('the promise on a synthetic population', () => {
  const truth = pathOf(drawPopulation(new PythonRandom(1), 60_000));
  const trueRow = (threshold: number) => holdOut(truth, threshold, 0.1);
  const trials = 400;
  const alpha = 0.2;
  const delta = 0.1;
  const calibrations = Array.from({ length: trials }, (_, trial) =>
    pathOf(drawPopulation(new PythonRandom(1000 + trial), 300)),
  );
  const slack = 3 * Math.sqrt((delta * (1 - delta)) / trials);

  it('crosses alpha inside the range of scores', () => {
    expect(trueRow(2.25).risk!).toBeLessThan(alpha);
    expect(trueRow(1).risk!).toBeGreaterThan(alpha);
  });

  it('Learn-then-Test: a true risk above alpha in at most delta of the trials', () => {
    let violations = 0;
    let certified = 0;
    for (const path of calibrations) {
      const { row } = learnThenTest(path, { alpha, delta, minStops: fewestStops(alpha, delta) });
      if (row === null) continue;
      certified += 1;
      if (trueRow(path.thresholds[row]!).risk! > alpha) violations += 1;
    }
    // It must certify often enough that the bound could be broken.
    expect(certified / trials).toBeGreaterThan(0.3);
    expect(violations / trials).toBeLessThanOrEqual(delta + slack);
  });

  it('taking the loosest threshold whose observed risk is below alpha breaks it: the test can fail', () => {
    let violations = 0;
    for (const path of calibrations) {
      let row = 0;
      path.stops.forEach((stops, r) => {
        if (stops > 0 && path.unsafe[r]! <= alpha * stops) row = r;
      });
      if (row > 0 && trueRow(path.thresholds[row]!).risk! > alpha) violations += 1;
    }
    expect(violations / trials).toBeGreaterThan(delta + 2 * slack);
  });

  it('conformal risk control: the share of unsafe stops on new questions is at most alpha on average', () => {
    const target = 0.1;
    const shares = calibrations.map((path) => {
      const row = conformalRisk(path, target);
      return row === null || row === 0 ? 0 : trueRow(path.thresholds[row]!).unsafeShare!;
    });
    const mean = shares.reduce((sum, share) => sum + share, 0) / trials;
    const deviation = Math.sqrt(shares.reduce((sum, share) => sum + (share - mean) ** 2, 0) / trials);
    expect(mean).toBeLessThanOrEqual(target + (3 * deviation) / Math.sqrt(trials));
    expect(mean).toBeGreaterThan(target / 2);
  });
});
