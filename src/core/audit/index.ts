import { originsOf } from '../present/provenance.ts';
import { finish, type Steps } from '../steps.ts';
import type { AuditInput, AuditReport, Check, CheckResult, CheckStatus } from './check.ts';
import { budget } from './checks/budget.ts';
import { classBalance } from './checks/class-balance.ts';
import { contexts } from './checks/contexts.ts';
import { decisionSign } from './checks/decision-sign.ts';
import { duplicateStates } from './checks/duplicate-states.ts';
import { fileOrder } from './checks/file-order.ts';
import { finiteScores } from './checks/finite-scores.ts';
import { forbiddenFields } from './checks/forbidden-fields.ts';
import { goldInPrompt } from './checks/gold-in-prompt.ts';
import { goldInQuestion } from './checks/gold-in-question.ts';
import { hashes } from './checks/hashes.ts';
import { judgeSchema } from './checks/judge-schema.ts';
import { knownIds } from './checks/known-ids.ts';
import { labelIsolation } from './checks/label-isolation.ts';
import { missingTexts } from './checks/missing-texts.ts';
import { monotonePaths } from './checks/monotone-paths.ts';
import { nativeAnswers } from './checks/native-answers.ts';
import { precisionTransfer } from './checks/precision-transfer.ts';
import { probes } from './checks/probes.ts';
import { rowsUsed } from './checks/rows-used.ts';
import { runCounts } from './checks/run-counts.ts';
import { runMarkers } from './checks/run-markers.ts';
import { scoreArithmetic } from './checks/score-arithmetic.ts';
import { scoreGrid } from './checks/score-grid.ts';
import { scoreSaturation } from './checks/score-saturation.ts';
import { scoreTies } from './checks/score-ties.ts';
import { scoredStates } from './checks/scored-states.ts';
import { searchCalls } from './checks/search-calls.ts';
import { sequence } from './checks/sequence.ts';
import { splitIds } from './checks/split-ids.ts';
import { splitNearDuplicates } from './checks/split-near-duplicates.ts';
import { splitQuestions } from './checks/split-texts.ts';
import { stateIndex } from './checks/state-index.ts';
import { storedCorrectness } from './checks/stored-correctness.ts';
import { uniqueIds } from './checks/unique-ids.ts';
import { unparsed } from './checks/unparsed.ts';
import { unparsedAbove } from './checks/unparsed-above.ts';

export type * from './check.ts';
export type { EvidenceRow } from './evidence.ts';

/** Every check, in the order in which reports list them. A new one is a file and a line here. */
export const CHECKS: readonly Check[] = [
  precisionTransfer,
  runMarkers,
  runCounts,
  rowsUsed,
  uniqueIds,
  knownIds,
  fileOrder,
  sequence,
  scoredStates,
  finiteScores,
  scoreArithmetic,
  searchCalls,
  stateIndex,
  budget,
  contexts,
  hashes,
  probes,
  judgeSchema,
  decisionSign,
  unparsed,
  unparsedAbove,
  scoreGrid,
  scoreTies,
  scoreSaturation,
  monotonePaths,
  nativeAnswers,
  missingTexts,
  storedCorrectness,
  labelIsolation,
  forbiddenFields,
  goldInPrompt,
  goldInQuestion,
  splitIds,
  splitQuestions,
  splitNearDuplicates,
  duplicateStates,
  classBalance,
];

const ORDER: readonly CheckStatus[] = ['fail', 'warn', 'pass', 'not-applicable'];

/** Runs every check. Trouble stands on top; within a status the order is that of CHECKS. */
export const runAudit = (input: AuditInput): AuditReport => finish(auditInSteps(input));

export interface AuditStep {
  /** Checks that are done. */
  readonly done: number;
  readonly total: number;
  /** The check that is run now. */
  readonly title: string;
}

/** Says the same at every step. */
function* relay<S, T>(steps: Steps<unknown, T>, said: S): Steps<S, T> {
  for (;;) {
    const next = steps.next();
    if (next.done === true) return next.value;
    yield said;
  }
}

/** `runAudit` in steps. */
export function* auditInSteps(input: AuditInput): Steps<AuditStep, AuditReport> {
  const results: CheckResult[] = [];
  for (const [done, check] of CHECKS.entries()) {
    const step = { done, total: CHECKS.length, title: check.title };
    yield step;
    const outcome = check.inSteps === undefined ? check.run(input) : yield* relay(check.inSteps(input), step);
    results.push({ ...outcome, id: check.id, title: outcome.title ?? check.title, why: check.why });
  }
  const { dataset, correctness } = input.evaluation;
  const total = (status: CheckStatus) => results.filter((result) => result.status === status).length;
  return {
    dataset: dataset.name,
    notice: dataset.notice,
    files: dataset.sources.length,
    sources: originsOf(dataset.sources),
    questions: dataset.questions.count,
    sealedQuestions: dataset.questions.sealed?.reduce((sum, sealed) => sum + sealed, 0) ?? 0,
    answerRule: correctness.ruleId,
    results: ORDER.flatMap((status) => results.filter((result) => result.status === status)),
    counts: {
      fail: total('fail'),
      warn: total('warn'),
      pass: total('pass'),
      'not-applicable': total('not-applicable'),
    },
  };
}
