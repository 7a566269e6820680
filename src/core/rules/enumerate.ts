import { UNKNOWN } from '../correctness.ts';
import { holm } from '../stats/holm.ts';
import { mcNemar } from '../stats/mcnemar.ts';
import type { NumpyBootstrapOptions } from './paired-outcomes.ts';
import { listShapes, membersOf, type RuleShape } from './partitions.ts';
import type { Condition, Rule } from './rule.ts';
import { buildRuleBits, NO_STOP, stopSlots } from './rule-bits.ts';
import { type RuleBootstrap, startRuleBootstrap } from './rule-bootstrap.ts';
import type { Outcomes } from './signals.ts';
import { compareAtSlots, meanAtSlots, slotValues } from './slot-values.ts';
import type { LockedCondition, Quality, RuleData } from './thresholds.ts';

/** A rule over locked conditions. Groups and their members are sorted by name, as the published table spells them. */
export interface EnumeratedRule {
  readonly shape: RuleShape;
  readonly rule: Rule;
  /** `as&mrg|cnf`, in the short names. */
  readonly formula: string;
  /** Signals in it, groups, and signals in the largest group. */
  readonly size: number;
  readonly groupCount: number;
  readonly largestGroup: number;
}

/** All rules over the locked conditions (one to six), in the published order. `shortNames` by position. */
export function enumerateRules(
  locked: readonly LockedCondition[],
  shortNames: readonly string[] = locked.map(({ condition }) => condition.signal),
): readonly EnumeratedRule[] {
  return listShapes(locked.length).map((shape) => {
    const named = shape.groups.map((group) => {
      const members = membersOf(group).map((i) => ({ name: shortNames[i]!, condition: locked[i]!.condition }));
      return members.sort((a, b) => compareText(a.name, b.name));
    });
    named.sort((a, b) => compareLists(a.map(nameOf), b.map(nameOf)));
    const sizes = named.map((group) => group.length);
    return {
      shape,
      rule: { groups: named.map((group): readonly Condition[] => group.map(({ condition }) => condition)) },
      formula: named.map((group) => group.map(nameOf).join('&')).join('|'),
      size: sizes.reduce((sum, size) => sum + size, 0),
      groupCount: sizes.length,
      largestGroup: Math.max(...sizes),
    };
  });
}

const nameOf = ({ name }: { readonly name: string }): string => name;
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function compareLists(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = compareText(a[i]!, b[i]!);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** What one rule does on one split: means over questions. */
export interface RuleFigures {
  readonly em: number;
  readonly f1: number;
  readonly calls: number;
  /** Questions that some round stops. */
  readonly triggered: number;
}

export interface ReplayedRules {
  readonly figures: readonly RuleFigures[];
  /** Per rule and question the slot (the round's position) where it stops, or NO_STOP. */
  readonly stops: readonly Uint8Array[];
}

/**
 * Replays many rules on a split: null where the EM of a run's end, or of a row where a rule may stop, is not known. Leave
 * questions without a label out first.
 */
export function replayRules(
  data: RuleData,
  locked: readonly LockedCondition[],
  rules: readonly EnumeratedRule[],
): ReplayedRules | null {
  const { table, outcomes } = data;
  const isUnknown = outcomes.atRow.em.some((em, row) => em === UNKNOWN && table.canStop[row] === 1);
  if (isUnknown || outcomes.atNone.em.includes(UNKNOWN)) return null;
  const bits = buildRuleBits(
    data.table,
    locked.map(({ condition }) => condition),
  );
  const stops = rules.map(({ shape }) => stopSlots(bits, shape));
  const em = slotValues(data, 'em');
  const f1 = slotValues(data, 'f1');
  const calls = slotValues(data, 'calls');
  const figures = stops.map(
    (slots): RuleFigures => ({
      em: meanAtSlots(em, slots),
      f1: meanAtSlots(f1, slots),
      calls: meanAtSlots(calls, slots),
      triggered: countStops(slots),
    }),
  );
  return { figures, stops };
}

function countStops(slots: Uint8Array): number {
  let count = 0;
  for (let q = 0; q < slots.length; q++) if (slots[q] !== NO_STOP) count += 1;
  return count;
}

/** One rule against the baseline. Differences are rule minus baseline, means over questions. */
export interface RuleComparison {
  readonly quality: number;
  readonly calls: number;
  /** Questions whose quality is higher, or lower, than the baseline's. */
  readonly better: number;
  readonly worse: number;
  /** Exact two-sided sign test on those two counts (for EM it is McNemar's); 1 where they are 0. */
  readonly p: number;
  /** Holm's adjustment of p over all rules that were tried. */
  readonly adjustedP: number;
}

/** Compares replayed rules with a baseline on the same split. */
export function compareRules(
  data: RuleData,
  stops: readonly Uint8Array[],
  baseline: Outcomes,
  quality: Quality,
): readonly RuleComparison[] {
  const values = slotValues(data, quality);
  const calls = slotValues(data, 'calls');
  const baseQuality = Float64Array.from(baseline[quality]);
  const rows = stops.map((slots) => {
    const change = compareAtSlots(values, slots, baseQuality);
    return {
      quality: change.mean,
      calls: compareAtSlots(calls, slots, baseline.calls).mean,
      better: change.above,
      worse: change.below,
      p: mcNemar(change.above, change.below).exact,
    };
  });
  const adjusted = holm(rows.map(({ p }) => p));
  return rows.map((row, i) => ({ ...row, adjustedP: adjusted[i]! }));
}

/** Starts the paired bootstrap of the quality differences of replayed rules to a baseline. */
export function startComparison(
  data: RuleData,
  stops: readonly Uint8Array[],
  baseline: Outcomes,
  quality: Quality,
  options: NumpyBootstrapOptions,
): RuleBootstrap {
  return startRuleBootstrap(stops, Float64Array.from(baseline[quality]), slotValues(data, quality), options);
}
