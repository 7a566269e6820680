import { create } from 'zustand';
import { type Provenance, withFileHashes } from '../core/present/provenance.ts';
import type { ReportFormat } from '../core/report/format.ts';
import { failed, ok, type Problem, type Result } from '../core/result.ts';
import { EngineRejection } from '../engine/client.ts';
import type { ReportView } from '../engine/report.ts';
import type { ReportParts } from '../engine/report-parts.ts';
import { saveText } from './actions.ts';
import { askEngine, useApp } from './app-store.ts';
import { judgeInForce } from './policy-ref.ts';
import { currentProvenance } from './provenance.ts';
import { thresholdOf } from './selectors.ts';
import { forgetAtSeal } from './watch.ts';

/** What the user asks of the report beyond the view. */
export interface ReportOptions {
  /** The published rule for freezing thresholds, run on the selection. */
  readonly select: { readonly minimumPrecision: number; readonly minimumStops: number } | null;
  readonly pair: { readonly base: string; readonly lora: string } | null;
}

export interface ReportState {
  readonly options: ReportOptions;
  readonly report: ReportView | null;
  readonly status: { readonly kind: 'idle' | 'running' } | { readonly kind: 'failed'; readonly problem: Problem };
}

export const useReport = create<ReportState>()(() => ({
  options: { select: null, pair: null },
  report: null,
  status: { kind: 'idle' },
}));
forgetAtSeal(() => useReport.setState({ report: null, status: { kind: 'idle' } }));

/**
 * Builds the report of the view: each judge at its frozen threshold, the active one at the threshold in force. A newer
 * wish replaces the one that runs.
 */
export async function makeReport(): Promise<void> {
  const { dataset, view } = useApp.getState();
  if (dataset === null) return;
  const { options } = useReport.getState();
  const active = dataset.judges.find(({ id }) => id === view.judge) ?? dataset.judges[0];
  const thresholds = dataset.judges.flatMap((judge) => {
    const value = judge === active ? thresholdOf(view, judge) : (judge.frozen?.value ?? Number.POSITIVE_INFINITY);
    // JSON has no infinity: the largest double stops at nothing a file can hold.
    return [{ judge: judge.id, value: Number.isFinite(value) ? value : Number.MAX_VALUE }];
  });
  useReport.setState({ status: { kind: 'running' } });
  try {
    const report = await askEngine(
      'report',
      {
        datasetId: dataset.id,
        selection: { range: view.range, split: view.split },
        answerRule: view.answerRule,
        thresholds,
        ...view.gate,
        select: options.select,
        pair: options.pair && { ...options.pair, threshold: 0 },
      },
      { lane: 'report' },
    );
    useReport.setState({ report, status: { kind: 'idle' } });
  } catch (error) {
    if (!(error instanceof EngineRejection)) throw error;
    if (error.reason.kind === 'cancelled') return;
    useReport.setState({ status: { kind: 'failed', problem: error.reason.problem } });
  }
}

export function setReportOptions(change: Partial<ReportOptions>): void {
  useReport.setState(({ options }) => ({ options: { ...options, ...change } }));
  void makeReport();
}

const ENDINGS: Readonly<Record<ReportFormat, string>> = { json: 'json', md: 'md', latex: 'tex', csv: 'csv' };

/** Saves the report that is on screen. */
export async function downloadReport(format: ReportFormat): Promise<void> {
  const { dataset } = useApp.getState();
  if (dataset === null) return;
  const text = await askEngine('writeReport', { datasetId: dataset.id, format, record: currentProvenance() });
  saveText(text, `${dataset.name} report.${ENDINGS[format]}`);
}

/** All that a report file needs, or a sentence about why there is none. Of the report that is on screen. */
export async function collectReport(
  hasTexts: boolean,
): Promise<Result<{ readonly parts: ReportParts; readonly provenance: Provenance }, string>> {
  const { dataset, view } = useApp.getState();
  const provenance = currentProvenance();
  if (dataset === null || provenance === null) return failed('There are no figures yet.');
  const judge = judgeInForce(dataset, view)?.id ?? null;
  try {
    const parts = await askEngine('reportParts', { datasetId: dataset.id, judge, hasTexts }, { lane: 'report-file' });
    // A file is not saved with hashes that are still being computed: the worker has waited for them.
    const hashes = parts.report.stopscope.provenance.files.map(({ sha256 }) => sha256);
    return ok({ parts, provenance: withFileHashes(provenance, hashes) });
  } catch (error) {
    if (!(error instanceof EngineRejection)) throw error;
    return failed(error.reason.kind === 'cancelled' ? 'A newer wish took over.' : error.reason.problem.message);
  }
}

/** Saves a text under the dataset's name. */
export function saveReport(text: string, ending: 'html' | 'md'): void {
  const { dataset } = useApp.getState();
  if (dataset !== null) saveText(text, `${dataset.name} report.${ending}`);
}
