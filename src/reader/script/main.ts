import { formatExact, parseThreshold } from '../../ui/parts/format.ts';
import { unpackCurves } from '../embed.ts';
import { DATA_ID, drawScene, type ExploreData, type Scene, WIDTHS, type Widths } from '../explore.ts';
import { policyAt, type Reading, readingOf } from '../policy.ts';
import { readout } from '../readout.ts';
import { stopsTable } from '../stops-table.ts';
import { valueWords } from './words.ts';

/**
 * The script inside a report: reads the curves that stand in the page, and shows the policy at any threshold. It works on
 * what is in the file and asks nobody for anything.
 */
const data = JSON.parse(document.getElementById(DATA_ID)?.textContent ?? 'null') as ExploreData | null;

const NARROWEST = 300;
/** Rows that one Shift+arrow passes, as on screen. */
const LEAP = 10;

function start({ curves: embedded, margin, questions }: ExploreData): void {
  const curves = unpackCurves(embedded);
  const first = readingOf(curves);
  const form = document.querySelector<HTMLFormElement>('[data-part="controls"]');
  if (first === null || form === null) return;
  const part = (name: string): Element | null => document.querySelector(`[data-part="${name}"]`);
  const field = <T extends Element>(name: string): T => form.querySelector<T>(`[name="${name}"]`)!;
  const slider = field<HTMLInputElement>('row');
  const text = field<HTMLInputElement>('threshold');
  const fault = form.querySelector('output')!;
  let reading: Reading = first;
  let scene: Scene;
  let widths = WIDTHS;

  const show = (): void => {
    const policy = policyAt(curves, reading);
    const last = policy.judge.curve.thresholds.length - 1;
    slider.max = String(last);
    slider.value = String(last - policy.row);
    slider.setAttribute('aria-valuetext', valueWords(policy));
    if (document.activeElement !== text) text.value = formatExact(reading.threshold);
    for (const [name, marker] of Object.entries(scene.markers(policy))) {
      const group = document.querySelector(`[data-marker="${name}"]`);
      if (group !== null) group.innerHTML = marker.markup;
    }
    fill('readout', readout(policy.totals, curves.native).markup);
    if (questions !== null) fill('stops', stopsTable(questions, policy.judge.id, policy.row).markup);
    field<HTMLButtonElement>('frozen').disabled = policy.judge.frozen === null;
  };
  const fill = (name: string, markup: string): void => {
    const element = part(name);
    if (element !== null) element.innerHTML = markup;
  };
  /** The judge or the room has changed: everything is drawn again. */
  const draw = (): void => {
    widths = roomNow();
    scene = drawScene(curves, margin, reading, null, widths);
    fill('tradeoff', scene.tradeoff.markup);
    fill('steps', scene.steps?.markup ?? '');
    fill('risk', scene.risk.markup);
    show();
  };
  const goTo = (threshold: number): void => {
    reading = { ...reading, threshold };
    fault.textContent = '';
    show();
  };
  const goToRow = (row: number): void => {
    const { thresholds } = curves.judges[reading.judge]!.curve;
    goTo(thresholds[Math.min(thresholds.length - 1, Math.max(0, row))]!);
  };

  slider.addEventListener('input', () => goToRow(Number(slider.max) - Number(slider.value)));
  slider.addEventListener('keydown', (event) => {
    if (!event.shiftKey || !event.key.startsWith('Arrow')) return;
    event.preventDefault();
    const isUp = event.key === 'ArrowRight' || event.key === 'ArrowUp';
    goToRow(Number(slider.max) - Number(slider.value) + (isUp ? -LEAP : LEAP));
  });
  const commit = (): void => {
    const threshold = parseThreshold(text.value);
    if (threshold === null) fault.textContent = 'A number, or "never stop".';
    else goTo(threshold);
  };
  text.addEventListener('change', commit);
  text.addEventListener('blur', show);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    commit();
  });
  field('frozen').addEventListener('click', () => {
    const { frozen } = curves.judges[reading.judge]!;
    if (frozen !== null) goTo(frozen.value);
  });
  field('never').addEventListener('click', () => goTo(Number.POSITIVE_INFINITY));
  form.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'judge') return;
    const judge = Number(target.value);
    reading = { judge, threshold: curves.judges[judge]!.threshold };
    fault.textContent = '';
    draw();
  });
  const roomNow = (): Widths => ({
    wide: roomOf(part('tradeoff'), WIDTHS.wide),
    narrow: roomOf(part('risk'), WIDTHS.narrow),
  });
  addEventListener('resize', () => {
    const { wide, narrow } = roomNow();
    if (wide !== widths.wide || narrow !== widths.narrow) draw();
  });
  form.hidden = false;
  draw();
}

const roomOf = (element: Element | null, most: number): number =>
  Math.round(Math.min(most, Math.max(NARROWEST, element?.clientWidth ?? most)));

if (data !== null) start(data);
