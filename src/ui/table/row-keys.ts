/** Where a key moves the active row; null: the key is not for rows. Without an active row the first key takes row 0. */
export function moveByKey(
  { key, altKey }: { readonly key: string; readonly altKey: boolean },
  active: number,
  rowCount: number,
  rowsInSight: number,
): number | null {
  if (altKey || rowCount === 0) return null;
  const step = STEPS[key]?.(active, rowsInSight, rowCount);
  if (step === undefined) return null;
  if (active < 0) return key === 'End' ? rowCount - 1 : 0;
  return Math.min(rowCount - 1, Math.max(0, step));
}

const STEPS: Readonly<Record<string, (active: number, page: number, count: number) => number>> = {
  ArrowDown: (active) => active + 1,
  ArrowUp: (active) => active - 1,
  PageDown: (active, page) => active + page,
  PageUp: (active, page) => active - page,
  Home: () => 0,
  End: (_active, _page, count) => count - 1,
};
