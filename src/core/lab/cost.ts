import type { Evaluation } from '../correctness.ts';
import { type Judge, NO_SCORE, type Selection } from '../terms.ts';
import { eligibleStates } from './known.ts';

/**
 * What a policy uses, summed over the questions. A judge is asked at every eligible state up to the stop, the stop
 * included; at all of them where the native run finishes. Tokens and seconds are what the files recorded of those calls.
 */
export interface Usage {
  readonly questions: number;
  readonly searches: number;
  readonly judgeCalls: number;
  readonly promptTokens: Recorded;
  readonly completionTokens: Recorded;
  readonly seconds: Recorded;
}

/** A sum over judge calls, and over how many of them nothing was recorded: with any, the sum is a lower bound only. */
export interface Recorded {
  readonly sum: number;
  readonly missing: number;
}

/**
 * Usage of a policy that asks the given judges (none for native, budgets and oracles). `stopStates[i]` is where it stops
 * `selection[i]`, -1 for the native finish. A state at which a judge has no row cannot have been asked about, and does
 * not count.
 */
export function measureUsage(
  evaluation: Evaluation,
  selection: Selection,
  stopStates: Int32Array,
  judges: readonly Judge[],
): Usage {
  const { questions, states } = evaluation.dataset;
  const promptTokens = new Tally();
  const completionTokens = new Tally();
  const seconds = new Tally();
  let searches = 0;
  let judgeCalls = 0;
  selection.forEach((q, i) => {
    const stop = stopStates[i]!;
    searches += stop < 0 ? questions.nativeSearches[q]! : states.searchesUsed[stop]!;
    for (const state of eligibleStates(evaluation, q)) {
      if (stop >= 0 && state > stop) break;
      for (const judge of judges) {
        if (judge.status[state] === NO_SCORE) continue;
        judgeCalls += 1;
        promptTokens.add(judge.promptTokens, state);
        completionTokens.add(judge.completionTokens, state);
        seconds.add(judge.latencySeconds, state);
      }
    }
  });
  return {
    questions: selection.length,
    searches,
    judgeCalls,
    promptTokens: promptTokens.total(),
    completionTokens: completionTokens.total(),
    seconds: seconds.total(),
  };
}

class Tally {
  private sum = 0;
  private missing = 0;

  add(column: Float64Array | null, state: number): void {
    const value = column?.[state] ?? Number.NaN;
    if (Number.isNaN(value)) this.missing += 1;
    else this.sum += value;
  }

  total(): Recorded {
    return { sum: this.sum, missing: this.missing };
  }
}

/** What things cost, in any one unit: money, seconds, or searches (then `search` is 1). */
export interface Prices {
  readonly search: number;
  readonly judgeCall: number;
  readonly promptToken: number;
  readonly completionToken: number;
  /** A second that a judge takes. */
  readonly second: number;
}

/** "A judge call costs x searches." */
export const inSearches = (judgeCall: number): Prices => ({
  search: 1,
  judgeCall,
  promptToken: 0,
  completionToken: 0,
  second: 0,
});

/** Sums over the questions, in the unit of the prices. */
export interface Cost {
  readonly search: number;
  /** null where a price is put on something that the files do not record of every call. */
  readonly judge: number | null;
  /** Search and judge together, null where the judge's share is: a cost without the judge in it is never called total. */
  readonly total: number | null;
}

export function costOf(usage: Usage, prices: Prices): Cost {
  const search = usage.searches * prices.search;
  const parts = [
    usage.judgeCalls * prices.judgeCall,
    priced(usage.promptTokens, prices.promptToken),
    priced(usage.completionTokens, prices.completionToken),
    priced(usage.seconds, prices.second),
  ];
  let judge: number | null = 0;
  for (const part of parts) judge = judge === null || part === null ? null : judge + part;
  return { search, judge, total: judge === null ? null : search + judge };
}

const priced = ({ sum, missing }: Recorded, price: number): number | null =>
  price === 0 ? 0 : missing > 0 ? null : sum * price;

/** At which price of a judge call the policy costs as much as the other. */
export type BreakEven =
  /** Cheaper below this price, dearer above. May be negative: dearer at any price. */
  | { readonly kind: 'price'; readonly judgeCall: number }
  /** Both ask as often: the price changes nothing. */
  | { readonly kind: 'none' }
  /** The files do not record what the other prices need. */
  | { readonly kind: 'unknown' };

/**
 * The break-even price of a judge call between a policy and another (native, say), all other prices as given. It is a
 * "cheaper below" only where the policy asks more often than the other.
 */
export function breakEven(policy: Usage, other: Usage, prices: Prices): BreakEven {
  const free: Prices = { ...prices, judgeCall: 0 };
  const mine = costOf(policy, free).total;
  const theirs = costOf(other, free).total;
  if (mine === null || theirs === null) return { kind: 'unknown' };
  const calls = policy.judgeCalls - other.judgeCalls;
  return calls === 0 ? { kind: 'none' } : { kind: 'price', judgeCall: (theirs - mine) / calls };
}

/**
 * Mean searches that would cost as much as the policy does with its judge: where it belongs on a trade-off drawn over
 * searches. Vertical lines of that drawing are lines of equal cost. null where the cost is unknown, searches are free, or
 * there are no questions.
 */
export function equivalentSearches(usage: Usage, prices: Prices): number | null {
  const { total } = costOf(usage, prices);
  return total === null || prices.search === 0 || usage.questions === 0
    ? null
    : total / prices.search / usage.questions;
}
