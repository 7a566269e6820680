import { findAnswerRule } from '../core/answers/index.ts';
import { findMetric } from '../core/metrics/index.ts';
import { SLIDES, type SlideId } from '../core/present/story.ts';
import { DEFAULT_LAB, decodeLab, encodeLab, type LabView } from './lab-view.ts';
import { DEFAULT_QUESTIONS, decodeQuestions, encodeQuestions, type QuestionsView } from './questions-view.ts';
import { decodeSecond, encodeSecond, type SecondView } from './second-view.ts';

/** What is looked at, as opposed to what is loaded. All of it belongs in the address. */
export interface View {
  /** A sample's name, `dir:TOKEN` for a served directory, or null for files that only this tab has. */
  readonly data: string | null;
  /** The data that the view was made on, so that a receiver who has other data hears of it. */
  readonly wanted: WantedData | null;
  /** The judge whose threshold is dragged; null: the first one. */
  readonly judge: string | null;
  /** Judges whose curves are not drawn. */
  readonly hidden: readonly string[];
  readonly range: { readonly from: number; readonly to: number } | null;
  readonly split: string | null;
  /** +Infinity is "never stop"; null: the frozen threshold, or never stop where none came with the data. */
  readonly threshold: number | null;
  readonly xMetric: string;
  readonly yMetric: string;
  /** Metrics of the threshold chart's panels. */
  readonly panels: readonly string[];
  /** Roles are pooled, and the user calls the figures descriptive. */
  readonly isDescriptive: boolean;
  readonly answerRule: string;
  readonly gate: Gate;
  readonly questions: QuestionsView;
  readonly lab: LabView;
  /** The slide that is on; null: the first one. */
  readonly slide: SlideId | null;
  /** The run that the open one is compared with; null: none was chosen. */
  readonly second: SecondView | null;
}

/** A dataset as a link names it. */
export interface WantedData {
  /** null where `data` names it: a sample. */
  readonly name: string | null;
  /** The first 16 hex digits of the dataset's hash; null while it is being computed. */
  readonly hash: string | null;
}

/** The frozen criteria, and the resamples behind the intervals they look at. */
export interface Gate {
  /** Largest tolerated loss of EM: PASS needs the lower end of the EM-difference interval above -margin. */
  readonly margin: number;
  readonly repeats: number;
  /** Base seed; the published offsets are added per judge and figure. */
  readonly seed: number;
}

export const DEFAULT_GATE: Gate = { margin: 0.02, repeats: 10_000, seed: 20_260_728 };

export const DEFAULT_VIEW: View = {
  data: null,
  wanted: null,
  judge: null,
  hidden: [],
  range: null,
  split: null,
  threshold: null,
  xMetric: 'searches',
  yMetric: 'em',
  panels: ['em', 'searches'],
  isDescriptive: false,
  answerRule: 'squad',
  gate: DEFAULT_GATE,
  questions: DEFAULT_QUESTIONS,
  lab: DEFAULT_LAB,
  slide: null,
  second: null,
};

/** Parameters of an address for a view; what equals the default is left out. */
export function encodeView(view: View): URLSearchParams {
  const params = new URLSearchParams();
  if (view.data !== null) params.set('data', view.data);
  if (view.wanted !== null) {
    if (view.wanted.name !== null) params.set('for', view.wanted.name);
    if (view.wanted.hash !== null) params.set('hash', view.wanted.hash);
  }
  if (view.judge !== null) params.set('judge', view.judge);
  for (const judge of view.hidden) params.append('hide', judge);
  if (view.range !== null) params.set('q', `${view.range.from}-${view.range.to}`);
  if (view.split !== null) params.set('split', view.split);
  // String(number) is the shortest text that reads back as the same double.
  if (view.threshold !== null) params.set('t', Number.isFinite(view.threshold) ? String(view.threshold) : 'never');
  if (view.xMetric !== DEFAULT_VIEW.xMetric) params.set('x', view.xMetric);
  if (view.yMetric !== DEFAULT_VIEW.yMetric) params.set('y', view.yMetric);
  if (view.panels.join() !== DEFAULT_VIEW.panels.join()) params.set('panels', view.panels.join('.'));
  if (view.isDescriptive) params.set('as', 'descriptive');
  if (view.answerRule !== DEFAULT_VIEW.answerRule) params.set('rule', view.answerRule);
  if (view.gate.margin !== DEFAULT_GATE.margin) params.set('margin', String(view.gate.margin));
  if (view.gate.repeats !== DEFAULT_GATE.repeats) params.set('repeats', String(view.gate.repeats));
  if (view.gate.seed !== DEFAULT_GATE.seed) params.set('seed', String(view.gate.seed));
  encodeQuestions(view.questions, params);
  encodeLab(view.lab, params);
  if (view.slide !== null) params.set('slide', view.slide);
  if (view.second !== null) encodeSecond(view.second, params);
  return params;
}

/** Reads an address; what cannot be read falls back to the default, so an old link still opens. */
export function decodeView(params: URLSearchParams): View {
  const metric = (key: string, fallback: string) => {
    const id = params.get(key);
    return id !== null && findMetric(id) ? id : fallback;
  };
  const panels = (params.get('panels') ?? '').split('.').filter((id) => findMetric(id));
  return {
    data: params.get('data'),
    wanted: decodeWanted(params.get('for'), params.get('hash')),
    judge: params.get('judge'),
    hidden: params.getAll('hide'),
    range: decodeRange(params.get('q')),
    split: params.get('split'),
    threshold: decodeThreshold(params.get('t')),
    xMetric: metric('x', DEFAULT_VIEW.xMetric),
    yMetric: metric('y', DEFAULT_VIEW.yMetric),
    panels: panels.length > 0 ? panels.slice(0, 3) : DEFAULT_VIEW.panels,
    isDescriptive: params.get('as') === 'descriptive',
    answerRule: findAnswerRule(params.get('rule') ?? '')?.id ?? DEFAULT_VIEW.answerRule,
    gate: {
      margin: decodeNumber(params.get('margin'), 0, 1) ?? DEFAULT_GATE.margin,
      repeats: decodeInteger(params.get('repeats'), 40, MOST_REPEATS) ?? DEFAULT_GATE.repeats,
      seed: decodeInteger(params.get('seed'), 0, Number.MAX_SAFE_INTEGER - 1000) ?? DEFAULT_GATE.seed,
    },
    questions: decodeQuestions(params),
    lab: decodeLab(params),
    slide: SLIDES.find((id) => id === params.get('slide')) ?? null,
    second: decodeSecond(params, { threshold: decodeThreshold, range: decodeRange, hash: decodeHash }),
  };
}

function decodeWanted(name: string | null, hash: string | null): WantedData | null {
  const known = decodeHash(hash);
  return name === null && known === null ? null : { name, hash: known };
}

const decodeHash = (text: string | null): string | null =>
  text !== null && /^[0-9a-f]{8,64}$/.test(text) ? text : null;

export const MOST_REPEATS = 100_000;

function decodeNumber(text: string | null, low: number, high: number): number | null {
  if (text === null || text.trim() === '') return null;
  const value = Number(text);
  return value >= low && value <= high ? value : null;
}

function decodeInteger(text: string | null, low: number, high: number): number | null {
  const value = decodeNumber(text, low, high);
  return Number.isSafeInteger(value) ? value : null;
}

function decodeRange(text: string | null): View['range'] {
  const match = /^(\d{1,9})-(\d{1,9})$/.exec(text ?? '');
  if (match === null) return null;
  const from = Number(match[1]);
  const to = Number(match[2]);
  return from <= to ? { from, to } : null;
}

function decodeThreshold(text: string | null): number | null {
  if (text === 'never') return Number.POSITIVE_INFINITY;
  return decodeNumber(text, -Number.MAX_VALUE, Number.MAX_VALUE);
}
