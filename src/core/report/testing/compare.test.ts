import { describe, expect, it } from 'vitest';
import { compareReports, countLeaves } from './compare.ts';

const report = { official_em: 0.4, early_stop_count: 3, ci95_low: 0.1, bins: [{ count: 1, mean_probability: 0.5 }] };

describe('compareReports', () => {
  it('finds nothing in equal reports', () => {
    expect(compareReports(report, structuredClone(report))).toEqual([]);
    expect(countLeaves(report)).toBe(5);
  });

  it('forgives floats 1e-12, and nothing more', () => {
    expect(compareReports({ ...report, official_em: 0.4 + 5e-13 }, report)).toEqual([]);
    expect(compareReports({ ...report, official_em: 0.4 + 5e-12 }, report)).toHaveLength(1);
  });

  it('forgives counts and interval ends nothing', () => {
    expect(compareReports({ ...report, early_stop_count: 3 + 1e-14 }, report)[0]?.path).toBe('early_stop_count');
    expect(compareReports({ ...report, ci95_low: 0.1 + 1e-16 }, report)[0]?.path).toBe('ci95_low');
  });

  it('finds keys that are missing or too many, and wrong kinds', () => {
    expect(compareReports({}, { a: 1 })).toHaveLength(1);
    expect(compareReports({ a: 1 }, {})).toHaveLength(1);
    expect(compareReports({ a: null }, { a: 0 })).toHaveLength(1);
    expect(compareReports({ bins: [1] }, { bins: [1, 2] })[0]?.path).toBe('bins[1]');
  });
});
