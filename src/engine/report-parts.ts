import type { AuditReport } from '../core/audit/index.ts';
import { type ClaimsBlock, confirmedClaims } from '../core/protocol/claims-text.ts';
import { roleOfSelection } from '../core/protocol/index.ts';
import { stateOf } from '../core/protocol/state.ts';
import { type JudgeRanking, reportRanking } from '../core/report/ranking-curves.ts';
import type { FullReport } from '../core/report/report.ts';
import { reportClaimsInSteps } from '../core/report/report-claims.ts';
import { type ReportCurves, reportCurves } from '../core/report/report-curves.ts';
import { type ReportQuestions, reportQuestions } from '../core/report/report-questions.ts';
import { select } from '../core/selection.ts';
import type { ResampleStep } from '../core/steps.ts';
import type { Ingested } from '../ingest/index.ts';
import type { AuditSession } from './audit-session.ts';
import { breathe, type Evaluator } from './evaluate.ts';
import { withEveryHash } from './file-hashes.ts';
import type { JobContext } from './job-context.ts';
import type { ReportMaker } from './report.ts';
import { runSteps } from './run-steps.ts';

/** What a report file is made of, beside the provenance that the page knows. */
export interface ReportParts {
  readonly report: FullReport;
  readonly curves: ReportCurves;
  readonly ranking: readonly JudgeRanking[];
  readonly audit: AuditReport;
  readonly claims: ClaimsBlock | string;
  /** null: the texts were not asked for. */
  readonly questions: ReportQuestions | null;
}

export interface ReportPartsWish {
  /** The judge that the report is about; null in a dataset without judges. */
  readonly judge: string | null;
  readonly hasTexts: boolean;
}

interface Desk {
  readonly ingested: Ingested;
  readonly session: AuditSession;
  readonly evaluator: Evaluator;
  readonly reportMaker: ReportMaker;
}

/** Of the last report, so that the file has exactly the figures on screen. Sealed labels are not in what it looks at. */
export async function reportParts(
  { ingested, session, evaluator, reportMaker }: Desk,
  { judge, hasTexts }: ReportPartsWish,
  context: JobContext,
): Promise<ReportParts> {
  const { report, wish } = reportMaker.made(await withEveryHash(ingested));
  const evaluation = evaluator.under(wish.answerRule);
  const { dataset } = evaluation;
  const selection = select(dataset, wish.selection);
  // JSON has no infinity: the largest double stands for "never stop" in a report.
  const thresholds = wish.thresholds.map(({ judge: id, value }) => ({
    judge: id,
    value: value === Number.MAX_VALUE ? Number.POSITIVE_INFINITY : value,
  }));
  const curves = reportCurves(evaluation, selection, thresholds, judge);
  const shown = curves.judges.map(({ id }) => id);
  const ranking = reportRanking(evaluation, selection, shown);
  await breathe(context.signal);
  const audit = await session.audit(evaluator, wish.answerRule, null, context);
  const role = roleOfSelection(dataset, selection);
  const looked = stateOf(session.protocol).unsealed?.step.split;
  const isConfirmed = session.report !== null && role.kind === 'split' && role.name === looked;
  const isDeployable = thresholds.some(({ judge: id, value }) => id === judge && Number.isFinite(value));
  const loose = reportClaimsInSteps(evaluation, selection, wish.selection, report, isDeployable ? judge : null);
  const said = (step: ResampleStep) => ({ ...step, what: 'claims' });
  return {
    report,
    curves,
    ranking,
    audit,
    claims:
      isConfirmed && session.report !== null ? confirmedClaims(session.report) : await runSteps(loose, context, said),
    questions: hasTexts ? reportQuestions(evaluation, selection, shown) : null,
  };
}
