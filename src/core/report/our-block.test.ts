import { describe, expect, it } from 'vitest';
import { findAnswerRule } from '../answers/index.ts';
import { type Evaluation, judgeAnswers } from '../correctness.ts';
import { EVERYTHING, select } from '../selection.ts';
import type { Dataset } from '../terms.ts';
import { buildDataset, type QuestionSpec } from '../testing/build-dataset.ts';
import type { H0Inputs } from './h0-types.ts';
import { buildReport, type ReportRequest } from './report.ts';

const squad = findAnswerRule('squad')!;

const request = (evaluation: Evaluation, more: Partial<ReportRequest> = {}): ReportRequest => ({
  evaluation,
  selection: select(evaluation.dataset, EVERYTHING),
  selectionSpec: EVERYTHING,
  judges: evaluation.dataset.judges.map(({ id }) => id),
  thresholds: evaluation.dataset.judges.map(({ id }) => ({ judge: id, value: 1 })),
  seed: 20260728,
  h0Seed: 20260726,
  repeats: 200,
  h0: null,
  select: null,
  pair: null,
  margin: 0.02,
  programVersion: 'test',
  problems: [],
  ...more,
});
const ours = (dataset: Dataset, more: Partial<ReportRequest> = {}) =>
  buildReport(request(judgeAnswers(dataset, squad), more)).report.stopscope;

const question = (
  answer: string | null,
  probe: string | null,
  score: number | { readonly unparsed: number },
): QuestionSpec => ({
  gold: 'The Right',
  answer,
  searches: 1,
  states: [{ searchesUsed: 0, probe, scores: [score] }],
});

describe('policies', () => {
  it('say null where the published layout prints 0', () => {
    const { policies } = ours(buildDataset([question('right', 'no', 0)], ['j']));
    const row = policies.find(({ policy }) => policy === 'threshold');
    expect(row).toMatchObject({ early_stop_count: 0, selected_stop_risk: null, mean_safe_stop_delay: null, em: 1 });
    expect(row?.opportunity_recall).toBeNull();
    expect(policies.map(({ policy, budget }) => [policy, budget])).toEqual([
      ['native', null],
      ['threshold', null],
      ['fixed-budget', 0],
      ['fixed-budget', 1],
      ['quality-oracle', null],
      ['cost-oracle', null],
    ]);
    expect(policies.filter((it) => it.is_label_dependent).map(({ policy }) => policy)).toEqual([
      'quality-oracle',
      'cost-oracle',
    ]);
  });

  it('know nothing of right and wrong without labels, and leave the oracles out', () => {
    const { gold: _gold, ...unlabelled } = question('right', 'no', 2);
    const { policies, state_level: states } = ours(buildDataset([unlabelled], ['j']));
    const row = policies.find(({ policy }) => policy === 'threshold');
    expect(row).toMatchObject({
      early_stop_count: 1,
      safe_stop_count: null,
      em: null,
      selected_stop_risk: null,
      harmed_count: null,
    });
    expect(policies.some((it) => it.is_label_dependent)).toBe(false);
    expect(states).toEqual([]);
  });

  it('never stop on an unparsed output, also below the mask', () => {
    const specs = [question('right', 'no', { unparsed: 9 }), question('right', 'no', 0)];
    const evaluation = judgeAnswers(buildDataset(specs, ['j']), squad);
    const { report } = buildReport(request(evaluation, { thresholds: [{ judge: 'j', value: -1e300 }] }));
    expect(report.system_level.j?.early_stop_count).toBe(2);
    expect(report.stopscope.policies[1]?.early_stop_count).toBe(1);
    // Its intervals are its own, not those of the published layout.
    expect(report.paired_comparisons.j_minus_native?.search_calls.estimate).toBe(-1);
    expect(report.stopscope.comparisons[0]?.searches.estimate).toBe(-0.5);
    expect(report.stopscope.state_level[0]).toMatchObject({ unparsed_count: 1, false_positive: 1, true_negative: 1 });
  });
});

describe('the gate', () => {
  const many = (harmed: number, saved: number): readonly QuestionSpec[] =>
    Array.from({ length: 100 }, (_, i) => question('right', i < harmed ? 'no' : 'right', i < saved ? 2 : 0));
  const gate = (specs: readonly QuestionSpec[], margin = 0.02) =>
    ours(buildDataset(specs, ['j']), { margin }).comparisons[0]?.gate;

  it('passes both criteria, one, or none', () => {
    expect(gate(many(0, 30))).toMatchObject({ em_verdict: 'PASS', searches_verdict: 'PASS' });
    expect(gate(many(30, 30))).toMatchObject({ em_verdict: 'FAIL', searches_verdict: 'PASS' });
    expect(gate(many(0, 0))).toMatchObject({ em_verdict: 'PASS', searches_verdict: 'FAIL', searches_ci95_high: 0 });
  });

  it('moves with the margin', () => {
    expect(gate(many(5, 30), 0.02)?.em_verdict).toBe('FAIL');
    expect(gate(many(5, 30), 0.2)?.em_verdict).toBe('PASS');
  });
});

describe('convention sensitivity', () => {
  const dataset = buildDataset(
    [question('the right!', 'right', 1), question(null, 'right', 1), question('RIGHT', 'no', { unparsed: 3 })],
    ['j'],
  );
  const rows = ours(dataset).convention_sensitivity;
  const find = (convention: string, variant: RegExp, judge: string | null = 'j') =>
    rows.find((row) => row.convention === convention && variant.test(row.variant) && row.judge === judge);

  it('changes the stop rule at a tie', () => {
    expect(find('stop-rule', />=/)).toMatchObject({ early_stop_count: 2, is_used: true });
    expect(find('stop-rule', / > /)).toMatchObject({ early_stop_count: 0, is_used: false });
  });

  it('takes errored rows in and out of the denominator', () => {
    expect(find('errored-rows', /counted as wrong/, null)).toMatchObject({ question_count: 3, em: 2 / 3 });
    expect(find('errored-rows', /left out/, null)).toMatchObject({ question_count: 2, em: 1 });
    expect(find('errored-rows', /unparsed states left out/)?.stop_average_precision).toBe(1);
  });

  it('runs every answer rule, and never calls cover match EM', () => {
    expect(find('answer-rule', /^squad$/, null)).toMatchObject({ em: 2 / 3, is_used: true });
    expect(find('answer-rule', /^strict$/, null)).toMatchObject({ em: 0, is_used: false });
    expect(rows.filter(({ variant }) => /cover match, not EM/.test(variant)).length).toBeGreaterThan(0);
  });
});

describe('stored numbers', () => {
  const withMeta = (values: readonly (number | boolean | string | null)[], name = 'official_em'): Dataset => {
    const dataset = buildDataset([question('the right!', 'no', 0), question('wrong', 'no', 0)], ['j']);
    return { ...dataset, questions: { ...dataset.questions, meta: [{ name, values }] } };
  };

  it('names the rules that reproduce them', () => {
    const [row] = ours(withMeta([1, 0])).stored_numbers;
    expect(row).toMatchObject({ column: 'official_em', row_count: 2, stored_mean: 0.5, never_count: 0 });
    expect(row?.reproduced_by).toContain('squad');
    expect(row?.reproduced_by).not.toContain('strict');
    expect(ours(withMeta(['True', 'False'], 'Correct')).stored_numbers[0]?.reproduced_by).toContain('squad');
  });

  it('lists the rows that no rule gives', () => {
    expect(ours(withMeta([1, 1])).stored_numbers[0]).toMatchObject({
      reproduced_by: [],
      never_count: 1,
      never: ['q1'],
    });
  });

  it('leaves other columns alone', () => {
    expect(ours(withMeta([1, 0], 'level')).stored_numbers).toEqual([]);
    expect(ours(withMeta([17, 3], 'em')).stored_numbers).toEqual([]);
  });

  it('reads those of the reachability audit', () => {
    const dataset = buildDataset([question('right', 'no', 0)], []);
    const h0: H0Inputs = {
      states: [],
      probes: [],
      runStarts: [],
      runEnds: [],
      probeErrors: 0,
      labels: [],
      natives: [{ questionId: 'q0', officialEm: 1, searchCalls: 1 }],
      labelsManifest: null,
      artifactHashes: null,
      structureAuditPassed: null,
    };
    expect(ours(dataset, { h0 }).stored_numbers[0]).toMatchObject({
      column: 'native_first_answer.official_em',
      row_count: 1,
    });
  });
});

describe('buildReport', () => {
  it('says that cover match is not EM', () => {
    const evaluation = judgeAnswers(buildDataset([question('right', 'no', 0)], ['j']), findAnswerRule('zerosearch')!);
    expect(buildReport(request(evaluation)).problems.map(({ code }) => code)).toContain('answers.cover-match');
  });

  it('says what it leaves out for want of labels', () => {
    const { gold: _gold, ...unlabelled } = question('right', 'no', 2);
    const evaluation = judgeAnswers(buildDataset([unlabelled], ['j']), squad);
    const built = buildReport(request(evaluation, { pair: { base: 'j', lora: 'j', threshold: 0 } }));
    expect(built.report.core).toBeUndefined();
    expect(built.problems.map(({ code }) => code)).toEqual(['core.no-labels']);
  });

  it('repeats every problem in our block', () => {
    const read = { code: 'json.syntax', severity: 'error', message: 'm', effect: 'e', file: 'f', line: 3 } as const;
    const evaluation = judgeAnswers(buildDataset([question('right', 'no', { unparsed: 1 })], ['j']), squad);
    const built = buildReport(request(evaluation, { problems: [read], thresholds: [{ judge: 'j', value: -1e30 }] }));
    expect(built.problems.map(({ code }) => code)).toEqual(['sentinel.fail-open']);
    expect(built.report.stopscope.problems.map(({ code }) => code)).toEqual(['json.syntax', 'sentinel.fail-open']);
  });
});
