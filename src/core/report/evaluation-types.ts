/**
 * The published scale-up report, key by key (replica: dev1000.expected). Its conventions hold here: an empty denominator
 * gives 0. `null` where that evaluator knows none stands for "cannot be said": no label, or no probe anywhere.
 */
export interface EvaluationReport {
  readonly schema_version: 1;
  readonly truth: string;
  readonly question_count: number;
  readonly eligible_state_count: number;
  readonly positive_state_count: number | null;
  readonly native: NativeBlock;
  readonly state_level: Readonly<Record<string, StateLevelBlock>>;
  readonly system_level: Readonly<Record<string, SystemLevelBlock>>;
  readonly paired_comparisons: Readonly<Record<string, ComparisonBlock>>;
  readonly thresholds: Readonly<Record<string, number>>;
  readonly score_policy: string;
  readonly masked_parse_failure_counts: Readonly<Record<string, number>>;
}

export interface NativeBlock {
  readonly question_count: number;
  readonly official_em: number | null;
  readonly token_f1: number | null;
  readonly mean_search_calls: number;
}

export interface StateLevelBlock {
  readonly threshold: number;
  readonly true_positive: number;
  readonly false_positive: number;
  readonly false_negative: number;
  readonly true_negative: number;
  readonly stop_precision: number;
  readonly stop_recall: number;
  readonly stop_rate: number;
  readonly unsafe_stop_rate: number;
  readonly eligible_state_count: number;
  readonly positive_state_count: number;
  readonly safe_early_stop_prevalence: number;
  readonly stop_average_precision: number;
  readonly recall_at_precision_90: RecallBlock;
  readonly recall_at_precision_95: RecallBlock;
  readonly calibration: CalibrationBlock;
}

export interface RecallBlock {
  readonly minimum_precision: number;
  readonly achievable: boolean;
  readonly recall: number;
  readonly precision: number | null;
  readonly threshold: number | null;
}

export interface CalibrationBlock {
  readonly brier: number;
  readonly ece_10: number;
  readonly bins: readonly {
    readonly low: number;
    readonly high: number;
    readonly count: number;
    readonly mean_probability: number;
    readonly observed_rate: number;
  }[];
}

export interface SystemLevelBlock {
  readonly question_count: number;
  readonly official_em: number | null;
  readonly token_f1: number | null;
  readonly mean_search_calls: number;
  readonly mean_searches_saved: number;
  readonly early_stop_count: number;
  readonly safe_early_stop_count: number | null;
  readonly unsafe_early_stop_count: number | null;
  readonly accepted_risk: number | null;
  readonly opportunity_question_count: number | null;
  readonly early_stop_opportunity_recall: number | null;
  readonly mean_first_safe_stop_delay_on_safe_stops: number | null;
  readonly correct_to_wrong_count: number | null;
  readonly wrong_to_correct_count: number | null;
}

export interface IntervalBlock {
  readonly estimate: number;
  readonly ci95_low: number;
  readonly ci95_high: number;
}

export interface ComparisonBlock {
  readonly official_em: IntervalBlock | null;
  readonly search_calls: IntervalBlock;
  /** Against native only. */
  readonly native_correct_policy_wrong?: number | null;
  readonly native_wrong_policy_correct?: number | null;
  /** Against another judge only. */
  readonly stop_average_precision?: IntervalBlock | null;
}

/** A judge and the threshold of its policy `score >= value`. Lists of them are in the order of the thresholds file. */
export interface JudgeThreshold {
  readonly judge: string;
  readonly value: number;
}
