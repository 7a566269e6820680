import { argsortDescending } from '../argsort.ts';

export interface RiskCoveragePoint {
  readonly confidence: number;
  readonly coverage: number;
  readonly risk: number;
}

export interface RiskCoverage {
  /** Mean risk over all coverages, tied rows averaged over all their orders. */
  readonly aurc: number;
  /** The same with whole tied groups as one step. */
  readonly aurcGroupEnds: number;
  /** If ties fell as well, or as badly, as they can. */
  readonly aurcBestTieOrder: number;
  readonly aurcWorstTieOrder: number;
  /** Of the best possible ordering. */
  readonly aurcOptimal: number;
  /** Excess: aurc - aurcOptimal. */
  readonly eAurc: number;
  /** Mean of (cumulated loss / N): the generalised risk. */
  readonly augrc: number;
  /** One point per distinct confidence, high to low. */
  readonly curve: readonly RiskCoveragePoint[];
}

/** Mean over k of (sum of the first k losses) / k. */
function aurcOfOrder(losses: readonly number[]): number {
  let sum = 0;
  let risks = 0;
  losses.forEach((loss, i) => {
    sum += loss;
    risks += sum / (i + 1);
  });
  return risks / losses.length;
}

/** Losses per distinct confidence, high to low. */
function groupLosses(confidence: Float64Array, loss: ArrayLike<number>): readonly (readonly [number, number[]])[] {
  const groups: [number, number[]][] = [];
  for (const row of argsortDescending(confidence)) {
    const last = groups.at(-1);
    if (last !== undefined && last[0] === confidence[row]) last[1].push(loss[row]!);
    else groups.push([confidence[row]!, [loss[row]!]]);
  }
  return groups;
}

/**
 * Risk against coverage when rows are taken from the highest confidence down. Losses are 0..1, confidences finite. null
 * without rows. Inside a tied group the loss grows evenly: the mean over all orders of the tie. Source: definitions.md 14;
 * J. Traub et al., "Overcoming common flaws in the evaluation of selective classification systems" (2024) for AUGRC.
 */
export function riskCoverage(confidence: Float64Array, loss: ArrayLike<number>): RiskCoverage | null {
  const n = confidence.length;
  if (n === 0) return null;
  const groups = groupLosses(confidence, loss);
  let before = 0;
  let lossBefore = 0;
  let risks = 0;
  let groupRisks = 0;
  let generalised = 0;
  const curve: RiskCoveragePoint[] = [];
  for (const [value, losses] of groups) {
    const size = losses.length;
    const groupLoss = losses.reduce((sum, x) => sum + x, 0);
    for (let k = 1; k <= size; k++) {
      const cumulated = lossBefore + (k * groupLoss) / size;
      risks += cumulated / (before + k);
      generalised += cumulated / n;
    }
    before += size;
    lossBefore += groupLoss;
    groupRisks += (size * lossBefore) / before;
    curve.push({ confidence: value, coverage: before / n, risk: lossBefore / before });
  }
  const ascending = (losses: readonly number[]): number[] => [...losses].sort((a, b) => a - b);
  const aurc = risks / n;
  const aurcOptimal = aurcOfOrder(ascending(groups.flatMap(([, losses]) => losses)));
  return {
    aurc,
    aurcGroupEnds: groupRisks / n,
    aurcBestTieOrder: aurcOfOrder(groups.flatMap(([, losses]) => ascending(losses))),
    aurcWorstTieOrder: aurcOfOrder(groups.flatMap(([, losses]) => ascending(losses).reverse())),
    aurcOptimal,
    eAurc: aurc - aurcOptimal,
    augrc: generalised / n,
    curve,
  };
}
