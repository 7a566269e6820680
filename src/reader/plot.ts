import { decimateCurve, dropRepeats, type Polyline } from '../ui/charts/decimate.ts';
import { FEW_OPACITY, fewMasks } from '../ui/charts/few.ts';
import { toPath } from '../ui/charts/path.ts';
import { type AxisUnit, formatTick, niceTicks } from '../ui/charts/ticks.ts';
import { type Plot, type Projection, projection, toPixel, type View } from '../ui/charts/view.ts';
import { judgeStyle } from '../ui/parts/judge-style.ts';
import { html, type Markup, type Piece } from './markup.ts';

/** Vertices that a path may have. */
const LIMIT = 4000;

/** A drawing of values: its size, the plot in it and what maps values to pixels. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly plot: Plot;
  readonly view: View;
  readonly at: Projection;
}

export interface AxisLook {
  readonly label: string;
  readonly unit: AxisUnit;
}

export const canvas = (width: number, height: number, plot: Plot, view: View): Canvas => ({
  width,
  height,
  plot,
  view,
  at: projection(view, plot),
});

export const placeOn = ({ at }: Canvas, x: number, y: number): { readonly x: number; readonly y: number } => ({
  x: round(toPixel(at.x, x)),
  y: round(toPixel(at.y, y)),
});

export const round = (value: number): number => Math.round(value * 10) / 10;

/** The whole drawing. `id` names its clip path, so it must be unique in the document. */
export function drawing(id: string, { width, height, plot }: Canvas, name: string, body: Piece): Markup {
  return html`<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${name}">
<clipPath id="${id}-clip"><rect x="${plot.left}" y="${plot.top}" width="${plot.width}" height="${plot.height}"/></clipPath>
${body}</svg>`;
}

/** Horizontal grid, the axis line, tick labels and the title below: nothing else frames the data. */
export function axes(on: Canvas, x: AxisLook | null, y: AxisLook): Markup {
  const { plot, view, at } = on;
  const right = plot.left + plot.width;
  const yTicks = niceTicks(view.y, Math.max(2, plot.height / 56), y.unit);
  return html`${yTicks.values.map((value) => {
    const py = round(toPixel(at.y, value));
    return html`<path class="grid" d="M${plot.left} ${py}H${right}"/><text class="tick end" x="${plot.left - 8}" y="${py + 4}">${formatTick(value, yTicks, y.unit)}</text>`;
  })}${x === null ? html`<path class="axis" d="M${plot.left} ${plot.top + plot.height}H${right}"/>` : xAxis(on, x)}`;
}

export function xAxis({ plot, view, at, height }: Canvas, { label, unit }: AxisLook): Markup {
  const bottom = plot.top + plot.height;
  const ticks = niceTicks(view.x, Math.max(3, plot.width / 80), unit);
  return html`<path class="axis" d="M${plot.left} ${bottom}H${plot.left + plot.width}"/>${ticks.values.map((value) => {
    const px = round(toPixel(at.x, value));
    return html`<path class="axis" d="M${px} ${bottom}v4"/><text class="tick middle" x="${px}" y="${bottom + 18}">${formatTick(value, ticks, unit)}</text>`;
  })}<text class="title middle" x="${plot.left + plot.width / 2}" y="${height - 4}">${label}</text>`;
}

export const lineOf = (
  { at, plot }: Canvas,
  x: Float64Array,
  y: Float64Array,
  mask: Uint8Array | null = null,
): Polyline => dropRepeats(decimateCurve(x, y, at, plot, mask), LIMIT);

/** A judge's line: colour and dash always together. */
export function judgeLine(line: Polyline, judgeIndex: number, isActive: boolean, opacity = 1): Markup {
  const { color, dash } = judgeStyle(judgeIndex);
  return html`<path d="${toPath(line)}" fill="none" stroke="${color}" stroke-width="${isActive ? 2.25 : 1.5}" stroke-linejoin="round"${
    dash !== undefined && html` stroke-dasharray="${dash}"`
  }${dash?.startsWith('1.5') === true && html` stroke-linecap="round"`}${opacity < 1 && html` opacity="${opacity}"`}/>`;
}

/** Where a risk hangs on few stops its line is faint. */
export function riskLine(
  on: Canvas,
  x: Float64Array,
  y: Float64Array,
  stops: ArrayLike<number>,
  judgeIndex: number,
  isActive: boolean,
): readonly Markup[] {
  const { few, many } = fewMasks(stops);
  return [
    judgeLine(lineOf(on, x, y, few), judgeIndex, isActive, FEW_OPACITY),
    judgeLine(lineOf(on, x, y, many), judgeIndex, isActive),
  ];
}

/** The policy in force on a curve. Undefined or never stop: dashed and grey. */
export function handle(x: number, y: number, judgeIndex: number, isQuiet: boolean): Markup {
  const { color } = judgeStyle(judgeIndex);
  return isQuiet
    ? html`<circle cx="${x}" cy="${y}" r="8" fill="var(--surface)" stroke="var(--control)" stroke-width="2" stroke-dasharray="3 2.5"/><path d="M${x - 4} ${y}h8" stroke="var(--ink-2)" stroke-width="1.8"/>`
    : html`<circle cx="${x}" cy="${y}" r="8" fill="var(--surface)" stroke="${color}" stroke-width="3"/><circle cx="${x}" cy="${y}" r="3" fill="${color}"/>`;
}
