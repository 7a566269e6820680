/** Where a row of several curves' points, one curve after the other, belongs. */
export interface JoinedCurves<C> {
  readonly rowCount: number;
  readonly find: (row: number) => { readonly curve: C; readonly i: number };
}

export function joinCurves<C extends { readonly x: Float64Array }>(curves: readonly C[]): JoinedCurves<C> {
  const starts: number[] = [];
  let rowCount = 0;
  for (const { x } of curves) {
    starts.push(rowCount);
    rowCount += x.length;
  }
  const find = (row: number) => {
    // Curves without points begin where the next one does: the last of them has the row.
    const place = starts.findLastIndex((start) => start <= row);
    return { curve: curves[place]!, i: row - starts[place]! };
  };
  return { rowCount, find };
}
