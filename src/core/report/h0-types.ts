/**
 * The reachability audit as published, key by key (replica: h0-pilot200.expected). An empty denominator gives 0, save in
 * the two cell tables, which leave out what never occurred.
 */
export interface H0Report {
  readonly schema_version: 1;
  readonly stage: string;
  readonly analysis_status: 'PASS' | 'FAIL';
  readonly decision: ResourceDecision | 'ANALYSIS_FAILED';
  readonly claim_boundary: Readonly<Record<string, boolean | number | string>>;
  readonly checks: H0Checks;
  readonly metrics: H0Metrics;
  readonly native_search_action_cells: Readonly<Record<string, number>>;
  readonly native_search_question_cells: Readonly<Record<string, number>>;
  readonly fixed_budget_curve: readonly FixedBudgetRow[];
  readonly paired_bootstrap_95_ci: {
    readonly quality_headroom: readonly [number, number];
    readonly avoidable_search_fraction: readonly [number, number];
    readonly mean_search_reduction: readonly [number, number];
  };
  readonly bootstrap: { readonly unit: 'question'; readonly repeats: number; readonly seed: number };
  readonly counterfactual_supplement: CounterfactualSupplement;
  readonly artifact_hashes: Readonly<Record<string, string>>;
}

export type ResourceDecision =
  | 'STRONG_QUALITY_HEADROOM'
  | 'QUALITY_COST_PARETO'
  | 'MODERATE_QUALITY_HEADROOM'
  | 'EFFICIENCY_ONLY'
  | 'LOW_STOPPING_HEADROOM';

export type H0Checks = Readonly<Record<string, boolean>>;

export interface H0Metrics {
  readonly question_count: number;
  readonly native_em: number;
  readonly forced_answer_coverage_em: number;
  readonly evidence_ready_search_rate: null;
  readonly evidence_ready_search_rate_status: 'UNAVAILABLE';
  readonly stop_now_answerable_search_state_count: number;
  readonly stop_now_answerable_search_state_denominator: number;
  readonly stop_now_answerable_search_rate: number;
  readonly stop_now_answerable_search_question_count: number;
  readonly stop_now_answerable_search_question_rate: number;
  readonly quality_stop_oracle_em: number;
  readonly quality_headroom: number;
  readonly quality_headroom_pp: number;
  readonly harmful_oversearch_rescue_questions: number;
  readonly terminal_only_answerer_rescue_questions: number;
  readonly native_mean_search_calls: number;
  readonly cost_oracle_mean_search_calls: number;
  readonly avoidable_searches: number;
  readonly avoidable_search_fraction: number;
  readonly questions_with_cost_only_oversearch: number;
  readonly questions_with_harmful_oversearch_state: number;
}

export interface FixedBudgetRow {
  readonly budget_k: number;
  readonly selection_rule: 'last_reachable';
  readonly question_count: number;
  readonly exact_state_available_count: number;
  readonly exact_state_coverage: number;
  readonly last_reachable_imputed_count: number;
  readonly official_em: number;
  readonly token_f1: number;
  readonly mean_search_calls: number;
}

export interface CounterfactualSupplement {
  readonly state_count: number;
  readonly question_count: number;
  readonly official_em_correct_state_count: number;
  readonly official_em_state_rate: number;
  readonly mean_token_f1: number;
  readonly questions_with_at_least_one_correct_state: number;
  readonly question_answerability_rate: number;
  readonly included_in_primary_metrics: false;
  readonly native_oversearch_attribution_allowed: false;
}

/**
 * What the audit checks and a Dataset does not keep: how the runs declared themselves, what the side files say, and the
 * order in which the files list things. Lists are in file order, one entry per row.
 */
export interface H0Inputs {
  readonly states: readonly H0StateRow[];
  readonly probes: readonly H0ProbeRow[];
  /** Of the probe run. */
  readonly runStarts: readonly { readonly labelsMounted: unknown; readonly goldFieldsReceived: unknown }[];
  readonly runEnds: readonly { readonly status: unknown }[];
  readonly probeErrors: number;
  readonly labels: readonly { readonly questionId: string; readonly hasTargets: boolean }[];
  readonly natives: readonly H0NativeRow[];
  /** null: no such file. */
  readonly labelsManifest: {
    readonly sha256: string | null;
    readonly count: number | null;
    readonly finalTestLabelsRead: boolean | null;
  } | null;
  /** null: no such file; what the labels manifest says is then taken, as nothing contradicts it. */
  readonly artifactHashes: Readonly<Record<string, string>> | null;
  /** null: no such file. */
  readonly structureAuditPassed: boolean | null;
}

export interface H0StateRow {
  readonly stateId: string;
  readonly questionId: string;
  readonly role: string | null;
  readonly nextAction: string | null;
  readonly nativeSearchCount: number | null;
  readonly promptHash: string | null;
}

export interface H0ProbeRow {
  readonly stateId: string;
  readonly action: string | null;
  readonly hasAnswerText: boolean;
  readonly promptHash: string | null;
}

export interface H0NativeRow {
  readonly questionId: string;
  /** As stored. */
  readonly officialEm: number | null;
  readonly searchCalls: number | null;
}
