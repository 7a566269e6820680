import type { Evaluation } from '../core/correctness.ts';
import {
  BUDGET_RULE,
  datasetHash,
  INDEX_RULE,
  type Provenance,
  shortHash,
  UNPARSED_RULE,
} from '../core/present/provenance.ts';
import { type ClaimsBlock, confirmedClaims, confirmNow, roleOfSelection, stateOf } from '../core/protocol/index.ts';
import { formatReportMarkdown } from '../core/report/markdown.ts';
import type { FullReport, ReportRequest } from '../core/report/report.ts';
import { reportClaims } from '../core/report/report-claims.ts';
import { reportCurves } from '../core/report/report-curves.ts';
import { reportQuestions } from '../core/report/report-questions.ts';
import { ok, type Result } from '../core/result.ts';
import { finish } from '../core/steps.ts';
import type { Ingested } from '../ingest/ingest.ts';
import { PAGE_ASSETS } from '../reader/assets.ts';
import { formatReportPage } from '../reader/page.ts';
import { auditRun } from './audit.ts';
import type { ReportArguments } from './report-arguments.ts';
import type { OpenedRun } from './report-input.ts';

/** The report with all that makes it checkable: as an HTML file, or as Markdown. */
export async function writePage(
  run: OpenedRun,
  { evaluation, selection, selectionSpec }: ReportRequest,
  report: FullReport,
  { format, isInteractive, hasTexts }: ReportArguments,
): Promise<Result<string, string>> {
  const { thresholds } = report.stopscope.provenance;
  const curves = reportCurves(evaluation, selection, thresholds);
  const judge = curves.judges[curves.active]?.id ?? null;
  const role = roleOfSelection(evaluation.dataset, selection);
  const claims =
    confirmedFor(run, evaluation, role) ?? reportClaims(evaluation, selection, selectionSpec, report, judge);
  const audit = await auditRun(run, { evaluation, budget: null });
  const provenance = await provenanceOf(run.ingested, report, judge, role);
  if (format !== 'html') return ok(formatReportMarkdown(report, { audit, claims, provenance }));
  const questions = hasTexts
    ? reportQuestions(
        evaluation,
        selection,
        curves.judges.map(({ id }) => id),
      )
    : null;
  return formatReportPage({ report, curves, provenance, audit, claims, isInteractive, questions }, PAGE_ASSETS);
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

async function provenanceOf(
  { dataset, hashes }: Ingested,
  { stopscope: { provenance: it } }: FullReport,
  judge: string | null,
  role: ReturnType<typeof roleOfSelection>,
): Promise<Provenance> {
  const files = await Promise.all(
    dataset.sources.map(async ({ name, sha256 }, i) => ({ name, sha256: sha256 ?? (await hashes[i]?.()) ?? null })),
  );
  const threshold = it.thresholds.find((one) => one.judge === judge)?.value ?? null;
  const frozen = dataset.judges.find(({ id }) => id === judge)?.frozen ?? null;
  const range =
    it.selection.from === null || it.selection.to === null ? null : { from: it.selection.from, to: it.selection.to };
  const status = threshold === null || frozen === null ? null : frozen.value === threshold ? 'frozen' : 'post hoc';
  const { name, notice } = dataset;
  const data = { name, sha256: datasetHash(files), files, isSynthetic: notice !== null, notice };
  return {
    app: 'stopscope',
    version: it.program_version,
    dataset: data,
    selection: {
      split: role.kind === 'split' ? role.name : it.selection.split,
      role:
        role.kind === 'none'
          ? null
          : role.kind === 'pooled'
            ? `descriptive, pools ${role.roles.join(' and ')}`
            : role.role,
      questions: it.selection.question_count,
      range,
    },
    policy: { words: threshold === null ? 'native' : `${judge} >= ${threshold}`, judge, threshold, status },
    bootstrap: { seed: it.seed, repeats: it.repeats, indexRule: INDEX_RULE },
    conventions: {
      answerRule: it.answer_rule,
      comparison: '>=',
      margin: it.gate_margin,
      unparsed: UNPARSED_RULE,
      budgets: BUDGET_RULE,
    },
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
