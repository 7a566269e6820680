import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FixedBudgetRow } from '../core/report/h0-types.ts';
import type { JobContext } from './job-context.ts';
import { Engine } from './jobs.ts';

const context: JobContext = { signal: new AbortController().signal, report: () => {} };

async function headroomOf(sample: string, range: { readonly from: number; readonly to: number } | null) {
  const folder = resolve('public/samples', sample);
  const files = readdirSync(folder).map((name) => ({ name, blob: new Blob([readFileSync(resolve(folder, name))]) }));
  const { jobs } = new Engine();
  const { value: dataset } = await jobs.load(context, { files, name: null });
  const selection = { range, split: null };
  return (await jobs.headroom(context, { datasetId: dataset.id, selection, answerRule: 'squad', repeats: 10_000 }))
    .value;
}

const published = JSON.parse(readFileSync('src/core/report/testing/expected/h0-pilot200.json', 'utf8'));

/** Token F1 is not in the figure: its sum of fractions is the business of the report's own tests. */
const drawn = ({ token_f1: _, ...figures }: FixedBudgetRow) => figures;

describe('headroom of stopping', () => {
  it('is the published audit on its own data, to the last digit', async () => {
    const found = await headroomOf('h0-pilot200', null);
    expect(found?.metrics).toEqual(published.metrics);
    expect(found?.intervals).toEqual(published.paired_bootstrap_95_ci);
    expect(found?.budgets?.slice(0, 5).map(drawn)).toEqual(published.fixed_budget_curve.map(drawn));
    expect({ seed: found?.seed, repeats: found?.repeats, unit: 'question' }).toEqual(published.bootstrap);
  });

  it('has no imputed budgets where the states that answer were not probed', async () => {
    const found = await headroomOf('dev1000', { from: 200, to: 999 });
    expect(found?.budgets).toBeNull();
    expect(found?.metrics.native_em).toBe(0.44875);
  });
});
