import { metricCurve } from '../core/metrics/curve.ts';
import { exactMatch } from '../core/metrics/exact-match.ts';
import { meanSearches } from '../core/metrics/mean-searches.ts';
import { one } from '../core/metrics/quantities.ts';
import { metricValue, type Totals } from '../core/metrics/totals.ts';
import type { ReportCurves } from '../core/report/report-curves.ts';
import { formatMetric } from '../figures/figures.ts';
import { placeFlag } from '../ui/charts/flag.ts';
import type { Box } from '../ui/charts/labels.ts';
import { measureText } from '../ui/charts/measure-text.ts';
import { type LabelLayout, layoutLabels } from '../ui/charts/tradeoff-labels.ts';
import type { MarkedPoint, TradeoffCurve, TradeoffPoints } from '../ui/charts/tradeoff-types.ts';
import { focusView, pointOf, wholeView } from '../ui/charts/tradeoff-view.ts';
import { edgeOf, firstWord, namedMarks, type TradeoffWords } from '../ui/charts/tradeoff-words.ts';
import { isInside } from '../ui/charts/view.ts';
import { formatExact } from '../ui/parts/format.ts';
import { judgeStyle } from '../ui/parts/judge-style.ts';
import { html, type Markup } from './markup.ts';
import { axes, type Canvas, canvas, drawing, handle, judgeLine, lineOf, placeOn } from './plot.ts';
import { type Policy, thresholdWords } from './policy.ts';

/** Exact match against searches: every policy there is, with native, budgets, oracles and the gate region. */
export interface TradeoffDrawing {
  readonly svg: (policy: Policy | null) => Markup;
  /** What moves with the threshold: the handle and its flag. */
  readonly marker: (policy: Policy) => Markup;
}

export function drawTradeoff(
  curves: ReportCurves,
  margin: number,
  activeIndex: number | null,
  width = 720,
): TradeoffDrawing {
  const height = width < 480 ? 380 : 440;
  const lines = tradeoffCurves(curves);
  const points = tradeoffPoints(curves);
  const active = lines.find(({ judgeIndex }) => judgeIndex === activeIndex);
  const judge = curves.judges.find(({ index }) => index === activeIndex);
  const whole = wholeView(lines, points);
  const start = judge === undefined ? null : pointOf(active, startRow(judge));
  const view = focusView(lines, points, start, whole);
  const on = canvas(width, height, { left: 52, top: 12, width: width - 68, height: height - 52 }, view);
  const marker = (policy: Policy): Markup => markerOf(on, active, policy);
  const isNarrow = width < 480;
  const words: TradeoffWords = {
    marks: namedMarks(points, view, on.at, isNarrow),
    notes: [],
    edge: edgeOf(points, { margin, label: `EM margin ${formatExact(-margin)}` }, on.at, on.plot),
  };
  const drawn = lines
    .map((line) => ({
      ...line,
      name: isNarrow ? firstWord(line.name) : line.name,
      isActive: line === active,
      line: lineOf(on, line.x, line.y),
    }))
    .sort((a, b) => Number(a.isActive) - Number(b.isActive) || b.judgeIndex - a.judgeIndex);
  const layout = layoutLabels({
    ...words,
    plot: on.plot,
    curves: drawn,
    reserved: start === null ? [] : reservedAt(on, start),
    overview: null,
  });
  const still = html`${axes(on, { label: 'Mean searches per question (fewer is better)', unit: 'number' }, { label: 'Exact match', unit: 'number' })}
<g clip-path="url(#tradeoff-clip)">${gateRegion(on, points, margin)}${budgetJoin(on, points)}${drawn.map(({ line, judgeIndex, isActive }) => judgeLine(line, judgeIndex, isActive))}</g>
${marksOf(on, points)}${labelsOf(words, drawn, layout)}`;
  return {
    marker,
    svg: (policy) =>
      drawing(
        'tradeoff',
        on,
        `Trade-off: exact match against mean searches of ${lines.map(({ name }) => name).join(', ') || 'fixed budgets'}`,
        html`${still}<g data-marker="tradeoff">${policy !== null && marker(policy)}</g>`,
      ),
  };
}

/** Where the frozen policy lies, so that the window shows it whatever is looked at. */
const startRow = ({ curve, threshold }: ReportCurves['judges'][number]): number => {
  const row = curve.thresholds.findLastIndex((value) => value >= threshold);
  return Math.max(0, row);
};

export const tradeoffCurves = ({ judges }: ReportCurves): readonly TradeoffCurve[] =>
  judges.map(({ index, name, curve }) => ({
    judgeIndex: index,
    name,
    x: metricCurve(meanSearches, curve),
    y: metricCurve(exactMatch, curve),
  }));

function tradeoffPoints({ native, qualityOracle, costOracle, budgets }: ReportCurves): TradeoffPoints {
  const place = (totals: Totals) => {
    const x = metricValue(meanSearches, totals);
    const y = metricValue(exactMatch, totals);
    return x === null || y === null ? null : { x, y };
  };
  const mark = (totals: Totals | null, isNative: boolean): MarkedPoint | null => {
    const point = totals === null ? null : place(totals);
    if (point === null || totals === null) return null;
    const [em, searches] = [
      formatMetric(exactMatch, point.y, totals[one.id]!),
      formatMetric(meanSearches, point.x, totals[one.id]!),
    ];
    return { ...point, detail: isNative ? em : `${em} at ${searches}` };
  };
  return {
    native: mark(native, true),
    qualityOracle: mark(qualityOracle, false),
    costOracle: mark(costOracle, false),
    budgets: budgets.flatMap(({ searches, totals }) => {
      const point = place(totals);
      return point === null ? [] : [{ ...point, k: searches }];
    }),
  };
}

function gateRegion(on: Canvas, { native }: TradeoffPoints, margin: number): Markup | false {
  if (native === null) return false;
  const { plot } = on;
  const { x, y } = placeOn(on, native.x, native.y - margin);
  if (x <= plot.left || y <= plot.top) return false;
  return html`<rect x="${plot.left}" y="${plot.top}" width="${x - plot.left}" height="${y - plot.top}" fill="var(--shade)"/><path d="M${plot.left} ${y}H${x}V${plot.top}" fill="none" stroke="var(--control)" stroke-dasharray="4 3"/>`;
}

function budgetJoin(on: Canvas, { budgets, native }: TradeoffPoints): Markup | false {
  const all = native === null ? budgets : [...budgets, native];
  if (all.length < 2) return false;
  const places = all.map((point) => placeOn(on, point.x, point.y));
  return html`<path d="M${places.map(({ x, y }) => `${x} ${y}`).join('L')}" fill="none" stroke="var(--ink-3)" stroke-dasharray="1 3"/>`;
}

function marksOf(on: Canvas, { native, qualityOracle, costOracle, budgets }: TradeoffPoints): readonly Markup[] {
  const shown = (point: { readonly x: number; readonly y: number } | null): { x: number; y: number } | null =>
    point === null || !isInside(on.view, point.x, point.y) ? null : placeOn(on, point.x, point.y);
  const diamond = ({ x, y }: { x: number; y: number }): string => `M${x} ${y - 7}l7 7l-7 7l-7 -7Z`;
  return [
    ...budgets
      .map((budget) => shown(budget))
      .map(
        (at) =>
          at &&
          html`<circle cx="${at.x}" cy="${at.y}" r="4" fill="var(--surface)" stroke="var(--ink-2)" stroke-width="1.5"/>`,
      ),
    ...[qualityOracle, costOracle]
      .map((oracle) => shown(oracle))
      .map(
        (at) =>
          at &&
          html`<path d="${diamond(at)}" fill="var(--surface)" stroke="var(--ink-2)" stroke-width="1.5" stroke-dasharray="2.5 1.8"/>`,
      ),
    ...[shown(native)].map((at) => at && html`<path d="${diamond(at)}" fill="var(--ink)"/>`),
  ].filter((mark) => mark !== null);
}

interface Named {
  readonly judgeIndex: number;
  readonly name: string;
}

function labelsOf(words: TradeoffWords, judges: readonly Named[], { spots }: LabelLayout): Markup {
  const edge = spots.get('edge');
  return html`${words.marks.map(({ id, name, detail }) => {
    const spot = spots.get(id);
    if (spot === undefined) return null;
    const at = anchorOf(spot);
    return html`<text class="name ${spot.align}" x="${at}" y="${spot.y + 12}">${name}</text>${detail !== undefined && html`<text class="small ${spot.align}" x="${at}" y="${spot.y + 27}">${detail}</text>`}`;
  })}${judges.map(({ judgeIndex, name }) => {
    const spot = spots.get(`judge-${judgeIndex}`);
    if (spot === undefined) return null;
    const { color } = judgeStyle(judgeIndex);
    const end = spot.align === 'start' ? spot.x - 2 : spot.x + spot.width + 2;
    return html`${spot.leader !== null && html`<path d="M${spot.leader.x} ${spot.leader.y}L${end} ${spot.y + 8}" stroke="${color}"/><circle cx="${spot.leader.x}" cy="${spot.leader.y}" r="2.5" fill="${color}"/>`}<text class="name ${spot.align}" x="${anchorOf(spot)}" y="${spot.y + 12}" fill="${color}">${name}</text>`;
  })}${edge !== undefined && words.edge !== null && html`<text class="small" x="${edge.x}" y="${edge.y + 12}">${words.edge.text}</text>`}`;
}

const anchorOf = ({ x, width, align }: Box & { readonly align: string }): number =>
  align === 'start' ? x : align === 'end' ? x + width : x + width / 2;

const reservedAt = (on: Canvas, point: { readonly x: number; readonly y: number }): Box[] => {
  const { x, y } = placeOn(on, point.x, point.y);
  return [
    { x: x - 20, y: y - 20, width: 40, height: 40 },
    { x: x - 80, y: y + 40, width: 160, height: 32 },
  ];
};

function markerOf(on: Canvas, active: TradeoffCurve | undefined, policy: Policy): Markup {
  const point = pointOf(active, policy.row);
  const { plot } = on;
  if (point === null) return html``;
  const exact = placeOn(on, point.x, point.y);
  const x = Math.min(plot.left + plot.width, Math.max(plot.left, exact.x));
  const y = Math.min(plot.top + plot.height, Math.max(plot.top, exact.y));
  const text = policy.row === 0 ? 'never stop' : `\u03b8 = ${thresholdWords(policy)}`;
  const size = { width: Math.ceil(measureText(text, 12, 600)) + 24, height: 24 };
  const { box, side } = placeFlag(
    { x, y },
    size,
    'below',
    { x: plot.left, y: plot.top, width: plot.width, height: plot.height },
    [],
  );
  const { color } = judgeStyle(policy.judge.index);
  const isQuiet = policy.row === 0 || exact.x !== x || exact.y !== y;
  const pole = side === 'below' ? `M${x} ${y + 8}V${box.y}` : `M${x} ${y - 8}V${box.y + box.height}`;
  return html`<path d="${pole}" stroke="${color}"/><rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" rx="4" fill="${color}"/><text class="flag middle" x="${box.x + box.width / 2}" y="${box.y + 16}">${text}</text>${handle(x, y, policy.judge.index, isQuiet)}`;
}
