import {
  compareRules,
  type EnumeratedRule,
  enumerateRules,
  type RuleComparison,
  type RuleFigures,
  replayRules,
} from '../rules/enumerate.ts';
import { foldRules } from '../rules/fold.ts';
import { formatRule } from '../rules/format.ts';
import type { NumpyBootstrapOptions } from '../rules/paired-outcomes.ts';
import { firstRows, type Rule } from '../rules/rule.ts';
import type { RuleBootstrap } from '../rules/rule-bootstrap.ts';
import { startRuleBootstrap } from '../rules/rule-bootstrap.ts';
import { type Outcomes, pickOutcomes } from '../rules/signals.ts';
import { slotValues } from '../rules/slot-values.ts';
import { type LockedCondition, lockCondition, type Quality, type RuleData } from '../rules/thresholds.ts';
import type { Bounds } from '../stats/intervals.ts';

export interface RuleStudyWish extends NumpyBootstrapOptions {
  /** One to six signals of the tables. */
  readonly signals: readonly string[];
  readonly shortNames?: readonly string[];
  readonly quality: Quality;
  /** Most mean calls on the tuning questions, for each signal alone. */
  readonly budget: number;
  readonly candidates: 'grid' | 'exact';
  /** What every rule is compared with: another rule on the same signals; one that never holds is the native run. */
  readonly baseline: Rule;
}

/** One rule of the study, on the evaluation questions. */
export interface StudiedRule extends Pick<EnumeratedRule, 'formula' | 'size' | 'groupCount' | 'largestGroup'> {
  readonly rule: Rule;
  readonly text: string;
  readonly figures: RuleFigures;
  readonly comparison: RuleComparison;
  /** 95 % paired interval of the quality difference to the baseline. */
  readonly interval: Bounds;
  /** The first rule that stops every question in the same round; itself if it is the first. */
  readonly sameAs: number;
  /** A rule of the front that dominates it; -1 on the front. */
  readonly dominatedBy: number;
}

export interface RuleStudy {
  readonly questions: number;
  readonly tuneQuestions: number;
  readonly locked: readonly LockedCondition[];
  readonly baseline: RuleFigures;
  readonly rules: readonly StudiedRule[];
  /** Indices of undominated rules by ascending calls. */
  readonly front: readonly number[];
  readonly repeats: number;
}

export interface RuleStudyRun extends Pick<RuleBootstrap, 'repeatsDone' | 'isFinished' | 'advance'> {
  readonly ruleCount: number;
  readonly finish: () => RuleStudy;
}

/**
 * Locks one threshold per signal on the tuning questions, replays every rule over them on the evaluation questions, and
 * compares each with the baseline on the same resamples. Questions of both tables are labelled: null where the EM of one is
 * not known. Run `advance` until it is finished, then `finish`.
 */
export function startRuleStudy(tune: RuleData, evaluation: RuleData, wish: RuleStudyWish): RuleStudyRun | null {
  const locked = wish.signals.map((signal) => lockCondition(tune, signal, wish));
  const rules = enumerateRules(locked, wish.shortNames);
  const replayed = replayRules(evaluation, locked, rules);
  if (replayed === null) return null;
  const baseline = pickOutcomes(evaluation.outcomes, firstRows(wish.baseline, evaluation.table));
  const comparisons = compareRules(evaluation, replayed.stops, baseline, wish.quality);
  const folded = foldRules(replayed.stops, replayed.figures, wish.quality);
  const bootstrap = startRuleBootstrap(
    replayed.stops,
    Float64Array.from(baseline[wish.quality]),
    slotValues(evaluation, wish.quality),
    wish,
  );
  const { repeatsDone, isFinished, advance } = bootstrap;
  return {
    ruleCount: rules.length,
    repeatsDone,
    isFinished,
    advance,
    finish: () => {
      const intervals = bootstrap.intervals();
      return {
        questions: evaluation.table.questionIds.length,
        tuneQuestions: tune.table.questionIds.length,
        locked: locked.map((one) => ({ ...one, tried: [] })),
        baseline: figuresOf(baseline, firstRows(wish.baseline, evaluation.table)),
        rules: rules.map(({ shape: _shape, ...rule }, i) => ({
          ...rule,
          text: formatRule(rule.rule),
          figures: replayed.figures[i]!,
          comparison: comparisons[i]!,
          interval: intervals[i]!,
          sameAs: folded.sameAs[i]!,
          dominatedBy: folded.dominatedBy[i]!,
        })),
        front: folded.front,
        repeats: wish.repeats,
      };
    },
  };
}

function figuresOf(outcomes: Outcomes, stopRows: Int32Array): RuleFigures {
  const mean = (values: ArrayLike<number>): number => {
    let sum = 0;
    for (let q = 0; q < values.length; q++) sum += values[q]!;
    return sum / values.length;
  };
  return {
    em: mean(outcomes.em),
    f1: mean(outcomes.f1),
    calls: mean(outcomes.calls),
    triggered: stopRows.filter((row) => row >= 0).length,
  };
}
