import { describe, expect, it } from 'vitest';
import { itWithShared, readSharedJson } from '../answers/testing/outside.ts';
import { topScoreZ } from './bm25.ts';
import { comparePaired, numpyMean } from './paired-outcomes.ts';
import { calibrate, fitPerRound, type RoundCalibration } from './round-calibration.ts';
import { compareCodePoints, type RoundLog } from './round-log.ts';
import { firstRows, stopRows } from './rule.ts';
import { findSignal, type Outcomes, pickOutcomes } from './signals.ts';
import { enrich, fitTasr, TASR_SIGNALS, type TasrTable } from './tasr.ts';
import { bestF1Rows, findPreset, firstCorrectRows, presetRule, TASR_PRESETS } from './tasr-rules.ts';
import { readPools, readRoundLog, readSharedCsv } from './testing/tables.ts';

const INPUT = 'goldens/tasr-a';
const EXPECTED = 'goldens/tasr-a.expected';
const itWithTasr = itWithShared(EXPECTED);

const load = (): { readonly tune: RoundLog; readonly evaluation: RoundLog; readonly enriched: TasrTable } => {
  const tune = readRoundLog(`${INPUT}/signal_log_lp_tune.csv`);
  const evaluation = readRoundLog(`${INPUT}/signal_log_lp.csv`);
  const z = new Map(
    readPools(`${INPUT}/dev_eval.json`).map(({ id, question, paragraphs }) => [id, topScoreZ(question, paragraphs)]),
  );
  return { tune, evaluation, enriched: enrich(evaluation, fitTasr(tune), (id) => z.get(id) ?? Number.NaN) };
};

/** 1e-9 relative, as the goldens ask. */
const expectClose = (actual: number, expected: number, what: string): void => {
  expect(Math.abs(actual - expected), `${what}: ${actual} for ${expected}`).toBeLessThanOrEqual(
    1e-9 * Math.max(1, Math.abs(expected)),
  );
};

interface GoldenCurve {
  readonly constant?: number;
  readonly x?: readonly number[];
  readonly y?: readonly number[];
  readonly nUsed: number;
  readonly nRows: number;
}

const toGolden = (calibration: RoundCalibration): Readonly<Record<string, GoldenCurve>> =>
  Object.fromEntries(
    [...calibration.byRound].map(([round, calibrator]) => {
      const counts = { nUsed: calibrator.used, nRows: calibrator.rows };
      return calibrator.kind === 'constant'
        ? [round, { constant: calibrator.value, ...counts }]
        : [
            round,
            {
              x: [...calibrator.fit.x],
              y: [...calibrator.fit.y],
              xMin: calibrator.fit.x[0],
              xMax: calibrator.fit.x.at(-1),
              ...counts,
            },
          ];
    }),
  );

interface Point {
  readonly f1: number;
  readonly calls: number;
  readonly em: number;
}

describe('the round-wise stopping paper on the handed logs', () => {
  itWithTasr('isotonic knots, exactly', () => {
    const golden = readSharedJson<Readonly<Record<string, Readonly<Record<string, GoldenCurve>>>>>(
      `${EXPECTED}/isotonic.json`,
    );
    const fitted = fitTasr(readRoundLog(`${INPUT}/signal_log_lp_tune.csv`));
    expect(toGolden(fitted.confidence)).toEqual(golden.calibrated_conf);
    expect(toGolden(fitted.margin)).toEqual(golden.calibrated_logit_margin);
    const { predictionsAt } = readSharedJson<{
      readonly predictionsAt: Readonly<Record<string, readonly (readonly [number, number])[]>>;
    }>(`${EXPECTED}/isotonic.json`);
    expect(Object.keys(predictionsAt)).toEqual(['1', '2', '3', '4', '5']);
    for (const [round, pairs] of Object.entries(predictionsAt)) {
      for (const [x, y] of pairs) expect(calibrate(fitted.margin, [Number(round)], [x])[0]).toBe(y);
    }
  });

  itWithTasr('enriched columns: calibrated ones exactly, the rest to 1e-9', () => {
    const { tune, evaluation } = load();
    const calibration = fitTasr(tune);
    for (const [split, log] of [
      ['', evaluation],
      ['_tune', tune],
    ] as const) {
      const pools = readPools(`${INPUT}/dev_${split === '' ? 'eval' : 'tune'}.json`);
      const z = new Map(pools.map((p) => [p.id, topScoreZ(p.question, p.paragraphs)]));
      const { table, logRow } = enrich(log, calibration, (id) => z.get(id) ?? Number.NaN);
      const golden = readSharedCsv(`${EXPECTED}/signal_log_lp_enriched${split}.csv`);
      expect(golden.length).toBe(logRow.length);
      for (const signal of Object.values(TASR_SIGNALS)) {
        for (const column of [signal.id, ...('aliases' in signal ? signal.aliases : [])]) {
          if (golden[0]![column] === undefined) continue;
          const { values, isMissing } = findSignal(table, signal.id)!;
          logRow.forEach((fileRow, row) => {
            const cell = golden[fileRow]![column]!;
            if (cell === '') expect(isMissing[row], `${column} ${row}`).toBe(1);
            else if (/^calibrated|overlap|conf/.test(column))
              expect(values[row], `${column} ${row}`).toBe(Number(cell));
            else expectClose(values[row]!, Number(cell), `${column} ${row}`);
          });
        }
      }
    }
  });

  itWithTasr('stop rounds of all 17 rules', () => {
    const { enriched } = load();
    const { table, outcomes } = enriched;
    const golden = new Map(readSharedCsv(`${EXPECTED}/stop_rounds.csv`).map((row) => [row.qid!, row]));
    expect(table.questionIds.length).toBe(golden.size);
    const stops = TASR_PRESETS.map(({ id, ...preset }) => ({
      id,
      rows: stopRows(presetRule({ id, ...preset }), table, 'last-round'),
    }));
    stops.push({ id: 'oracle', rows: bestF1Rows(table, outcomes) });
    expect(stops.length).toBe(17);
    for (const { id, rows } of stops) {
      table.questionIds.forEach((qid, q) => {
        expect(table.rounds[rows[q]!], `${id} ${qid}`).toBe(Number(golden.get(qid)![id]));
      });
    }
  });

  itWithTasr('headline: EM, F1, calls and the intervals against a budget of 3', () => {
    const { enriched } = load();
    const { table, outcomes } = enriched;
    const golden = readSharedJson<{
      readonly point: Readonly<Record<string, Point>>;
      readonly vs_fixed3: Readonly<
        Record<
          string,
          {
            readonly diff_f1_mean: number;
            readonly diff_f1_ci95: readonly [number, number];
            readonly diff_calls_mean: number;
            readonly diff_calls_ci95: readonly [number, number];
          }
        >
      >;
    }>(`${EXPECTED}/headline.json`);
    const base = ruleOutcomes(enriched, 'fixed_k=3');
    for (const id of Object.keys(golden.point)) {
      const ours = id === 'oracle' ? pickOutcomes(outcomes, bestF1Rows(table, outcomes)) : ruleOutcomes(enriched, id);
      expectPoint(ours, golden.point[id]!, id);
      const { f1, calls } = comparePaired(ours, base)!;
      const difference = golden.vs_fixed3[id]!;
      expectClose(100 * f1.replicateMean, difference.diff_f1_mean, `${id} F1`);
      expectClose(100 * f1.low, difference.diff_f1_ci95[0], `${id} F1 low`);
      expectClose(100 * f1.high, difference.diff_f1_ci95[1], `${id} F1 high`);
      expectClose(calls.replicateMean, difference.diff_calls_mean, `${id} calls`);
      expectClose(calls.low, difference.diff_calls_ci95[0], `${id} calls low`);
      expectClose(calls.high, difference.diff_calls_ci95[1], `${id} calls high`);
    }
  });

  itWithTasr('simulator, with its own oracle', () => {
    const { enriched } = load();
    const { table, outcomes } = enriched;
    const golden = readSharedJson<Readonly<Record<string, Readonly<Record<string, number>>>>>(
      `${EXPECTED}/simulator.json`,
    );
    for (const [id, point] of Object.entries(golden)) {
      const budget = /^fixed_k=(\d)$/.exec(id)?.[1];
      const ours =
        id === 'oracle_first_em'
          ? pickOutcomes(outcomes, firstCorrectRows(table, outcomes))
          : budget === undefined
            ? ruleOutcomes(enriched, id)
            : pickOutcomes(
                outcomes,
                firstRows(
                  { groups: [[{ kind: 'compare', signal: 'round', comparison: '>=', value: Number(budget) }]] },
                  table,
                ),
              );
      expectPoint(ours, { em: point.em!, f1: point.f1!, calls: point.avg_calls! }, id);
      expectClose((100 * numpyMean(ours.f1)) / numpyMean(ours.calls), point.f1_per_call!, id);
      expect(ours.f1.length).toBe(point.n_questions);
    }
  });

  itWithTasr('paired intervals against budgets, rounded as the script rounds', () => {
    const { enriched } = load();
    const golden = readSharedJson<
      Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, number | readonly [number, number]>>>>>>
    >(`${EXPECTED}/bootstrap_ci_lp.json`);
    const names: Readonly<Record<string, string>> = {
      'A (margin>0.725 or overlap>0.15)': 'famA',
      'B (conf>0.6 or margin>0.675 or overlap>0.15)': 'famB',
      'answer_stable == 1': 'AS',
      'answer_stable == 1 and calibrated_logit_margin > 0.25': 'AS_m25',
    };
    const round = (value: number, scale = 100): number => Number((value * scale).toFixed(3));
    for (const [name, byBudget] of Object.entries(golden)) {
      for (const [budget, row] of Object.entries(byBudget)) {
        const { rowStart } = enriched.table;
        // The script takes the rows of that round; every question of this log has all five.
        const k = Number(budget.slice('fixed_k='.length));
        const base = pickOutcomes(
          enriched.outcomes,
          Int32Array.from(rowStart.slice(0, -1), (start) => start + k - 1),
        );
        const { em, f1, calls, oursF1, baseF1 } = comparePaired(ruleOutcomes(enriched, names[name]!), base)!;
        const what = `${name} vs ${budget}`;
        const figures = {
          ours_f1_mean: round(oursF1.observed),
          ours_f1_ci95: [round(oursF1.low), round(oursF1.high)],
          base_f1_mean: round(baseF1.observed),
          base_f1_ci95: [round(baseF1.low), round(baseF1.high)],
          diff_f1_mean: round(f1.observed),
          diff_f1_ci95: [round(f1.low), round(f1.high)],
          diff_em_mean: round(em.observed),
          diff_em_ci95: [round(em.low), round(em.high)],
          diff_calls_mean: round(calls.observed, 1),
          diff_calls_ci95: [round(calls.low, 1), round(calls.high, 1)],
          p_ours_worse_f1: f1.shareBelow,
          p_ours_better_f1: f1.shareAbove,
        };
        expect(Object.keys(figures)).toEqual(Object.keys(row));
        for (const [key, value] of Object.entries(figures)) {
          expect(value, `${what} ${key}`).toEqual(row[key]);
        }
      }
    }
  });

  itWithTasr('the order of the file does not matter', () => {
    const { tune, evaluation, enriched } = load();
    const order = evaluation.questionIds.map((_, row) => row).sort((a, b) => ((a * 7919) % 1500) - ((b * 7919) % 1500));
    const shuffle = (column: ArrayLike<number>): Float64Array => Float64Array.from(order, (row) => column[row]!);
    const shuffled: RoundLog = {
      questionIds: order.map((row) => evaluation.questionIds[row]!),
      rounds: shuffle(evaluation.rounds),
      answers: order.map((row) => evaluation.answers[row]!),
      em: shuffle(evaluation.em),
      f1: shuffle(evaluation.f1),
      answerTokenMargin: shuffle(evaluation.answerTokenMargin),
      confidence: shuffle(evaluation.confidence),
      overlap: shuffle(evaluation.overlap),
      topScore: shuffle(evaluation.topScore),
      secondScore: shuffle(evaluation.secondScore),
    };
    const { table } = enrich(shuffled, fitTasr(tune));
    expect(table.questionIds).toEqual(enriched.table.questionIds);
    const tasr = presetRule(findPreset('tasr')!);
    expect(stopRows(tasr, table, 'last-round')).toEqual(stopRows(tasr, enriched.table, 'last-round'));
  });
});

function ruleOutcomes({ table, outcomes }: TasrTable, id: string): Outcomes {
  return pickOutcomes(outcomes, stopRows(presetRule(findPreset(id)!), table, 'last-round'));
}

function expectPoint(ours: Outcomes, point: Point, what: string): void {
  expectClose(100 * numpyMean(ours.f1), point.f1, `${what} F1`);
  expectClose(numpyMean(ours.calls), point.calls, `${what} calls`);
  expectClose(100 * numpyMean(Float64Array.from(ours.em)), point.em, `${what} EM`);
}

describe('calibration per round', () => {
  const options = { fewest: 5, whenMissing: 0.5, whenUnseen: 0.5 };
  const constantOf = (values: readonly number[], em: readonly number[]) =>
    fitPerRound(
      values.map(() => 1),
      values,
      em,
      options,
    );

  it('too few numbers: the mean of all rows, missing ones included, for missing numbers too', () => {
    const fit = constantOf([1, 2, 3, 4, Number.NaN], [1, 1, 1, 1, 0]);
    expect(fit.byRound.get(1)).toEqual({ kind: 'constant', value: 0.8, used: 4, rows: 5 });
    expect([...calibrate(fit, [1, 1], [9, Number.NaN])]).toEqual([0.8, 0.8]);
  });

  it('one value only: likewise', () => {
    const fit = constantOf([2, 2, 2, 2, 2, Number.NaN], [1, 0, 1, 0, 0, 1]);
    expect(fit.byRound.get(1)).toMatchObject({ kind: 'constant', value: 0.5 });
  });

  it('a missing number in a fitted round, and any in a round not seen, is 0.5', () => {
    const fit = constantOf([1, 2, 3, 4, 5], [0, 0, 1, 1, 1]);
    expect([...calibrate(fit, [1, 1, 2], [Number.NaN, 4, 4])]).toEqual([0.5, 1, 0.5]);
  });
});

describe('order of code points', () => {
  it('is not that of UTF-16 units', () => {
    const ids = ['\u{1F600}', '\uFF5E', 'b', 'a', 'ab', ''];
    expect([...ids].sort(compareCodePoints)).toEqual(['', 'a', 'ab', 'b', '\uFF5E', '\u{1F600}']);
  });
});
