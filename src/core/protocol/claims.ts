import type { PrecisionTransfer } from '../audit/check.ts';
import type { Interval } from '../stats/interval.ts';
import { wilson } from '../stats/intervals.ts';
import { decimal, interval, percent, plain, signed, whole } from './numbers.ts';
import type { PrimaryResults } from './results.ts';

/** A statement about the results, worded as a paper's claim boundary: supported, or not. */
export interface Claim {
  readonly id: string;
  readonly isSupported: boolean;
  readonly title: string;
  /** The numbers that decide it. */
  readonly figure: string;
  /** When it would be supported. */
  readonly criterion: string;
}

/** How much better a judge ranks than the reference: difference of average precision. */
export interface Ranking {
  readonly reference: string;
  readonly difference: Interval;
}

export interface ClaimSettings {
  readonly margin: number;
  readonly risk: { readonly alpha: number; readonly delta: number };
}

/**
 * What the results support and what not. A statement that is not supported is not refuted: the data do not carry it.
 */
export function claimsOf(
  results: PrimaryResults,
  { margin, risk }: ClaimSettings,
  ranking: Ranking | null,
  transfers: readonly PrecisionTransfer[],
): readonly Claim[] {
  const { em, searches } = results;
  const emFigure = `${signed(em.estimate)} ${interval(em.low, em.high)}`;
  const claims: Claim[] = [
    {
      id: 'em-within-margin',
      isSupported: em.low > -margin,
      title: `EM loss stays within the margin of ${plain(margin)}`,
      figure: emFigure,
      criterion: 'The lower end of the paired 95\u2009% interval lies above minus the margin.',
    },
    {
      id: 'fewer-searches',
      isSupported: searches.high < 0,
      title: 'Fewer searches than native',
      figure: `${signed(searches.estimate)} ${interval(searches.low, searches.high)}`,
      criterion: 'The upper end of the paired 95\u2009% interval lies below 0.',
    },
    ...(ranking === null ? [] : [rankingClaim(ranking)]),
    {
      id: 'answers-improve',
      isSupported: em.low > 0,
      title: 'Answers improve',
      figure: `EM ${signed(em.estimate)}, interval ${em.low > 0 ? 'begins' : 'ends'} at ${em.low > 0 ? signed(em.low) : signed(em.high)}`,
      criterion: 'The lower end of the EM interval lies above 0.',
    },
    ...riskClaims(results, risk),
    baselineClaim(results),
    costClaim(results),
    ...transfers.filter(({ chosenOn }) => chosenOn.stops > 0).map(transferClaim),
  ];
  return [...claims.filter(({ isSupported }) => isSupported), ...claims.filter(({ isSupported }) => !isSupported)];
}

const rankingClaim = ({ reference, difference: { estimate, low, high } }: Ranking): Claim => ({
  id: 'ranks-better',
  isSupported: low > 0,
  title: `Ranks states better than ${reference}`,
  figure: `AP ${signed(estimate)} ${interval(low, high)}`,
  criterion: 'The lower end of the interval of the difference lies above 0. Better ranking is no safer stopping.',
});

function riskClaims(
  { stops, unsafe, riskUpper }: PrimaryResults,
  { alpha, delta }: ClaimSettings['risk'],
): readonly Claim[] {
  const isCertified = riskUpper !== null && riskUpper <= alpha;
  const confidence = percent(1 - delta, 0);
  return [
    {
      id: 'stopping-safe',
      isSupported: isCertified,
      title: 'Stopping is safe',
      figure: stops === 0 ? 'no stops' : `${whole(unsafe)} of ${whole(stops)} stops unsafe, ${percent(unsafe / stops)}`,
      criterion: 'Only where the risk of a stop is certified. Average EM says nothing about it.',
    },
    {
      id: 'risk-certified',
      isSupported: isCertified,
      title: `Risk is certified at ${plain(alpha * 100)}\u2009%`,
      figure: riskUpper === null ? 'no stops' : `upper bound ${percent(riskUpper)} at ${confidence}`,
      criterion: `The exact one-sided ${confidence} bound of unsafe stops lies at or below the target.`,
    },
  ];
}

function baselineClaim({ baselines }: PrimaryResults): Claim {
  const beaten = baselines.filter(({ isDominated }) => isDominated).length;
  return {
    id: 'beats-baselines',
    isSupported: baselines.length > 0 && beaten === baselines.length,
    title: 'Better than every fixed or matched-cost baseline',
    figure: baselines.length === 0 ? 'not compared' : `at least as good in both on ${beaten} of ${baselines.length}`,
    criterion: 'EM and searches at least as good as each of them, and better in one.',
  };
}

function costClaim({ cost }: PrimaryResults): Claim {
  const base = {
    id: 'total-cost',
    title: 'Total cost falls',
    criterion: 'The upper end of the interval of the total, judge calls priced in, lies below 0.',
  };
  if (cost === null) return { ...base, isSupported: false, figure: 'judge cost not in the data' };
  const { estimate, low, high } = cost.difference;
  const price = `${plain(cost.judgeCallInSearches)} searches a judge call`;
  return { ...base, isSupported: high < 0, figure: `${signed(estimate)} ${interval(low, high)} at ${price}` };
}

function transferClaim({ judgeName, minimumPrecision, chosenOn, lookedAtOn }: PrecisionTransfer): Claim {
  const { stops, hits } = lookedAtOn;
  const low = wilson(hits, stops)?.low ?? 0;
  const before = (chosenOn.hits / chosenOn.stops).toFixed(4);
  return {
    id: 'precision-transfers',
    isSupported: stops > 0 && low >= minimumPrecision,
    title: `Precision of ${plain(minimumPrecision)} holds beyond ${chosenOn.split}`,
    figure:
      stops === 0
        ? `${before}, then no stops`
        : `${before} \u2192 ${(hits / stops).toFixed(4)}, ${whole(hits)} of ${whole(stops)} states`,
    criterion: `The lower end of the 95\u2009% interval reaches the precision that chose the threshold of ${judgeName}.`,
  };
}

/** The result in one sentence or two, costs and risks included. */
export function summaryOf(
  results: PrimaryResults,
  where: string,
  margin: number,
  policy = 'the frozen policy',
): string {
  const { nativeSearches, policySearches, em, stops, unsafe } = results;
  const saved = nativeSearches - policySearches;
  const amount = `${whole(Math.abs(saved))} ${saved < 0 ? 'more' : 'fewer'} searches`;
  const change = nativeSearches === 0 ? '' : ` (${percent(Math.abs(saved) / nativeSearches)})`;
  const points = decimal(Math.abs(em.estimate) * 100, 3);
  const verdict = em.low > -margin ? 'within' : 'not shown to be within';
  const answers =
    Math.abs(em.estimate) < 1e-12
      ? 'kept EM as it was'
      : `${em.estimate < 0 ? 'lost' : 'gained'} ${points} points of EM`;
  const stopped =
    stops === 0 ? 'It never stopped early.' : `${whole(unsafe)} of its ${whole(stops)} early stops were unsafe.`;
  return `On ${where} ${policy} made ${amount}${change} and ${answers}, ${verdict} the margin of ${plain(margin * 100)} points. ${stopped}`;
}
