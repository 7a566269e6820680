import type { Problem } from '../result.ts';
import type { IntervalBlock, JudgeThreshold } from './evaluation-types.ts';

/**
 * What the report says in our own conventions, under `stopscope`. Every table is a flat list of rows. An empty
 * denominator gives null, and so does whatever needs a label that is not there. An unparsed output never stops. Rates
 * are shares in 0..1, searches are counts, ends are 95 %.
 */
export interface OurBlock {
  readonly layout_version: 1;
  /** "synthetic replica" where the data says so: shown wherever its figures are shown. */
  readonly notice: string | null;
  readonly provenance: Provenance;
  readonly policies: readonly PolicyRow[];
  readonly comparisons: readonly ComparisonRow[];
  readonly state_level: readonly StateRow[];
  readonly convention_sensitivity: readonly ConventionRow[];
  readonly stored_numbers: readonly StoredNumbersRow[];
  readonly threshold_selection: readonly SelectionRow[];
  readonly problems: readonly Problem[];
}

/** What must be known to get the same figures again. */
export interface Provenance {
  readonly program: 'stopscope';
  readonly program_version: string;
  readonly dataset: string;
  readonly files: readonly {
    readonly name: string;
    readonly taken_for: string;
    readonly bytes: number;
    /** Of the file as given; null where it was not hashed (yet). */
    readonly sha256: string | null;
    readonly rows_read: number;
    readonly rows_used: number;
    readonly rows_aside: number;
  }[];
  readonly selection: {
    readonly split: string | null;
    /** Inclusive question indices from 0; null where no range was asked for. */
    readonly from: number | null;
    readonly to: number | null;
    readonly question_count: number;
    readonly labelled_question_count: number;
    /** Questions whose native run gave no answer: counted as wrong. */
    readonly unanswered_question_count: number;
  };
  readonly answer_rule: string;
  readonly thresholds: readonly JudgeThreshold[];
  readonly seed: number;
  readonly h0_seed: number;
  readonly repeats: number;
  readonly gate_margin: number;
}

export type Ends = readonly [low: number, high: number];

/** One policy on the selection. Wilson intervals; `rescued` and `harmed` are against native. */
export interface PolicyRow {
  readonly policy:
    | 'native'
    | 'threshold'
    | 'fixed-budget'
    | 'rule'
    | 'recorded-decisions'
    | 'quality-oracle'
    | 'cost-oracle';
  readonly judge: string | null;
  readonly threshold: number | null;
  readonly budget: number | null;
  /** True for the oracles: they use labels, and can never be deployed. */
  readonly is_label_dependent: boolean;
  readonly question_count: number;
  readonly em: number | null;
  readonly em_ci95: Ends | null;
  /** Against the best of several gold answers. */
  readonly token_f1: number | null;
  readonly mean_searches: number;
  readonly mean_searches_saved: number;
  readonly coverage: number;
  readonly coverage_ci95: Ends | null;
  readonly early_stop_count: number;
  readonly safe_stop_count: number | null;
  readonly unsafe_stop_count: number | null;
  readonly selected_stop_risk: number | null;
  readonly selected_stop_risk_ci95: Ends | null;
  readonly opportunity_count: number | null;
  readonly opportunity_recall: number | null;
  readonly opportunity_recall_ci95: Ends | null;
  readonly rescued_count: number | null;
  readonly harmed_count: number | null;
  readonly mean_safe_stop_delay: number | null;
}

/** `right - left` over the same questions. The seeds are those of the published evaluator. */
export interface ComparisonRow {
  readonly left: string;
  readonly right: string;
  readonly question_count: number;
  readonly em: IntervalBlock | null;
  readonly em_seed: number;
  readonly searches: IntervalBlock;
  readonly searches_seed: number;
  /** Left wrong, right correct; and the other way round. */
  readonly rescued_count: number | null;
  readonly harmed_count: number | null;
  readonly mcnemar_exact_p: number | null;
  readonly mcnemar_mid_p: number | null;
  /** Paired sign-flip permutation test of the searches. */
  readonly searches_sign_flip_p: number | null;
  /** Against native only. */
  readonly gate: GateRow | null;
}

/** The frozen criteria: lower end of the EM difference > -margin, upper end of the search difference < 0. */
export interface GateRow {
  readonly margin: number;
  readonly em_ci95_low: number | null;
  readonly em_verdict: 'PASS' | 'FAIL' | null;
  readonly searches_ci95_high: number;
  readonly searches_verdict: 'PASS' | 'FAIL';
}

/** State-level figures of one judge, over all rounds or over the states of one. States are not independent questions. */
export interface StateRow {
  readonly judge: string;
  /** Searches used at the state; null: all rounds together. */
  readonly round: number | null;
  readonly threshold: number;
  readonly eligible_count: number;
  readonly positive_count: number;
  /** Beside every AP: what chance would reach. */
  readonly prevalence: number | null;
  /** Eligible states whose output failed its schema, or that the judge never scored: they rank last. */
  readonly unparsed_count: number;
  readonly unscored_count: number;
  readonly true_positive: number;
  readonly false_positive: number;
  readonly false_negative: number;
  readonly true_negative: number;
  readonly precision: number | null;
  readonly precision_ci95: Ends | null;
  readonly recall: number | null;
  readonly recall_ci95: Ends | null;
  readonly ap_input_order: number | null;
  readonly ap_tie_grouped: number | null;
  readonly roc_auc: number | null;
  readonly recall_at_precision_90: number | null;
  readonly recall_at_precision_95: number | null;
  /** Over parsed states: sigmoid of the margin, clipped to [-40, 40]. */
  readonly brier: number | null;
  readonly ece_10: number | null;
  readonly ece_adaptive_10: number | null;
}

/** The headline figures again with one convention changed. `is_used` marks the variant of this report. */
export interface ConventionRow {
  readonly convention: 'stop-rule' | 'ap-ties' | 'errored-rows' | 'answer-rule';
  readonly variant: string;
  readonly is_used: boolean;
  /** null: the native run. */
  readonly judge: string | null;
  readonly question_count: number;
  readonly em: number | null;
  readonly token_f1: number | null;
  readonly mean_searches: number | null;
  readonly early_stop_count: number | null;
  readonly safe_stop_count: number | null;
  readonly rescued_count: number | null;
  readonly harmed_count: number | null;
  readonly stop_average_precision: number | null;
}

/** A column of the files that holds correctness of the native answers, against what each answer rule computes. */
export interface StoredNumbersRow {
  readonly column: string;
  readonly row_count: number;
  readonly stored_mean: number;
  /** Rows on which each rule agrees, best first. */
  readonly agreements: readonly { readonly rule: string; readonly measure: string; readonly count: number }[];
  /** Rules and measures that agree on every row. */
  readonly reproduced_by: readonly string[];
  /** Rows on which none agrees: how many, and the first of them by question id. */
  readonly never_count: number;
  readonly never: readonly string[];
}

/** A threshold chosen on the selection, how firmly, and what it does elsewhere. */
export interface SelectionRow {
  readonly judge: string;
  /** state: precision and recall over eligible states; question: over stopped questions, and opportunities. */
  readonly level: 'state' | 'question';
  readonly minimum_precision: number;
  readonly minimum_stop_count: number;
  /** null: nothing qualifies, never stop. */
  readonly threshold: number | null;
  readonly here: SelectionFigures;
  /** The same threshold on the questions of the dataset outside the selection; null where there are none with labels. */
  readonly elsewhere: SelectionFigures | null;
  /** here - elsewhere, of the precision. */
  readonly optimism_gap: number | null;
  /** The rule applied to resamples of the questions. */
  readonly bootstrap: {
    readonly seed: number;
    readonly repeats: number;
    readonly same_share: number;
    readonly never_stop_share: number;
    /** Of the resamples that choose a threshold: 2.5 %, 50 % and 97.5 %. */
    readonly quantiles: readonly [number, number, number] | null;
  };
}

export interface SelectionFigures {
  readonly question_count: number;
  /** Predicted states, or stopped questions. */
  readonly stop_count: number;
  readonly precision: number | null;
  readonly recall: number | null;
  readonly em: number | null;
  readonly mean_searches: number;
}
