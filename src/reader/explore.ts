import type { ReportCurves } from '../core/report/report-curves.ts';
import type { ReportQuestions } from '../core/report/report-questions.ts';
import { formatExact } from '../ui/parts/format.ts';
import { drawRisk } from './draw-risk.ts';
import { drawSteps } from './draw-steps.ts';
import { drawTradeoff } from './draw-tradeoff.ts';
import { type EmbeddedCurves, packCurves } from './embed.ts';
import { html, type Markup } from './markup.ts';
import { type Policy, policyAt, type Reading, readingOf } from './policy.ts';
import { readout } from './readout.ts';
import { stopsTable } from './stops-table.ts';

/** Ids of the elements between which the page and its script share the work. */
export const DATA_ID = 'stopscope-explore';

/** What the script needs to show any policy. */
export interface ExploreData {
  readonly curves: EmbeddedCurves;
  readonly margin: number;
  readonly questions: ReportQuestions | null;
}

export const exploreData = (curves: ReportCurves, margin: number, questions: ReportQuestions | null): ExploreData => ({
  curves: packCurves(curves),
  margin,
  questions,
});

/** The figures at one policy. The script draws the same again for another one. */
export interface Scene {
  readonly readout: Markup;
  readonly tradeoff: Markup;
  readonly steps: Markup | null;
  readonly risk: Markup;
  readonly stops: Markup | null;
  /** Of the drawings, by their names: only these change with the threshold. */
  readonly markers: (policy: Policy) => Readonly<Record<string, Markup>>;
}

/** Of the trade-off, and of the two smaller drawings side by side, in pixels. */
export interface Widths {
  readonly wide: number;
  readonly narrow: number;
}
/** Where nothing measures the room: side by side on a desk, whole on paper. */
export const WIDTHS: Widths = { wide: 720, narrow: 540 };

export function drawScene(
  curves: ReportCurves,
  margin: number,
  reading: Reading | null,
  questions: ReportQuestions | null,
  { wide, narrow }: Widths = WIDTHS,
): Scene {
  const policy = reading === null ? null : policyAt(curves, reading);
  const active = policy?.judge.index ?? null;
  const tradeoff = drawTradeoff(curves, margin, active, wide);
  const risk = drawRisk(curves, active, narrow);
  const steps = policy === null ? null : drawSteps(curves, policy.judge, margin, narrow);
  return {
    readout: readout(policy?.totals ?? curves.native, curves.native),
    tradeoff: tradeoff.svg(policy),
    steps: policy === null || steps === null ? null : steps.svg(policy),
    risk: risk.svg(policy),
    stops: questions === null || policy === null ? null : stopsTable(questions, policy.judge.id, policy.row),
    markers: (next) => ({
      tradeoff: tradeoff.marker(next),
      risk: risk.marker(next),
      ...(steps === null ? {} : { steps: steps.marker(next) }),
    }),
  };
}

/** Figures of the report's own policy; with controls that the script brings to life, hidden until then. */
export function exploreMarkup(
  curves: ReportCurves,
  margin: number,
  questions: ReportQuestions | null,
  isInteractive: boolean,
): Markup {
  const reading = readingOf(curves);
  const scene = drawScene(curves, margin, reading, questions);
  return html`${isInteractive && reading !== null && controls(curves, policyAt(curves, reading))}
<div data-part="readout">${scene.readout}</div>
<div class="figures">${figure('tradeoff', 'Trade-off', 'every policy of every judge; oracles read the gold answers and cannot be deployed', scene.tradeoff)}${scene.steps !== null && figure('steps', 'Threshold', 'policy minus native, at every threshold of the judge in force', scene.steps)}${figure('risk', 'Selected-stop risk', 'against coverage; faint below 8 stops', scene.risk)}</div>
${scene.stops !== null && html`<h3>Questions stopped early</h3><div data-part="stops">${scene.stops}</div>`}`;
}

const figure = (part: string, title: string, words: string, svg: Markup): Markup =>
  html`<figure><figcaption><b>${title}</b> ${words}</figcaption><div class="drawing" data-part="${part}">${svg}</div></figure>`;

function controls({ judges }: ReportCurves, { judge, threshold, row }: Policy): Markup {
  const last = judge.curve.thresholds.length - 1;
  return html`<form class="controls" data-part="controls" hidden><fieldset><legend>Judge</legend>${judges.map(
    ({ id, name }, place) =>
      html`<label><input type="radio" name="judge" value="${place}"${id === judge.id && html` checked`}> ${name}</label>`,
  )}</fieldset><label class="slide">Threshold, lower stops more<input type="range" name="row" min="0" max="${last}" step="1" value="${last - row}"></label><label>Exact threshold<input type="text" name="threshold" inputmode="decimal" autocomplete="off" spellcheck="false" value="${formatExact(threshold)}" aria-describedby="threshold-fault"></label><button type="button" name="frozen">Frozen</button><button type="button" name="never">Never stop</button><output id="threshold-fault" class="fault"></output></form>`;
}
