import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itWithShared, readSharedJson } from '../answers/testing/outside.ts';
import { topScoreZ } from './bm25.ts';
import { compareRules, enumerateRules, replayRules, startComparison } from './enumerate.ts';
import { foldRules } from './fold.ts';
import { comparePaired } from './paired-outcomes.ts';
import { listShapes } from './partitions.ts';
import { firstRows, type Rule, stopRows } from './rule.ts';
import { rowsOfSlots } from './rule-bits.ts';
import { lastRoundOutcomes, type Outcomes, pickOutcomes, roundSignal, type SignalTable, toSignal } from './signals.ts';
import { enrich, fitTasr, type TasrTable } from './tasr.ts';
import { findPreset, presetRule } from './tasr-rules.ts';
import { readPools, readRoundLog, readSharedCsv } from './testing/tables.ts';
import { lockCondition, type RuleData } from './thresholds.ts';

const INPUT = 'goldens/tasr-a';
const EXPECTED = 'goldens/tasr-a.expected';
const SIGNALS = ['margin', 'repeat', 'confidence', 'overlap', 'standout', 'gap'];
const SHORT = ['mrg', 'as', 'cnf', 'ovl', 'tzi', 'gap'];
const OPTIONS = { quality: 'f1', budget: 3, candidates: 'grid' } as const;

function load(): { readonly tune: TasrTable; readonly evaluation: TasrTable } {
  const calibration = fitTasr(readRoundLog(`${INPUT}/signal_log_lp_tune.csv`));
  const read = (split: 'eval' | 'tune', file: string): TasrTable => {
    const z = new Map(
      readPools(`${INPUT}/dev_${split}.json`).map((pool) => [pool.id, topScoreZ(pool.question, pool.paragraphs)]),
    );
    return enrich(readRoundLog(`${INPUT}/${file}`), calibration, (id) => z.get(id) ?? Number.NaN);
  };
  return { tune: read('tune', 'signal_log_lp_tune.csv'), evaluation: read('eval', 'signal_log_lp.csv') };
}

const expectClose = (actual: number, expected: number, what: string): void => {
  expect(Math.abs(actual - expected), `${what}: ${actual} for ${expected}`).toBeLessThanOrEqual(
    1e-9 * Math.max(1, Math.abs(expected)),
  );
};

interface Locked {
  readonly threshold: number;
  readonly tune_f1: number;
  readonly tune_calls: number;
}
interface Summary {
  readonly signals: readonly string[];
  readonly locked_thresholds: Readonly<Record<string, Locked>>;
  readonly n_formulas: number;
  readonly n_winners_vs_answer_stable: number;
  readonly top_10_by_f1: readonly { readonly formula: string; readonly eval_f1: number }[];
}

describe('all rules over six signals, on the handed logs', () => {
  itWithShared(EXPECTED)('thresholds, grid and order of the enumeration', () => {
    const { tune } = load();
    const golden = readSharedJson<Summary>(`${EXPECTED}/subset_ablation_lp_dnf.json`);
    const { grid, enumeration_order } = readSharedJson<{
      readonly grid: Readonly<Record<string, readonly (readonly [number, number, number])[]>>;
      readonly enumeration_order: readonly string[];
    }>(`${EXPECTED}/dnf_grid_and_order.json`);
    const locked = SIGNALS.map((signal) => lockCondition(tune, signal, OPTIONS));
    golden.signals.forEach((column, i) => {
      const { threshold, tuned, tried } = locked[i]!;
      const expected = golden.locked_thresholds[column]!;
      expectClose(threshold, expected.threshold, column);
      expectClose(100 * tuned!.quality, expected.tune_f1, column);
      expectClose(tuned!.calls, expected.tune_calls, column);
      expect(tried.length).toBe(grid[column]!.length);
      grid[column]!.forEach(([value, f1, calls], k) => {
        expectClose(tried[k]!.threshold, value, `${column} ${k}`);
        expectClose(100 * tried[k]!.quality, f1, `${column} ${k} F1`);
        expectClose(tried[k]!.calls, calls, `${column} ${k} calls`);
      });
    });
    const rules = enumerateRules(locked, SHORT);
    expect(rules.map(({ formula }) => formula)).toEqual(enumeration_order);
    expect(rules.length).toBe(golden.n_formulas);
  });

  itWithShared(EXPECTED)('all 876 rows with their intervals', () => {
    const { tune, evaluation } = load();
    const locked = SIGNALS.map((signal) => lockCondition(tune, signal, OPTIONS));
    const rules = enumerateRules(locked, SHORT);
    const onTune = replayRules(tune, locked, rules)!;
    const onEval = replayRules(evaluation, locked, rules)!;
    const outcomesOf = (rule: Rule): Outcomes =>
      pickOutcomes(evaluation.outcomes, stopRows(rule, evaluation.table, 'last-round'));
    const baselines = { as: 'AS', famA: 'famA', k3: 'fixed_k=3' } as const;
    const golden = new Map(readSharedCsv(`${EXPECTED}/subset_ablation_lp_dnf.csv`).map((row) => [row.formula!, row]));
    expect(golden.size).toBe(876);
    rules.forEach(({ formula, size, groupCount, largestGroup }, i) => {
      const row = golden.get(formula)!;
      const figures = onEval.figures[i]!;
      expect([size, groupCount, largestGroup, figures.triggered], formula).toEqual(
        [row.size, row.n_groups, row.max_group_size, row.eval_triggered].map(Number),
      );
      expectClose(100 * onTune.figures[i]!.f1, Number(row.tune_f1), formula);
      expectClose(onTune.figures[i]!.calls, Number(row.tune_calls), formula);
      expectClose(100 * figures.f1, Number(row.eval_f1), formula);
      expectClose(100 * figures.em, Number(row.eval_em), formula);
      expectClose(figures.calls, Number(row.eval_calls), formula);
    });
    for (const [short, preset] of Object.entries(baselines)) {
      const base = outcomesOf(presetRule(findPreset(preset)!));
      const run = startComparison(evaluation, onEval.stops, base, 'f1', { seed: 42, repeats: 1000 });
      while (!run.isFinished()) run.advance(300);
      expect(run.repeatsDone()).toBe(1000);
      const intervals = run.intervals();
      const compared = compareRules(evaluation, onEval.stops, base, 'f1');
      rules.forEach(({ formula }, i) => {
        const row = golden.get(formula)!;
        expectClose(100 * compared[i]!.quality, Number(row[`diff_f1_vs_${short}`]), `${formula} vs ${short}`);
        expectClose(100 * intervals[i]!.low, Number(row[`ci_${short}_lo`]), `${formula} vs ${short} low`);
        expectClose(100 * intervals[i]!.high, Number(row[`ci_${short}_hi`]), `${formula} vs ${short} high`);
        if (short === 'as') expectClose(compared[i]!.calls, Number(row.diff_calls_vs_as), `${formula} calls`);
      });
      if (short === 'as') {
        const summary = readSharedJson<Summary>(`${EXPECTED}/subset_ablation_lp_dnf.json`);
        expect(intervals.filter(({ low }) => low > 0).length).toBe(summary.n_winners_vs_answer_stable);
        const best = rules.map((rule, k) => ({ rule, f1: onEval.figures[k]!.f1 })).sort((a, b) => b.f1 - a.f1)[0]!;
        expect(best.rule.formula).toBe(summary.top_10_by_f1[0]!.formula);
      }
    }
  });

  itWithShared(EXPECTED)('with every cut tried, no signal does worse than on the grid', () => {
    const { tune } = load();
    for (const signal of SIGNALS) {
      const onGrid = lockCondition(tune, signal, OPTIONS);
      const exact = lockCondition(tune, signal, { ...OPTIONS, candidates: 'exact' });
      expect(exact.tuned!.quality).toBeGreaterThanOrEqual(onGrid.tuned!.quality - 1e-12);
      expect(exact.tuned!.calls).toBeLessThanOrEqual(3);
    }
  });
});

const value = fc.option(fc.integer({ min: 0, max: 4 }), { nil: null, freq: 6 });
const data: fc.Arbitrary<RuleData> = fc
  .array(
    fc.array(
      fc.record({
        x: value,
        y: value,
        flag: fc.constantFrom(0, 1, null),
        canStop: fc.boolean(),
        em: fc.constantFrom(0, 1),
        thirds: fc.integer({ min: 0, max: 3 }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    { minLength: 1, maxLength: 40 },
  )
  .map((questions): RuleData => {
    const rows = questions.flat();
    const rowStart = new Int32Array(questions.length + 1);
    questions.forEach((list, q) => {
      rowStart[q + 1] = rowStart[q]! + list.length;
    });
    const rounds = Int32Array.from(questions.flatMap((list) => list.map((_, i) => i + 1)));
    const table: SignalTable = {
      questionIds: questions.map((_, q) => `q${q}`),
      rowStart,
      rounds,
      canStop: Uint8Array.from(rows, (row) => (row.canStop ? 1 : 0)),
      signals: [
        roundSignal(rounds),
        toSignal({ id: 'x', name: 'X', isFlag: false, values: rows.map((row) => row.x) }),
        toSignal({ id: 'y', name: 'Y', isFlag: false, values: rows.map((row) => row.y) }),
        toSignal({ id: 'flag', name: 'Flag', isFlag: true, values: rows.map((row) => row.flag) }),
      ],
    };
    const outcomes = lastRoundOutcomes(
      table,
      Uint8Array.from(rows, (row) => row.em),
      Float64Array.from(rows, (row) => row.thirds / 3),
    );
    return { table, outcomes };
  });

describe('the fast ways equal the plain ones', () => {
  const ids = ['x', 'y', 'flag', 'round'];
  const options = { quality: 'f1', budget: 2.5, candidates: 'exact' } as const;

  it('bit sets stop where the rule does', () => {
    fc.assert(
      fc.property(data, (split) => {
        const locked = ids.map((id) => lockCondition(split, id, options));
        const rules = enumerateRules(locked);
        const { stops, figures } = replayRules(split, locked, rules)!;
        rules.forEach(({ rule, formula }, i) => {
          const rows = firstRows(rule, split.table);
          expect(rowsOfSlots(stops[i]!, split.table), formula).toEqual(rows);
          expect(figures[i]!.triggered).toBe(rows.filter((row) => row >= 0).length);
        });
      }),
      { numRuns: 30 },
    );
  });

  it('the tree of rules gives the intervals of one rule at a time', () => {
    fc.assert(
      fc.property(data, (split) => {
        const locked = ids.map((id) => lockCondition(split, id, options));
        const rules = enumerateRules(locked);
        const { stops } = replayRules(split, locked, rules)!;
        const base = pickOutcomes(split.outcomes, firstRows(rules[3]!.rule, split.table));
        const bootstrap = { seed: 7, repeats: 50 };
        const run = startComparison(split, stops, base, 'f1', bootstrap);
        run.advance(50);
        run.intervals().forEach(({ low, high }, i) => {
          const ours = pickOutcomes(split.outcomes, firstRows(rules[i]!.rule, split.table));
          const alone = comparePaired(ours, base, bootstrap)!.f1;
          expect(low).toBeCloseTo(alone.low, 12);
          expect(high).toBeCloseTo(alone.high, 12);
        });
      }),
      { numRuns: 15 },
    );
  });

  it('the exact cuts are all outcomes there are, and the best of them is chosen', () => {
    fc.assert(
      fc.property(data, fc.integer({ min: 10, max: 50 }), (split, tenths) => {
        const budget = tenths / 10;
        const { tried, tuned, threshold } = lockCondition(split, 'x', { ...options, budget });
        const at = (cut: number): string => {
          const rule: Rule = { groups: [[{ kind: 'compare', signal: 'x', comparison: '>', value: cut }]] };
          const { f1, calls } = pickOutcomes(split.outcomes, firstRows(rule, split.table));
          const mean = (list: Float64Array): string => (list.reduce((sum, v) => sum + v, 0) / list.length).toFixed(9);
          return `${mean(f1)} ${mean(calls)}`;
        };
        for (const row of tried) expect(`${row.quality.toFixed(9)} ${row.calls.toFixed(9)}`).toBe(at(row.threshold));
        if (tried.length === 0) return;
        const outcomes = new Set(tried.map((row) => at(row.threshold)));
        for (const cut of [-1, 0, 0.5, 1, 2, 3, 3.5, 4, 9]) expect(outcomes).toContain(at(cut));
        const affordable = tried.filter((row) => row.calls <= budget);
        if (affordable.length === 0) expect([tuned, at(threshold)]).toEqual([null, at(9)]);
        else expect(tuned!.quality).toBeCloseTo(Math.max(...affordable.map((row) => row.quality)), 11);
      }),
    );
  });
});

describe('folding and counting', () => {
  it('shapes: Bell numbers summed over subsets', () => {
    expect([1, 2, 3, 4, 5, 6].map((n) => listShapes(n).length)).toEqual([1, 4, 14, 51, 202, 876]);
    expect(() => listShapes(7)).toThrow('at most 6 signals, not 7');
  });

  it('rules that stop alike fold into the first; worse ones name a better one', () => {
    const stops = [
      [0, 1],
      [1, 1],
      [0, 1],
      [2, 2],
    ].map((slots) => Uint8Array.from(slots));
    const figures = [
      [0.5, 1.5],
      [0.4, 2],
      [0.5, 1.5],
      [0.9, 3],
    ].map(([f1 = 0, calls = 0]) => ({ em: f1, f1, calls, triggered: 2 }));
    const folded = foldRules(stops, figures, 'f1');
    expect(folded.front).toEqual([0, 3]);
    expect([...folded.sameAs]).toEqual([0, 1, 0, 3]);
    expect([...folded.dominatedBy]).toEqual([-1, 0, -1, -1]);
  });

  it('Holm counts every rule that was tried', () => {
    const rounds = Int32Array.from({ length: 20 }, (_, row) => (row % 2) + 1);
    const table: SignalTable = {
      questionIds: Array.from({ length: 10 }, (_, q) => `q${q}`),
      rowStart: Int32Array.from({ length: 11 }, (_, q) => 2 * q),
      rounds,
      canStop: new Uint8Array(20).fill(1),
      signals: [roundSignal(rounds)],
    };
    const em = Uint8Array.from({ length: 20 }, (_, row) => row % 2);
    const split = { table, outcomes: lastRoundOutcomes(table, em, Float64Array.from(em)) };
    const atFirst = new Uint8Array(10).fill(0);
    const base = pickOutcomes(split.outcomes, new Int32Array(10).fill(-1));
    const compared = compareRules(split, [atFirst, atFirst, new Uint8Array(10).fill(1)], base, 'em');
    expect(compared.map(({ better, worse }) => [better, worse])).toEqual([
      [0, 10],
      [0, 10],
      [0, 0],
    ]);
    expect(compared.map(({ p }) => p)).toEqual([2 / 1024, 2 / 1024, 1]);
    expect(compared.map(({ adjustedP }) => adjustedP)).toEqual([6 / 1024, 6 / 1024, 1]);
    expect(compared[0]).toMatchObject({ quality: -1, calls: -1 });
  });
});
