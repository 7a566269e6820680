import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { squad } from '../answers/squad.ts';
import { judgeAnswers } from '../correctness.ts';
import { sumOutcomes } from '../metrics/totals.ts';
import { replayAll } from '../policies/index.ts';
import { EVERYTHING, select } from '../selection.ts';
import { sweep } from '../sweep.ts';
import { buildDataset, type QuestionSpec } from '../testing/build-dataset.ts';
import { type Goal, type Limit, SOLVER_QUANTITIES, type SolverPoint, solve } from './solver.ts';

const question: fc.Arbitrary<QuestionSpec> = fc
  .record({
    native: fc.boolean(),
    states: fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.boolean(), fc.integer({ min: 0, max: 5 })), {
      maxLength: 4,
    }),
  })
  .map(({ native, states }) => ({
    gold: 'x',
    answer: native ? 'x' : 'y',
    searches: states.length,
    states: states.map(([a, isRight, b], i) => ({ searchesUsed: i, probe: isRight ? 'x' : 'y', scores: [a, b] })),
  }));

const goal: fc.Arbitrary<Goal> = fc.record({
  minEmDifference: fc.option(fc.integer({ min: -4, max: 3 }).map((n) => n / 10)),
  maxRisk: fc.option(fc.integer({ min: 0, max: 10 }).map((n) => n / 10)),
  minStops: fc.option(fc.integer({ min: 0, max: 6 })),
});

const meets = (point: SolverPoint, wanted: Goal, limit: Limit): boolean =>
  limit === 'em-difference'
    ? wanted.minEmDifference === null || point.emDifference >= wanted.minEmDifference - 1e-9
    : limit === 'risk'
      ? wanted.maxRisk === null || point.risk === null || point.risk <= wanted.maxRisk + 1e-9
      : wanted.minStops === null || point.stops >= wanted.minStops;

const LIMITS: readonly Limit[] = ['em-difference', 'risk', 'stops'];

describe('solver', () => {
  it('equals trying every threshold of every judge by replay', () => {
    fc.assert(
      fc.property(fc.array(question, { minLength: 1, maxLength: 10 }), goal, (questions, wanted) => {
        const evaluation = judgeAnswers(buildDataset(questions, ['a', 'b']), squad);
        const { dataset } = evaluation;
        const selection = select(dataset, EVERYTHING);
        const all: SolverPoint[] = dataset.judges.flatMap((judge) =>
          [0, 1, 2, 3, 4, 5, Number.POSITIVE_INFINITY].map((threshold): SolverPoint => {
            const stops = replayAll({ kind: 'threshold', judge: judge.id, threshold }, evaluation, selection);
            const totals = sumOutcomes(evaluation, selection, stops, SOLVER_QUANTITIES);
            const native = evaluation.correctness.nativeEm.filter((em) => em === 1).length;
            return {
              source: judge.id,
              threshold,
              emDifference: (totals.correct! - native) / questions.length,
              risk: totals.stopped === 0 ? null : totals.unsafe! / totals.stopped!,
              stops: totals.stopped!,
              searches: totals.searches! / questions.length,
            };
          }),
        );
        const fewest = (limits: readonly Limit[]): number =>
          Math.min(...all.filter((p) => limits.every((l) => meets(p, wanted, l))).map((p) => p.searches));
        const sweeps = dataset.judges.map((judge) => sweep(evaluation, judge, selection, SOLVER_QUANTITIES));
        const solution = solve(sweeps, [], wanted);
        const best = fewest(LIMITS);
        if (best === Number.POSITIVE_INFINITY) {
          expect(solution.kind).toBe('infeasible');
          if (solution.kind !== 'infeasible') return;
          expect(solution.impossible).toEqual(LIMITS.filter((l) => !all.some((p) => meets(p, wanted, l))));
          for (const { limit, point } of solution.nearest) {
            const others = all.filter((p) => LIMITS.every((l) => l === limit || meets(p, wanted, l)));
            expect(point === null).toBe(others.length === 0);
            if (point === null) continue;
            if (limit === 'stops') expect(point.stops).toBe(Math.max(...others.map((p) => p.stops)));
            if (limit === 'risk') expect(point.risk).toBeCloseTo(Math.min(...others.map((p) => p.risk ?? 0)), 12);
            if (limit === 'em-difference') {
              expect(point.emDifference).toBeCloseTo(Math.max(...others.map((p) => p.emDifference)), 12);
            }
          }
          return;
        }
        expect(solution.kind).toBe('found');
        if (solution.kind !== 'found') return;
        expect(solution.point.searches).toBeCloseTo(best, 12);
        for (const limit of LIMITS) expect(meets(solution.point, wanted, limit)).toBe(true);
        const binding = LIMITS.filter((limit) => fewest(LIMITS.filter((l) => l !== limit)) < best - 1e-9);
        expect(solution.binding.map(({ limit }) => limit)).toEqual(binding);
        for (const { limit, without } of solution.binding) {
          expect(without.searches).toBeCloseTo(fewest(LIMITS.filter((l) => l !== limit)), 12);
        }
      }),
    );
  });

  const point = (over: Partial<SolverPoint>): SolverPoint => ({
    source: 'rule',
    threshold: null,
    emDifference: 0,
    risk: 0.2,
    stops: 10,
    searches: 2,
    ...over,
  });
  const free: Goal = { minEmDifference: null, maxRisk: null, minStops: null };

  it('takes rules beside judges; of equal searches the higher EM, then the fewer stops', () => {
    const points = [point({ stops: 9 }), point({ emDifference: 0.1 }), point({ emDifference: 0.1, stops: 7 })];
    expect(solve([], points, free)).toEqual({ kind: 'found', point: points[2], binding: [] });
  });

  it('says which limit binds, and what it costs', () => {
    const points = [point({}), point({ risk: 0.4, searches: 1 }), point({ emDifference: -0.2, searches: 0 })];
    expect(solve([], points, { ...free, minEmDifference: -0.1, maxRisk: 0.3 })).toEqual({
      kind: 'found',
      point: points[0],
      binding: [
        { limit: 'em-difference', without: points[2] },
        { limit: 'risk', without: points[1] },
      ],
    });
  });

  it('a limit that rounding alone would break is met', () => {
    const [p] = [point({ emDifference: 0.1 + 0.2 - 0.3 - 1e-16, risk: 0.1 + 0.2 })];
    expect(solve([], [p!], { ...free, minEmDifference: 0, maxRisk: 0.3 }).kind).toBe('found');
  });

  it('says when a limit is out of reach altogether, and when there is nothing to choose from', () => {
    const points = [point({})];
    expect(solve([], points, { ...free, minEmDifference: 0.5, maxRisk: 0.3 })).toEqual({
      kind: 'infeasible',
      nearest: [
        { limit: 'em-difference', point: points[0] },
        { limit: 'risk', point: null },
      ],
      impossible: ['em-difference'],
    });
    expect(solve([], [], free)).toEqual({ kind: 'nothing' });
  });

  it('never stopping has no risk, and saves nothing', () => {
    const evaluation = judgeAnswers(
      buildDataset(
        [{ gold: 'x', answer: 'x', searches: 1, states: [{ searchesUsed: 0, probe: 'y', scores: [3] }] }],
        ['j'],
      ),
      squad,
    );
    const swept = sweep(evaluation, evaluation.dataset.judges[0]!, Int32Array.of(0), SOLVER_QUANTITIES);
    const solution = solve([swept], [], { ...free, maxRisk: 0.5 });
    expect(solution).toMatchObject({ kind: 'found', point: { risk: null, stops: 0, searches: 1 } });
    expect(solution).toMatchObject({ binding: [{ limit: 'risk', without: { searches: 0 } }] });
  });
});
