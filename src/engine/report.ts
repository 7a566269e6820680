import type { Evaluation } from '../core/correctness.ts';
import { type Provenance, withFileHashes } from '../core/present/provenance.ts';
import type { JudgeThreshold } from '../core/report/evaluation-types.ts';
import { formatReport, type ReportFormat } from '../core/report/format.ts';
import { DEFAULT_H0_SEED, type Headroom, measureHeadroom } from '../core/report/h0.ts';
import { type FullReport, reportInSteps } from '../core/report/report.ts';
import { describeReport, reportTables } from '../core/report/report-tables.ts';
import type { ReportTable } from '../core/report/tables.ts';
import type { SelectionRule } from '../core/report/threshold-selection.ts';
import type { Problem } from '../core/result.ts';
import type { SelectionSpec } from '../core/selection.ts';
import type { Dataset, Selection } from '../core/terms.ts';
import { readH0Inputs } from '../ingest/h0-inputs.ts';
import type { Ingested } from '../ingest/index.ts';
import type { JobContext } from './job-context.ts';
import { runSteps } from './run-steps.ts';

declare const __STOPSCOPE_VERSION__: string;

export interface ReportWish {
  readonly selection: SelectionSpec;
  readonly answerRule: string;
  /** The threshold of each judge that shall be in the report. */
  readonly thresholds: readonly JudgeThreshold[];
  readonly seed: number;
  readonly repeats: number;
  readonly margin: number;
  readonly select: SelectionRule | null;
  readonly pair: { readonly base: string; readonly lora: string; readonly threshold: number } | null;
}

/** The report as the page shows it; the whole of it stays in the worker, for export. */
export interface ReportView {
  readonly notice: string | null;
  /** What was evaluated and how, a line each. */
  readonly facts: readonly string[];
  readonly tables: readonly ReportTable[];
}

/** Builds reports and keeps the last one, so that every export has exactly the figures on screen. */
export class ReportMaker {
  private last: FullReport | null = null;
  private wish: ReportWish | null = null;

  async make(
    ingested: Ingested,
    evaluation: Evaluation,
    selection: Selection,
    wish: ReportWish,
    context: JobContext,
  ): Promise<ReportView> {
    const { dataset } = ingested;
    const steps = reportInSteps({
      evaluation,
      selection,
      selectionSpec: wish.selection,
      judges: dataset.judges.map(({ id }) => id),
      thresholds: wish.thresholds,
      seed: wish.seed,
      h0Seed: DEFAULT_H0_SEED,
      repeats: wish.repeats,
      h0: await readH0Inputs(ingested),
      select: wish.select,
      pair: wish.pair,
      margin: wish.margin,
      programVersion: __STOPSCOPE_VERSION__,
      problems: worthRepeating(ingested.problems),
    });
    const { report } = await runSteps(steps, context, (step) => ({ ...step, what: 'intervals' }));
    this.last = report;
    this.wish = wish;
    return { notice: report.stopscope.notice, facts: describeReport(report), tables: reportTables(report) };
  }

  /** `sources`: of the dataset with every hash, some of which may not have been known when the report was made. */
  write(format: ReportFormat, dataset: Pick<Dataset, 'sources'>, record: Provenance | null): string {
    const hashes = dataset.sources.map(({ sha256 }) => sha256);
    return formatReport(this.made(dataset).report, format, record && withFileHashes(record, hashes));
  }

  /** The last report, with the hashes of its files, and what it was asked for. */
  made({ sources }: Pick<Dataset, 'sources'>): { readonly report: FullReport; readonly wish: ReportWish } {
    if (this.last === null || this.wish === null) throw new Error('there is no report yet');
    const { stopscope } = this.last;
    const files = stopscope.provenance.files.map((file, i) => ({ ...file, sha256: sources[i]?.sha256 ?? file.sha256 }));
    const provenance = { ...stopscope.provenance, files };
    return { report: { ...this.last, stopscope: { ...stopscope, provenance } }, wish: this.wish };
  }
}

/** Notes about side files are for the load screen. */
const worthRepeating = (problems: readonly Problem[]): Problem[] =>
  problems.filter(({ severity }) => severity !== 'note');

/** Budgets beyond it say nothing more. */
const MOST_BUDGET = 8;

/** What stopping could gain on a selection, with the intervals of the published audit; null without labels. */
export function headroomOf(evaluation: Evaluation, selection: Selection, repeats: number): Headroom | null {
  const { nativeSearches } = evaluation.dataset.questions;
  let most = 0;
  for (const q of selection) most = Math.max(most, nativeSearches[q]!);
  return measureHeadroom(evaluation, {
    selection,
    seed: DEFAULT_H0_SEED,
    repeats,
    mostSearches: Math.min(MOST_BUDGET, most),
  });
}
