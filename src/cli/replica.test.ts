import { describe, expect, it } from 'vitest';
import { compareReports } from '../core/report/testing/compare.ts';
import { at, isThere, onlyKeysOf, projectPath, readJson, reportJson } from './testing/run-report.ts';

/**
 * The replica under the published evaluators: its committed copies, so that a plain clone tests them, and the originals
 * where they lie beside the project. The expected reports are copies of what those evaluators printed.
 */
const expected = (name: string) => readJson(projectPath('src/core/report/testing/expected', `${name}.json`));
const roots = ['public/samples', '../shared/replica']
  .map((folder) => projectPath(folder))
  .filter((folder) => {
    if (isThere(folder)) return true;
    console.warn(`No replica at ${folder}: its tests are SKIPPED.`);
    return false;
  });

describe.each(roots)('the replica in %s', (root) => {
  const ranges = [
    ['suffix800', '200-999'],
    ['prefix200', '0-199'],
    ['full1000', '0-999'],
  ] as const;
  // The originals hold the same rows: once more is enough to see that they are read alike.
  it.each(root.includes('public') ? ranges : ranges.slice(0, 1))(
    'dev1000 equals the published evaluator: %s',
    async (name, questions) => {
      const published = expected(`dev1000-${name}`);
      const actual = await reportJson(`${root}/dev1000`, '--questions', questions);
      expect(compareReports(onlyKeysOf(actual, published), published)).toEqual([]);
    },
    60_000,
  );

  it('validation100 equals the published evaluator and gives the frozen thresholds', async () => {
    const published = expected('validation100-report');
    const actual = await reportJson(`${root}/validation100`, '--select');
    expect(compareReports(onlyKeysOf(actual, published), published)).toEqual([]);
    expect(compareReports(actual.threshold_selection, expected('validation100-thresholds'))).toEqual([]);
  }, 60_000);

  it('h0-pilot200 equals the published audit', async () => {
    const actual = await reportJson(`${root}/h0-pilot200`);
    expect(compareReports(actual.h0, expected('h0-pilot200'))).toEqual([]);
    expect(at(actual, 'h0', 'decision')).toBe('QUALITY_COST_PARETO');
  });

  const ladders = Object.keys(at(expected('core200-ladder'), 'reports') as object);
  it.each(ladders)('core200-ladder equals the published ladder: %s', async (name) => {
    const actual = await reportJson(`${root}/core200-ladder`, '--pair', name.replace('__vs__', ','));
    expect(compareReports(actual.core, at(expected('core200-ladder'), 'reports', name))).toEqual([]);
  });

  it('fails where a report is not the published one', () => {
    const published = expected('dev1000-suffix800');
    expect(compareReports(expected('dev1000-prefix200'), published).length).toBeGreaterThan(100);
  });
});
