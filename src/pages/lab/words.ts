import type { Policy } from '../../core/policies/index.ts';
import { unreachable } from '../../core/result.ts';
import { formatRule } from '../../core/rules/format.ts';
import type { DatasetHandle } from '../../store/handles.ts';
import {
  decimalsFor,
  formatDecimal,
  formatDifference,
  formatRange,
  formatRatio,
  formatShare,
  formatThreshold,
} from '../../ui/parts/format.ts';

export const judgeName = (dataset: DatasetHandle, id: string): string =>
  dataset.judges.find((judge) => judge.id === id)?.name ?? id;

export function policyName(dataset: DatasetHandle, policy: Policy): string {
  switch (policy.kind) {
    case 'native':
      return 'Native';
    case 'budget':
      return `Fixed budget ${policy.searches}`;
    case 'threshold':
      return `${judgeName(dataset, policy.judge)} at ${formatThreshold(policy.threshold)}`;
    case 'rule':
      return formatRule(policy.rule);
    case 'decisions':
      return `Recorded decisions of ${judgeName(dataset, policy.judge)}`;
    case 'quality-oracle':
      return 'Quality oracle, label-dependent';
    case 'cost-oracle':
      return 'Cost oracle, label-dependent';
    default:
      return unreachable(policy);
  }
}

/** "39.13 % 27 / 69", or the words for an empty denominator. */
export const shareText = (n: number, of: number, empty: string): string =>
  of === 0 ? empty : `${formatShare(n / of)} · ${formatRatio(n, of)}`;

export const meanText = (value: number, questions: number): string => formatDecimal(value, decimalsFor(questions));
export const changeText = (value: number, questions: number): string => formatDifference(value, decimalsFor(questions));

export const rangeText = (range: { readonly from: number; readonly to: number } | null): string =>
  range === null ? 'all questions' : formatRange(range.from, range.to);

/** A number that somebody typed, within limits; null otherwise. */
export function typedNumber(text: string, low: number, high: number): number | null {
  if (text.trim() === '') return null;
  const value = Number(text.trim().replace('\u2212', '-'));
  return value >= low && value <= high ? value : null;
}

export const searchesText = (count: number): string => (count === 1 ? '1 search' : `${count} searches`);

/** A value of a signal, to six digits. */
export const valueText = (value: number): string => String(Number(value.toPrecision(6))).replaceAll('-', '\u2212');
