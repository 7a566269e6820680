import { describe, expect, it } from 'vitest';
import type { ComparisonRow, PolicyRow } from './our-types.ts';
import { bestPolicies, markDifferences } from './strong.ts';

const block = (low: number, high: number) => ({ estimate: (low + high) / 2, ci95_low: low, ci95_high: high });
const comparison = (left: string, right: string, em: [number, number] | null, searches: [number, number]) =>
  ({ left, right, em: em && block(...em), searches: block(...searches) }) as ComparisonRow;
const policies = [
  { policy: 'native', judge: null },
  { policy: 'threshold', judge: 'a' },
  { policy: 'threshold', judge: 'b' },
  { policy: 'fixed-budget', judge: null },
  { policy: 'quality-oracle', judge: null },
] as PolicyRow[];

describe('bold in tables', () => {
  it('marks the best only where it holds against every other that is compared', () => {
    const rows = [
      comparison('native', 'a', [-0.02, 0], [-0.3, -0.1]),
      comparison('native', 'b', [-0.03, -0.01], [-0.1, 0.1]),
      comparison('b', 'a', [0.001, 0.02], [-0.2, -0.05]),
    ];
    // EM: native is above b but not surely above a. Searches: a is below both.
    expect(bestPolicies(policies, rows)).toEqual([[], ['mean_searches'], [], [], []]);
    const better = [comparison('native', 'a', [-0.02, -0.001], [-0.3, -0.1]), ...rows.slice(1)];
    expect(bestPolicies(policies, better)).toEqual([['em'], ['mean_searches'], [], [], []]);
  });

  it('marks nothing that nobody compared, and nothing without rivals', () => {
    const rows = [comparison('native', 'a', null, [-0.3, -0.1]), comparison('native', 'b', null, [0.1, 0.2])];
    expect(bestPolicies(policies, rows)).toEqual([[], [], [], [], []]);
    expect(bestPolicies(policies.slice(0, 1), [])).toEqual([[]]);
  });

  it('marks differences whose interval excludes 0; an end at 0 does not', () => {
    const table = markDifferences({
      id: 't',
      title: 't',
      note: null,
      rowTitle: 'r',
      columns: ['em', 'em_ci95', 'n'].map((id) => ({ id, title: id, kind: 'mean' as const })),
      rows: [
        { name: 'a', cells: [-0.01, [-0.02, 0], 3] },
        { name: 'b', cells: [-0.01, [-0.02, -0.001], 3] },
        { name: 'c', cells: [0.5, [0.2, 0.9], 3] },
        { name: 'd', cells: [null, null, 3] },
      ],
    });
    expect(table.rows.map(({ strong }) => strong)).toEqual([[], ['em'], ['em'], []]);
  });
});
