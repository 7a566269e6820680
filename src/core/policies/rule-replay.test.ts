import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { squad } from '../answers/squad.ts';
import { judgeAnswers } from '../correctness.ts';
import { parseRule } from '../rules/parse.ts';
import type { Rule } from '../rules/rule.ts';
import { namesIn } from '../rules/rule-names.ts';
import { listSignals } from '../rules/rule-signals.ts';
import { EVERYTHING, select } from '../selection.ts';
import { arbitraryQuestions } from '../testing/arbitrary-dataset.ts';
import { buildDataset, type QuestionSpec } from '../testing/build-dataset.ts';
import { replay, replayAll } from './index.ts';

const read = (text: string): Rule => {
  const rule = parseRule(text, namesIn(text));
  if (rule.kind === 'failed') throw new Error(rule.error.message);
  return rule.value;
};

describe('rules as policies', () => {
  it('a rule on one score is the threshold policy, a rule on the round the budget', () => {
    fc.assert(
      fc.property(arbitraryQuestions(2), fc.integer({ min: -4, max: 4 }), (specs, value) => {
        const dataset = buildDataset(specs, ['a', 'b']);
        const evaluation = judgeAnswers(dataset, squad);
        const selection = select(dataset, EVERYTHING);
        const byRule = (text: string) =>
          replayAll({ kind: 'rule', rule: read(text), tune: null }, evaluation, selection);
        expect(byRule(`a >= ${value}`)).toEqual(
          replayAll({ kind: 'threshold', judge: 'a', threshold: value }, evaluation, selection),
        );
        expect(byRule(`round >= ${value}`)).toEqual(
          replayAll({ kind: 'budget', searches: value }, evaluation, selection),
        );
        const policy = { kind: 'rule', rule: read(`a > ${value} & b > ${value} | round >= 3`), tune: null } as const;
        const all = replayAll(policy, evaluation, selection);
        selection.forEach((q, i) => {
          const outcome = replay(policy, evaluation, q);
          expect(outcome.kind === 'native' ? -1 : outcome.state).toBe(all[i]);
        });
      }),
      { numRuns: 60 },
    );
  });

  const question = (...scores: readonly number[]): QuestionSpec => ({
    gold: 'x',
    answer: 'x',
    searches: scores.length,
    states: scores.map((score, i) => ({ searchesUsed: i, probe: score > 0 ? 'x' : 'y', scores: [score] })),
  });

  it('fits calibrated signals on the tuning questions alone', () => {
    // Questions 0 to 5: above 0 is right. Question 6 says the opposite, and must not be heard.
    const dataset = buildDataset(
      [1, -1, 2, -2, 3, -3].map((score) => question(score)).concat({ ...question(5), gold: 'z' }),
      ['j'],
    );
    const evaluation = judgeAnswers(dataset, squad);
    const stops = replayAll(
      { kind: 'rule', rule: read('calibrated:j > 0.99'), tune: { range: { from: 0, to: 5 }, split: null } },
      evaluation,
      select(dataset, EVERYTHING),
    );
    expect([...stops]).toEqual([0, -1, 2, -1, 4, -1, 6]);
    expect(listSignals(evaluation).map(({ id }) => id)).toEqual(['round', 'repeat', 'j', 'calibrated:j']);
  });

  it('recorded decisions stop at the first STOP that could be read', () => {
    const dataset = buildDataset([question(1, 1, 1), question(1, 1)], ['j']);
    const [judge] = dataset.judges;
    const decided = {
      ...judge!,
      decisions: Uint8Array.of(2, 1, 1, 1, 0),
      status: judge!.status.map((s, i) => (i === 3 ? 2 : s)),
    };
    const evaluation = judgeAnswers({ ...dataset, judges: [decided] }, squad);
    const all = Int32Array.of(0, 1);
    expect([...replayAll({ kind: 'decisions', judge: 'j' }, evaluation, all)]).toEqual([1, -1]);
    expect([...replayAll({ kind: 'rule', rule: read('stop:j'), tune: null }, evaluation, all)]).toEqual([1, -1]);
  });

  it('a signal that the data does not have is a bug of the caller', () => {
    const evaluation = judgeAnswers(buildDataset([question(1)], ['j']), squad);
    expect(() =>
      replayAll({ kind: 'rule', rule: read('other > 1'), tune: null }, evaluation, Int32Array.of(0)),
    ).toThrow('no signal other');
  });
});
