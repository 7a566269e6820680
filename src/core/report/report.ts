import { findAnswerRule } from '../answers/index.ts';
import type { Evaluation } from '../correctness.ts';
import type { Problem } from '../result.ts';
import type { SelectionSpec } from '../selection.ts';
import { finish, type ResampleStep, type Steps } from '../steps.ts';
import type { Selection } from '../terms.ts';
import { evaluationInSteps } from './evaluation.ts';
import type { EvaluationReport, JudgeThreshold } from './evaluation-types.ts';
import { buildH0Report } from './h0.ts';
import type { H0Inputs, H0Report } from './h0-types.ts';
import { buildLadderReport, type LadderReport } from './ladder.ts';
import { ourBlockInSteps } from './our-block.ts';
import type { OurBlock } from './our-types.ts';
import { type SelectionRule, selectThresholds, type ThresholdSelectionReport } from './threshold-selection.ts';

/** The published layout at the top, further published layouts under names of their own, ours under `stopscope`. */
export interface FullReport extends EvaluationReport {
  readonly h0?: H0Report;
  readonly core?: LadderReport;
  readonly threshold_selection?: ThresholdSelectionReport;
  readonly stopscope: OurBlock;
}

export interface ReportRequest {
  readonly evaluation: Evaluation;
  /** At least one question. */
  readonly selection: Selection;
  readonly selectionSpec: SelectionSpec;
  /** Judges to choose thresholds for, in the dataset. */
  readonly judges: readonly string[];
  /** In the order of the thresholds file. */
  readonly thresholds: readonly JudgeThreshold[];
  readonly seed: number;
  readonly h0Seed: number;
  readonly repeats: number;
  /** null where the data does not have the layout of the reachability audit. */
  readonly h0: H0Inputs | null;
  readonly select: SelectionRule | null;
  readonly pair: { readonly base: string; readonly lora: string; readonly threshold: number } | null;
  /** Of the gate, a share. */
  readonly margin: number;
  readonly programVersion: string;
  /** Of reading the data; they are repeated in our block. */
  readonly problems: readonly Problem[];
}

export interface BuiltReport {
  readonly report: FullReport;
  /** Met on the way here. */
  readonly problems: readonly Problem[];
}

/** Everything the request asks for. Thresholds chosen here serve the evaluation too where the data brings none. */
export const buildReport = (request: ReportRequest): BuiltReport => finish(reportInSteps(request));

/** `buildReport` in steps. */
export function* reportInSteps(request: ReportRequest): Steps<ResampleStep, BuiltReport> {
  const { evaluation, selection, seed, repeats, select, pair, h0 } = request;
  const problems: Problem[] = [];
  const chosen = select === null ? null : selectThresholds(evaluation, selection, request.judges, select);
  if (chosen !== null) problems.push(...chosen.problems);
  const thresholds =
    request.thresholds.length > 0 ? request.thresholds : chosenThresholds(chosen?.selected ?? [], problems);
  const main = yield* evaluationInSteps(evaluation, { selection, thresholds, seed, repeats });
  problems.push(...main.problems);
  const rule = findAnswerRule(evaluation.correctness.ruleId);
  if (rule?.isCoverVerdict === true) problems.push(coverMatch(rule.name));
  if (evaluation.dataset.questions.group !== undefined) problems.push(SAMPLES);
  const audit = h0 === null ? null : buildH0Report(evaluation, h0, { selection, seed: request.h0Seed, repeats });
  const ladder = pair === null ? null : buildLadderReport(evaluation, { selection, seed, repeats, ...pair });
  if (h0 !== null && audit === null) problems.push(leftOut('h0', 'The reachability audit'));
  if (pair !== null && ladder === null) problems.push(leftOut('core', 'The core ladder'));
  return {
    report: {
      ...main.report,
      ...(audit === null ? {} : { h0: audit }),
      ...(ladder === null ? {} : { core: ladder }),
      ...(chosen === null ? {} : { threshold_selection: chosen.report }),
      stopscope: yield* ourBlockInSteps(evaluation, {
        ...request,
        thresholds,
        published: main.report,
        problems: [...request.problems, ...problems],
      }),
    },
    problems,
  };
}

function chosenThresholds(selected: readonly JudgeThreshold[], problems: Problem[]): readonly JudgeThreshold[] {
  if (selected.length === 0) return [];
  problems.push({
    code: 'threshold.selected-here',
    severity: 'warning',
    message: 'The data brings no thresholds; those chosen on these very questions are evaluated.',
    effect: 'Their figures are optimistic: freeze them and look at other questions.',
    file: null,
    line: null,
  });
  return selected;
}

const SAMPLES: Problem = {
  code: 'samples.repeated',
  severity: 'warning',
  message: 'Several trajectories are samples of one question.',
  effect:
    'The intervals of the comparisons resample questions, their samples together. Other intervals (core ladder, reachability audit, matched baselines) and all tests resample rows: they are too narrow here.',
  file: null,
  line: null,
};

const leftOut = (block: string, what: string): Problem => ({
  code: `${block}.no-labels`,
  severity: 'warning',
  message: `${what} needs labels, and no question of the selection has one.`,
  effect: 'It is left out of the report.',
  file: null,
  line: null,
});

const coverMatch = (rule: string): Problem => ({
  code: 'answers.cover-match',
  severity: 'warning',
  message: `The verdict of ${rule} is cover match: a gold answer contained in the prediction counts as right.`,
  effect: 'Every figure named EM here is cover match, and must not be called EM.',
  file: null,
  line: null,
});
