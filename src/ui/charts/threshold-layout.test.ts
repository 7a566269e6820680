import { describe, expect, it } from 'vitest';
import { layoutThreshold, panelExtent } from './threshold-layout.ts';

describe('layoutThreshold', () => {
  it('gives the stacked panels of the look', () => {
    const { panels, distribution } = layoutThreshold(660, 322, 2, 64);
    expect(panels.map((plot) => [plot.top, plot.height])).toEqual([
      [22, 92],
      [118, 68],
    ]);
    expect(distribution).toEqual({ left: 64, top: 190, width: 580, height: 96 });
  });

  it('stays in order however small the chart is', () => {
    for (const height of [0, 80, 200, 900]) {
      const { panels, distribution } = layoutThreshold(200, height, 3, 64);
      const tops = [...panels.map((plot) => plot.top), distribution.top];
      expect([...tops].sort((a, b) => a - b)).toEqual(tops);
      for (const plot of panels) expect(plot.height).toBeGreaterThan(0);
    }
  });
});

describe('panelExtent', () => {
  const thresholds = Float64Array.of(Infinity, 5, 4, 3, 2, 1);
  const panel = { key: 'a', label: 'a', unit: 'number', y: Float64Array.of(0, -1, -2, -3, -40, -50) } as const;

  it('looks at the policies inside the window, never stop, and the line', () => {
    expect(panelExtent(panel, thresholds, { low: 3, high: 6 }).low).toBeCloseTo(-40 - 3.2, 9);
    expect(panelExtent(panel, thresholds, { low: 3.5, high: 6 }).low).toBeCloseTo(-3 - 0.24, 9);
    expect(
      panelExtent({ ...panel, line: { value: 7, label: '' } }, thresholds, { low: 3.5, high: 6 }).high,
    ).toBeCloseTo(7.8, 9);
  });

  it('has an answer when everything is undefined', () => {
    expect(
      panelExtent({ ...panel, y: panel.y.map(() => Number.NaN) }, thresholds, { low: 3, high: 6 }).high,
    ).toBeGreaterThan(0);
  });
});
