import { create } from 'zustand';
import type { AuditFormat } from '../core/audit/format.ts';
import type { AuditReport } from '../core/audit/index.ts';
import { claimsText, looseClaimsText } from '../core/protocol/claims-text.ts';
import type { LooseClaims, ReportFile, SplitDefinition, ThresholdChoice } from '../core/protocol/index.ts';
import { formatProtocol, formatReportFile } from '../core/protocol/json.ts';
import { stateOf } from '../core/protocol/state.ts';
import { DEFAULT_RISK } from '../core/report/report-claims.ts';
import type { SelectionRule } from '../core/report/threshold-selection.ts';
import { failed, type Problem, type Result } from '../core/result.ts';
import type { FreezeWish, StepWish } from '../engine/audit-jobs.ts';
import { EngineRejection } from '../engine/client.ts';
import type { Progress } from '../engine/job-context.ts';
import { saveText } from './actions.ts';
import { adopt, askEngine, noteProtocol, useApp } from './app-store.ts';
import type { DatasetHandle } from './handles.ts';
import { policyInForce } from './policy-ref.ts';
import { selectionWords } from './selection-words.ts';
import type { View } from './view.ts';
import { forgetAtSeal } from './watch.ts';

export { DEFAULT_RISK } from '../core/report/report-claims.ts';
export type { FreezeWish } from '../engine/audit-jobs.ts';
export type { ProtocolHandle, SplitHandle } from '../engine/audit-session.ts';

export type Work =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly progress: Progress | null }
  | { readonly kind: 'failed'; readonly problem: Problem };

export interface ProtocolState {
  readonly auditing: Work;
  /** Of the dataset that is open, under the answer rule in force; null until it is there. */
  readonly audit: { readonly key: string; readonly report: AuditReport } | null;
  /** A step of the protocol is being taken. */
  readonly stepping: Work;
  /** Of the unseal; null before it. */
  readonly confirmed: ReportFile | null;
  /** About what is on screen, where no protocol stands behind it; or in words why there are none. */
  readonly loose: { readonly key: string; readonly claims: Result<LooseClaims, string> } | null;
  /** How far the claims about what is on screen are. */
  readonly claiming: Progress | null;
}

const IDLE: Work = { kind: 'idle' };

export const useProtocol = create<ProtocolState>()(() => ({
  auditing: IDLE,
  audit: null,
  stepping: IDLE,
  confirmed: null,
  loose: null,
  claiming: null,
}));
const { setState: set, getState: get } = useProtocol;
forgetAtSeal(() => set({ audit: null, loose: null }));

/** What an audit is of. */
const auditKey = (): string | null => {
  const { dataset, view } = useApp.getState();
  return dataset === null ? null : `${dataset.id} ${view.answerRule}`;
};

/** Runs the checks on what is open, unless they are there. */
export async function runAudit(): Promise<void> {
  const { dataset, view } = useApp.getState();
  const key = auditKey();
  if (dataset === null || key === null || get().audit?.key === key) return;
  set({ auditing: { kind: 'running', progress: null } });
  try {
    const report = await askEngine(
      'audit',
      { datasetId: dataset.id, answerRule: view.answerRule, budget: null },
      { lane: 'audit', onProgress: (progress) => set({ auditing: { kind: 'running', progress } }) },
    );
    set({ audit: { key, report }, auditing: IDLE });
  } catch (error) {
    const problem = problemOf(error);
    if (problem !== null) set({ auditing: { kind: 'failed', problem } });
  }
}

/** Gets the confirmatory report where the protocol says that there is one. */
export async function fetchConfirmed(): Promise<void> {
  const { dataset } = useApp.getState();
  if (dataset === null) return;
  const { phase, unsealed } = stateOf(dataset.protocol.protocol);
  if (phase !== 'unsealed') {
    if (get().confirmed !== null) set({ confirmed: null });
    return;
  }
  if (get().confirmed?.freezeHash === unsealed?.step.freezeHash) return;
  await step(async (onProgress) => {
    const confirmed = await askEngine(
      'confirmatoryReport',
      { datasetId: dataset.id },
      { lane: 'confirmed', onProgress },
    );
    set({ confirmed });
  });
}

/** What loose claims are asked about, and the key of the answer. */
function looseWish(dataset: DatasetHandle, view: View) {
  const policy = policyInForce(dataset, view);
  const isDeployable = policy.kind === 'threshold' && Number.isFinite(policy.threshold);
  const settings = {
    policy: isDeployable ? policy : ({ kind: 'native' } as const),
    thresholds: dataset.judges.flatMap(({ id, frozen }) =>
      frozen === null ? [] : [{ judge: id, value: frozen.value }],
    ),
    answerRule: view.answerRule,
    margin: view.gate.margin,
    seed: view.gate.seed,
    repeats: view.gate.repeats,
    risk: DEFAULT_RISK,
    judgeCallInSearches: null,
  };
  const selection = { range: view.range, split: view.split };
  return {
    key: JSON.stringify([dataset.id, selection, settings]),
    params: { datasetId: dataset.id, selection, name: selectionWords(view), settings },
  };
}

export const looseClaimsKey = (dataset: DatasetHandle, view: View): string => looseWish(dataset, view).key;

/** Claims about the selection as it is set now. They describe; only a freeze lets them confirm. */
export async function fetchLooseClaims(signal?: AbortSignal): Promise<void> {
  const { dataset, view } = useApp.getState();
  if (dataset === null) return;
  const { key, params } = looseWish(dataset, view);
  if (get().loose?.key === key) return;
  const onProgress = (claiming: Progress) => set({ claiming });
  try {
    set({
      loose: {
        key,
        claims: await askEngine('claims', params, { lane: 'claims', onProgress, ...(signal && { signal }) }),
      },
    });
  } catch (error) {
    const problem = problemOf(error);
    if (problem !== null) set({ loose: { key, claims: failed(problem.message) } });
  }
  set({ claiming: null });
}

export const setSplits = (splits: readonly SplitDefinition[]): Promise<boolean> => take({ kind: 'splits', splits });
export const seal = (scope: 'confirmatory' | 'all'): Promise<boolean> => take({ kind: 'seal', scope });
export const freeze = (wish: FreezeWish, ruleText: string | null): Promise<boolean> =>
  take({ kind: 'freeze', freeze: wish, ruleText });
export const importProtocol = (text: string): Promise<boolean> => take({ kind: 'resume', text, how: 'import' });

/** True when the step was taken; else the reason is in `stepping`. */
function take(wish: StepWish): Promise<boolean> {
  const { dataset } = useApp.getState();
  if (dataset === null) return Promise.resolve(false);
  return step(async (onProgress) => {
    const next = await askEngine('takeStep', { datasetId: dataset.id, step: wish }, { lane: 'step', onProgress });
    if (wish.kind === 'resume') set({ confirmed: null });
    void adopt(next);
  });
}

/** Opens the confirmatory labels, once. */
export function unseal(): Promise<boolean> {
  const { dataset } = useApp.getState();
  if (dataset === null) return Promise.resolve(false);
  return step(async (onProgress) => {
    const looked = await askEngine('unseal', { datasetId: dataset.id }, { lane: 'step', onProgress });
    set({ confirmed: looked.report });
    void adopt(looked.dataset);
  });
}

export async function chooseThresholds(split: string, rule: SelectionRule): Promise<ThresholdChoice | null> {
  const { dataset, view } = useApp.getState();
  if (dataset === null) return null;
  let choice: ThresholdChoice | null = null;
  await step(async () => {
    const params = { datasetId: dataset.id, split, rule, answerRule: view.answerRule };
    choice = await askEngine('chooseThresholds', params, { lane: 'choose' });
  });
  return choice;
}

export const forgetFault = (): void => set({ stepping: IDLE });

async function step(run: (onProgress: (progress: Progress) => void) => Promise<void>): Promise<boolean> {
  set({ stepping: { kind: 'running', progress: null } });
  try {
    await run((progress) => set({ stepping: { kind: 'running', progress } }));
    set({ stepping: IDLE });
    return true;
  } catch (error) {
    const problem = problemOf(error);
    set({ stepping: problem === null ? IDLE : { kind: 'failed', problem } });
    return false;
  }
}

/** null when a newer request took over; what is no rejection is a bug and goes on. */
function problemOf(error: unknown): Problem | null {
  if (!(error instanceof EngineRejection)) throw error;
  return error.reason.kind === 'cancelled' ? null : error.reason.problem;
}

/** Writes into the log what was looked at. */
export async function markLook(kind: 'post-hoc' | 'descriptive', what: string): Promise<void> {
  const { dataset } = useApp.getState();
  if (dataset === null) return;
  try {
    noteProtocol(await askEngine('markLook', { datasetId: dataset.id, kind, what }));
  } catch (error) {
    // The dataset was replaced meanwhile: the look was at the one before.
    problemOf(error);
  }
}

export function downloadProtocol(): void {
  const { dataset } = useApp.getState();
  if (dataset !== null) saveText(formatProtocol(dataset.protocol.protocol), 'protocol.json');
}

/** The confirmatory report, with the log as it is now. */
export function downloadReport(): void {
  const { dataset } = useApp.getState();
  const { confirmed } = get();
  if (dataset === null || confirmed === null) return;
  saveText(formatReportFile({ ...confirmed, log: dataset.protocol.protocol.entries }), 'confirmatory-report.json');
}

const AUDIT_NAMES: Readonly<Record<AuditFormat, string>> = {
  text: 'audit.txt',
  json: 'audit.json',
  junit: 'audit.xml',
};

export async function downloadAudit(format: AuditFormat): Promise<void> {
  const { audit } = get();
  if (audit === null) return;
  saveText(await askEngine('writeAudit', { report: audit.report, format }), AUDIT_NAMES[format]);
}

/** The claims as text: of the confirmatory report, else of what is on screen. */
export function claimsAsText(): string | null {
  const { confirmed, loose } = get();
  if (confirmed !== null) return claimsText(confirmed);
  const { dataset } = useApp.getState();
  return loose?.claims.kind === 'ok' ? looseClaimsText(loose.claims.value, dataset?.notice ?? null) : null;
}

export function downloadClaims(): void {
  const text = claimsAsText();
  if (text !== null) saveText(text, 'claims.txt');
}
