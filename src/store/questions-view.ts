import { findMetric } from '../core/metrics/index.ts';
import type { Policy } from '../core/policies/index.ts';
import type { Filter, SortKey } from '../core/questions/index.ts';
import { unreachable } from '../core/result.ts';
import { formatRule } from '../core/rules/format.ts';
import { parseRule } from '../core/rules/parse.ts';
import { namesIn } from '../core/rules/rule-names.ts';
import type { SelectionSpec } from '../core/selection.ts';

export const QUESTION_TABS = ['table', 'flips', 'gap', 'slices'] as const;
export type QuestionTab = (typeof QUESTION_TABS)[number];

/** A policy as a page names it: the one in force and the frozen one follow the judge and the threshold. */
export type PolicyRef = { readonly kind: 'current' } | { readonly kind: 'frozen' } | Policy;

/** What the pages about questions look at. Part of the view, so that a link shows the same rows. */
export interface QuestionsView {
  readonly tab: QuestionTab;
  readonly filters: readonly Filter[];
  readonly sort: readonly SortKey[];
  readonly find: string;
  /** Passages, queries and gap items are searched too. */
  readonly isDeep: boolean;
  /** Id of the question that is open beside the table or on its own page. */
  readonly open: string | null;
  /** The state that is looked at, by its position in the question; null: where the policy stops. */
  readonly state: number | null;
  /** The two policies of the flip ledger. */
  readonly from: PolicyRef;
  readonly to: PolicyRef;
  /** Metric and column of the slices; null: the first column that groups. */
  readonly metric: string;
  readonly by: string | null;
}

export const DEFAULT_QUESTIONS: QuestionsView = {
  tab: 'table',
  filters: [],
  sort: [],
  find: '',
  isDeep: false,
  open: null,
  state: null,
  from: { kind: 'native' },
  to: { kind: 'current' },
  metric: 'risk',
  by: null,
};

/** Adds the parameters of the questions view; what equals the default is left out. */
export function encodeQuestions(view: QuestionsView, params: URLSearchParams): void {
  if (view.tab !== 'table') params.set('tab', view.tab);
  for (const filter of view.filters) {
    if (filter.kind === 'in') params.append('f', [filter.column, ...filter.values].map(encodePart).join('*'));
    else params.append('r', [encodePart(filter.column), filter.low ?? '', filter.high ?? ''].join('*'));
  }
  if (view.sort.length > 0) {
    params.set('sort', view.sort.map((key) => `${key.isDescending ? '-' : ''}${encodePart(key.column)}`).join('*'));
  }
  if (view.find !== '') params.set('find', view.find);
  if (view.isDeep) params.set('in', 'texts');
  if (view.open !== null) params.set('open', view.open);
  if (view.state !== null) params.set('state', String(view.state));
  if (view.from.kind !== 'native') params.set('from', encodePolicy(view.from));
  if (view.to.kind !== 'current') params.set('to', encodePolicy(view.to));
  if (view.metric !== DEFAULT_QUESTIONS.metric) params.set('metric', view.metric);
  if (view.by !== null) params.set('by', view.by);
}

export function decodeQuestions(params: URLSearchParams): QuestionsView {
  const metric = params.get('metric') ?? '';
  return {
    tab: QUESTION_TABS.find((tab) => tab === params.get('tab')) ?? 'table',
    filters: [...params.getAll('f').flatMap(decodeValues), ...params.getAll('r').flatMap(decodeRange)],
    sort: (params.get('sort') ?? '')
      .split('*')
      .filter((part) => part !== '' && part !== '-')
      .map((part) => ({ column: decodePart(part.replace(/^-/, '')) ?? '', isDescending: part.startsWith('-') })),
    find: params.get('find') ?? '',
    isDeep: params.get('in') === 'texts',
    open: params.get('open'),
    state: decodeState(params.get('state')),
    from: decodePolicy(params.get('from')) ?? DEFAULT_QUESTIONS.from,
    to: decodePolicy(params.get('to')) ?? DEFAULT_QUESTIONS.to,
    metric: findMetric(metric) ? metric : DEFAULT_QUESTIONS.metric,
    by: params.get('by'),
  };
}

/** `*` separates; addresses leave it as it is. null is `_n`, the empty text `_e`. A leading minus means descending. */
function encodePart(value: string | null): string {
  if (value === null) return '_n';
  if (value === '') return '_e';
  return value.replaceAll('_', '__').replaceAll('*', '_s').replace(/^-/, '_m');
}

const ESCAPED: Readonly<Record<string, string>> = { _: '_', s: '*', m: '-', e: '' };

function decodePart(part: string): string | null {
  if (part === '_n') return null;
  return part.replace(/_([_sme])/g, (_, code: string) => ESCAPED[code] ?? '');
}

function decodeValues(text: string): Filter[] {
  const [column, ...values] = text.split('*').map(decodePart);
  return column ? [{ kind: 'in', column, values }] : [];
}

function decodeRange(text: string): Filter[] {
  const [column = '', low = '', high = ''] = text.split('*');
  const id = decodePart(column);
  const end = (part: string): number | null => {
    const value = part.trim() === '' ? Number.NaN : Number(part);
    return Number.isFinite(value) ? value : null;
  };
  return id ? [{ kind: 'range', column: id, low: end(low), high: end(high) }] : [];
}

function decodeState(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

export function encodePolicy(policy: PolicyRef): string {
  switch (policy.kind) {
    case 'budget':
      return `k${policy.searches}`;
    case 'threshold':
      return `${policy.judge}@${Number.isFinite(policy.threshold) ? policy.threshold : 'never'}`;
    case 'quality-oracle':
      return 'quality';
    case 'cost-oracle':
      return 'cost';
    case 'native':
    case 'frozen':
    case 'current':
      return policy.kind;
    case 'rule':
      return `rule${encodeTune(policy.tune)}~${formatRule(policy.rule)}`;
    case 'decisions':
      return `stop~${policy.judge}`;
    default:
      return unreachable(policy);
  }
}

export function decodePolicy(text: string | null): PolicyRef | null {
  switch (text) {
    case null:
      return null;
    case 'current':
    case 'frozen':
    case 'native':
      return { kind: text };
    case 'quality':
      return { kind: 'quality-oracle' };
    case 'cost':
      return { kind: 'cost-oracle' };
  }
  const rule = /^rule([^~]*)~(.*)$/su.exec(text);
  if (rule) return decodeRule(rule[1]!, rule[2]!);
  if (text.startsWith('stop~')) return { kind: 'decisions', judge: text.slice('stop~'.length) };
  const budget = /^k(\d{1,4})$/.exec(text);
  if (budget) return { kind: 'budget', searches: Number(budget[1]) };
  const at = text.lastIndexOf('@');
  if (at <= 0) return null;
  const value = text.slice(at + 1);
  const threshold = value === 'never' ? Number.POSITIVE_INFINITY : value.trim() === '' ? Number.NaN : Number(value);
  return Number.isNaN(threshold) ? null : { kind: 'threshold', judge: text.slice(0, at), threshold };
}

/** The questions that a rule's calibrated signals are fitted on: a range as A-B, then a split's name. */
const encodeTune = (tune: SelectionSpec | null): string =>
  tune === null
    ? ''
    : `${tune.range === null ? '' : `${tune.range.from}-${tune.range.to}`}.${encodeURIComponent(tune.split ?? '').replaceAll('~', '%7E')}`;

function decodeRule(tune: string, text: string): PolicyRef | null {
  const rule = parseRule(text, namesIn(text));
  if (rule.kind === 'failed') return null;
  const found = /^(?:(\d{1,9})-(\d{1,9}))?\.(.*)$/.exec(tune);
  if (found === null) return { kind: 'rule', rule: rule.value, tune: null };
  const [, from, to, split = ''] = found;
  return {
    kind: 'rule',
    rule: rule.value,
    tune: {
      range: from === undefined || to === undefined ? null : { from: Number(from), to: Number(to) },
      split: split === '' ? null : readUri(split),
    },
  };
}

/** An address that somebody cut short is no error. */
function readUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
