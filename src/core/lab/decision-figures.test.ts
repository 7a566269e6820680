import { describe, expect, it } from 'vitest';
import { squad } from '../answers/squad.ts';
import { judgeAnswers } from '../correctness.ts';
import { buildDataset, type QuestionSpec } from '../testing/build-dataset.ts';
import { decisionCodes, decisionColumnId, decisionWords } from './decision-figures.ts';

const question = (
  ...states: readonly (readonly [score: number, probe: 'x' | 'y', next?: 'ANSWER'])[]
): QuestionSpec => ({
  gold: 'x',
  answer: 'x',
  searches: states.length,
  states: states.map(([score, probe, nextAction], searchesUsed) => ({
    searchesUsed,
    probe,
    scores: [score],
    ...(nextAction ? { nextAction } : {}),
  })),
});

const dataset = buildDataset(
  [question([1, 'x'], [2, 'y']), question([3, 'y']), question([4, 'x'], [5, 'x', 'ANSWER'])],
  ['j'],
);
const [judge] = dataset.judges;
// 1 STOP, 2 CONTINUE, 0 not recorded.
const evaluation = judgeAnswers(
  { ...dataset, judges: [{ ...judge!, decisions: Uint8Array.of(1, 2, 1, 0, 1) }] },
  squad,
);
const members = (cell: Parameters<typeof decisionColumnId>[1], signal = 'stop:j') =>
  [...decisionCodes(evaluation, decisionColumnId(signal, cell))!].flatMap((code, q) => (code === 0 ? [q] : []));

describe('questions behind a recorded decision', () => {
  it('have an eligible state in the cell', () => {
    expect(members('truePositive')).toEqual([0]);
    expect(members('falsePositive')).toEqual([1]);
    expect(members('underClaim')).toEqual([]);
    expect(members('trueNegative')).toEqual([0]);
  });

  it('are unknown where there is no such decision', () => {
    expect(decisionCodes(evaluation, decisionColumnId('sufficient:j', 'truePositive'))).toBeNull();
    expect(decisionCodes(evaluation, 'outcome')).toBeNull();
    expect(decisionCodes(evaluation, 'decided:{')).toBeNull();
    expect(decisionWords(decisionColumnId('stop:j', 'underClaim'))).toBe('stop:j: a state not accepted, right');
    expect(decisionWords('decided:[1]')).toBeNull();
  });
});
