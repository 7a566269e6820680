import { findAnswerRule } from '../core/answers/index.ts';
import { type Evaluation, judgeAnswers } from '../core/correctness.ts';
import type { FigureSets } from '../core/lab/text-figures.ts';
import { QUANTITIES } from '../core/metrics/index.ts';
import { sumOutcomes, type Totals } from '../core/metrics/totals.ts';
import { type Policy, replayAll } from '../core/policies/index.ts';
import { roleOfSelection, type SelectionRole } from '../core/protocol/roles.ts';
import type { StateColumn } from '../core/rules/signals.ts';
import { type SelectionSpec, select } from '../core/selection.ts';
import { eligibleStates, type StateCurve, stateCurve } from '../core/state-level.ts';
import { type Sweep, sweep } from '../core/sweep.ts';
import type { Dataset, Selection } from '../core/terms.ts';
import { Cancelled, type JobContext } from './job-context.ts';

/** One policy that is a point, not a curve. */
export interface PolicyPoint {
  readonly policy: Policy;
  readonly totals: Totals;
}

export interface JudgeCurves {
  readonly sweep: Sweep;
  readonly states: StateCurve;
}

/** All that Explore needs for one selection: a drag afterwards is a binary search in it. */
export interface Curves {
  /** What figures on the selection may claim. */
  readonly role: SelectionRole;
  readonly answerRule: string;
  readonly selection: SelectionSpec;
  readonly questionCount: number;
  readonly eligibleStateCount: number;
  /** Eligible states where right and wrong are known, and those of them whose probe answer is right. */
  readonly reach: { readonly known: number; readonly answerable: number };
  readonly isLabelled: boolean;
  readonly native: PolicyPoint;
  readonly qualityOracle: PolicyPoint;
  readonly costOracle: PolicyPoint;
  /** k = 0 .. the largest number of native searches. */
  readonly budgets: readonly PolicyPoint[];
  readonly judges: readonly JudgeCurves[];
}

const LARGEST_BUDGET = 64;

/** Judges answers under a rule; kept for the last rule used, since only a new rule or dataset changes it. */
export class Evaluator {
  private last: Evaluation | null = null;
  private textSignals: readonly StateColumn[] = [];
  private textFigures: { readonly ruleId: string; readonly sets: FigureSets } | null = null;

  constructor(private readonly dataset: Dataset) {}

  /** Whether correctness was computed at all. */
  get isUsed(): boolean {
    return this.last !== null;
  }

  under(answerRule: string): Evaluation {
    if (this.last?.correctness.ruleId !== answerRule) {
      const rule = findAnswerRule(answerRule);
      if (rule === null) throw new Error(`no answer rule ${answerRule}`);
      this.last = { ...judgeAnswers(this.dataset, rule), ...this.fromTexts(answerRule) };
    }
    return this.last!;
  }

  /** What was read out of the texts: signals for every evaluation from now on, figures for those under their rule. */
  addTexts(columns: readonly StateColumn[], ruleId: string, sets: FigureSets): void {
    this.textSignals = columns;
    this.textFigures = { ruleId, sets };
    if (this.last !== null) {
      const { dataset, correctness } = this.last;
      this.last = { dataset, correctness, ...this.fromTexts(correctness.ruleId) };
    }
  }

  private fromTexts(ruleId: string): Pick<Evaluation, 'textSignals' | 'textFigures'> {
    const { textSignals, textFigures } = this;
    return { textSignals, ...(textFigures?.ruleId === ruleId ? { textFigures: textFigures.sets } : {}) };
  }
}

/** Computes the curves; yields between judges so that a cancel gets through. */
export async function computeCurves(
  evaluator: Evaluator,
  dataset: Dataset,
  spec: SelectionSpec,
  answerRule: string,
  { signal, report }: JobContext,
): Promise<Curves> {
  const steps = dataset.judges.length + 1;
  report({ done: 0, total: steps, what: 'answers' });
  const evaluation = evaluator.under(answerRule);
  const selection = select(dataset, spec);
  const point = (policy: Policy): PolicyPoint => ({
    policy,
    totals: sumOutcomes(evaluation, selection, replayAll(policy, evaluation, selection), QUANTITIES),
  });
  const judges: JudgeCurves[] = [];
  for (const judge of dataset.judges) {
    report({ done: judges.length + 1, total: steps, what: judge.name });
    await breathe(signal);
    judges.push({
      sweep: sweep(evaluation, judge, selection, QUANTITIES),
      states: stateCurve(evaluation, judge, selection),
    });
  }
  return {
    role: roleOfSelection(dataset, selection),
    answerRule,
    selection: spec,
    questionCount: selection.length,
    eligibleStateCount: countEligible(dataset, selection),
    reach: reachOf(evaluation, selection),
    isLabelled: evaluation.correctness.isLabelled.includes(1),
    native: point({ kind: 'native' }),
    qualityOracle: point({ kind: 'quality-oracle' }),
    costOracle: point({ kind: 'cost-oracle' }),
    budgets: budgets(dataset, selection).map((searches) => point({ kind: 'budget', searches })),
    judges,
  };
}

function budgets(dataset: Dataset, selection: Selection): number[] {
  let most = 0;
  for (const q of selection) most = Math.max(most, dataset.questions.nativeSearches[q]!);
  return Array.from({ length: Math.min(most, LARGEST_BUDGET) + 1 }, (_, k) => k);
}

function countEligible({ questions, states }: Dataset, selection: Selection): number {
  let count = 0;
  for (const q of selection) {
    for (let s = questions.stateStart[q]!; s < questions.stateStart[q + 1]!; s++) count += states.isEligible[s]!;
  }
  return count;
}

function reachOf(evaluation: Evaluation, selection: Selection): Curves['reach'] {
  const known = eligibleStates(evaluation, selection);
  return { known: known.length, answerable: known.reduce((sum, s) => sum + evaluation.correctness.probeEm[s]!, 0) };
}

/** Lets waiting messages in; throws when one of them was the cancel. */
export async function breathe(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  if (signal.aborted) throw new Cancelled();
}

/** The buffers of the curves that can move to the page instead of being copied. */
export function buffersOf(curves: Curves): ArrayBuffer[] {
  return curves.judges.flatMap(({ sweep: curve, states }) =>
    [
      curve.thresholds,
      ...Object.values(curve.columns),
      curve.rowStart,
      curve.eventQuestion,
      curve.eventState,
      curve.eventFrom,
      states.scores,
      states.truePositives,
      states.falsePositives,
      states.unknownScores,
    ].map((array) => array.buffer as ArrayBuffer),
  );
}
