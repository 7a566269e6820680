import type { H0Report } from './h0-types.ts';
import type { LadderReport } from './ladder.ts';
import { type Cell, type ColumnKind, ends, type ReportTable, tableOf } from './tables.ts';
import type { ThresholdSelectionReport } from './threshold-selection.ts';

type Figure = readonly [name: string, value: Cell];
const figures = (id: string, title: string, rows: readonly Figure[], kind: ColumnKind, note?: string): ReportTable =>
  tableOf({ id, title, rowTitle: 'Figure', ...(note === undefined ? {} : { note }) }, rows, ([name]) => name, [
    ['value', 'Value', kind, ([, value]) => value],
  ]);

/** The reachability audit. */
export function h0Tables(report: H0Report): readonly ReportTable[] {
  const { metrics, paired_bootstrap_95_ci: intervals, checks, counterfactual_supplement: forced } = report;
  const failed = Object.values(checks).filter((isPassed) => !isPassed).length;
  const status = `Analysis ${report.analysis_status}, decision ${report.decision}; ${failed} of ${Object.keys(checks).length} checks failed.`;
  return [
    figures('h0_metrics', 'Reachability audit', Object.entries(metrics), 'exact', status),
    figures('h0_intervals', 'Reachability audit, 95 % bootstrap over questions', Object.entries(intervals), 'mean'),
    figures(
      'h0_cells',
      'Reachability audit, search states and questions by what a stop and what native answers',
      [
        ...Object.entries(report.native_search_action_cells).map(([name, count]): Figure => [`states: ${name}`, count]),
        ...Object.entries(report.native_search_question_cells).map(
          ([name, count]): Figure => [`questions: ${name}`, count],
        ),
      ],
      'count',
    ),
    tableOf(
      { id: 'h0_fixed_budget', title: 'Fixed budgets, last reachable state', rowTitle: 'Budget' },
      report.fixed_budget_curve,
      (row) => `k = ${row.budget_k}`,
      [
        ['official_em', 'EM', 'mean', (row) => row.official_em],
        ['token_f1', 'F1', 'mean', (row) => row.token_f1],
        ['mean_search_calls', 'Searches', 'mean', (row) => row.mean_search_calls],
        ['exact_state_available_count', 'Exact state', 'count', (row) => row.exact_state_available_count],
        ['exact_state_coverage', 'Coverage', 'mean', (row) => row.exact_state_coverage],
        ['last_reachable_imputed_count', 'Imputed', 'count', (row) => row.last_reachable_imputed_count],
      ],
    ),
    figures('h0_counterfactual', 'Forced states, apart from native behaviour', Object.entries(forced), 'exact'),
    figures('h0_checks', 'Checks of the audit', Object.entries(checks), 'text'),
  ];
}

/** The core ladder of two judges. */
export function ladderTables(report: LadderReport): readonly ReportTable[] {
  const { base, lora, state_level: states, paired_lora_minus_base: paired } = report;
  const policies = [
    ['base', base],
    ['lora', lora],
  ] as const;
  const differences = [
    ['EM', paired.official_em],
    ['searches', paired.search_calls],
    ['AP', states.paired_lora_minus_base.stop_average_precision],
  ] as const;
  return [
    tableOf(
      {
        id: 'core_policies',
        title: 'Core ladder, question-level outcomes',
        rowTitle: 'Judge',
        note: `Threshold ${report.threshold} on raw scores; native EM ${report.native.official_em}, searches ${report.native.mean_search_calls}.`,
      },
      policies,
      ([name]) => name,
      [
        ['official_em', 'EM', 'mean', ([, it]) => it.official_em],
        ['token_f1', 'F1', 'mean', ([, it]) => it.token_f1],
        ['mean_search_calls', 'Searches', 'mean', ([, it]) => it.mean_search_calls],
        ['stop_count', 'Stops', 'count', ([, it]) => it.stop_count],
        ['coverage', 'Coverage', 'mean', ([, it]) => it.coverage],
        ['wrong_stop_count', 'Wrong', 'count', ([, it]) => it.wrong_stop_count],
        ['premature_stop_count', 'Premature', 'count', ([, it]) => it.premature_stop_count],
        ['harmful_over_search_rescue_count', 'Rescues', 'count', ([, it]) => it.harmful_over_search_rescue_count],
        ['accepted_risk', 'Risk', 'mean', ([, it]) => it.accepted_risk],
        ['accepted_risk_upper_90', 'Risk, upper', 'mean', ([, it]) => it.accepted_risk_upper_90],
      ],
    ),
    tableOf(
      { id: 'core_states', title: 'Core ladder, high-confidence states', rowTitle: 'Judge' },
      [
        ['base', states.base],
        ['lora', states.lora],
      ] as const,
      ([name]) => name,
      [
        ['stop_true_positive', 'TP', 'count', ([, it]) => it.stop_true_positive],
        ['stop_false_positive', 'FP', 'count', ([, it]) => it.stop_false_positive],
        ['stop_false_negative', 'FN', 'count', ([, it]) => it.stop_false_negative],
        ['stop_true_negative', 'TN', 'count', ([, it]) => it.stop_true_negative],
        ['stop_precision', 'Precision', 'mean', ([, it]) => it.stop_precision],
        ['stop_recall', 'Recall', 'mean', ([, it]) => it.stop_recall],
        ['stop_average_precision', 'AP', 'mean', ([, it]) => it.stop_average_precision],
      ],
    ),
    tableOf(
      { id: 'core_differences', title: 'Core ladder, lora minus base', rowTitle: 'Figure' },
      differences,
      ([name]) => name,
      [
        ['estimate', 'Estimate', 'mean', ([, it]) => it.estimate],
        ['ci95', '95 %', 'mean', ([, it]) => ends(it)],
      ],
    ),
  ];
}

/** Thresholds as the published step selects them. */
export function selectionTable(report: ThresholdSelectionReport): ReportTable {
  const rule = `Highest recall with precision >= ${report.minimum_precision} and at least ${report.minimum_stop_count} stops; ${report.validation_state_count} states, ${report.positive_state_count} positive.`;
  return tableOf(
    {
      id: 'threshold_selection',
      title: 'Selected thresholds',
      rowTitle: 'Judge',
      note: report.error === undefined ? rule : `${rule} Nothing was selected: ${report.error}.`,
    },
    Object.entries(report.models ?? {}),
    ([name]) => name,
    [
      ['threshold', 'Threshold', 'exact', ([, it]) => it.threshold],
      ['feasible', 'Feasible', 'text', ([, it]) => it.feasible],
      ['stop_count', 'Stops', 'count', ([, it]) => it.stop_count],
      ['true_positive', 'TP', 'count', ([, it]) => it.true_positive],
      ['false_positive', 'FP', 'count', ([, it]) => it.false_positive],
      ['precision', 'Precision', 'mean', ([, it]) => it.precision],
      ['recall', 'Recall', 'mean', ([, it]) => it.recall],
    ],
  );
}
