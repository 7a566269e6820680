import { coverage } from '../core/metrics/coverage.ts';
import { metricCurve } from '../core/metrics/curve.ts';
import { judgedStop, stopped, unsafe } from '../core/metrics/quantities.ts';
import { selectedStopRisk } from '../core/metrics/selected-stop-risk.ts';
import type { ReportCurves } from '../core/report/report-curves.ts';
import { wilson } from '../core/stats/intervals.ts';
import { metricText, unknownStops } from '../figures/figures.ts';
import { FEW } from '../ui/charts/few.ts';
import { type Extent, extentOf, union } from '../ui/charts/view.ts';
import { formatCount, formatShare, formatShareInterval } from '../ui/parts/format.ts';
import { judgeStyle } from '../ui/parts/judge-style.ts';
import { html, type Markup } from './markup.ts';
import { axes, type Canvas, canvas, drawing, placeOn, riskLine } from './plot.ts';
import type { Policy } from './policy.ts';

/** Share of unsafe stops against coverage, all judges. */
export interface RiskDrawing {
  readonly svg: (policy: Policy | null) => Markup;
  readonly marker: (policy: Policy) => Markup;
}

export function drawRisk(curves: ReportCurves, activeIndex: number | null, width = 540): RiskDrawing {
  const height = 300;
  const lines = curves.judges.map(({ index, curve }) => ({
    index,
    x: metricCurve(coverage, curve),
    y: metricCurve(selectedStopRisk, curve),
    stops: curve.columns[stopped.id]!,
  }));
  const view = { x: { low: 0, high: 1 }, y: riskExtent(lines) };
  const on = canvas(width, height, { left: 52, top: 12, width: width - 68, height: height - 52 }, view);
  const ordered = [...lines].sort((a, b) => Number(a.index === activeIndex) - Number(b.index === activeIndex));
  const marker = (policy: Policy): Markup => markerOf(on, lines, policy);
  const still = html`${axes(on, { label: 'Coverage', unit: 'share' }, { label: 'Selected-stop risk', unit: 'share' })}<g clip-path="url(#risk-clip)">${ordered.map(({ index, x, y, stops }) => riskLine(on, x, y, stops, index, index === activeIndex))}</g>`;
  return {
    marker,
    svg: (policy) =>
      drawing(
        'risk',
        on,
        'Selected-stop risk against coverage',
        html`${still}<g data-marker="risk">${policy !== null && marker(policy)}</g>`,
      ),
  };
}

interface RiskLine {
  readonly index: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly stops: Float64Array;
}

/** Up to the highest risk that rests on enough stops to speak of. */
function riskExtent(lines: readonly RiskLine[]): Extent {
  const seen = union(
    lines.map(({ y, stops }) => extentOf(y.map((value, i) => (stops[i]! >= FEW ? value : Number.NaN)))),
  );
  return { low: 0, high: Math.min(1.04, Math.max(0.1, (seen?.high ?? 1) * 1.12)) };
}

function markerOf(on: Canvas, lines: readonly RiskLine[], { judge, row, totals }: Policy): Markup {
  const { plot } = on;
  const line = lines.find(({ index }) => index === judge.index);
  const [x, y] = [line?.x[row], line?.y[row]];
  if (x === undefined || y === undefined || Number.isNaN(y)) {
    return html`<text class="name" x="${plot.left + 12}" y="${plot.top + plot.height - 12}">${metricText(selectedStopRisk, totals)}</text>`;
  }
  const [wrong, stops] = [totals[unsafe.id]!, totals[judgedStop.id]!];
  const bounds = unknownStops(totals) > 0 ? null : wilson(wrong, stops);
  const at = placeOn(on, x, Math.min(y, on.view.y.high));
  const { color } = judgeStyle(judge.index);
  const words = [
    `${formatShare(wrong / stops)} of ${formatCount(stops)} ${stops === 1 ? 'stop' : 'stops'}`,
    ...(bounds === null ? [] : [`${formatShareInterval(bounds.low, bounds.high)} Wilson 95\u2009%`]),
  ];
  return html`${bounds !== null && whisker(on, at.x, bounds, color)}<circle cx="${at.x}" cy="${at.y}" r="6" fill="var(--surface)" stroke="${color}" stroke-width="2.5"/>${words.map((text, i) => html`<text class="${i === 0 ? 'name' : 'small'} end" x="${plot.left + plot.width - 8}" y="${plot.top + plot.height - 26 + i * 15}">${text}</text>`)}`;
}

function whisker(
  on: Canvas,
  x: number,
  { low, high }: { readonly low: number; readonly high: number },
  color: string,
): Markup {
  const top = placeOn(on, 0, Math.min(high, on.view.y.high)).y;
  const bottom = placeOn(on, 0, low).y;
  return html`<path d="M${x} ${bottom}V${top}M${x - 4} ${bottom}h8M${x - 4} ${top}h8" stroke="${color}" stroke-width="1.5" fill="none"/>`;
}
