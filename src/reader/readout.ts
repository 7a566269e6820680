import { coverage } from '../core/metrics/coverage.ts';
import { exactMatch } from '../core/metrics/exact-match.ts';
import { meanSearches } from '../core/metrics/mean-searches.ts';
import type { Metric } from '../core/metrics/metric.ts';
import { opportunityRecall } from '../core/metrics/opportunity-recall.ts';
import { harmed, labelled, one, rescued, safe, stopped, unsafe } from '../core/metrics/quantities.ts';
import { selectedStopRisk } from '../core/metrics/selected-stop-risk.ts';
import { tokenF1Mean } from '../core/metrics/token-f1.ts';
import type { Totals } from '../core/metrics/totals.ts';
import { wilson } from '../core/stats/intervals.ts';
import { mcNemar } from '../core/stats/mcnemar.ts';
import { compare, NO_PROBES, netFlips, noLabels, sentenceOf, unknownStops } from '../figures/figures.ts';
import { formatCount, formatP, formatShareInterval } from '../ui/parts/format.ts';
import { html, type Markup } from './markup.ts';

/** What the policy does in one sentence, and its figures beside native: the same words as on screen. */
export const readout = (policy: Totals, native: Totals): Markup =>
  html`<p class="sentence">${sentenceOf(policy, native).map(({ text, aside }) => html`${leadOf(text)}${aside !== undefined && html` <span>(${aside})</span>`}${tailOf(text)}`)}</p>
<div class="cards">${means(policy, native)}${stopsCard(policy)}${[selectedStopRisk, coverage, opportunityRecall].map((metric) => shareCard(metric, policy, native))}${flipsCard(policy)}</div>`;

/** The aside stands before the full stop of its clause. */
const tailOf = (text: string): string => (text.endsWith('.') ? '.' : '');
const leadOf = (text: string): string => (text.endsWith('.') ? text.slice(0, -1) : text);

interface Card {
  readonly label: string;
  readonly value: string;
  /** Words instead of a number. */
  readonly isWords?: boolean;
  readonly aside?: string | Markup;
  readonly second?: string;
  readonly note?: string;
}

const card = ({ label, value, isWords = false, aside, second, note }: Card): Markup =>
  html`<article class="card" data-card="${label}"><h3>${label}</h3><p class="value"><span${isWords && html` class="words"`}>${value}</span>${aside !== undefined && html` <small>${aside}</small>`}</p>${second !== undefined && html`<p class="second">${second}</p>`}${note !== undefined && html`<p class="note">${note}</p>`}</article>`;

const means = (policy: Totals, native: Totals): readonly Markup[] =>
  [exactMatch, tokenF1Mean, meanSearches].map((metric) => {
    const { value, native: there, difference } = compare(metric, policy, native);
    return card({
      label: metric.name,
      ...shownValue(value),
      aside: `native ${there}`,
      ...(difference === null ? {} : { second: difference }),
    });
  });

const shownValue = (value: ReturnType<typeof compare>['value']): Pick<Card, 'value' | 'isWords'> =>
  value.kind === 'value'
    ? { value: String(value.text) }
    : { value: value.kind === 'words' ? value.text : '', isWords: true };

function stopsCard(policy: Totals): Markup {
  const stops = policy[stopped.id]!;
  const isKnown = policy[labelled.id]! > 0 && stops > 0;
  const unknown = unknownStops(policy);
  const aside = html`<b class="safe">${formatCount(policy[safe.id]!)} safe</b> <b class="unsafe">${formatCount(policy[unsafe.id]!)} unsafe</b>${unknown > 0 && ` ${formatCount(unknown)} unknown`}`;
  return card({
    label: 'Early stops',
    value: stops === 0 ? 'no stops' : formatCount(stops),
    isWords: stops === 0,
    ...(isKnown ? { aside } : {}),
    note: 'native: no stops',
  });
}

function shareCard(metric: Metric, policy: Totals, native: Totals): Markup {
  const { value, native: there, counts } = compare(metric, policy, native);
  const bounds =
    counts === null || metric.denominator === null
      ? null
      : wilson(policy[metric.numerator.id]!, policy[metric.denominator.id]!);
  const second = [counts, bounds && formatShareInterval(bounds.low, bounds.high)].filter((part) => part !== null);
  return card({
    label: metric.name,
    ...shownValue(value),
    ...(second.length === 0 ? {} : { second: second.join(' ') }),
    note: `native ${there}`,
  });
}

function flipsCard(policy: Totals): Markup {
  const label = 'Harmed / rescued';
  if (policy[labelled.id] === 0) return card({ label, value: noLabels(policy), isWords: true });
  if (unknownStops(policy) > 0) return card({ label, value: NO_PROBES, isWords: true });
  const [hurt, helped] = [policy[harmed.id]!, policy[rescued.id]!];
  return card({
    label,
    value: `${formatCount(hurt)} / ${formatCount(helped)}`,
    second: `${netFlips(policy)} of ${formatCount(policy[one.id]!)}`,
    note: `McNemar ${formatP(mcNemar(hurt, helped).exact)}`,
  });
}
