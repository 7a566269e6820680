import { describe, expect, it } from 'vitest';
import { findAnswerRule } from '../answers/index.ts';
import { judgeAnswers } from '../correctness.ts';
import { EVERYTHING, select } from '../selection.ts';
import { buildDataset, type QuestionSpec } from '../testing/build-dataset.ts';
import { buildLadderReport, compareCodePoints } from './ladder.ts';

type Score = number | { readonly unparsed: number };
const question = (
  answer: string,
  probes: readonly string[],
  base: readonly Score[],
  lora: readonly Score[],
): QuestionSpec => ({
  gold: 'right',
  answer,
  searches: probes.length,
  states: probes.map((probe, k) => ({ searchesUsed: k, probe, scores: [base[k]!, lora[k]!] })),
});

const build = (specs: readonly QuestionSpec[]) => {
  const evaluation = judgeAnswers(buildDataset(specs, ['base', 'lora']), findAnswerRule('squad')!);
  const selection = select(evaluation.dataset, EVERYTHING);
  const request = { selection, base: 'base', lora: 'lora', threshold: 0, seed: 1, repeats: 100 };
  return buildLadderReport(evaluation, request)!;
};

describe('buildLadderReport', () => {
  const report = build([
    // lora: a wrong stop that is premature, since native would have been right.
    question('right', ['no', 'right'], [-1, -1], [0, -1]),
    // lora: a wrong stop with nothing to lose.
    question('no', ['no', 'no'], [-1, -1], [1, 1]),
    // lora: a stop that rescues a question which searching on loses.
    question('no', ['right', 'no'], [-1, -1], [2, -1]),
  ]);

  it('tells wrong, premature and rescuing stops apart', () => {
    expect(report.lora).toMatchObject({
      stop_count: 3,
      wrong_stop_count: 2,
      premature_stop_count: 1,
      harmful_over_search_rescue_count: 1,
      accepted_risk: 2 / 3,
      mean_search_calls: 0,
      search_reduction_rate_vs_native: 1,
    });
    expect(report.base).toMatchObject({ stop_count: 0, accepted_risk: 0, accepted_risk_upper_90: 1 });
  });

  it('keeps only states whose right decision is beyond doubt', () => {
    // Question 1: CONTINUE, STOP; question 2: none; question 3: STOP, and a wrong one after it that nothing follows.
    expect(report.high_confidence_state_count).toBe(3);
    expect(report.state_level.lora).toMatchObject({
      stop_true_positive: 1,
      stop_false_positive: 1,
      stop_false_negative: 1,
    });
  });

  it('masks nothing: an unparsed output counts with its raw score', () => {
    expect(build([question('no', ['right', 'no'], [{ unparsed: 3 }, -1], [-1, -1])]).base.stop_count).toBe(1);
  });
});

describe('compareCodePoints', () => {
  it('sorts as Python does, beyond the basic plane too', () => {
    const ids = ['\u{1F600}', '\uFF5E', 'b', 'ab', 'a', 'é'];
    expect(ids.sort(compareCodePoints)).toEqual(['a', 'ab', 'b', 'é', '\uFF5E', '\u{1F600}']);
  });
});
