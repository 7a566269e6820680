import { rowAtThreshold } from './threshold-axis.ts';
import type { StepPanel } from './threshold-types.ts';
import { type Extent, extentOf, type Plot, pad, union } from './view.ts';

/** Stacked plots with one score axis: all share left and width; tops are counted from the top of the chart. */
export interface ThresholdLayout {
  readonly panels: readonly Plot[];
  readonly distribution: Plot;
}

const HEAD = 22;
const GAP = 4;
const FOOT = 36;

/** The first panel is taller than the ones below it; the distribution is a little taller still. */
const WEIGHTS = { first: 1.35, other: 1, distribution: 1.41 } as const;

export const layoutThreshold = (width: number, height: number, panelCount: number, left: number): ThresholdLayout => {
  const weights = Array.from({ length: panelCount }, (_, i) => (i === 0 ? WEIGHTS.first : WEIGHTS.other));
  const total = weights.reduce((sum, weight) => sum + weight, 0) + WEIGHTS.distribution;
  const room = Math.max(60, height - HEAD - FOOT - GAP * panelCount);
  const plotWidth = Math.max(40, width - left - 16);
  let top = HEAD;
  const panels = weights.map((weight) => {
    const plot = { left, top, width: plotWidth, height: Math.round((room * weight) / total) };
    top += plot.height + GAP;
    return plot;
  });
  return { panels, distribution: { left, top, width: plotWidth, height: Math.max(30, height - FOOT - top) } };
};

/** What a panel's curve does inside the window, never stop included; the criterion line is always in sight. */
export const panelExtent = (panel: StepPanel, thresholds: Float64Array, window: Extent): Extent => {
  const from = rowAtThreshold(thresholds, window.high);
  const to = Math.min(thresholds.length, rowAtThreshold(thresholds, window.low) + 2);
  const seen = union([
    extentOf(panel.y, from, to),
    extentOf(panel.y, 0, 1),
    panel.line ? { low: panel.line.value, high: panel.line.value } : null,
  ]);
  return pad(seen ?? { low: 0, high: 1 }, 0.08);
};
