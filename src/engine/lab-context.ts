import type { Evaluation } from '../core/correctness.ts';
import { labelledOnly } from '../core/lab/known.ts';
import type { Rule } from '../core/rules/rule.ts';
import { signalsOf } from '../core/rules/rule.ts';
import { listSignals } from '../core/rules/rule-signals.ts';
import { type SelectionSpec, select } from '../core/selection.ts';
import type { Selection } from '../core/terms.ts';
import type { Ingested } from '../ingest/index.ts';
import type { Evaluator } from './evaluate.ts';
import { JobFailure } from './job-context.ts';

/** What the jobs of the policy lab need of the loaded dataset. */
export interface LabData {
  readonly ingested: Ingested;
  readonly evaluator: Evaluator;
}
export type FindLabData = (datasetId: number) => LabData;

/** Which questions figures are about, and which ones calibrated signals and thresholds are fitted on. */
export interface LabView {
  readonly datasetId: number;
  readonly selection: SelectionSpec;
  readonly answerRule: string;
  readonly tune: SelectionSpec | null;
}

export interface OpenLab {
  readonly evaluation: Evaluation;
  readonly selection: Selection;
  /** The labelled ones among them: baselines and comparisons are of no others. */
  readonly labelled: Selection;
}

export function openLab(find: FindLabData, view: Omit<LabView, 'tune'>): OpenLab {
  const { ingested, evaluator } = find(view.datasetId);
  const evaluation = evaluator.under(view.answerRule);
  const selection = select(ingested.dataset, view.selection);
  return { evaluation, selection, labelled: labelledOnly(evaluation, selection) };
}

/** A rule from an address may name what this dataset does not have. */
export function checkRule(evaluation: Evaluation, rule: Rule): void {
  const known = new Set(listSignals(evaluation).map(({ id }) => id));
  const missing = signalsOf(rule).filter((id) => !known.has(id));
  if (missing.length === 0) return;
  throw new JobFailure({
    code: 'rule.no-signal',
    severity: 'error',
    message: `The rule names ${missing.map((id) => `"${id}"`).join(', ')}, which this dataset does not have.`,
    effect: 'Signals from texts are there once the texts have been read, in the section Sufficiency.',
    file: null,
    line: null,
  });
}

/** How many replicates over so many questions a page waits for. */
export const affordable = (wanted: number, questions: number, work = 60_000_000): number =>
  Math.max(40, Math.min(wanted, Math.floor(work / Math.max(1, questions))));

export const judgeById = ({ dataset }: Evaluation, id: string) => {
  const judge = dataset.judges.find((one) => one.id === id);
  if (judge === undefined) throw new Error(`no judge ${id}`);
  return judge;
};
