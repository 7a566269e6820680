import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { squad } from '../answers/squad.ts';
import { type Evaluation, judgeAnswers } from '../correctness.ts';
import { replayAll } from '../policies/index.ts';
import { EVERYTHING, select } from '../selection.ts';
import { expectMatched } from '../stats/matched-random.ts';
import { PythonRandom } from '../stats/mt19937.ts';
import { buildDataset, type QuestionSpec } from '../testing/build-dataset.ts';
import { compareBaselines } from './advantage.ts';
import { budgetPoints, mixBudgets } from './budgets.ts';
import { policyDepths } from './matched-stops.ts';
import { permuteScores, sumStops } from './score-permutation.ts';

/** One entry per state: [score, right?]. The native answer is right where `native` is 1. */
const question = (native: 0 | 1, ...states: readonly (readonly [number | null, 0 | 1])[]): QuestionSpec => ({
  gold: 'x',
  answer: native ? 'x' : 'y',
  searches: states.length,
  states: states.map(([score, isRight], i) => ({
    searchesUsed: i,
    probe: isRight ? 'x' : 'y',
    scores: [score],
  })),
});

const evaluate = (questions: readonly QuestionSpec[]): Evaluation =>
  judgeAnswers(buildDataset(questions, ['j']), squad);
const everything = ({ dataset }: Evaluation) => select(dataset, EVERYTHING);

const SIX = evaluate([
  question(1, [1, 0], [5, 1], [0, 1]),
  question(0, [4, 0], [1, 1]),
  question(1, [0, 1], [0, 0]),
  question(0, [4, 1]),
  question(1, [0, 0], [4, 0], [9, 1]),
  question(0, [0, 0]),
]);

describe('depths of a policy', () => {
  it('counts stops by position among the eligible states', () => {
    const selection = everything(SIX);
    const stops = replayAll({ kind: 'threshold', judge: 'j', threshold: 4 }, SIX, selection);
    const depths = policyDepths(SIX, selection, stops)!;
    expect(depths.input.stopsAtDepth).toEqual([2, 2]);
    expect([...depths.depths]).toEqual([1, 0, -1, 0, 1, -1]);
    expect(depths.isDepthIndex).toBe(true);
  });

  it('sets the stops of a policy beside what a blind stop at the same depth would give', () => {
    const selection = everything(SIX);
    const stops = replayAll({ kind: 'threshold', judge: 'j', threshold: 4 }, SIX, selection);
    const found = compareBaselines(SIX, selection, stops, { seed: 1, draws: 10 })!;
    expect(found.isDepthIndex).toBe(true);
    // At 0 searches: stops q1 (wrong) and q3 (right) of six, q2 and q3 would be right. At 1: q0 (right), q4 (wrong) of four.
    expect(found.depths).toEqual([
      { depth: 0, stops: 2, safe: 1, questions: 6, safeQuestions: 2 },
      { depth: 1, stops: 2, safe: 1, questions: 4, safeQuestions: 2 },
    ]);
    // 5 of 11 searches: 0 + 1 + 2 + 0 + 1 + 1 = 5; budget 0 spends none, budget 1 six.
    expect(found.mixed).toEqual({ lower: 0, upper: 1, share: 5 / 6 });
  });

  it('says when a depth is not the state index', () => {
    const gaps = evaluate([
      {
        gold: 'x',
        answer: 'x',
        searches: 3,
        states: [{ searchesUsed: 0 }, { searchesUsed: 2, probe: 'x', scores: [1] }],
      },
    ]);
    const depths = policyDepths(gaps, Int32Array.of(0), Int32Array.of(1))!;
    expect(depths.isDepthIndex).toBe(false);
    expect(depths.input.searches).toEqual(Int32Array.of(2));
    expect(() => policyDepths(gaps, Int32Array.of(0), Int32Array.of(0))).toThrow('not eligible');
  });

  it('is unknown where a label is', () => {
    const unlabelled = evaluate([{ answer: 'x', searches: 1, states: [{ searchesUsed: 0, probe: 'x' }] }]);
    expect(policyDepths(unlabelled, Int32Array.of(0), Int32Array.of(-1))).toBeNull();
  });
});

describe('permuted scores', () => {
  const judge = SIX.dataset.judges[0]!;

  /** All choices of which states are above the threshold, as many per index as the judge has. */
  function enumerateSums(evaluation: Evaluation, threshold: number): number[] {
    const { states } = evaluation.dataset;
    const indices = [...new Set(states.searchesUsed)];
    let choices: number[][] = [[]];
    for (const index of indices) {
      const members = [...states.searchesUsed].flatMap((used, state) => (used === index ? [state] : []));
      const above = members.filter((state) => judge.scores[state]! >= threshold).length;
      const subsets = Array.from({ length: 1 << members.length }, (_, bits) =>
        members.filter((_m, i) => (bits >> i) & 1),
      );
      choices = choices.flatMap((chosen) =>
        subsets.filter((subset) => subset.length === above).map((subset) => [...chosen, ...subset]),
      );
    }
    const selection = everything(evaluation);
    return choices.map((above) => {
      const stops = Int32Array.from(selection, (q) => {
        const mine = above.filter((state) => states.question[state] === q);
        return mine.length === 0 ? -1 : Math.min(...mine);
      });
      return sumStops(evaluation, selection, stops).correct;
    });
  }

  it('draws from all choices with as many scores above the threshold at each index', () => {
    const all = enumerateSums(SIX, 4);
    const mean = all.reduce((sum, n) => sum + n, 0) / all.length;
    const result = permuteScores(SIX, judge, 4, everything(SIX), { seed: 3, draws: 8000 })!;
    expect(result.observed).toEqual({ correct: 3, searches: 5, stops: 4, unsafe: 2 });
    const drawn = result.draws.map(({ correct }) => correct);
    const average = drawn.reduce((sum, n) => sum + n, 0) / drawn.length;
    const deviation = Math.sqrt(drawn.reduce((sum, n) => sum + (n - average) ** 2, 0) / drawn.length);
    expect(Math.abs(average - mean)).toBeLessThan((4 * deviation) / Math.sqrt(drawn.length));
    const share = all.filter((n) => n >= result.observed.correct).length / all.length;
    expect(Math.abs(result.pCorrect - share)).toBeLessThan(4 * Math.sqrt((share * (1 - share)) / drawn.length) + 1e-3);
  });

  it('with nothing above the threshold there is nothing to permute', () => {
    const result = permuteScores(SIX, judge, 99, everything(SIX), { seed: 3, draws: 20 })!;
    expect(result.pCorrect).toBe(1);
    expect(result.pRisk).toBeNull();
    expect(result.draws.every((draw) => draw.stops === 0)).toBe(true);
  });
});

describe('fixed budgets at the same cost', () => {
  const points = budgetPoints(SIX, everything(SIX));

  it('every budget up to the native run', () => {
    expect(points.map(({ budget, searches, em }) => [budget, searches * 6, em * 6])).toEqual([
      [0, 0, 2],
      [1, 6, 2],
      [2, 10, 3],
      [3, 12, 3],
    ]);
  });

  it('the coin between two budgets spends what it should, and its EM is what simulation gives', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), (hundredths) => {
        const searches = hundredths / 100;
        const mix = mixBudgets(points, searches)!;
        const { lower, upper, share } = mix;
        expect(lower.searches + share * (upper.searches - lower.searches)).toBeCloseTo(searches, 12);
        const random = new PythonRandom(hundredths);
        const tosses = 400;
        let correct = 0;
        for (let i = 0; i < tosses; i++) correct += random.random() < share ? upper.em : lower.em;
        const error = (4 * Math.abs(upper.em - lower.em) * Math.sqrt(share * (1 - share))) / Math.sqrt(tosses);
        expect(Math.abs(correct / tosses - mix.em)).toBeLessThanOrEqual(error + 1e-9);
      }),
      { numRuns: 50 },
    );
  });

  it('has nothing to say outside its range', () => {
    expect(mixBudgets(points, 2.01)).toBeNull();
    expect(mixBudgets(points, -0.1)).toBeNull();
    expect(mixBudgets([], 1)).toBeNull();
  });
});

describe('what is left of the advantage', () => {
  it('sets every baseline beside the policy', () => {
    const selection = everything(SIX);
    const stops = replayAll({ kind: 'threshold', judge: 'j', threshold: 4 }, SIX, selection);
    const judge = SIX.dataset.judges[0]!;
    const result = compareBaselines(SIX, selection, stops, { seed: 1, draws: 300, judge: { judge, threshold: 4 } })!;
    expect([result.em, result.searches]).toEqual([3 / 6, 5 / 6]);
    expect(result.rows.map(({ kind }) => kind)).toEqual([
      'never-stop',
      'always-stop',
      'budget',
      'matched-random',
      'permuted-scores',
      'quality-oracle',
      'cost-oracle',
    ]);
    for (const row of result.rows) expect(row.advantage).toBeCloseTo(result.em - row.em, 12);
    const of = (kind: string) => result.rows.find((row) => row.kind === kind)!;
    expect(of('never-stop')).toMatchObject({ em: 3 / 6, searches: 2, p: null, isDeployable: true });
    expect(of('budget').searches).toBe(result.searches);
    const expected = expectMatched(policyDepths(SIX, selection, stops)!.input)!;
    expect(of('matched-random')).toMatchObject({ em: expected.em, searches: expected.searches });
    expect(of('quality-oracle')).toMatchObject({ em: 5 / 6, isDeployable: false });
    expect(of('cost-oracle').em).toBe(3 / 6);
  });

  it('looks at labelled questions only', () => {
    const mixed = evaluate([
      question(1, [1, 1]),
      { answer: 'x', searches: 1, states: [{ searchesUsed: 0, probe: 'x', scores: [1] }] },
    ]);
    const result = compareBaselines(mixed, Int32Array.of(0, 1), Int32Array.of(0, 1), { seed: 1, draws: 10 })!;
    expect([...result.questions]).toEqual([0]);
    expect(result.searches).toBe(0);
  });
});
