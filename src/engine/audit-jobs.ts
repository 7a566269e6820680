import { findAnswerRule } from '../core/answers/index.ts';
import { type AuditFormat, formatAudit } from '../core/audit/format.ts';
import type { AuditReport } from '../core/audit/index.ts';
import type { Evaluation } from '../core/correctness.ts';
import {
  chooseThresholds,
  confirmNow,
  type Freeze,
  type LooseClaims,
  looseInSteps,
  markDescriptive,
  markPostHoc,
  type Protocol,
  type ReportFile,
  roleOfSelection,
  type Settings,
  type SplitDefinition,
  type ThresholdChoice,
  takeFreeze,
  takeSeal,
  takeSplits,
  unsealInSteps,
} from '../core/protocol/index.ts';
import type { SelectionRule } from '../core/report/threshold-selection.ts';
import type { Result } from '../core/result.ts';
import { parseRule } from '../core/rules/parse.ts';
import { listSignals } from '../core/rules/rule-signals.ts';
import { type SelectionSpec, select } from '../core/selection.ts';
import type { ResampleStep } from '../core/steps.ts';
import { compareAveragePrecision } from './ap-comparison.ts';
import { resumeProtocol } from './audit-resume.ts';
import type { AuditSession } from './audit-session.ts';
import type { DatasetHandle } from './dataset-handle.ts';
import { breathe, type Evaluator } from './evaluate.ts';
import { type JobContext, JobFailure, type Progress, type Reply } from './job-context.ts';
import { runSteps } from './run-steps.ts';

declare const __STOPSCOPE_VERSION__: string;

/** What the engine lets these jobs do. */
export interface AuditDesk {
  find(datasetId: number): { readonly session: AuditSession; readonly evaluator: Evaluator };
  /** Puts the session's view in place of the dataset that everybody works on. It gets a new id. */
  replace(session: AuditSession): DatasetHandle;
}

/** A freeze as the user fills it in; hashes, thresholds and version come from here. */
export type FreezeWish = Omit<Freeze, 'files' | 'programVersion' | 'fallback'>;

export type StepWish =
  | { readonly kind: 'splits'; readonly splits: readonly SplitDefinition[] }
  | { readonly kind: 'seal'; readonly scope: 'confirmatory' | 'all' }
  /** `ruleText`: the policy is this rule, read against the signals of the data; else what the freeze says. */
  | { readonly kind: 'freeze'; readonly freeze: FreezeWish; readonly ruleText: string | null }
  /** A protocol that was begun elsewhere, or before the page was loaded again. */
  | { readonly kind: 'resume'; readonly text: string; readonly how: 'import' | 'reload' };

export interface Looked {
  readonly dataset: DatasetHandle;
  readonly report: ReportFile;
}

/** The jobs behind the audit page: checks, and the steps of the protocol. */
export function auditJobs(desk: AuditDesk) {
  return {
    /** Every check. Reads the files a second time, once per dataset. */
    audit: async (
      context: JobContext,
      params: { readonly datasetId: number; readonly answerRule: string; readonly budget: number | null },
    ): Promise<Reply<AuditReport>> => {
      await breathe(context.signal);
      const { session, evaluator } = desk.find(params.datasetId);
      return plain(await session.audit(evaluator, params.answerRule, params.budget, context));
    },

    /** The audit as a file: text, JSON or JUnit XML. */
    writeAudit: async (
      _: JobContext,
      { report, format }: { readonly report: AuditReport; readonly format: AuditFormat },
    ): Promise<Reply<string>> => plain(formatAudit(report, format)),

    /** The thresholds that a rule chooses on a split whose labels are open. */
    chooseThresholds: async (
      { signal }: JobContext,
      params: {
        readonly datasetId: number;
        readonly split: string;
        readonly rule: SelectionRule;
        readonly answerRule: string;
      },
    ): Promise<Reply<ThresholdChoice>> => {
      await breathe(signal);
      const { session, evaluator } = desk.find(params.datasetId);
      const split = session.splits.find(({ name }) => name === params.split);
      if (split === undefined) throw refused(`There is no split "${params.split}".`);
      // The closed view: on sealed labels nothing can be chosen.
      return plain(need(chooseThresholds(evaluator.under(params.answerRule), split.name, split.members, params.rule)));
    },

    /** One step of the protocol; the dataset that comes back shows what may be seen after it. */
    takeStep: async (
      context: JobContext,
      { datasetId, step }: { readonly datasetId: number; readonly step: StepWish },
    ): Promise<Reply<DatasetHandle>> => {
      const { session, evaluator } = desk.find(datasetId);
      session.protocol = need(await stepOf(session, evaluator, step, context));
      if (step.kind === 'resume') session.report = null;
      return plain(desk.replace(session));
    },

    /** Opens the confirmatory labels once and computes what was frozen. */
    unseal: async (context: JobContext, { datasetId }: { readonly datasetId: number }): Promise<Reply<Looked>> => {
      const { session } = desk.find(datasetId);
      const before = session.protocol;
      const unsealed = need(await session.during(computeLook(session, context)));
      // Another step in between must not be lost, nor the look be taken twice.
      if (session.protocol !== before) throw refused('Another step was taken meanwhile.');
      session.protocol = unsealed.protocol;
      session.report = { ...unsealed.report, log: unsealed.protocol.entries };
      return plain({ dataset: desk.replace(session), report: session.report });
    },

    /** The report of the unseal, with the log as it is now; computed again where only the protocol was kept. */
    confirmatoryReport: async (
      context: JobContext,
      { datasetId }: { readonly datasetId: number },
    ): Promise<Reply<ReportFile>> => {
      const { session } = desk.find(datasetId);
      if (session.report === null) {
        context.report({ done: 0, total: 0, what: 'confirmatory report' });
        await breathe(context.signal);
        const steps = confirmNow(session.protocol, evaluatorOf(session));
        session.report = { ...need(await runSteps(steps, context, resampling)), log: [] };
      }
      session.report = { ...session.report, log: session.protocol.entries };
      return plain(session.report);
    },

    /** The claims about a selection as it is set now, where no protocol stands behind them. null: in words why not. */
    claims: async (
      context: JobContext,
      params: {
        readonly datasetId: number;
        readonly selection: SelectionSpec;
        readonly name: string;
        readonly settings: Settings;
      },
    ): Promise<Reply<Result<LooseClaims, string>>> => {
      await breathe(context.signal);
      const { evaluator } = desk.find(params.datasetId);
      const { settings, name } = params;
      const evaluation = evaluator.under(settings.answerRule);
      const selection = select(evaluation.dataset, params.selection);
      const role = roleOfSelection(evaluation.dataset, selection);
      const judge = settings.policy.kind === 'threshold' ? settings.policy.judge : null;
      const ap = judge === null ? null : await compareAveragePrecision(evaluation, selection, judge, settings, context);
      const ranking = ap === null ? null : { reference: judgeName(evaluation, ap.reference), difference: ap.interval };
      const steps = looseInSteps(evaluation, selection, name, role, settings, ranking);
      return plain(await runSteps(steps, context, resampling));
    },

    /** Records what was looked at after the unseal, or called descriptive. Changes nothing that is seen. */
    markLook: async (
      _: JobContext,
      params: { readonly datasetId: number; readonly kind: 'post-hoc' | 'descriptive'; readonly what: string },
    ): Promise<Reply<Protocol>> => {
      const { session } = desk.find(params.datasetId);
      await session.settled();
      const mark = params.kind === 'post-hoc' ? markPostHoc : markDescriptive;
      session.addNote(mark(session.protocol, params.what, new Date().toISOString()));
      return plain(session.protocol);
    },
  };
}

const resampling = ({ done, total }: ResampleStep): Progress => ({ done, total, what: 'resampling questions' });

const plain = <T>(value: T): Reply<T> => ({ value, transfer: [] });

async function computeLook(session: AuditSession, context: JobContext) {
  context.report({ done: 0, total: 0, what: 'confirmatory report' });
  await breathe(context.signal);
  const steps = unsealInSteps(session.protocol, evaluatorOf(session), new Date().toISOString());
  return runSteps(steps, context, resampling);
}

const judgeName = ({ dataset }: Evaluation, id: string): string =>
  dataset.judges.find((judge) => judge.id === id)?.name ?? id;

const evaluatorOf = (session: AuditSession) => (answerRule: string) =>
  findAnswerRule(answerRule) === null ? null : session.evaluateOpen(answerRule);

function refused(message: string): JobFailure {
  return new JobFailure({
    code: 'protocol.refused',
    severity: 'error',
    message,
    effect: 'The protocol stays as it was.',
    file: null,
    line: null,
  });
}

function need<T>(result: Result<T, string>): T {
  if (result.kind === 'failed') throw refused(result.error);
  return result.value;
}

async function stepOf(
  session: AuditSession,
  evaluator: Evaluator,
  step: StepWish,
  context: JobContext,
): Promise<Result<Protocol, string>> {
  const { protocol } = session;
  const { dataset } = session.open;
  const now = () => new Date().toISOString();
  switch (step.kind) {
    case 'splits':
      return takeSplits(protocol, dataset, step.splits, now());
    case 'seal':
      return takeSeal(protocol, dataset, step.scope, session.wereSeen(evaluator), now());
    case 'freeze': {
      const files = await session.hashes(context);
      const policy = policyOf(step, evaluator.under(step.freeze.answerRule));
      const freeze: Freeze = {
        ...step.freeze,
        policy,
        fallback: 'native',
        files,
        programVersion: __STOPSCOPE_VERSION__,
      };
      return takeFreeze(protocol, freeze, now());
    }
    case 'resume':
      return resumeProtocol(session, step.text, step.how, context);
  }
}

/** Calibrated signals are fitted on the split that thresholds are chosen on: the confirmatory labels are sealed. */
function policyOf(
  { freeze, ruleText }: Extract<StepWish, { kind: 'freeze' }>,
  evaluation: Evaluation,
): Freeze['policy'] {
  if (ruleText === null) return freeze.policy;
  const parsed = parseRule(ruleText, listSignals(evaluation));
  if (parsed.kind === 'failed') throw refused(`The rule cannot be read: ${parsed.error.message}`);
  const tune = freeze.choice === null ? null : { range: null, split: freeze.choice.split };
  return { kind: 'rule', rule: parsed.value, tune };
}
