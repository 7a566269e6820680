import type { Evaluation } from '../correctness.ts';
import { compareBaselines } from '../lab/advantage.ts';
import { costOf, inSearches, measureUsage } from '../lab/cost.ts';
import { replayAll } from '../policies/index.ts';
import { comparisonSeeds } from '../report/evaluation-pairs.ts';
import { pairedInSteps } from '../stats/bootstrap.ts';
import type { Interval } from '../stats/interval.ts';
import { clopperPearsonUpper, wilson } from '../stats/intervals.ts';
import { mcNemar } from '../stats/mcnemar.ts';
import { finish, type ResampleStep, type Steps } from '../steps.ts';
import { type Judge, NO_SCORE, type Selection } from '../terms.ts';
import type { Freeze, FrozenPolicy } from './types.ts';

export interface Share {
  readonly count: number;
  readonly of: number;
  /** Wilson, 95 %; null without trials. */
  readonly interval: readonly [low: number, high: number] | null;
}

/** What the frozen policy does on the split it was frozen for, against native. Searches are counts, EM a share. */
export interface PrimaryResults {
  readonly questions: number;
  readonly nativeEm: number;
  readonly policyEm: number;
  readonly em: Interval;
  readonly emSeed: number;
  readonly nativeSearches: number;
  readonly policySearches: number;
  readonly searches: Interval;
  readonly searchesSeed: number;
  readonly stops: number;
  readonly safe: number;
  readonly unsafe: number;
  readonly coverage: Share;
  readonly risk: Share;
  /** Exact one-sided upper bound of the risk at the frozen confidence; null without stops. */
  readonly riskUpper: number | null;
  readonly opportunityRecall: Share;
  readonly harmed: number;
  readonly rescued: number;
  readonly mcNemarP: number;
  readonly baselines: readonly Baseline[];
  readonly cost: TotalCost | null;
}

export interface Baseline {
  readonly name: string;
  readonly em: number;
  readonly searches: number;
  /** The policy is at least as good in both, and better in one. */
  readonly isDominated: boolean;
}

/** In searches, at the frozen price of a judge call. */
export interface TotalCost {
  readonly judgeCallInSearches: number;
  readonly native: number;
  readonly policy: number;
  readonly difference: Interval;
}

/** What the figures depend on. */
type Fixed = Pick<Freeze, 'policy' | 'thresholds' | 'seed' | 'repeats' | 'risk' | 'judgeCallInSearches'>;

/**
 * Computes them on labelled questions with a probe answer wherever the policy stops; anything else is words instead. Seeds
 * of a threshold policy are the published ones of its judge; other policies count after the judges.
 */
export const primaryResults = (evaluation: Evaluation, selection: Selection, freeze: Fixed): PrimaryResults | string =>
  finish(primaryInSteps(evaluation, selection, freeze));

/** `primaryResults` in steps. */
export function* primaryInSteps(
  evaluation: Evaluation,
  selection: Selection,
  freeze: Fixed,
): Steps<ResampleStep, PrimaryResults | string> {
  const { correctness, dataset } = evaluation;
  const { policy, repeats, risk } = freeze;
  const unlabelled = selection.filter((q) => correctness.isLabelled[q] === 0).length;
  if (selection.length === 0 || unlabelled > 0) return `${unlabelled} of ${selection.length} questions have no label.`;
  const stops = replayAll(policy, evaluation, selection);
  const em = emColumns(evaluation, selection, stops);
  if (em === null) return 'The policy stops where there is no probe answer, so its EM is unknown.';
  const searches = searchColumns(evaluation, selection, stops);
  const seeds = seedsOf(freeze);
  const n = selection.length;
  const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);
  const stopped = stops.filter((s) => s >= 0);
  const safe = stopped.filter((s) => correctness.probeEm[s] === 1).length;
  const opportunities = selection.filter((q) => correctness.earliestSafe[q]! >= 0).length;
  const count = (native: number, after: number) =>
    em.native.reduce((total, value, i) => total + (value === native && em.policy[i] === after ? 1 : 0), 0);
  const harmed = count(1, 0);
  const rescued = count(0, 1);
  return {
    questions: n,
    nativeEm: sum(em.native) / n,
    policyEm: sum(em.policy) / n,
    em: yield* pairedInSteps(difference(em.native, em.policy), { seed: seeds.em, repeats }),
    emSeed: seeds.em,
    nativeSearches: sum(searches.native),
    policySearches: sum(searches.policy),
    searches: yield* pairedInSteps(difference(searches.native, searches.policy), { seed: seeds.searches, repeats }),
    searchesSeed: seeds.searches,
    stops: stopped.length,
    safe,
    unsafe: stopped.length - safe,
    coverage: shareOf(stopped.length, n),
    risk: shareOf(stopped.length - safe, stopped.length),
    riskUpper: clopperPearsonUpper(stopped.length - safe, stopped.length, 1 - risk.delta),
    opportunityRecall: shareOf(safe, opportunities),
    harmed,
    rescued,
    mcNemarP: mcNemar(harmed, rescued).exact,
    baselines: baselinesOf(evaluation, selection, stops, freeze),
    cost: yield* totalCost(evaluation, selection, stops, freeze, dataset.judges),
  };
}

const shareOf = (count: number, of: number): Share => {
  const bounds = wilson(count, of);
  return { count, of, interval: bounds === null ? null : [bounds.low, bounds.high] };
};

interface Columns {
  readonly native: Float64Array;
  readonly policy: Float64Array;
}

const difference = (native: Float64Array, policy: Float64Array): Float64Array =>
  Float64Array.from(policy, (value, i) => value - native[i]!);

function emColumns({ correctness }: Evaluation, selection: Selection, stops: Int32Array): Columns | null {
  const native = Float64Array.from(selection, (q) => correctness.nativeEm[q]!);
  const policy = Float64Array.from(stops, (s, i) => (s < 0 ? native[i]! : correctness.probeEm[s]!));
  return policy.every((value) => value === 0 || value === 1) ? { native, policy } : null;
}

function searchColumns({ dataset }: Evaluation, selection: Selection, stops: Int32Array): Columns {
  const native = Float64Array.from(selection, (q) => dataset.questions.nativeSearches[q]!);
  return { native, policy: Float64Array.from(stops, (s, i) => (s < 0 ? native[i]! : dataset.states.searchesUsed[s]!)) };
}

function seedsOf({ policy, thresholds, seed }: Fixed): { readonly em: number; readonly searches: number } {
  const judges = thresholds.map(({ judge }) => judge);
  const judge = policy.kind === 'threshold' ? policy.judge : null;
  const pair = comparisonSeeds(judges, seed).find(({ left, right }) => left === null && right === judge);
  return pair === undefined
    ? { em: seed + 200 + judges.length, searches: seed + 300 + judges.length }
    : { em: pair.emSeed, searches: pair.searchesSeed };
}

/** Every fixed budget, the budget mix at the policy's own cost, and random stopping at matched depth. */
function baselinesOf(
  evaluation: Evaluation,
  selection: Selection,
  stops: Int32Array,
  { seed }: Fixed,
): readonly Baseline[] {
  // What random stopping gives is known exactly; no range of draws is shown here.
  const compared = compareBaselines(evaluation, selection, stops, { seed, draws: 1 });
  if (compared === null) return [];
  const toBaseline = (name: string, em: number, searches: number): Baseline => {
    const isNoWorse = compared.em >= em - SLACK && compared.searches <= searches + SLACK;
    const isBetter = compared.em > em + SLACK || compared.searches < searches - SLACK;
    return { name, em, searches, isDominated: isNoWorse && isBetter };
  };
  const named: Readonly<Record<string, string>> = {
    budget: 'fixed budgets at matched cost',
    'matched-random': 'random stopping at matched depth',
  };
  return [
    ...compared.budgets.map(({ budget, em, searches }) => toBaseline(`fixed budget ${budget}`, em, searches)),
    ...compared.rows.flatMap(({ kind, em, searches }) => {
      const name = named[kind];
      return name === undefined ? [] : [toBaseline(name, em, searches)];
    }),
  ];
}

/** Sums of whole numbers are divided by the same count: what differs by less is equal. */
const SLACK = 1e-12;

function* totalCost(
  evaluation: Evaluation,
  selection: Selection,
  stops: Int32Array,
  { judgeCallInSearches, policy, seed, repeats }: Fixed,
  all: readonly Judge[],
): Steps<ResampleStep, TotalCost | null> {
  if (judgeCallInSearches === null) return null;
  const asked = judgesOf(policy, all);
  const prices = inSearches(judgeCallInSearches);
  const native = Float64Array.from(selection, (q) => evaluation.dataset.questions.nativeSearches[q]!);
  const own = Float64Array.from(selection, (q, i) => {
    const usage = measureUsage(evaluation, Int32Array.of(q), stops.slice(i, i + 1), asked);
    return costOf(usage, prices).total ?? Number.NaN;
  });
  const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);
  return {
    judgeCallInSearches,
    native: sum(native),
    policy: sum(own),
    difference: yield* pairedInSteps(difference(native, own), { seed: seed + 500, repeats }),
  };
}

/** Whom the policy asks at every state it comes through. */
function judgesOf(policy: FrozenPolicy, judges: readonly Judge[]): readonly Judge[] {
  switch (policy.kind) {
    case 'native':
    case 'budget':
      return [];
    case 'threshold':
    case 'decisions':
      return judges.filter(({ id }) => id === policy.judge);
    case 'rule': {
      const text = JSON.stringify(policy.rule);
      return judges.filter(
        ({ id, status }) => text.includes(JSON.stringify(id).slice(1, -1)) && status.some((s) => s !== NO_SCORE),
      );
    }
  }
}
