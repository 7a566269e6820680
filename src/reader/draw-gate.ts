import type { ComparisonRow, OurBlock } from '../core/report/our-types.ts';
import { pad, union } from '../ui/charts/view.ts';
import { decimalsFor, formatDifference, formatExact, formatInterval } from '../ui/parts/format.ts';
import { html, type Markup } from './markup.ts';
import { canvas, drawing, placeOn, xAxis } from './plot.ts';

const ROW = 34;

/** Both 95 % intervals of every judge against native, with the lines they are judged by. null without comparisons. */
export function drawGate({ comparisons, provenance }: OurBlock, names: ReadonlyMap<string, string>): Markup | null {
  const rows = comparisons.filter(({ left }) => left === 'native');
  if (rows.length === 0) return null;
  const name = (row: ComparisonRow): string => names.get(row.right) ?? row.right;
  const margin = provenance.gate_margin;
  return html`<div class="pair">${forest(
    'gate-em',
    'EM difference to native',
    rows,
    name,
    ({ em }) => em,
    ({ gate }) => gate?.em_verdict,
    -margin,
  )}${forest(
    'gate-searches',
    'Search difference to native',
    rows,
    name,
    ({ searches }) => searches,
    ({ gate }) => gate?.searches_verdict,
    null,
  )}</div>`;
}

function forest(
  id: string,
  title: string,
  rows: readonly ComparisonRow[],
  nameOf: (row: ComparisonRow) => string,
  take: (row: ComparisonRow) => ComparisonRow['em'],
  verdict: (row: ComparisonRow) => 'PASS' | 'FAIL' | null | undefined,
  margin: number | null,
): Markup {
  const [width, left] = [560, 24];
  const height = rows.length * ROW + 64;
  const seen = union([
    ...rows.map((row) => take(row)).map((block) => block && { low: block.ci95_low, high: block.ci95_high }),
    { low: Math.min(0, margin ?? 0), high: 0 },
  ]);
  const plot = { left, top: 12, width: width - left - 16, height: height - 52 };
  const on = canvas(width, height, plot, { x: pad(seen ?? { low: -1, high: 1 }, 0.12), y: { low: 0, high: 1 } });
  const bottom = plot.top + plot.height;
  const zero = placeOn(on, 0, 0).x;
  return html`<div class="drawing">${drawing(
    id,
    on,
    `${title}, 95 % intervals`,
    html`${xAxis(on, { label: title, unit: 'number' })}<path d="M${zero} ${plot.top}V${bottom}" stroke="var(--ink-2)"/>${
      margin !== null &&
      html`<path d="M${placeOn(on, margin, 0).x} ${plot.top}V${bottom}" stroke="var(--control)" stroke-dasharray="4 3"/><text class="small" x="${placeOn(on, margin, 0).x + 6}" y="${bottom - 4}">margin ${formatExact(margin)}</text>`
    }${rows.map((row, i) => {
      const block = take(row);
      const y = plot.top + (i + 0.62) * ROW;
      if (block === null) return html`<text class="small" x="${left + 4}" y="${y}">${nameOf(row)}: no labels</text>`;
      const decimals = decimalsFor(row.question_count);
      const [low, high, point] = [block.ci95_low, block.ci95_high, block.estimate].map(
        (value) => placeOn(on, value, 0).x,
      );
      const words = `${nameOf(row)}  ${formatDifference(block.estimate, decimals)} ${formatInterval(block.ci95_low, block.ci95_high, decimals)}  ${verdict(row) ?? ''}`;
      return html`<path d="M${low!} ${y}H${high!}" stroke="var(--ink)" stroke-width="3"/><circle cx="${point!}" cy="${y}" r="4" fill="var(--surface)" stroke="var(--ink)" stroke-width="2"/><text class="small halo" x="${left + 4}" y="${y - 9}">${words}</text>`;
    })}`,
  )}</div>`;
}
