import { describe, expect, it } from 'vitest';
import { findAnswerRule } from '../answers/index.ts';
import { judgeAnswers } from '../correctness.ts';
import { EVERYTHING, select } from '../selection.ts';
import { buildDataset, type QuestionSpec } from '../testing/build-dataset.ts';
import { buildH0Report, decideResources } from './h0.ts';
import type { H0Inputs } from './h0-types.ts';

const NO_FILES: H0Inputs = {
  states: [],
  probes: [],
  runStarts: [{ labelsMounted: false, goldFieldsReceived: 0 }],
  runEnds: [{ status: 'complete' }],
  probeErrors: 0,
  labels: [],
  natives: [],
  labelsManifest: null,
  artifactHashes: null,
  structureAuditPassed: null,
};

const question = (answer: string, probes: readonly string[], forced: readonly string[] = []): QuestionSpec => ({
  gold: 'right',
  answer,
  searches: probes.length - 1,
  states: [
    ...probes.map((probe, k) => ({
      searchesUsed: k,
      probe,
      nextAction: k < probes.length - 1 ? ('SEARCH' as const) : ('ANSWER' as const),
    })),
    ...forced.map((probe, k) => ({
      searchesUsed: probes.length + k,
      probe,
      isCounterfactual: true,
      nextAction: 'INVALID' as const,
    })),
  ],
});

const audit = (specs: readonly QuestionSpec[], inputs: H0Inputs = NO_FILES) => {
  const evaluation = judgeAnswers(buildDataset(specs, []), findAnswerRule('squad')!);
  const selection = select(evaluation.dataset, EVERYTHING);
  return buildH0Report(evaluation, inputs, { selection, seed: 1, repeats: 100 })!;
};

describe('buildH0Report', () => {
  const report = audit([
    question('right', ['no', 'right', 'right']),
    question('no', ['right', 'no']),
    // Right only at the terminal state: nothing that stopping could win.
    question('no', ['no', 'right'], ['right']),
    question('right', ['no', 'no', 'no', 'no']),
  ]);

  it('lets the oracles stop at SEARCH states alone', () => {
    expect(report.metrics).toMatchObject({
      native_em: 0.5,
      forced_answer_coverage_em: 0.75,
      quality_stop_oracle_em: 0.75,
      harmful_oversearch_rescue_questions: 1,
      terminal_only_answerer_rescue_questions: 1,
      // 2 + 1 + 1 + 3 searches; the first question could have stopped after one.
      avoidable_searches: 1,
      avoidable_search_fraction: 1 / 7,
      stop_now_answerable_search_state_count: 2,
      stop_now_answerable_search_state_denominator: 7,
    });
  });

  it('gives both cell tables, without what never occurred', () => {
    expect(report.native_search_action_cells).toEqual({
      stop_correct_native_correct: 1,
      stop_correct_native_wrong: 1,
      stop_wrong_native_correct: 4,
      stop_wrong_native_wrong: 1,
    });
    expect(Object.keys(report.native_search_question_cells)).toHaveLength(4);
    expect(audit([question('no', ['no', 'no'])]).native_search_question_cells).toEqual({
      no_stop_correct_native_wrong: 1,
    });
  });

  it('imputes the last reachable state by position', () => {
    expect(report.fixed_budget_curve.map((row) => row.exact_state_available_count)).toEqual([4, 4, 2, 1, 0]);
    expect(report.fixed_budget_curve.map((row) => row.official_em)).toEqual([0.25, 0.5, 0.5, 0.5, 0.5]);
    expect(report.fixed_budget_curve[4]?.mean_search_calls).toBe(7 / 4);
  });

  it('draws along the order of the states file', () => {
    const state = (questionId: string) => ({
      stateId: questionId,
      questionId,
      role: null,
      nextAction: null,
      nativeSearchCount: null,
      promptHash: null,
    });
    const specs = [1, 2, 3, 4].map((n) => question('right', ['right', ...Array.from({ length: n }, () => 'no')]));
    const turned = audit([...specs].reverse(), { ...NO_FILES, states: ['q3', 'q2', 'q1', 'q0'].map(state) });
    expect(turned.paired_bootstrap_95_ci).toEqual(audit(specs).paired_bootstrap_95_ci);
    expect(audit([...specs].reverse()).paired_bootstrap_95_ci).not.toEqual(audit(specs).paired_bootstrap_95_ci);
  });

  it('keeps forced states apart', () => {
    expect(report.counterfactual_supplement).toMatchObject({
      state_count: 1,
      question_count: 1,
      official_em_state_rate: 1,
    });
  });

  it('fails on any size but the pilot, and then decides nothing', () => {
    expect(report.analysis_status).toBe('FAIL');
    expect(report.decision).toBe('ANALYSIS_FAILED');
    expect(report.checks.expected_question_count).toBe(false);
    expect(report.checks.one_run_start).toBe(true);
  });

  it('checks what the files say', () => {
    const state = (stateId: string, nativeSearchCount: number) => ({
      stateId,
      questionId: 'q0',
      role: 'native_prefix',
      nextAction: 'SEARCH',
      nativeSearchCount,
      promptHash: `h-${stateId}`,
    });
    const probe = (stateId: string) => ({ stateId, action: 'ANSWER', hasAnswerText: true, promptHash: `h-${stateId}` });
    const inputs: H0Inputs = {
      ...NO_FILES,
      states: [state('a', 1), state('b', 1)],
      probes: [probe('a'), probe('b')],
      natives: [{ questionId: 'q0', officialEm: 1, searchCalls: 1 }],
      labels: [{ questionId: 'q0', hasTargets: true }],
      labelsManifest: { sha256: 'x', count: 200, finalTestLabelsRead: false },
    };
    const specs = [question('right', ['no', 'right'])];
    const good = audit(specs, inputs);
    const isAboutSize = (name: string): boolean => /^expected_|^unique_(label|native)/.test(name);
    const failing = (report: typeof good) =>
      Object.entries(report.checks)
        .filter(([name, passed]) => !passed && !isAboutSize(name))
        .map(([name]) => name);
    expect(failing(good)).toEqual([]);
    expect(good.artifact_hashes).toEqual({ labels: 'x' });
    expect(failing(audit(specs, { ...inputs, probes: [probe('b'), probe('a')] }))).toEqual(['state_probe_ids_exact']);
    expect(failing(audit(specs, { ...inputs, probes: [probe('a'), { ...probe('b'), promptHash: 'z' }] }))).toEqual([
      'prompt_hashes_exact',
    ]);
    expect(
      failing(audit(specs, { ...inputs, natives: [{ questionId: 'q0', officialEm: 0, searchCalls: 2 }] })),
    ).toEqual(['native_search_counts_match_manifest', 'native_em_recomputed_exact']);
    expect(failing(audit(specs, { ...inputs, artifactHashes: { labels: 'y' }, structureAuditPassed: false }))).toEqual([
      'structure_audit_passed',
      'labels_hash_matches_materialization',
    ]);
    expect(failing(audit(specs, { ...inputs, runEnds: [], probeErrors: 1 }))).toEqual([
      'one_run_end',
      'run_complete',
      'zero_probe_errors',
    ]);
  });
});

describe('decideResources', () => {
  it('compares doubles as they are', () => {
    expect(0.515 - 0.465).toBeLessThan(0.05);
    expect(decideResources(0.515 - 0.465, 0.25)).toBe('QUALITY_COST_PARETO');
    expect(decideResources(0.05, 0)).toBe('STRONG_QUALITY_HEADROOM');
    expect(decideResources(0.02, 0.19)).toBe('MODERATE_QUALITY_HEADROOM');
    expect(decideResources(0.01, 0.2)).toBe('EFFICIENCY_ONLY');
    expect(decideResources(0.01, 0.19)).toBe('LOW_STOPPING_HEADROOM');
  });
});
