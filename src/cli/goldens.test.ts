import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareReports, countLeaves } from '../core/report/testing/compare.ts';
import { sharedFolder } from '../ingest/testing/sources.ts';
import { at, isThere, onlyKeysOf, readJson, report, reportJson } from './testing/run-report.ts';

/** Every random bundle with what the published evaluators print on it: counts and interval ends exactly. */
const shared = sharedFolder();
const BUNDLES = ['r01-tiny', 'r02-ties', 'r03-extreme', 'r04-mid', 'r05-no-positive'];
const path = (...parts: readonly string[]): string => resolve(shared ?? '', 'goldens', ...parts);
const has = (...parts: readonly string[]): boolean => shared !== null && isThere(path(...parts));

/** The one deliberate difference: every eligible output of this judge is unparsed, and we never stop on such. */
const isFailOpen = (bundle: string, place: string): boolean =>
  bundle === 'r03-extreme' &&
  /^(system_level|state_level)\/j_masked\/|^paired_comparisons\/j_masked_minus_/.test(place);

describe.skipIf(shared === null)('the random bundles', () => {
  it.each(BUNDLES)('%s/eval equals the published evaluator', async (bundle) => {
    const expected = readJson(path(bundle, 'eval.expected', 'expected.json'));
    const published = at(expected, 'report') as Readonly<Record<string, unknown>>;
    const actual = await reportJson(
      path(bundle, 'eval'),
      '--seed',
      String(expected.bootstrap_seed),
      '--repeats',
      String(expected.bootstrap_repeats),
    );
    const differences = compareReports(onlyKeysOf(actual, published), published);
    expect(differences.filter(({ path: place }) => !isFailOpen(bundle, place))).toEqual([]);
    expect(countLeaves(published)).toBeGreaterThan(70);
  });

  it.each(BUNDLES)('%s/eval selects the published thresholds', async (bundle) => {
    const expected = at(readJson(path(bundle, 'eval.expected', 'expected.json')), 'threshold_selection');
    const cases = expected as readonly Readonly<Record<string, unknown>>[];
    expect(cases.length).toBeGreaterThan(0);
    for (const wanted of cases) {
      const actual = await reportJson(
        path(bundle, 'eval'),
        ...['--repeats', '1', '--select'],
        ...['--min-precision', String(wanted.minimum_precision), '--min-stops', String(wanted.minimum_stop_count)],
      );
      expect(compareReports(onlyKeysOf(at(actual, 'threshold_selection'), wanted), wanted)).toEqual([]);
    }
  });

  it.each(BUNDLES.filter((bundle) => has(bundle, 'h0')))('%s/h0 equals the published audit', async (bundle) => {
    const expected = readJson(path(bundle, 'h0.expected', 'expected-report.json'));
    const actual = await reportJson(path(bundle, 'h0'), '--h0-seed', String(at(expected, 'bootstrap', 'seed')));
    expect(compareReports(actual.h0, expected)).toEqual([]);
  });

  it.each(BUNDLES.filter((bundle) => has(bundle, 'core')))('%s/core equals the published ladder', async (bundle) => {
    const meta = readJson(path(bundle, 'core.expected', 'meta.json'));
    const actual = await reportJson(
      path(bundle, 'core'),
      ...['--pair', 'base,lora', '--seed', String(meta.bootstrap_seed), '--repeats', String(meta.repeats)],
    );
    expect(compareReports(actual.core, readJson(path(bundle, 'core.expected', 'expected-report.json')))).toEqual([]);
  });
});

describe.skipIf(shared === null)('a judge whose every eligible output is unparsed', () => {
  it('stops everywhere in the published evaluator, and nowhere here', async () => {
    const published = at(readJson(path('r03-extreme', 'eval.expected', 'expected.json')), 'report');
    const { code, output, complaints } = await report(path('r03-extreme', 'eval'), '--seed', '20260926');
    expect(code).toBe(0);
    const actual: unknown = JSON.parse(output);
    expect(at(published, 'system_level', 'j_masked', 'early_stop_count')).toBe(54);
    expect(at(actual, 'system_level', 'j_masked', 'early_stop_count')).toBe(0);
    expect(at(published, 'state_level', 'j_masked', 'true_positive')).toBe(63);
    expect(at(actual, 'state_level', 'j_masked', 'true_positive')).toBe(0);
    expect(at(actual, 'state_level', 'j_masked', 'true_negative')).toBe(92);
    expect(at(actual, 'system_level', 'j_masked', 'official_em')).toBe(at(actual, 'native', 'official_em'));
    expect(at(published, 'thresholds', 'j_masked')).toBe(-1e30);
    expect(complaints.filter((line) => line.includes('sentinel.fail-open'))).toHaveLength(1);
    // What does not depend on where it stops is the same.
    for (const key of ['stop_average_precision', 'calibration', 'recall_at_precision_90', 'positive_state_count']) {
      const part = (report: unknown) => at(report, 'state_level', 'j_masked', key);
      expect(compareReports(part(actual), part(published), key)).toEqual([]);
    }
    const ap = (report: unknown) => at(report, 'paired_comparisons', 'j_masked_minus_j_huge', 'stop_average_precision');
    expect(compareReports(ap(actual), ap(published))).toEqual([]);
  });

  it('is named when thresholds are selected, too', async () => {
    const { complaints } = await report(path('r03-extreme', 'eval'), '--repeats', '1', '--select');
    expect(complaints.filter((line) => line.includes('sentinel.fail-open')).length).toBeGreaterThan(1);
  });
});
