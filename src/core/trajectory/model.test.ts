import { describe, expect, it } from 'vitest';
import { findAnswerRule } from '../answers/index.ts';
import { judgeAnswers } from '../correctness.ts';
import { buildDataset } from '../testing/build-dataset.ts';
import { describeTrajectory } from './model.ts';
import { cutText } from './texts.ts';

const squad = findAnswerRule('squad')!;
const evaluation = judgeAnswers(
  buildDataset(
    [
      {
        gold: ['x', 'ex'],
        answer: 'x',
        searches: 2,
        states: [
          { searchesUsed: 0, probe: 'the y', scores: [1, null] },
          { searchesUsed: 1, probe: 'x y', scores: [9, { unparsed: 7 }] },
          { searchesUsed: 2, nextAction: 'ANSWER', probe: 'x', scores: [2, 3] },
        ],
      },
    ],
    ['j', 'k'],
  ),
  squad,
);

describe('trajectory', () => {
  it('shows where the policy stops, what native did, and what each judge said', () => {
    const trajectory = describeTrajectory(evaluation, squad, 0, 1);
    expect(trajectory).toMatchObject({
      outcome: 'harmed',
      isPremature: true,
      isSuppressing: false,
      stop: 1,
      golds: ['x', 'ex'],
      native: { answer: 'x', verdict: 'right', searches: 2 },
      policy: { answer: 'x y', verdict: 'wrong', searches: 1, diff: { reason: 'extra' } },
    });
    expect(trajectory.states.map(({ position, isEligible }) => [position, isEligible])).toEqual([
      ['passed', true],
      ['stop', true],
      ['after', false],
    ]);
    expect(trajectory.states[0]!.judges).toMatchObject([{ score: 1, isParsed: true }, null]);
    expect(trajectory.states[1]!.judges[1]).toMatchObject({ score: 7, isParsed: false, decision: null });
    expect(trajectory.states[0]!.probe).toMatchObject({ answer: 'the y', verdict: 'wrong' });
  });

  it('has no stop where the native run finishes', () => {
    const trajectory = describeTrajectory(evaluation, squad, 0, -1);
    expect(trajectory).toMatchObject({ stop: null, outcome: 'kept', policy: { searches: 2, verdict: 'right' } });
    expect(trajectory.states.every(({ position }) => position === 'passed')).toBe(true);
  });

  it('cuts long texts between characters', () => {
    expect(cutText('ab', 2)).toEqual({ text: 'ab', length: 2 });
    expect(cutText('a\u{1f600}b', 2)).toEqual({ text: 'a', length: 4 });
  });
});
