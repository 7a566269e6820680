import type { EvaluationReport } from './evaluation-types.ts';
import { markDifferences } from './strong.ts';
import { ends, type ReportTable, tableOf } from './tables.ts';

const NOTE = 'Published conventions: an empty denominator prints 0.';

/** The blocks of the published evaluation. */
export function publishedTables(report: EvaluationReport): readonly ReportTable[] {
  const judges = Object.keys(report.system_level);
  const tables = [systemLevel(report)];
  if (Object.keys(report.state_level).length > 0) tables.push(stateLevel(report), calibration(report));
  if (judges.length > 0) tables.push(comparisons(report));
  return tables;
}

function systemLevel({ native, system_level: blocks }: EvaluationReport): ReportTable {
  type Row = readonly [string, EvaluationReport['native'] & Partial<EvaluationReport['system_level'][string]>];
  const rows: readonly Row[] = [['native', native], ...Object.entries(blocks)];
  return tableOf(
    { id: 'system_level', title: 'Question-level outcomes', rowTitle: 'Policy', note: NOTE },
    rows,
    ([name]) => name,
    [
      ['question_count', 'Questions', 'count', ([, it]) => it.question_count],
      ['official_em', 'EM', 'mean', ([, it]) => it.official_em],
      ['token_f1', 'F1', 'mean', ([, it]) => it.token_f1],
      ['mean_search_calls', 'Searches', 'mean', ([, it]) => it.mean_search_calls],
      ['mean_searches_saved', 'Saved', 'mean', ([, it]) => it.mean_searches_saved ?? null],
      ['early_stop_count', 'Early stops', 'count', ([, it]) => it.early_stop_count ?? null],
      ['safe_early_stop_count', 'Safe', 'count', ([, it]) => it.safe_early_stop_count ?? null],
      ['unsafe_early_stop_count', 'Unsafe', 'count', ([, it]) => it.unsafe_early_stop_count ?? null],
      ['accepted_risk', 'Accepted risk', 'mean', ([, it]) => it.accepted_risk ?? null],
      ['opportunity_question_count', 'Opportunities', 'count', ([, it]) => it.opportunity_question_count ?? null],
      ['early_stop_opportunity_recall', 'Opp. recall', 'mean', ([, it]) => it.early_stop_opportunity_recall ?? null],
      [
        'mean_first_safe_stop_delay_on_safe_stops',
        'Safe-stop delay',
        'mean',
        ([, it]) => it.mean_first_safe_stop_delay_on_safe_stops ?? null,
      ],
      ['wrong_to_correct_count', 'Rescued', 'count', ([, it]) => it.wrong_to_correct_count ?? null],
      ['correct_to_wrong_count', 'Harmed', 'count', ([, it]) => it.correct_to_wrong_count ?? null],
    ],
  );
}

function stateLevel({ state_level: blocks, masked_parse_failure_counts: masked }: EvaluationReport): ReportTable {
  return tableOf(
    { id: 'state_level', title: 'State-level figures', rowTitle: 'Judge', note: NOTE },
    Object.entries(blocks),
    ([name]) => name,
    [
      ['threshold', 'Threshold', 'exact', ([, it]) => it.threshold],
      ['true_positive', 'TP', 'count', ([, it]) => it.true_positive],
      ['false_positive', 'FP', 'count', ([, it]) => it.false_positive],
      ['false_negative', 'FN', 'count', ([, it]) => it.false_negative],
      ['true_negative', 'TN', 'count', ([, it]) => it.true_negative],
      ['stop_precision', 'Precision', 'mean', ([, it]) => it.stop_precision],
      ['stop_recall', 'Recall', 'mean', ([, it]) => it.stop_recall],
      ['stop_rate', 'Stop rate', 'mean', ([, it]) => it.stop_rate],
      ['unsafe_stop_rate', 'Unsafe rate', 'mean', ([, it]) => it.unsafe_stop_rate],
      ['stop_average_precision', 'AP', 'mean', ([, it]) => it.stop_average_precision],
      ['safe_early_stop_prevalence', 'Prevalence', 'mean', ([, it]) => it.safe_early_stop_prevalence],
      ['recall_at_precision_90', 'R at P 0.90', 'mean', ([, it]) => it.recall_at_precision_90.recall],
      ['recall_at_precision_95', 'R at P 0.95', 'mean', ([, it]) => it.recall_at_precision_95.recall],
      ['brier', 'Brier', 'mean', ([, it]) => it.calibration.brier],
      ['ece_10', 'ECE', 'mean', ([, it]) => it.calibration.ece_10],
      ['masked_parse_failure_count', 'Unparsed', 'count', ([name]) => masked[name] ?? null],
    ],
  );
}

function calibration({ state_level: blocks }: EvaluationReport): ReportTable {
  const rows = Object.entries(blocks).flatMap(([name, { calibration: it }]) => it.bins.map((bin) => ({ name, bin })));
  return tableOf(
    { id: 'calibration', title: 'Calibration, ten equal bins', rowTitle: 'Judge and bin' },
    rows,
    ({ name, bin }) => `${name} ${bin.low}-${bin.high}`,
    [
      ['count', 'States', 'count', ({ bin }) => bin.count],
      ['mean_probability', 'Mean probability', 'mean', ({ bin }) => bin.mean_probability],
      ['observed_rate', 'Observed rate', 'mean', ({ bin }) => bin.observed_rate],
    ],
  );
}

function comparisons({ paired_comparisons: blocks }: EvaluationReport): ReportTable {
  return markDifferences(
    tableOf(
      { id: 'paired_comparisons', title: 'Paired comparisons, 95 % bootstrap over questions', rowTitle: 'Comparison' },
      Object.entries(blocks),
      ([name]) => name,
      [
        ['official_em', 'EM', 'mean', ([, it]) => it.official_em?.estimate ?? null],
        ['official_em_ci95', '95 % EM', 'mean', ([, it]) => ends(it.official_em)],
        ['search_calls', 'Searches', 'mean', ([, it]) => it.search_calls.estimate],
        ['search_calls_ci95', '95 % searches', 'mean', ([, it]) => ends(it.search_calls)],
        ['stop_average_precision', 'AP', 'mean', ([, it]) => it.stop_average_precision?.estimate ?? null],
        ['stop_average_precision_ci95', '95 % AP', 'mean', ([, it]) => ends(it.stop_average_precision)],
        ['native_wrong_policy_correct', 'Rescued', 'count', ([, it]) => it.native_wrong_policy_correct ?? null],
        ['native_correct_policy_wrong', 'Harmed', 'count', ([, it]) => it.native_correct_policy_wrong ?? null],
      ],
    ),
  );
}
