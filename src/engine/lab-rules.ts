import type { Evaluation } from '../core/correctness.ts';
import { type Advantage, compareBaselines } from '../core/lab/advantage.ts';
import { type RuleStudy, type RuleStudyWish, startRuleStudy } from '../core/lab/rule-study.ts';
import { QUANTITIES } from '../core/metrics/index.ts';
import { sumOutcomes, type Totals } from '../core/metrics/totals.ts';
import { type Policy, replayAll } from '../core/policies/index.ts';
import type { StateSignals } from '../core/rules/dataset-signals.ts';
import { comparePaired, type PairedOutcomes } from '../core/rules/paired-outcomes.ts';
import { ruleSignals } from '../core/rules/rule-signals.ts';
import type { Outcomes } from '../core/rules/signals.ts';
import type { Selection } from '../core/terms.ts';
import { breathe } from './evaluate.ts';
import type { JobContext, Reply } from './job-context.ts';
import { affordable, checkRule, type FindLabData, judgeById, type LabView, openLab } from './lab-context.ts';

export interface Resampling {
  readonly seed: number;
  readonly repeats: number;
}

/** What a policy does on the selection, against the native run. */
export interface PolicyEffect {
  readonly totals: Totals;
  readonly native: Totals;
  /** Policy minus native on the labelled questions, on the same resamples; null where some correctness is unknown. */
  readonly paired: PairedOutcomes | null;
  readonly labelled: number;
  readonly repeats: number;
}

/** Replays any policy: a rule, a threshold, recorded decisions. */
export async function runPolicy(
  { signal }: JobContext,
  find: FindLabData,
  { policy, seed, repeats, ...view }: LabView & Resampling & { readonly policy: Policy },
): Promise<Reply<PolicyEffect>> {
  await breathe(signal);
  const { evaluation, selection, labelled } = openLab(find, view);
  if (policy.kind === 'rule') checkRule(evaluation, policy.rule);
  const stops = replayAll(policy, evaluation, selection);
  const none = new Int32Array(selection.length).fill(-1);
  const affordableRepeats = affordable(repeats, labelled.length);
  const value: PolicyEffect = {
    totals: sumOutcomes(evaluation, selection, stops, QUANTITIES),
    native: sumOutcomes(evaluation, selection, none, QUANTITIES),
    paired:
      labelled.length === 0
        ? null
        : comparePaired(
            outcomesOf(evaluation, labelled, replayAll(policy, evaluation, labelled)),
            outcomesOf(evaluation, labelled, new Int32Array(labelled.length).fill(-1)),
            { seed, repeats: affordableRepeats },
          ),
    labelled: labelled.length,
    repeats: affordableRepeats,
  };
  return { value, transfer: [] };
}

/** Each question's outcome for given stops (-1: native). */
export function outcomesOf({ dataset, correctness }: Evaluation, selection: Selection, stops: Int32Array): Outcomes {
  const at = <T>(stopped: (state: number) => T, native: (question: number) => T): T[] =>
    Array.from(selection, (q, i) => (stops[i]! < 0 ? native(q) : stopped(stops[i]!)));
  return {
    em: Uint8Array.from(
      at(
        (state) => correctness.probeEm[state]!,
        (q) => correctness.nativeEm[q]!,
      ),
    ),
    f1: Float64Array.from(
      at(
        (state) => correctness.probeF1[state]!,
        (q) => correctness.nativeF1[q]!,
      ),
    ),
    calls: Float64Array.from(
      at(
        (state) => dataset.states.searchesUsed[state]!,
        (q) => dataset.questions.nativeSearches[q]!,
      ),
    ),
  };
}

export type BaselineTable = Omit<Advantage, 'budgets' | 'questions'> & {
  readonly questions: number;
  readonly draws: number;
  readonly budgets: readonly { readonly budget: number; readonly em: number; readonly searches: number }[];
};

/** Every baseline at the policy's own cost; null where correctness is not known. */
export async function runBaselines(
  { signal }: JobContext,
  find: FindLabData,
  { policy, seed, repeats, ...view }: LabView & Resampling & { readonly policy: Policy },
): Promise<Reply<BaselineTable | null>> {
  await breathe(signal);
  const { evaluation, selection } = openLab(find, view);
  if (policy.kind === 'rule') checkRule(evaluation, policy.rule);
  const draws = affordable(repeats, selection.length, 20_000_000);
  const judge =
    policy.kind === 'threshold'
      ? { judge: { judge: judgeById(evaluation, policy.judge), threshold: policy.threshold } }
      : {};
  const stops = replayAll(policy, evaluation, selection);
  const found = compareBaselines(evaluation, selection, stops, { seed, draws, ...judge });
  const value =
    found === null
      ? null
      : {
          ...found,
          questions: found.questions.length,
          draws,
          budgets: found.budgets.map(({ budget, em, searches }) => ({ budget, em, searches })),
        };
  return { value, transfer: [] };
}

/** Every rule over the chosen signals. In slices, so that a cancel gets through. */
export async function runStudy(
  { signal, report }: JobContext,
  find: FindLabData,
  { wish, ...view }: LabView & { readonly wish: RuleStudyWish },
): Promise<Reply<RuleStudy | null>> {
  report({ done: 0, total: wish.repeats, what: 'thresholds' });
  await breathe(signal);
  const { evaluation, labelled } = openLab(find, view);
  checkRule(evaluation, wish.baseline);
  const tuned = openLab(find, { ...view, selection: view.tune ?? view.selection }).labelled;
  const data = (questions: Selection) => toData(ruleSignals(evaluation, questions, view.tune));
  const repeats = affordable(wish.repeats, labelled.length, 40_000_000);
  const run = startRuleStudy(data(tuned), data(labelled), { ...wish, repeats });
  if (run === null) return { value: null, transfer: [] };
  while (!run.isFinished()) {
    report({ done: run.repeatsDone(), total: repeats, what: `${run.ruleCount} rules` });
    await breathe(signal);
    run.advance(128);
  }
  return { value: run.finish(), transfer: [] };
}

const toData = ({ table, outcomes }: StateSignals) => ({ table, outcomes });
