import { describe, expect, it } from 'vitest';
import { findAnswerRule } from '../answers/index.ts';
import { type Evaluation, judgeAnswers } from '../correctness.ts';
import { EVERYTHING, select } from '../selection.ts';
import { buildDataset, type QuestionSpec } from '../testing/build-dataset.ts';
import { buildEvaluationReport } from './evaluation.ts';

const squad = findAnswerRule('squad')!;
const evaluate = (specs: readonly QuestionSpec[], judges: readonly string[]): Evaluation =>
  judgeAnswers(buildDataset(specs, judges), squad);
const build = (evaluation: Evaluation, thresholds: Readonly<Record<string, number>>, seed = 7) =>
  buildEvaluationReport(evaluation, {
    selection: select(evaluation.dataset, EVERYTHING),
    thresholds: Object.entries(thresholds).map(([judge, value]) => ({ judge, value })),
    seed,
    repeats: 200,
  });

/** Native right after two searches; the first probe is wrong, the second right. */
const twoSearches = (scores: readonly [number, number]): QuestionSpec => ({
  gold: 'Paris',
  answer: 'Paris',
  searches: 2,
  states: [
    { searchesUsed: 0, probe: 'Rome', scores: [scores[0]] },
    { searchesUsed: 1, probe: 'paris.', scores: [scores[1]] },
    { searchesUsed: 2, nextAction: 'ANSWER', scores: [9] },
  ],
});

describe('buildEvaluationReport', () => {
  it('works out one question by hand: a safe stop one search early', () => {
    const { report } = build(evaluate([twoSearches([0, 1])], ['j']), { j: 1 });
    expect(report.native).toEqual({ question_count: 1, official_em: 1, token_f1: 1, mean_search_calls: 2 });
    expect(report.system_level.j).toMatchObject({
      official_em: 1,
      mean_search_calls: 1,
      mean_searches_saved: 1,
      early_stop_count: 1,
      safe_early_stop_count: 1,
      early_stop_opportunity_recall: 1,
      mean_first_safe_stop_delay_on_safe_stops: 0,
    });
    expect(report.state_level.j).toMatchObject({
      true_positive: 1,
      false_positive: 0,
      true_negative: 1,
      stop_rate: 0.5,
    });
    expect(report.eligible_state_count).toBe(2);
  });

  it('stops at the first crossing, and prints 0 for empty denominators', () => {
    const early = build(evaluate([twoSearches([1, 1])], ['j']), { j: 1 }).report;
    expect(early.system_level.j).toMatchObject({ official_em: 0, mean_search_calls: 0, correct_to_wrong_count: 1 });
    const never = build(evaluate([twoSearches([0, 0])], ['j']), { j: 1 }).report;
    expect(never.system_level.j).toMatchObject({ early_stop_count: 0, accepted_risk: 0 });
    expect(never.system_level.j?.mean_first_safe_stop_delay_on_safe_stops).toBeNull();
    expect(never.state_level.j).toMatchObject({ stop_precision: 0, unsafe_stop_rate: 0 });
  });

  it('takes F1 of a list label against the text of the Python list, and EM against any of it', () => {
    const specs = [{ gold: ['Paris', 'City of Light'], answer: 'Paris', searches: 0, states: [] }];
    const { native } = build(evaluate(specs, []), {}).report;
    expect(native.official_em).toBe(1);
    // "['Paris', 'City of Light']" normalises to four tokens, one of which is predicted: 2 * 1 * 0.25 / 1.25.
    expect(native.token_f1).toBeCloseTo(0.4, 15);
  });

  it('compares every judge with native and with the reference, seeds along the order of the thresholds', () => {
    const specs = [twoSearches([0, 1]), twoSearches([1, 0]), twoSearches([0, 0])].map((spec) => ({
      ...spec,
      states: spec.states.map((state) => ({ ...state, scores: [state.scores![0]!, 1 - Number(state.scores![0]!)] })),
    }));
    const evaluation = evaluate(specs, ['a', 'structured_base']);
    const names = (thresholds: Readonly<Record<string, number>>) =>
      Object.keys(build(evaluation, thresholds).report.paired_comparisons);
    expect(names({ a: 1, structured_base: 1 })).toEqual([
      'a_minus_native',
      'structured_base_minus_native',
      'a_minus_structured_base',
    ]);
    expect(names({ a: 1 })).toEqual(['a_minus_native']);
    // The native comparison of the judge at place k draws with seed + 200 + k.
    const first = build(evaluation, { a: 1, structured_base: 1 }, 7).report.paired_comparisons;
    const second = build(evaluation, { structured_base: 1, a: 1 }, 6).report.paired_comparisons;
    expect(second.a_minus_native).toEqual(first.a_minus_native);
  });

  it('keeps a judge of any name', () => {
    const { report } = build(evaluate([twoSearches([0, 1])], ['__proto__']), {});
    expect(report.system_level).toEqual({});
    const named = buildEvaluationReport(evaluate([twoSearches([0, 1])], ['__proto__']), {
      selection: Int32Array.of(0),
      thresholds: [{ judge: '__proto__', value: 1 }],
      seed: 1,
      repeats: 10,
    }).report;
    expect(JSON.parse(JSON.stringify(named.thresholds))).toEqual(JSON.parse('{"__proto__": 1}'));
    expect(Object.keys(named.system_level)).toEqual(['__proto__']);
  });
});

describe('unparsed outputs', () => {
  const unparsed = (parsedScore: number | null): QuestionSpec => ({
    gold: 'x',
    answer: 'x',
    searches: 2,
    states: [
      { searchesUsed: 0, probe: 'y', scores: [{ unparsed: 5 }] },
      { searchesUsed: 1, probe: 'x', scores: [parsedScore ?? { unparsed: 5 }] },
    ],
  });

  it('never stop at a threshold above the mask, and stay in the denominators', () => {
    const { report, problems } = build(evaluate([unparsed(2)], ['j']), { j: 1 });
    expect(report.system_level.j).toMatchObject({ early_stop_count: 1, mean_search_calls: 1 });
    expect(report.state_level.j).toMatchObject({ eligible_state_count: 2, true_positive: 1, true_negative: 1 });
    expect(report.masked_parse_failure_counts.j).toBe(1);
    expect(problems).toEqual([]);
  });

  it('are counted as stops below the mask, as published, and a problem says so', () => {
    const { report, problems } = build(evaluate([unparsed(2)], ['j']), { j: -1e300 });
    expect(report.system_level.j).toMatchObject({ early_stop_count: 1, mean_search_calls: 0 });
    expect(problems.map(({ code }) => code)).toEqual(['threshold.below-mask']);
  });

  it('never stop where there is nothing else: the deliberate difference', () => {
    for (const threshold of [-1e30, -1e300]) {
      const { report, problems } = build(evaluate([unparsed(null)], ['j']), { j: threshold });
      expect(report.system_level.j).toMatchObject({ early_stop_count: 0, mean_search_calls: 2, official_em: 1 });
      expect(report.state_level.j).toMatchObject({ true_positive: 0, false_positive: 0, false_negative: 1 });
      expect(problems.map(({ code }) => code)).toEqual(['sentinel.fail-open']);
    }
  });
});
