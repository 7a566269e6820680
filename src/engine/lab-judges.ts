import { UNKNOWN } from '../core/correctness.ts';
import { type Certification, certifyJudge } from '../core/lab/certify.ts';
import { measureUsage, type Usage } from '../core/lab/cost.ts';
import { type Confusion, confusionOf, type DecisionEffect, decisionEffect } from '../core/lab/decisions.ts';
import {
  type EarlyFalsePositive,
  type RankedPolicy,
  type RankedStates,
  type RankingAgainstPolicy,
  rankAgainstPolicy,
} from '../core/lab/ranking-policy.ts';
import { sumStops } from '../core/lab/score-permutation.ts';
import { type Goal, SOLVER_QUANTITIES, type Solution, type SolverPoint, solve } from '../core/lab/solver.ts';
import { type Policy, replayAll } from '../core/policies/index.ts';
import { formatRule } from '../core/rules/format.ts';
import { type Rule, signalsOf, stopRows } from '../core/rules/rule.ts';
import { listSignals, ruleSignals } from '../core/rules/rule-signals.ts';
import { type SelectionSpec, select } from '../core/selection.ts';
import { sweep } from '../core/sweep.ts';
import { breathe } from './evaluate.ts';
import type { JobContext, Reply } from './job-context.ts';
import { checkRule, type FindLabData, judgeById, type LabView, openLab } from './lab-context.ts';

export interface JudgeAt {
  readonly judge: string;
  readonly threshold: number;
}

/** The ranking with the ids of the questions behind it, as links and tables need them. */
export type RankingReply = Omit<RankingAgainstPolicy, 'questions' | 'policies' | 'inversions'> & {
  readonly questions: number;
  readonly policies: readonly Omit<RankedPolicy, 'stopStates'>[];
  readonly inversions: readonly {
    readonly better: string;
    readonly worse: string;
    readonly apDifference: number;
    readonly emDifference: number;
    readonly lost: readonly string[];
    readonly gained: readonly string[];
    readonly causes: readonly (EarlyFalsePositive & {
      readonly id: string;
      readonly searches: number;
      readonly answer: string | null;
      readonly otherSearches: number | null;
    })[];
  }[];
};

export async function runRanking(
  { signal }: JobContext,
  find: FindLabData,
  { judges, ranked, ...view }: LabView & { readonly judges: readonly JudgeAt[]; readonly ranked: RankedStates },
): Promise<Reply<RankingReply | null>> {
  await breathe(signal);
  const { evaluation, selection } = openLab(find, view);
  const result = rankAgainstPolicy(
    evaluation,
    selection,
    judges.map(({ judge, threshold }) => ({ judge: judgeById(evaluation, judge), threshold })),
    ranked,
  );
  if (result === null) return { value: null, transfer: [] };
  const { ids, nativeSearches } = evaluation.dataset.questions;
  const { searchesUsed, probeAnswers } = evaluation.dataset.states;
  const idOf = (q: number): string => ids[q]!;
  const value: RankingReply = {
    ...result,
    questions: result.questions.length,
    policies: result.policies.map(({ stopStates: _stopStates, ...policy }) => policy),
    inversions: result.inversions.map((inversion) => ({
      ...inversion,
      lost: inversion.lost.map(idOf),
      gained: inversion.gained.map(idOf),
      causes: inversion.causes.map((cause) => ({
        ...cause,
        id: idOf(cause.question),
        searches: searchesUsed[cause.state]!,
        answer: probeAnswers[cause.state] ?? null,
        otherSearches: cause.otherState < 0 ? nativeSearches[cause.question]! : searchesUsed[cause.otherState]!,
      })),
    })),
  };
  return { value, transfer: [] };
}

export interface CertifyRequest {
  readonly judge: string;
  readonly calibrate: SelectionSpec;
  readonly alpha: number;
  readonly delta: number;
  readonly minStops: number | null;
}

export async function runCertify(
  { signal }: JobContext,
  find: FindLabData,
  { judge, calibrate, alpha, delta, minStops, ...view }: LabView & CertifyRequest,
): Promise<Reply<Certification | null>> {
  await breathe(signal);
  const { evaluation, selection } = openLab(find, view);
  const fitted = select(evaluation.dataset, calibrate);
  const found = judgeById(evaluation, judge);
  return { value: certifyJudge(evaluation, found, fitted, selection, { alpha, delta, minStops }), transfer: [] };
}

/** What a policy uses and gives; prices are put on it on the page. */
export interface PolicyUsage {
  readonly usage: Usage;
  /** null where the correctness of a stop or of a native answer is not known. */
  readonly em: number | null;
}

/** `asks`: the judges that the policy has to ask, by id. */
export async function runUsage(
  { signal }: JobContext,
  find: FindLabData,
  { policies, ...view }: LabView & { readonly policies: readonly Policy[] },
): Promise<Reply<readonly PolicyUsage[]>> {
  const { evaluation, labelled } = openLab(find, view);
  const { nativeEm, probeEm } = evaluation.correctness;
  const value: PolicyUsage[] = [];
  for (const policy of policies) {
    await breathe(signal);
    if (policy.kind === 'rule') checkRule(evaluation, policy.rule);
    const stops = replayAll(policy, evaluation, labelled);
    const asked = judgesOf(policy).map((id) => judgeById(evaluation, id));
    const isKnown = stops.every((state, i) => (state < 0 ? nativeEm[labelled[i]!] : probeEm[state]) !== UNKNOWN);
    value.push({
      usage: measureUsage(evaluation, labelled, stops, asked),
      em: isKnown && labelled.length > 0 ? sumStops(evaluation, labelled, stops).correct / labelled.length : null,
    });
  }
  return { value, transfer: [] };

  function judgesOf(policy: Policy): readonly string[] {
    if (policy.kind === 'threshold' || policy.kind === 'decisions') return [policy.judge];
    if (policy.kind !== 'rule') return [];
    return judgesOfRule(
      policy.rule,
      evaluation.dataset.judges.map(({ id }) => id),
    );
  }
}

const PREFIXES = ['', 'score:', 'calibrated:', 'stop:', 'sufficient:', 'gaps:'];

/** The judges that a rule's signals come from. */
export const judgesOfRule = (rule: Rule, judges: readonly string[]): readonly string[] => {
  const named = new Set(signalsOf(rule));
  return judges.filter((id) => PREFIXES.some((prefix) => named.has(`${prefix}${id}`)));
};

export async function runSolver(
  { signal, report }: JobContext,
  find: FindLabData,
  { goal, rules, ...view }: LabView & { readonly goal: Goal; readonly rules: readonly Rule[] },
): Promise<Reply<Solution & { readonly tried: number }>> {
  const { evaluation, labelled } = openLab(find, view);
  const { judges } = evaluation.dataset;
  const sweeps = [];
  for (const judge of judges) {
    report({ done: sweeps.length, total: judges.length, what: judge.name });
    await breathe(signal);
    sweeps.push(sweep(evaluation, judge, labelled, SOLVER_QUANTITIES));
  }
  const native = sumStops(evaluation, labelled, new Int32Array(labelled.length).fill(-1));
  const points = rules.flatMap((rule): SolverPoint[] => {
    checkRule(evaluation, rule);
    const stops = replayAll({ kind: 'rule', rule, tune: view.tune }, evaluation, labelled);
    if (labelled.length === 0 || stops.some((state) => state >= 0 && evaluation.correctness.probeEm[state] === UNKNOWN))
      return [];
    const sums = sumStops(evaluation, labelled, stops);
    return [
      {
        source: formatRule(rule),
        threshold: null,
        emDifference: (sums.correct - native.correct) / labelled.length,
        risk: sums.stops === 0 ? null : sums.unsafe / sums.stops,
        stops: sums.stops,
        searches: sums.searches / labelled.length,
      },
    ];
  });
  const tried = sweeps.reduce((sum, { thresholds }) => sum + thresholds.length, 0) + points.length;
  return { value: { ...solve(sweeps, points, goal), tried }, transfer: [] };
}

/** A recorded Boolean, as a policy and state by state. */
export interface RecordedDecisions {
  /** `stop:JUDGE` or `sufficient:JUDGE`. */
  readonly signal: string;
  readonly name: string;
  readonly effect: DecisionEffect | null;
  /** Over the eligible states: said to stop against the probe answer's being right. */
  readonly confusion: Confusion;
  /** Eligible states with a decision. */
  readonly decided: number;
  readonly eligible: number;
}

/** Every recorded STOP/CONTINUE column and Boolean gate of the dataset. */
export async function runDecisions(
  { signal: abort }: JobContext,
  find: FindLabData,
  view: LabView,
): Promise<Reply<readonly RecordedDecisions[]>> {
  await breathe(abort);
  const { evaluation, labelled } = openLab(find, view);
  const names = listSignals(evaluation).filter(({ id }) => /^(stop|sufficient):/.test(id));
  const { table, outcomes } = ruleSignals(
    evaluation,
    labelled,
    view.tune,
    names.map(({ id }) => id),
  );
  const value = names.map(({ id, name }): RecordedDecisions => {
    const rule: Rule = { groups: [[{ kind: 'flag', signal: id, isNegated: false }]] };
    const column = table.signals.find((one) => one.id === id)!;
    const rows = table.rounds.map((_, row) => row).filter((row) => table.canStop[row] === 1);
    const said = Array.from(rows, (row) => (column.isMissing[row] === 1 ? 2 : column.values[row]! > 0 ? 1 : 0));
    return {
      signal: id,
      name,
      effect: decisionEffect(outcomes, stopRows(rule, table, 'native')),
      confusion: confusionOf(
        said,
        Array.from(rows, (row) => outcomes.atRow.em[row]!),
      ),
      decided: said.filter((code) => code !== 2).length,
      eligible: rows.length,
    };
  });
  return { value, transfer: [] };
}
