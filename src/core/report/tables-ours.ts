import type { ConventionRow, OurBlock, PolicyRow } from './our-types.ts';
import { bestPolicies, markDifferences } from './strong.ts';
import { ends, type ReportTable, tableOf } from './tables.ts';

/** Everything under `stopscope`, in our conventions. Tables without rows are left out. */
export function ourTables(block: OurBlock): readonly ReportTable[] {
  return [
    policies(block),
    gates(block),
    states(block),
    selections(block),
    conventions(block),
    stored(block),
    problems(block),
  ].filter(({ rows }) => rows.length > 0);
}

const policyName = ({ policy, judge, threshold, budget }: PolicyRow): string => {
  if (judge !== null) return `${judge} >= ${threshold}`;
  return budget === null ? policy : `budget ${budget}`;
};

const policies = ({ policies: rows, comparisons }: OurBlock): ReportTable => {
  const best = bestPolicies(rows, comparisons);
  const table = policyTable(rows);
  return { ...table, rows: table.rows.map((row, i) => ({ ...row, strong: best[i]! })) };
};

const policyTable = (rows: readonly PolicyRow[]): ReportTable =>
  tableOf(
    {
      id: 'policies',
      title: 'Policies',
      rowTitle: 'Policy',
      note: 'Oracles use labels and can never be deployed. Wilson intervals. A dash: no stops, no labels, nothing to divide by. Bold: best of native and the judges where every paired 95 % interval excludes 0.',
    },
    rows,
    policyName,
    [
      ['em', 'EM', 'mean', (row) => row.em],
      ['em_ci95', '95 % EM', 'mean', (row) => row.em_ci95],
      ['token_f1', 'F1', 'mean', (row) => row.token_f1],
      ['mean_searches', 'Searches', 'mean', (row) => row.mean_searches],
      ['coverage', 'Coverage', 'mean', (row) => row.coverage],
      ['early_stop_count', 'Early stops', 'count', (row) => row.early_stop_count],
      ['safe_stop_count', 'Safe', 'count', (row) => row.safe_stop_count],
      ['unsafe_stop_count', 'Unsafe', 'count', (row) => row.unsafe_stop_count],
      ['selected_stop_risk', 'Risk', 'mean', (row) => row.selected_stop_risk],
      ['selected_stop_risk_ci95', '95 % risk', 'mean', (row) => row.selected_stop_risk_ci95],
      ['opportunity_recall', 'Opp. recall', 'mean', (row) => row.opportunity_recall],
      ['rescued_count', 'Rescued', 'count', (row) => row.rescued_count],
      ['harmed_count', 'Harmed', 'count', (row) => row.harmed_count],
    ],
  );

const gates = ({ comparisons: rows, provenance }: OurBlock): ReportTable =>
  markDifferences(
    tableOf(
      {
        id: 'comparisons',
        title: 'Comparisons and gate',
        rowTitle: 'Comparison',
        note: `Frozen criteria: lower end of the EM difference > -${provenance.gate_margin}; upper end of the search difference < 0. Bold: the interval excludes 0. ${provenance.repeats} repeats, base seed ${provenance.seed}.`,
      },
      rows,
      ({ left, right }) => `${right} minus ${left}`,
      [
        ['em', 'EM', 'mean', (row) => row.em?.estimate ?? null],
        ['em_ci95', '95 % EM', 'mean', (row) => ends(row.em)],
        ['em_verdict', 'EM criterion', 'text', (row) => row.gate?.em_verdict ?? null],
        ['searches', 'Searches', 'mean', (row) => row.searches.estimate],
        ['searches_ci95', '95 % searches', 'mean', (row) => ends(row.searches)],
        ['searches_verdict', 'Search criterion', 'text', (row) => row.gate?.searches_verdict ?? null],
        ['rescued_count', 'Rescued', 'count', (row) => row.rescued_count],
        ['harmed_count', 'Harmed', 'count', (row) => row.harmed_count],
        ['mcnemar_exact_p', 'McNemar p', 'p', (row) => row.mcnemar_exact_p],
        ['searches_sign_flip_p', 'Sign-flip p', 'p', (row) => row.searches_sign_flip_p],
      ],
    ),
  );

const states = ({ state_level: rows }: OurBlock): ReportTable =>
  tableOf(
    {
      id: 'states',
      title: 'State level, pooled and per round',
      rowTitle: 'Judge and round',
      note: 'Unparsed outputs never stop and rank last. States of one question are not independent.',
    },
    rows,
    ({ judge, round }) => `${judge}, ${round === null ? 'all rounds' : `round ${round}`}`,
    [
      ['eligible_count', 'States', 'count', (row) => row.eligible_count],
      ['prevalence', 'Prevalence', 'mean', (row) => row.prevalence],
      ['unparsed_count', 'Unparsed', 'count', (row) => row.unparsed_count],
      ['true_positive', 'TP', 'count', (row) => row.true_positive],
      ['false_positive', 'FP', 'count', (row) => row.false_positive],
      ['precision', 'Precision', 'mean', (row) => row.precision],
      ['precision_ci95', '95 % precision', 'mean', (row) => row.precision_ci95],
      ['recall', 'Recall', 'mean', (row) => row.recall],
      ['ap_input_order', 'AP, file order', 'mean', (row) => row.ap_input_order],
      ['ap_tie_grouped', 'AP, ties as one', 'mean', (row) => row.ap_tie_grouped],
      ['roc_auc', 'ROC AUC', 'mean', (row) => row.roc_auc],
      ['brier', 'Brier', 'mean', (row) => row.brier],
      ['ece_10', 'ECE', 'mean', (row) => row.ece_10],
      ['ece_adaptive_10', 'ECE, adaptive', 'mean', (row) => row.ece_adaptive_10],
    ],
  );

const selections = ({ threshold_selection: rows }: OurBlock): ReportTable =>
  tableOf(
    {
      id: 'selection_stability',
      title: 'Selected thresholds, how firm they are',
      rowTitle: 'Judge and level',
      note: 'A dash as threshold: nothing qualifies, never stop. The gap is precision here minus elsewhere in the data.',
    },
    rows,
    ({ judge, level }) => `${judge}, on ${level}s`,
    [
      ['threshold', 'Threshold', 'exact', (row) => row.threshold],
      ['stop_count', 'Stops', 'count', (row) => row.here.stop_count],
      ['precision', 'Precision', 'mean', (row) => row.here.precision],
      ['recall', 'Recall', 'mean', (row) => row.here.recall],
      ['em', 'EM', 'mean', (row) => row.here.em],
      ['precision_elsewhere', 'Precision elsewhere', 'mean', (row) => row.elsewhere?.precision ?? null],
      ['em_elsewhere', 'EM elsewhere', 'mean', (row) => row.elsewhere?.em ?? null],
      ['optimism_gap', 'Gap', 'mean', (row) => row.optimism_gap],
      ['same_share', 'Chosen again', 'mean', (row) => row.bootstrap.same_share],
      ['never_stop_share', 'Never stop', 'mean', (row) => row.bootstrap.never_stop_share],
      [
        'threshold_ci95',
        '95 % threshold',
        'exact',
        ({ bootstrap: { quantiles } }) => (quantiles === null ? null : [quantiles[0], quantiles[2]]),
      ],
    ],
  );

const conventionName = ({ convention, variant, judge, is_used: isUsed }: ConventionRow): string =>
  `${convention}: ${variant}${isUsed ? ' (used)' : ''}, ${judge ?? 'native'}`;

const conventions = ({ convention_sensitivity: rows }: OurBlock): ReportTable =>
  tableOf({ id: 'conventions', title: 'Convention sensitivity', rowTitle: 'Convention' }, rows, conventionName, [
    ['question_count', 'Questions', 'count', (row) => row.question_count],
    ['em', 'EM', 'mean', (row) => row.em],
    ['token_f1', 'F1', 'mean', (row) => row.token_f1],
    ['mean_searches', 'Searches', 'mean', (row) => row.mean_searches],
    ['early_stop_count', 'Early stops', 'count', (row) => row.early_stop_count],
    ['safe_stop_count', 'Safe', 'count', (row) => row.safe_stop_count],
    ['rescued_count', 'Rescued', 'count', (row) => row.rescued_count],
    ['harmed_count', 'Harmed', 'count', (row) => row.harmed_count],
    ['stop_average_precision', 'AP', 'mean', (row) => row.stop_average_precision],
  ]);

const stored = ({ stored_numbers: rows }: OurBlock): ReportTable =>
  tableOf(
    { id: 'stored_numbers', title: 'Correctness stored in the files', rowTitle: 'Column' },
    rows,
    ({ column }) => column,
    [
      ['row_count', 'Rows', 'count', (row) => row.row_count],
      ['stored_mean', 'Stored mean', 'mean', (row) => row.stored_mean],
      ['reproduced_by', 'Reproduced by', 'text', (row) => row.reproduced_by.join(', ') || 'no rule'],
      ['never_count', 'Never reproduced', 'count', (row) => row.never_count],
      ['never', 'Such rows', 'text', (row) => row.never.join(', ')],
    ],
  );

const problems = ({ problems: rows }: OurBlock): ReportTable =>
  tableOf({ id: 'problems', title: 'Problems', rowTitle: 'Code' }, rows, ({ code }) => code, [
    ['severity', 'Severity', 'text', (row) => row.severity],
    ['file', 'File', 'text', (row) => row.file],
    ['line', 'Line', 'count', (row) => row.line],
    ['message', 'Message', 'text', (row) => row.message],
    ['effect', 'Effect', 'text', (row) => row.effect],
  ]);
