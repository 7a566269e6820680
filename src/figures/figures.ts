import type { Metric } from '../core/metrics/metric.ts';
import {
  correct,
  harmed,
  judgedStop,
  labelled,
  one,
  rescued,
  safe,
  sealed,
  searches,
  stopped,
  unknownStop,
  unsafe,
} from '../core/metrics/quantities.ts';
import type { Quantity } from '../core/metrics/quantity.ts';
import { metricValue, type Totals } from '../core/metrics/totals.ts';
import { type Behind, behindDifference, behindQuantity } from '../core/questions/index.ts';
import {
  decimalsFor,
  formatChange,
  formatCount,
  formatDecimal,
  formatDifference,
  formatPoints,
  formatRatio,
  formatShare,
} from '../ui/parts/format.ts';
import type { CardValue } from '../ui/parts/MetricCard.tsx';
import type { SentencePart } from '../ui/parts/Readout.tsx';

/** A metric's value in words, at the precision of look.md 5. */
export function formatMetric(metric: Metric, value: number | null, questions: number): string {
  if (value === null) return metric.whenEmpty;
  switch (metric.format) {
    case 'mean':
      return formatDecimal(value, decimalsFor(questions));
    case 'share':
      return value === 0 ? '0' : formatShare(value);
    case 'count':
      return formatCount(value);
  }
}

/** A metric of one policy in words: what it is, or why there is none. */
export function metricText(metric: Metric, totals: Totals): string {
  const value = metricValue(metric, totals);
  return value === null ? whyEmpty(metric, totals) : formatMetric(metric, value, totals[one.id]!);
}

export function formatMetricDifference(metric: Metric, difference: number, questions: number): string {
  switch (metric.format) {
    case 'mean':
      return formatDifference(difference, decimalsFor(questions));
    case 'share':
      return `${formatDifference(difference * 100, 2)} points`;
    case 'count':
      return formatDifference(difference, 0);
  }
}

export interface Comparison {
  readonly value: CardValue;
  readonly native: string;
  /** null where one of the two is undefined. */
  readonly difference: string | null;
  /** "27 / 69" for shares. */
  readonly counts: string | null;
}

/** Policy against native for one card. Unknown is words, never 0. */
export function compare(metric: Metric, policy: Totals, native: Totals): Comparison {
  const questions = policy[one.id] ?? 0;
  const here = metricValue(metric, policy);
  const there = metricValue(metric, native);
  const counts =
    metric.format === 'share' && metric.denominator && here !== null
      ? formatRatio(policy[metric.numerator.id]!, policy[metric.denominator.id]!)
      : null;
  return {
    value:
      here === null
        ? { kind: 'words', text: whyEmpty(metric, policy) }
        : { kind: 'value', text: formatMetric(metric, here, questions) },
    native: there === null ? whyEmpty(metric, native) : formatMetric(metric, there, questions),
    difference:
      here === null || there === null
        ? null
        : formatMetricDifference(metric, differenceOf(metric, policy, native), questions),
    counts,
  };
}

/** Policy minus native, both defined. Over a common denominator the sums are subtracted first: no float noise from two divisions. */
export function differenceOf(metric: Metric, policy: Totals, native: Totals): number {
  const numerator = policy[metric.numerator.id]! - native[metric.numerator.id]!;
  if (metric.denominator === null) return numerator;
  const denominator = policy[metric.denominator.id]!;
  if (denominator === native[metric.denominator.id]) return numerator / denominator;
  return metricValue(metric, policy)! - metricValue(metric, native)!;
}

export const NO_PROBES = 'no probes';

/** Early stops at states without a probe answer: what they give is not known, so nothing that rests on it is. */
export const unknownStops = (totals: Totals): number => totals[unknownStop.id] ?? 0;

/** Why right and wrong are not known: a seal is no lack. */
export const isSealed = (totals: Totals): boolean => (totals[sealed.id] ?? 0) > 0;
export const noLabels = (totals: Totals): string => (isSealed(totals) ? 'sealed' : 'no labels');

function whyEmpty(metric: Metric, totals: Totals): string {
  if (!metric.needsLabels) return metric.whenEmpty;
  if (totals[labelled.id] === 0) return noLabels(totals);
  return unknownStops(totals) > 0 ? NO_PROBES : metric.whenEmpty;
}

/** A part of the sentence with the counts that stand in it, each with the questions behind it. */
export interface Clause extends SentencePart {
  readonly counts?: readonly ClauseCount[];
}

export interface ClauseCount {
  readonly text: string;
  readonly behind: Behind;
  /** The count is a difference to native: its questions are lines of the flip ledger. */
  readonly isChange: boolean;
}

/** The sentence at the top: what the policy does, costs included. */
export function sentenceOf(policy: Totals, native: Totals): Clause[] {
  const clauses = clausesOf(policy, native);
  const last = clauses.length - 1;
  return clauses.map((clause, i) => ({
    ...clause,
    text: `${i === 0 ? '' : i === last ? ', and ' : ', '}${clause.text}${i === last ? '.' : ''}`,
  }));
}

function clausesOf(policy: Totals, native: Totals): Clause[] {
  const change = policy[searches.id]! - native[searches.id]!;
  const clauses = [
    { ...compareCounts(change, 'search', 'searches', native[searches.id]!), ...counted(searches, change) },
  ];
  const known = policy[labelled.id]!;
  if (known === 0) {
    const text = isSealed(policy)
      ? 'right or wrong sealed until a freeze exists'
      : 'right or wrong unknown without labels';
    return [...clauses, { text }];
  }
  const unknown = unknownStops(policy);
  if (unknown > 0) {
    const all = `${formatCount(unknown)} of ${formatCount(policy[stopped.id]!)} early stops`;
    const text = `right or wrong unknown at ${all}, which have no probe answer`;
    return [...clauses, { text, counts: [...countOf(unknownStop, unknown), ...countOf(stopped, policy[stopped.id]!)] }];
  }
  const gained = policy[correct.id]! - native[correct.id]!;
  clauses.push({
    text: countChange(gained, 'correct answer', 'correct answers'),
    ...(gained === 0 ? {} : { aside: formatPoints(gained / known) }),
    ...counted(correct, gained),
  });
  const stops = policy[safe.id]! + policy[unsafe.id]!;
  const noun = stops === 1 ? 'stop' : 'stops';
  clauses.push({
    text:
      stops === 0
        ? 'no early stops'
        : `${formatCount(policy[unsafe.id]!)} of ${formatCount(stops)} early ${noun} unsafe`,
    ...(stops === 0 ? {} : { counts: [...countOf(unsafe, policy[unsafe.id]!), ...countOf(judgedStop, stops)] }),
  });
  return clauses;
}

/** Behind a zero there is nothing. */
function countOf(quantity: Quantity, count: number): readonly ClauseCount[] {
  const behind = behindQuantity(quantity);
  return count === 0 || behind === null ? [] : [{ text: formatCount(count), behind, isChange: false }];
}

function counted(quantity: Quantity, change: number): Pick<Clause, 'counts'> {
  const behind = behindDifference(quantity);
  return change === 0 || behind === null
    ? {}
    : { counts: [{ text: formatCount(Math.abs(change)), behind, isChange: true }] };
}

function compareCounts(change: number, singular: string, plural: string, base: number): SentencePart {
  const text = countChange(change, singular, plural);
  return change === 0 || base === 0 ? { text } : { text, aside: formatChange(change / base) };
}

function countChange(change: number, singular: string, plural: string): string {
  if (change === 0) return `the same number of ${plural}`;
  const amount = Math.abs(change);
  return `${formatCount(amount)} ${change < 0 ? 'fewer' : 'more'} ${amount === 1 ? singular : plural}`;
}

/** "net −5", and why. */
export const netFlips = (totals: Totals): string =>
  `net ${formatDifference(totals[rescued.id]! - totals[harmed.id]!, 0)}`;
