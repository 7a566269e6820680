import type { Band } from './stats/curve-band.ts';

/**
 * The frozen criteria of the paper: the lower end of the EM-difference interval is above -margin, and the upper end of
 * the search-difference interval is below 0. Both are strict. A pass is non-inferiority within the margin and fewer
 * searches; not equality, not safe stops, not lower total cost.
 */
export interface GateVerdict {
  readonly emLow: number;
  readonly isEmPassed: boolean;
  readonly searchesHigh: number;
  readonly areSearchesPassed: boolean;
}

export function gateAt(em: Band, searches: Band, margin: number, row: number): GateVerdict {
  const emLow = em.low[row]!;
  const searchesHigh = searches.high[row]!;
  return { emLow, isEmPassed: emLow > -margin, searchesHigh, areSearchesPassed: searchesHigh < 0 };
}

/** A run of neighbouring policies, first and last row of the sweep inclusive. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

/** The runs of rows where both criteria pass. Pointwise: looked at along the curve, not frozen beforehand. */
export function passingRows(em: Band, searches: Band, margin: number): readonly RowRange[] {
  const ranges: RowRange[] = [];
  let first = -1;
  for (let row = 0; row <= em.low.length; row++) {
    const verdict = row < em.low.length ? gateAt(em, searches, margin, row) : null;
    const isPassed = verdict?.isEmPassed && verdict.areSearchesPassed;
    if (isPassed && first < 0) first = row;
    if (!isPassed && first >= 0) {
      ranges.push({ first, last: row - 1 });
      first = -1;
    }
  }
  return ranges;
}
