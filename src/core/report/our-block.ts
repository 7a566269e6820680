import type { Evaluation } from '../correctness.ts';
import type { Problem } from '../result.ts';
import type { SelectionSpec } from '../selection.ts';
import { finish, type ResampleStep, type Steps } from '../steps.ts';
import type { Selection } from '../terms.ts';
import { findJudge } from './evaluation.ts';
import type { EvaluationReport, JudgeThreshold } from './evaluation-types.ts';
import type { H0Inputs } from './h0-types.ts';
import { comparisonRows } from './our-comparisons.ts';
import { conventionRows } from './our-conventions.ts';
import { policyRows } from './our-policies.ts';
import { selectionRows } from './our-selection.ts';
import { stateRows } from './our-states.ts';
import { storedNumbersRows } from './our-stored.ts';
import type { OurBlock, Provenance } from './our-types.ts';
import type { SelectionRule } from './threshold-selection.ts';

export const DEFAULT_MARGIN = 0.02;

export interface OurRequest {
  readonly selection: Selection;
  /** What the user asked for, as far as it can be said in words. */
  readonly selectionSpec: SelectionSpec;
  readonly judges: readonly string[];
  readonly thresholds: readonly JudgeThreshold[];
  readonly seed: number;
  readonly h0Seed: number;
  readonly repeats: number;
  /** Of the gate, as a share: 0.02 lets EM fall by two points. */
  readonly margin: number;
  readonly h0: H0Inputs | null;
  readonly select: SelectionRule | null;
  readonly programVersion: string;
  /** The published layout of the same request. */
  readonly published: EvaluationReport;
  /** Of reading and of evaluating. */
  readonly problems: readonly Problem[];
}

/** Everything under `stopscope`. */
export const buildOurBlock = (evaluation: Evaluation, request: OurRequest): OurBlock =>
  finish(ourBlockInSteps(evaluation, request));

/** `buildOurBlock` in steps. */
export function* ourBlockInSteps(evaluation: Evaluation, request: OurRequest): Steps<ResampleStep, OurBlock> {
  const { selection, thresholds } = request;
  // Parts that may take a second each on large data.
  const policies = policyRows(evaluation, selection, thresholds);
  yield { done: 1, total: 4 };
  const comparisons = yield* comparisonRows(evaluation, request);
  yield { done: 2, total: 4 };
  const conventions = conventionRows(evaluation, selection, thresholds);
  yield { done: 3, total: 4 };
  return {
    layout_version: 1,
    notice: evaluation.dataset.notice,
    provenance: provenance(evaluation, request),
    policies,
    comparisons,
    state_level: thresholds.flatMap(({ judge, value }) =>
      stateRows(evaluation, selection, findJudge(evaluation, judge), value),
    ),
    convention_sensitivity: conventions,
    stored_numbers: storedNumbersRows(evaluation, selection, request.h0),
    threshold_selection: request.select === null ? [] : selectionRows(evaluation, { ...request, rule: request.select }),
    problems: request.problems,
  };
}

function provenance({ dataset, correctness }: Evaluation, request: OurRequest): Provenance {
  const { selection, selectionSpec } = request;
  return {
    program: 'stopscope',
    program_version: request.programVersion,
    dataset: dataset.name,
    files: dataset.sources.map((file) => ({
      name: file.name,
      taken_for: file.takenFor,
      bytes: file.bytes,
      sha256: file.sha256,
      rows_read: file.rowsRead,
      rows_used: file.rowsUsed,
      rows_aside: file.rowsAside,
    })),
    selection: {
      split: selectionSpec.split,
      from: selectionSpec.range?.from ?? null,
      to: selectionSpec.range?.to ?? null,
      question_count: selection.length,
      labelled_question_count: selection.filter((q) => correctness.isLabelled[q] === 1).length,
      unanswered_question_count: selection.filter((q) => dataset.questions.nativeAnswers[q] === null).length,
    },
    answer_rule: correctness.ruleId,
    thresholds: request.thresholds,
    seed: request.seed,
    h0_seed: request.h0Seed,
    repeats: request.repeats,
    gate_margin: request.margin,
  };
}
