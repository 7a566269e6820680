import { differenceCurve } from '../core/metrics/curve.ts';
import { exactMatch } from '../core/metrics/exact-match.ts';
import { meanSearches } from '../core/metrics/mean-searches.ts';
import { stopped } from '../core/metrics/quantities.ts';
import type { JudgeCurve, ReportCurves } from '../core/report/report-curves.ts';
import { rowAt } from '../core/sweep.ts';
import { decimateSteps, dropRepeats } from '../ui/charts/decimate.ts';
import { measureText } from '../ui/charts/measure-text.ts';
import { type ThresholdAxis, thresholdAxis, thresholdToPixel } from '../ui/charts/threshold-axis.ts';
import { formatTick, niceTicks } from '../ui/charts/ticks.ts';
import { type Extent, extentOf, pad, toPixel, union } from '../ui/charts/view.ts';
import { formatExact } from '../ui/parts/format.ts';
import { judgeStyle } from '../ui/parts/judge-style.ts';
import { html, type Markup } from './markup.ts';
import { axes, type Canvas, canvas, drawing, judgeLine, round } from './plot.ts';
import { type Policy, thresholdWords } from './policy.ts';

/** EM and searches minus native at every threshold of one judge, one panel above the other. */
export interface StepsDrawing {
  readonly svg: (policy: Policy) => Markup;
  readonly marker: (policy: Policy) => Markup;
}

const TOP = 34;
const GAP = 26;
const FOOT = 40;

export function drawSteps(curves: ReportCurves, judge: JudgeCurve, margin: number, width = 540): StepsDrawing {
  const height = 360;
  const left = 64;
  const plotWidth = width - left - 16;
  const tall = Math.round((height - TOP - GAP - FOOT) / 2);
  const axis = thresholdAxis(windowOf(judge), left, plotWidth);
  const panel = (metric: typeof exactMatch, top: number, line: number | null): Panel => {
    const y = differenceCurve(metric, judge.curve, curves.native);
    const extent = pad(
      union([seenIn(y, judge, axis.window), line === null ? null : { low: line, high: line }]) ?? { low: -1, high: 1 },
      0.08,
    );
    const plot = { left, top, width: plotWidth, height: tall };
    return {
      y,
      line,
      on: canvas(width, height, plot, { x: axis.window, y: extent }),
      name: `${metric === exactMatch ? 'EM' : 'Search'} difference`,
    };
  };
  const panels = [panel(exactMatch, TOP, -margin), panel(meanSearches, TOP + tall + GAP, null)];
  const whole = canvas(
    width,
    height,
    { left, top: TOP - 20, width: plotWidth, height: height - TOP - FOOT + 20 },
    { x: axis.window, y: { low: 0, high: 1 } },
  );
  const marker = (policy: Policy): Markup => markerOf(axis, whole, policy);
  return {
    marker,
    svg: (policy) =>
      drawing(
        'steps',
        whole,
        `EM and search difference to native at every threshold of ${judge.name}`,
        html`${panels.map((one) => panelOf(one, judge, axis))}${thresholdTicks(axis, whole)}<g data-marker="steps">${marker(policy)}</g>`,
      ),
  };
}

interface Panel {
  readonly y: Float64Array;
  /** A criterion across the panel. */
  readonly line: number | null;
  readonly on: Canvas;
  readonly name: string;
}

/** From where six tenths of all questions are stopped up to the highest score: that is where thresholds are chosen. */
function windowOf({ curve, threshold }: JudgeCurve): Extent {
  const { thresholds, columns } = curve;
  const stops = columns[stopped.id]!;
  const last = thresholds.length - 1;
  if (last < 1) return { low: -1, high: 1 };
  const most = stops[last]!;
  let row = last;
  while (row > 1 && stops[row]! > 0.6 * most) row -= 1;
  const low = Math.min(thresholds[row]!, Number.isFinite(threshold) ? threshold : Number.POSITIVE_INFINITY);
  const high = Math.max(thresholds[1]!, Number.isFinite(threshold) && threshold < thresholds[1]! * 4 ? threshold : low);
  return pad({ low, high: high > low ? high : low + 1 }, 0.02);
}

const seenIn = (y: Float64Array, { curve }: JudgeCurve, window: Extent): Extent | null => {
  const from = rowAt(curve, window.high);
  const to = Math.min(y.length, rowAt(curve, window.low) + 2);
  return union([extentOf(y, from, to), extentOf(y, 0, 1), { low: 0, high: 0 }]);
};

function panelOf({ y, line, on, name }: Panel, judge: JudgeCurve, axis: ThresholdAxis): Markup {
  const { plot, at } = on;
  const steps = decimateSteps(judge.curve.thresholds, y, (threshold) => thresholdToPixel(axis, threshold), at, plot);
  const margin = line === null ? null : round(toPixel(at.y, line));
  return html`${axes(on, null, { label: name, unit: 'number' })}<text class="name" x="${plot.left + 8}" y="${plot.top - 6}">${name}</text>${
    margin !== null &&
    line !== null &&
    html`<path d="M${plot.left} ${margin}H${plot.left + plot.width}" stroke="var(--control)" stroke-dasharray="4 3"/><text class="small" x="${plot.left + 8}" y="${margin + 14}">margin ${formatExact(line)}</text>`
  }${judgeLine(dropRepeats(steps, 4000), judge.index, true)}`;
}

function thresholdTicks(axis: ThresholdAxis, { plot, height }: Canvas): Markup {
  const bottom = plot.top + plot.height;
  const ticks = niceTicks(axis.window, Math.max(3, plot.width / 90));
  const shown = ticks.values.filter((value) => thresholdToPixel(axis, value) < axis.right - 76);
  return html`${shown.map((value) => {
    const x = round(thresholdToPixel(axis, value));
    return html`<path class="axis" d="M${x} ${bottom}v4"/><text class="tick middle" x="${x}" y="${bottom + 18}">${formatTick(value, ticks, 'number')}</text>`;
  })}<text class="tick end" x="${axis.right + 8}" y="${bottom + 18}">never stop</text><text class="title middle" x="${plot.left + plot.width / 2}" y="${height - 4}">Threshold, stop at or above</text>`;
}

function markerOf(axis: ThresholdAxis, { plot }: Canvas, policy: Policy): Markup {
  const exact = thresholdToPixel(axis, policy.threshold);
  const x = round(Math.min(axis.right, Math.max(axis.left, exact)));
  const text = thresholdWords(policy);
  const width = Math.ceil(measureText(text, 12, 600)) + 20;
  const left = Math.min(axis.right + 14 - width, Math.max(axis.left, x - width / 2));
  const { color } = judgeStyle(policy.judge.index);
  const isAway = exact < axis.left;
  return html`<path d="M${x} ${plot.top}V${plot.top + plot.height}" stroke="${color}" stroke-width="2"${isAway && html` stroke-dasharray="4 3"`}/><rect x="${left}" y="${plot.top - 14}" width="${width}" height="20" rx="4" fill="${color}"/><text class="flag middle" x="${left + width / 2}" y="${plot.top}">${text}</text>`;
}
