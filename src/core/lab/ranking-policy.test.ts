import { describe, expect, it } from 'vitest';
import { squad } from '../answers/squad.ts';
import { itWithShared, readSharedJson } from '../answers/testing/outside.ts';
import { judgeAnswers } from '../correctness.ts';
import { EVERYTHING, select } from '../selection.ts';
import { buildDataset } from '../testing/build-dataset.ts';
import { rankAgainstPolicy } from './ranking-policy.ts';
import { readLadder } from './testing/ladder.ts';

interface Side {
  readonly official_em: number;
  readonly mean_search_calls: number;
  readonly stop_count: number;
  readonly wrong_stop_count: number;
}
interface StateLevel {
  readonly base: { readonly stop_average_precision: number };
  readonly lora: { readonly stop_average_precision: number };
}

describe('ranking against policy', () => {
  itWithShared('replica/core200-ladder')('binary supervision: better ranking, worse answers', () => {
    const evaluation = judgeAnswers(readLadder(), squad);
    const result = rankAgainstPolicy(
      evaluation,
      select(evaluation.dataset, EVERYTHING),
      evaluation.dataset.judges.map((judge) => ({ judge, threshold: 0 })),
      'high-confidence',
    )!;
    const { reports } = readSharedJson<{
      reports: Readonly<Record<string, { base: Side; lora: Side; native: Side; state_level: StateLevel }>>;
    }>('replica/core200-ladder.expected/expected-report.json');
    const { base, lora, native, state_level: ap } = reports.binary_base__vs__binary_lora!;
    const of = (id: string) => result.policies.find(({ judge }) => judge === id)!;
    for (const [id, side] of [
      ['binary_base', base],
      ['binary_lora', lora],
    ] as const) {
      expect(of(id).em).toBeCloseTo(side.official_em, 12);
      expect(of(id).searches).toBeCloseTo(side.mean_search_calls, 12);
      expect([of(id).stops, of(id).unsafe]).toEqual([side.stop_count, side.wrong_stop_count]);
    }
    expect(result.native.em).toBeCloseTo(native.official_em, 12);
    const inversion = result.inversions.find(
      ({ better, worse }) => better === 'binary_lora' && worse === 'binary_base',
    )!;
    expect(of('binary_base').averagePrecision).toBeCloseTo(ap.base.stop_average_precision, 12);
    expect(of('binary_lora').averagePrecision).toBeCloseTo(ap.lora.stop_average_precision, 12);
    expect(inversion.apDifference).toBeCloseTo(ap.lora.stop_average_precision - ap.base.stop_average_precision, 12);
    expect(inversion.emDifference).toBeCloseTo(lora.official_em - base.official_em, 12);
    expect(inversion.gained.length - inversion.lost.length).toBe(Math.round(200 * inversion.emDifference));
    // Every right answer that is lost here is lost to an early stop at a wrong state.
    expect(inversion.causes.map(({ question }) => question).sort((a, b) => a - b)).toEqual(inversion.lost);
    for (const { question, state, score } of inversion.causes) {
      expect(evaluation.dataset.states.question[state]).toBe(question);
      expect(evaluation.correctness.probeEm[state]).toBe(0);
      expect(score).toBeGreaterThanOrEqual(0);
    }
    expect(result.inversions.map(({ emDifference }) => emDifference)).toEqual(
      result.inversions.map(({ emDifference }) => emDifference).sort((a, b) => a - b),
    );
  });

  it('finds the one early false positive', () => {
    // `sharp` ranks both right states above the wrong ones but one; that one comes first in its question.
    const dataset = buildDataset(
      [
        {
          gold: 'x',
          answer: 'x',
          searches: 2,
          states: [
            { searchesUsed: 0, probe: 'y', scores: [2, -1] },
            { searchesUsed: 1, probe: 'x', scores: [9, -1] },
          ],
        },
        { gold: 'x', answer: 'x', searches: 1, states: [{ searchesUsed: 0, probe: 'x', scores: [8, -2] }] },
        { gold: 'x', answer: 'y', searches: 1, states: [{ searchesUsed: 0, probe: 'y', scores: [-3, 0] }] },
        { answer: 'y', searches: 1, states: [{ searchesUsed: 0, probe: 'y', scores: [5, 5] }] },
      ],
      ['sharp', 'dull'],
    );
    const evaluation = judgeAnswers(dataset, squad);
    const [sharp, dull] = dataset.judges;
    const result = rankAgainstPolicy(evaluation, Int32Array.of(0, 1, 2, 3), [
      { judge: sharp!, threshold: 1 },
      { judge: dull!, threshold: 1 },
    ])!;
    expect([...result.questions]).toEqual([0, 1, 2]);
    expect(result.prevalence).toBe(0.5);
    expect(result.policies[0]).toMatchObject({ averagePrecision: 1, em: 1 / 3, stops: 2, unsafe: 1 });
    expect(result.policies[1]).toMatchObject({ em: 2 / 3, stops: 0 });
    expect(result.inversions).toEqual([
      {
        better: 'sharp',
        worse: 'dull',
        apDifference: 1 - result.policies[1]!.averagePrecision!,
        emDifference: 1 / 3 - 2 / 3,
        lost: [0],
        gained: [],
        causes: [{ question: 0, state: 0, score: 2, otherState: -1 }],
      },
    ]);
  });

  it('has nothing to say without labels', () => {
    const dataset = buildDataset([{ answer: 'y', searches: 1, states: [{ searchesUsed: 0, probe: 'y' }] }], []);
    expect(rankAgainstPolicy(judgeAnswers(dataset, squad), Int32Array.of(0), [])).toBeNull();
  });
});
