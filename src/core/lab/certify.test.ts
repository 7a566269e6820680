import { describe, expect, it } from 'vitest';
import { squad } from '../answers/squad.ts';
import { judgeAnswers } from '../correctness.ts';
import { EVERYTHING, select } from '../selection.ts';
import { buildDataset, type QuestionSpec } from '../testing/build-dataset.ts';
import { certifyJudge } from './certify.ts';

/** One state: the higher the score, the earlier it stops; right where the sign says so. */
const question = (score: number, isRight: boolean): QuestionSpec => ({
  gold: 'x',
  answer: 'y',
  searches: 1,
  states: [{ searchesUsed: 0, probe: isRight ? 'x' : 'y', scores: [score] }],
});

/** Forty questions by descending score, of which those at the given places are wrong; twice: to calibrate and to check. */
const build = (wrong: readonly number[], checkWrong: readonly number[] = wrong) => {
  const half = (bad: readonly number[]) => Array.from({ length: 40 }, (_, i) => question(100 - i, !bad.includes(i)));
  const dataset = buildDataset([...half(wrong), ...half(checkWrong)], ['j']);
  const evaluation = judgeAnswers(dataset, squad);
  return {
    evaluation,
    judge: dataset.judges[0]!,
    calibrate: select(dataset, { range: { from: 0, to: 39 }, split: null }),
    check: select(dataset, { range: { from: 40, to: 79 }, split: null }),
  };
};

describe('certificates', () => {
  it('goes on from the declared start while the test holds, and checks the last threshold elsewhere', () => {
    const { evaluation, judge, calibrate, check } = build([30, 31, 32, 33, 34], [2]);
    const found = certifyJudge(evaluation, judge, calibrate, check, { alpha: 0.2, delta: 0.1, minStops: null })!;
    // 0.8 ^ 11 = 0.0859 is the first power at or below 0.1.
    expect([found.fewestStops, found.minStops]).toEqual([11, 11]);
    const verdict = found.selectedStops;
    expect(verdict.kind).toBe('certified');
    if (verdict.kind !== 'certified') return;
    // P(Bin(33, 0.2) <= 3) = 0.081; with 4 of 34 it is 0.162, and the sequence ends.
    expect([verdict.stop.stops, verdict.stop.unsafe, verdict.stop.threshold]).toEqual([33, 3, 68]);
    expect(verdict.stop.p).toBeLessThanOrEqual(0.1);
    expect(found.tested).toBe(33 - 11 + 2);
    expect(verdict.held).toMatchObject({ stops: 33, unsafe: 1, risk: 1 / 33 });
    expect([found.calibrateQuestions, found.checkQuestions, found.sharedQuestions]).toEqual([40, 40, 0]);
  });

  it('says how many more stops it would take', () => {
    // One of the first eleven is wrong: p = P(Bin(11, 0.2) <= 1) = 0.32.
    const { evaluation, judge, calibrate, check } = build([3]);
    const found = certifyJudge(evaluation, judge, calibrate, check, { alpha: 0.2, delta: 0.1, minStops: null })!;
    // 1 of 18 has p = 0.099, but one in eleven of 18 is 2; 2 of 25 has 0.098, but of 25 it is 3; 3 of 32 has 0.093.
    expect(found.selectedStops).toMatchObject({
      kind: 'cannot-certify',
      stop: { stops: 11, unsafe: 1 },
      moreStops: 32 - 11,
    });
    const hopeless = build([0, 1, 2]);
    expect(
      certifyJudge(hopeless.evaluation, hopeless.judge, hopeless.calibrate, hopeless.check, {
        alpha: 0.2,
        delta: 0.1,
        minStops: null,
      })!.selectedStops,
    ).toMatchObject({ kind: 'cannot-certify', moreStops: null });
  });

  it('counts what is missing where nothing stops often enough', () => {
    const { evaluation, judge, calibrate, check } = build([]);
    const found = certifyJudge(evaluation, judge, calibrate, check, { alpha: 0.05, delta: 0.05, minStops: null })!;
    // (1 - 0.05)^59 is the first at or below 0.05, and there are 40 stops.
    expect(found.fewestStops).toBe(59);
    expect(found.selectedStops).toEqual({ kind: 'cannot-certify', stop: null, mostStops: 40, moreStops: 19 });
  });

  it('the share of unsafely stopped questions needs enough questions', () => {
    const { evaluation, judge, calibrate, check } = build([5]);
    const tight = certifyJudge(evaluation, judge, calibrate, check, { alpha: 0.02, delta: 0.1, minStops: null })!;
    expect(tight.unsafeShare).toEqual({ kind: 'cannot-certify', questionsNeeded: 49 });
    const wide = certifyJudge(evaluation, judge, calibrate, check, { alpha: 0.03, delta: 0.1, minStops: null })!;
    // 1 / 41 = 0.0244 until the wrong one stops; 2 / 41 = 0.0488 from there on.
    expect(wide.unsafeShare).toMatchObject({ kind: 'certified', threshold: 96, bound: 1 / 41, stops: 5 });
  });

  it('notices that calibration and check share questions, and that labels are missing', () => {
    const { evaluation, judge, calibrate } = build([]);
    const wish = { alpha: 0.2, delta: 0.1, minStops: null };
    expect(certifyJudge(evaluation, judge, calibrate, calibrate, wish)!.sharedQuestions).toBe(40);
    const bare = buildDataset(
      [{ answer: 'y', searches: 1, states: [{ searchesUsed: 0, probe: 'y', scores: [1] }] }],
      ['j'],
    );
    const unlabelled = judgeAnswers(bare, squad);
    expect(certifyJudge(unlabelled, bare.judges[0]!, select(bare, EVERYTHING), Int32Array.of(), wish)).toBeNull();
  });
});
