import {
  calibrationPoints,
  type JudgeRanking,
  precisionRecall,
  prevalenceOf,
  type UnitPoints,
} from '../core/report/ranking-curves.ts';
import type { ReportTable } from '../core/report/tables.ts';
import { formatCount, formatFour } from '../ui/parts/format.ts';
import { judgeStyle } from '../ui/parts/judge-style.ts';
import { html, type Markup, type Piece } from './markup.ts';
import { axes, canvas, drawing, judgeLine, lineOf, placeOn } from './plot.ts';

const [WIDTH, HEIGHT] = [420, 300];
const UNIT = { x: { low: 0, high: 1 }, y: { low: 0, high: 1 } };

/**
 * Precision against recall at every score, and observed rate against predicted probability in ten bins: both over states,
 * not over questions. null where no state is known to be right, so that there is nothing to rank.
 */
export function drawRanking(judges: readonly JudgeRanking[], tables: readonly ReportTable[]): Markup | null {
  const [first] = judges;
  const prevalence = first === undefined ? null : prevalenceOf(first.states);
  if (first === undefined || prevalence === null) return null;
  const ranked = judges.map((judge) => ({ judge, points: precisionRecall(judge.states) }));
  const calibrated = judges.map((judge) => ({ judge, points: calibrationPoints(tables, judge.id) }));
  const states = `${formatCount(first.states.eligible)} eligible states, not questions`;
  return html`<div class="pair">${figure(
    'Precision against recall',
    states,
    square('precision-recall', ranked, ['Recall', 'Precision'], {
      from: [0, prevalence],
      to: [1, prevalence],
      label: `prevalence ${formatFour(prevalence)}`,
    }),
    judges,
  )}${
    calibrated.some(({ points }) => points.x.length > 0) &&
    figure(
      'Calibration',
      'ten bins, sigmoid of the margin; empty bins are left out',
      square('reliability', calibrated, ['Mean probability', 'Observed rate'], {
        from: [0, 0],
        to: [1, 1],
        label: 'perfectly calibrated',
      }),
      judges,
    )
  }</div>`;
}

interface Line {
  readonly judge: JudgeRanking;
  readonly points: UnitPoints;
}

/** What an uninformed or a perfect judge would have. */
interface Reference {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly label: string;
}

/** Points of a handful of bins are marked one by one. */
const MOST_MARKS = 10;

function square(
  id: string,
  lines: readonly Line[],
  [x, y]: readonly [string, string],
  { from, to, label }: Reference,
): Markup {
  const on = canvas(WIDTH, HEIGHT, { left: 52, top: 12, width: WIDTH - 68, height: HEIGHT - 52 }, UNIT);
  const [start, end] = [placeOn(on, ...from), placeOn(on, ...to)];
  const isLevel = from[1] === to[1];
  const drawn = lines.map(({ judge, points }): Piece => {
    const marks = points.x.length > MOST_MARKS ? [] : [...points.x].map((value, i) => placeOn(on, value, points.y[i]!));
    return html`${judgeLine(lineOf(on, points.x, points.y), judge.index, true)}${marks.map((at) => html`<circle cx="${at.x}" cy="${at.y}" r="3" fill="var(--surface)" stroke="${judgeStyle(judge.index).color}" stroke-width="1.6"/>`)}`;
  });
  return drawing(
    id,
    on,
    `${y} against ${x.toLowerCase()}: ${lines.map(({ judge }) => judge.name).join(', ')}`,
    html`${axes(on, { label: x, unit: 'number' }, { label: y, unit: 'number' })}<path d="M${start.x} ${start.y}L${end.x} ${end.y}" fill="none" stroke="var(--ink-3)" stroke-dasharray="4 3"/><g clip-path="url(#${id}-clip)">${drawn}</g><text class="small halo end" x="${end.x - 4}" y="${isLevel ? end.y + 16 : end.y + 26}">${label}</text>`,
  );
}

/** A piece of a judge's line. */
const SAMPLE = {
  length: 2,
  px: Float64Array.of(1, 21),
  py: Float64Array.of(5, 5),
  rows: Int32Array.of(0, 1),
};

const figure = (title: string, words: string, svg: Markup, judges: readonly JudgeRanking[]): Markup =>
  html`<figure><figcaption><b>${title}</b> ${words}</figcaption><div class="drawing square">${svg}</div><ul class="keys">${judges.map(({ name, index }) => html`<li><svg width="22" height="10" aria-hidden="true">${judgeLine(SAMPLE, index, true)}</svg>${name}</li>`)}</ul></figure>`;
