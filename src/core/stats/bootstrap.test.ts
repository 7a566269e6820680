import { describe, expect, it } from 'vitest';
import { hasShared, itWithShared, readSharedJson, readSharedLines } from '../answers/testing/outside.ts';
import { bootstrapStatistics, pairedBootstrap, startBootstrap } from './bootstrap.ts';
import { percentileEnds } from './interval.ts';
import { PythonRandom } from './mt19937.ts';
import { compensatedSum, plainSum } from './sums.ts';

interface PublishedInterval {
  readonly estimate: number;
  readonly ci95_low: number;
  readonly ci95_high: number;
}
interface Golden {
  readonly seed: number;
  readonly repeats: number;
  readonly deltas: readonly number[];
  readonly result: PublishedInterval;
  readonly result_python312: PublishedInterval;
  readonly first_resample_indices: readonly number[];
}
interface QuestionRow {
  readonly native: { readonly official_em: number; readonly search_calls: number };
  readonly policies: Readonly<Record<string, { readonly official_em: number; readonly search_calls: number }>>;
}
interface EvalReport {
  readonly bootstrap_seed: number;
  readonly bootstrap_repeats: number;
  readonly report: {
    readonly paired_comparisons: Readonly<Record<string, Readonly<Record<string, PublishedInterval>>>>;
  };
}
interface H0Row {
  readonly native_official_em: number;
  readonly quality_oracle_official_em: number;
  readonly native_search_calls: number;
  readonly cost_oracle_search_calls: number;
  readonly avoidable_searches: number;
}
interface H0Report {
  readonly bootstrap: { readonly seed: number; readonly repeats: number };
  readonly paired_bootstrap_95_ci: Readonly<Record<string, readonly [number, number]>>;
}

const RNG = 'cpython-rng.json';
const goldens = hasShared(RNG) ? readSharedJson<{ bootstraps: Golden[] }>(RNG).bootstraps : [];
const asPublished = (interval: { estimate: number; low: number; high: number }): PublishedInterval => ({
  estimate: interval.estimate,
  ci95_low: interval.low,
  ci95_high: interval.high,
});

/** The published loop, word for word in TypeScript. */
function slowBootstrap(deltas: readonly number[], seed: number, repeats: number): PublishedInterval {
  const random = new PythonRandom(seed);
  const means: number[] = [];
  for (let r = 0; r < repeats; r++) {
    let sum = 0;
    for (let i = 0; i < deltas.length; i++) sum += deltas[random.randrange(deltas.length)]!;
    means.push(sum / deltas.length);
  }
  means.sort((a, b) => a - b);
  return {
    estimate: plainSum(deltas) / deltas.length,
    ci95_low: means[Math.trunc(0.025 * repeats)]!,
    ci95_high: means[Math.trunc(0.975 * repeats)]!,
  };
}

describe('sums', () => {
  it('adds as CPython 3.11 and 3.12 do', () => {
    const tenths = Array(10).fill(0.1);
    expect(plainSum(tenths)).toBe(0.9999999999999999);
    expect(compensatedSum(tenths)).toBe(1);
    expect(compensatedSum([1e16, 1, -1e16])).toBe(1);
    expect(plainSum([1e16, 1, -1e16])).toBe(0);
    expect(compensatedSum([Number.MAX_VALUE, Number.MAX_VALUE])).toBe(Infinity);
  });
});

describe('pairedBootstrap', () => {
  it('takes the two published index rules', () => {
    const replicates = Float64Array.from({ length: 10_000 }, (_, i) => 9_999 - i);
    expect(percentileEnds(replicates)).toEqual({ low: 250, high: 9750 });
    expect(percentileEnds(replicates, 'repeats-minus-one')).toEqual({ low: 249, high: 9749 });
    expect(percentileEnds(Float64Array.of(5), 'repeats')).toEqual({ low: 5, high: 5 });
    expect(percentileEnds(replicates, 'repeats', [0.05, 0.95])).toEqual({ low: 500, high: 9500 });
  });

  itWithShared(RNG)('has five goldens', () => expect(goldens).toHaveLength(5));

  it.each(goldens.map((golden) => [golden.seed, golden] as const))(
    'seed %s equals CPython 3.11 and 3.12',
    (_seed, golden) => {
      const { seed, repeats, deltas } = golden;
      const first = new Uint32Array(deltas.length);
      new PythonRandom(seed).fillIndices(deltas.length, first);
      expect([...first].slice(0, golden.first_resample_indices.length)).toEqual(golden.first_resample_indices);
      expect(asPublished(pairedBootstrap(deltas, { seed, repeats }))).toEqual(golden.result);
      expect(asPublished(pairedBootstrap(deltas, { seed, repeats, summation: 'compensated' }))).toEqual(
        golden.result_python312,
      );
    },
  );

  it('equals the published loop on whole and on fractional differences', () => {
    const random = new PythonRandom(11);
    for (const n of [1, 2, 7, 64, 333]) {
      const whole = Array.from({ length: n }, () => random.randrange(9) - 4);
      const fractions = Array.from({ length: n }, () => random.random() - 0.5);
      for (const deltas of [whole, fractions, fractions.map((x) => x * 1e9)]) {
        expect(asPublished(pairedBootstrap(deltas, { seed: n, repeats: 401 }))).toEqual(slowBootstrap(deltas, n, 401));
      }
    }
  });

  it('gives the same in slices as in one go, and says how far it is', () => {
    const deltas = [0, 1, -1, 0, 0, 2];
    const run = startBootstrap([{ kind: 'mean', values: deltas }], 6, { seed: 5, repeats: 100 });
    const seen: number[] = [];
    while (!run.isFinished()) {
      run.advance(33);
      seen.push(run.repeatsDone());
    }
    expect(seen).toEqual([33, 66, 99, 100]);
    expect(run.intervals()[0]).toEqual(pairedBootstrap(deltas, { seed: 5, repeats: 100 }));
  });

  it('drives several statistics by one resample; a ratio without a lower sum is 0', () => {
    const [mean, ratio, empty] = bootstrapStatistics(
      [
        { kind: 'mean', values: [1, 0, 1, 1] },
        { kind: 'ratio', numerators: [2, 0, 2, 2], denominators: [2, 2, 2, 2] },
        { kind: 'ratio', numerators: [1, 1, 1, 1], denominators: [0, 0, 0, 0] },
      ],
      4,
      { seed: 1, repeats: 500 },
    );
    expect(ratio).toEqual(mean);
    expect(empty).toEqual({ estimate: 0, low: 0, high: 0 });
  });
});

describe.each(['r01-tiny', 'r02-ties', 'r03-extreme', 'r04-mid', 'r05-no-positive'])(
  'published intervals of %s',
  (name) => {
    const folder = `goldens/${name}`;

    itWithShared(folder)('EM and searches of every policy against native and against the reference', () => {
      const names = Object.keys(readSharedJson<Record<string, number>>(`${folder}/eval/thresholds.json`));
      const rows = readSharedLines<QuestionRow>(`${folder}/eval.expected/expected-questions.jsonl`);
      const {
        bootstrap_seed: base,
        bootstrap_repeats: repeats,
        report,
      } = readSharedJson<EvalReport>(`${folder}/eval.expected/expected.json`);
      const reference = names.includes('structured_base') ? 'structured_base' : names[0]!;
      let compared = 0;
      const check = (left: string, right: string, field: 'official_em' | 'search_calls', seed: number): void => {
        const of = (row: QuestionRow, policy: string): number => (row.policies[policy] ?? row.native)[field];
        const deltas = rows.map((row) => of(row, right) - of(row, left));
        const wanted = report.paired_comparisons[`${right}_minus_${left}`]?.[field];
        expect(asPublished(pairedBootstrap(deltas, { seed, repeats }))).toEqual(wanted);
        compared += 1;
      };
      names.forEach((policy, k) => {
        check('native', policy, 'official_em', base + 200 + k);
        check('native', policy, 'search_calls', base + 300 + k);
      });
      names
        .filter((policy) => policy !== reference)
        .forEach((policy, j) => {
          check(reference, policy, 'official_em', base + j + 1);
          check(reference, policy, 'search_calls', base + 100 + j + 1);
        });
      expect(compared).toBe(4 * names.length - 2);
    });
  },
);

const withBlock = (block: string): readonly string[] =>
  ['r01-tiny', 'r02-ties', 'r04-mid', 'r05-no-positive'].filter((name) =>
    hasShared(`goldens/${name}/${block}.expected`),
  );

it.each(withBlock('h0'))('the three statistics of the reachability audit of %s', (name) => {
  checkH0(`goldens/${name}/h0.expected`);
});

it.each(withBlock('core'))('EM and searches of the core evaluation of %s', (name) => {
  const folder = `goldens/${name}/core.expected`;
  type Outcome = { readonly official_em: number; readonly search_calls: number };
  const rows = readSharedLines<{ base: Outcome; lora: Outcome }>(`${folder}/expected-questions.jsonl`);
  const { bootstrap_seed: seed, repeats } = readSharedJson<{ bootstrap_seed: number; repeats: number }>(
    `${folder}/meta.json`,
  );
  const { paired_lora_minus_base: wanted } = readSharedJson<{
    paired_lora_minus_base: { official_em: PublishedInterval; search_calls: PublishedInterval };
  }>(`${folder}/expected-report.json`);
  const deltas = (field: keyof Outcome): readonly number[] => rows.map((row) => row.lora[field] - row.base[field]);
  expect(asPublished(pairedBootstrap(deltas('official_em'), { seed, repeats }))).toEqual(wanted.official_em);
  expect(asPublished(pairedBootstrap(deltas('search_calls'), { seed: seed + 1, repeats }))).toEqual(
    wanted.search_calls,
  );
});

function checkH0(folder: string): void {
  const rows = readSharedLines<H0Row>(`${folder}/expected-questions.jsonl`);
  const report = readSharedJson<H0Report>(`${folder}/expected-report.json`);
  const [quality, searches, avoidable] = bootstrapStatistics(
    [
      { kind: 'mean', values: rows.map((row) => row.quality_oracle_official_em - row.native_official_em) },
      { kind: 'mean', values: rows.map((row) => row.native_search_calls - row.cost_oracle_search_calls) },
      {
        kind: 'ratio',
        numerators: rows.map((row) => row.avoidable_searches),
        denominators: rows.map((row) => row.native_search_calls),
      },
    ],
    rows.length,
    { ...report.bootstrap, indexRule: 'repeats-minus-one' },
  );
  const wanted = report.paired_bootstrap_95_ci;
  expect([quality?.low, quality?.high]).toEqual(wanted.quality_headroom);
  expect([searches?.low, searches?.high]).toEqual(wanted.mean_search_reduction);
  expect([avoidable?.low, avoidable?.high]).toEqual(wanted.avoidable_search_fraction);
}
