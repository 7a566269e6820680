import { findAnswerRule } from '../core/answers/index.ts';
import { judgeAnswers } from '../core/correctness.ts';
import { startRuleStudy } from '../core/lab/rule-study.ts';
import { type Goal, SOLVER_QUANTITIES, solve } from '../core/lab/solver.ts';
import { enumerateRules } from '../core/rules/enumerate.ts';
import { numpyMean } from '../core/rules/paired-outcomes.ts';
import { firstRows } from '../core/rules/rule.ts';
import { lastRoundOutcomes, pickOutcomes, roundSignal, toSignal } from '../core/rules/signals.ts';
import { lockCondition, type RuleData } from '../core/rules/thresholds.ts';
import { EVERYTHING, select } from '../core/selection.ts';
import { sweep } from '../core/sweep.ts';
import type { Dataset } from '../core/terms.ts';
import { median, medianTime, ms, type Row } from './measure.ts';
import { makeRandom } from './random.ts';

const SIGNALS = ['a', 'b', 'c', 'd', 'e', 'flag'];
const QUESTIONS = 10_000;
const ROUNDS = 5;
const REPEATS = 1000;

/** Made-up signals that know a little, for timing only. */
function makeData(questions: number, seed: number): RuleData {
  const random = makeRandom(seed);
  const rows = questions * ROUNDS;
  const rounds = Int32Array.from({ length: rows }, (_, row) => (row % ROUNDS) + 1);
  const em = Uint8Array.from({ length: rows }, () => (random() < 0.45 ? 1 : 0));
  const f1 = Float64Array.from(em, (right) => (right === 1 ? 1 : random() * 0.6));
  const table = {
    questionIds: Array.from({ length: questions }, (_, q) => `q${q}`),
    rowStart: Int32Array.from({ length: questions + 1 }, (_, q) => q * ROUNDS),
    rounds,
    canStop: new Uint8Array(rows).fill(1),
    signals: [
      roundSignal(rounds),
      ...SIGNALS.map((id) =>
        toSignal({
          id,
          name: id,
          isFlag: id === 'flag',
          values: Float64Array.from(em, (right) =>
            id === 'flag' ? (random() < 0.2 + right * 0.3 ? 1 : 0) : random() + right * 0.2,
          ),
        }),
      ),
    ],
  };
  return { table, outcomes: lastRoundOutcomes(table, em, f1) };
}

/** Thresholds, 876 rules, Holm, front and 1,000 paired resamples; beside it one plain replay of the same rules. */
export function benchRules(): Row[] {
  const tune = makeData(QUESTIONS / 10, 5);
  const data = makeData(QUESTIONS, 6);
  const options = { quality: 'f1', budget: 3, candidates: 'grid' } as const;
  const run = () => {
    const study = startRuleStudy(tune, data, {
      ...options,
      signals: SIGNALS,
      baseline: { groups: [] },
      seed: 42,
      repeats: REPEATS,
    });
    study?.advance(REPEATS);
    return study?.finish();
  };
  const study = run();
  const times = Array.from({ length: 3 }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  const locked = SIGNALS.map((signal) => lockCondition(tune, signal, options));
  const rules = enumerateRules(locked);
  const start = performance.now();
  for (const { rule } of rules) numpyMean(pickOutcomes(data.outcomes, firstRows(rule, data.table)).f1);
  const plain = performance.now() - start;
  const time = median(times);
  return [
    {
      what: `lab: ${study?.rules.length ?? 0} rules x ${QUESTIONS.toLocaleString('en')} questions x ${ROUNDS} rounds, ${REPEATS} resamples`,
      measured: ms(time),
      baseline: `the same rules replayed one by one, without any interval ${ms(plain)}`,
      ratio: `${(time / plain).toFixed(2)}x`,
      target: 'at most 5 s',
      isMet: time <= 5000 && study?.rules.length === 876,
    },
  ];
}

/** The solver over every threshold of a judge on a large run, with and without its sweep. */
export function benchSolver(dataset: Dataset): Row[] {
  const evaluation = judgeAnswers(dataset, findAnswerRule('squad')!);
  const selection = select(dataset, EVERYTHING);
  const judge = dataset.judges[0]!;
  const goal: Goal = { minEmDifference: -0.01, maxRisk: 0.8, minStops: 100 };
  const curve = sweep(evaluation, judge, selection, SOLVER_QUANTITIES);
  const scan = medianTime(() => void solve([curve], [], goal));
  const whole = medianTime(() => void solve([sweep(evaluation, judge, selection, SOLVER_QUANTITIES)], [], goal));
  const random = makeRandom(1);
  const floats = Float64Array.from({ length: 1_000_000 }, random);
  const sort = medianTime(() => void floats.slice().sort());
  const states = dataset.states.count.toLocaleString('en');
  const row = (what: string, time: number): Row => ({
    what,
    measured: ms(time),
    baseline: `sort of 1,000,000 doubles ${ms(sort)}`,
    ratio: `${(time / sort).toFixed(2)}x`,
    target: 'at most 1 s',
    isMet: time <= 1000,
  });
  return [
    row(`lab: solver over ${curve.thresholds.length.toLocaleString('en')} thresholds, ${states} states`, scan),
    row(`lab: the same with its sweep, ${states} states`, whole),
  ];
}
