import type { Evaluation } from '../core/correctness.ts';
import {
  bootstrapRecord,
  conventionsRecord,
  datasetRecord,
  originsOf,
  type Provenance,
  selectionRecord,
  shortHash,
} from '../core/present/provenance.ts';
import { type ClaimsBlock, confirmedClaims, confirmNow, roleOfSelection, stateOf } from '../core/protocol/index.ts';
import { formatReportMarkdown } from '../core/report/markdown.ts';
import { reportRanking } from '../core/report/ranking-curves.ts';
import type { FullReport, ReportRequest } from '../core/report/report.ts';
import { reportClaims } from '../core/report/report-claims.ts';
import { reportCurves } from '../core/report/report-curves.ts';
import { reportQuestions } from '../core/report/report-questions.ts';
import { ok, type Result } from '../core/result.ts';
import { finish } from '../core/steps.ts';
import { PAGE_ASSETS } from '../reader/assets.ts';
import { formatReportPage } from '../reader/page.ts';
import { auditRun } from './audit.ts';
import type { ReportArguments } from './report-arguments.ts';
import type { OpenedRun } from './report-input.ts';

/** The report with all that makes it checkable: as an HTML file, or as Markdown. */
export async function writePage(
  run: OpenedRun,
  request: ReportRequest,
  report: FullReport,
  { format, isInteractive, hasTexts }: ReportArguments,
): Promise<Result<string, string>> {
  const { evaluation, selection, selectionSpec } = request;
  const { thresholds } = report.stopscope.provenance;
  const curves = reportCurves(evaluation, selection, thresholds);
  const judge = curves.judges[curves.active]?.id ?? null;
  const judges = curves.judges.map(({ id }) => id);
  const role = roleOfSelection(evaluation.dataset, selection);
  const claims =
    confirmedFor(run, evaluation, role) ?? reportClaims(evaluation, selection, selectionSpec, report, judge);
  const audit = await auditRun(run, { evaluation, budget: null });
  const provenance = await reportProvenance(run, request, report);
  if (format !== 'html') return ok(formatReportMarkdown(report, provenance, { audit, claims }));
  const questions = hasTexts ? reportQuestions(evaluation, selection, judges) : null;
  const ranking = reportRanking(evaluation, selection, judges);
  return formatReportPage(
    { report, curves, ranking, provenance, audit, claims, isInteractive, questions },
    PAGE_ASSETS,
  );
}

/** After an unseal, about the split that was looked at: what was confirmed. */
function confirmedFor(
  { protocol }: OpenedRun,
  evaluation: Evaluation,
  role: ReturnType<typeof roleOfSelection>,
): ClaimsBlock | null {
  if (protocol === null || role.kind !== 'split' || stateOf(protocol).unsealed?.step.split !== role.name) return null;
  const confirmed = finish(confirmNow(protocol, (id) => (id === evaluation.correctness.ruleId ? evaluation : null)));
  return confirmed.kind === 'failed' ? null : confirmedClaims(confirmed.value);
}

/** What a report rests on. It is about the first judge that has a threshold. */
export async function reportProvenance(
  { ingested: { dataset, hashes } }: OpenedRun,
  { selection }: ReportRequest,
  { stopscope: { provenance: it } }: FullReport,
): Promise<Provenance> {
  const judge = dataset.judges.find(({ id }) => it.thresholds.some((one) => one.judge === id))?.id ?? null;
  const role = roleOfSelection(dataset, selection);
  const known = await Promise.all(
    dataset.sources.map(async ({ sha256 }, i) => sha256 ?? (await hashes[i]?.()) ?? null),
  );
  const threshold = it.thresholds.find((one) => one.judge === judge)?.value ?? null;
  const frozen = dataset.judges.find(({ id }) => id === judge)?.frozen ?? null;
  const range =
    it.selection.from === null || it.selection.to === null ? null : { from: it.selection.from, to: it.selection.to };
  const status = threshold === null || frozen === null ? null : frozen.value === threshold ? 'frozen' : 'post hoc';
  const data = datasetRecord(dataset, originsOf(dataset.sources, known));
  return {
    app: 'stopscope',
    version: it.program_version,
    dataset: data,
    selection: selectionRecord(role, { split: it.selection.split, range, questions: it.selection.question_count }),
    policy: { words: threshold === null ? 'native' : `${judge} >= ${threshold}`, judge, threshold, status },
    bootstrap: bootstrapRecord(it.seed, it.repeats),
    conventions: conventionsRecord(it.answer_rule, it.gate_margin),
    postHoc: status === 'post hoc',
    link: linkTo(it, judge, threshold, data),
  };
}

/** The address of the same view in the app, where its files are opened with `stopscope view DIR --open`. */
function linkTo(
  { selection, answer_rule, gate_margin, seed, repeats }: FullReport['stopscope']['provenance'],
  judge: string | null,
  threshold: number | null,
  data: Provenance['dataset'],
): string {
  const params = new URLSearchParams({ for: data.name });
  if (data.sha256 !== null) params.set('hash', shortHash(data.sha256));
  if (judge !== null) params.set('judge', judge);
  if (selection.from !== null) params.set('q', `${selection.from}-${selection.to}`);
  if (selection.split !== null) params.set('split', selection.split);
  if (threshold !== null) params.set('t', String(threshold));
  params.set('rule', answer_rule);
  params.set('margin', String(gate_margin));
  params.set('repeats', String(repeats));
  params.set('seed', String(seed));
  return `#/explore?${params}`;
}
