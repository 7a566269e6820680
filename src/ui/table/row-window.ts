/** Browsers cap the height of an element; past this many rows the scroll bar stands for more rows than it has pixels. */
export const MAX_SLOTS = 200_000;

/**
 * Which row a slot of the scrolled list shows. Up to MAX_SLOTS they are the same; beyond, the first slot in sight maps in
 * proportion and the slots after it follow one by one, so that no row is skipped while reading.
 */
export const rowOfSlot = (slot: number, firstSlot: number, slotsInSight: number, rowCount: number): number => {
  if (rowCount <= MAX_SLOTS) return slot;
  const lastFirstSlot = Math.max(1, MAX_SLOTS - slotsInSight);
  const lastFirstRow = Math.max(0, rowCount - slotsInSight);
  const firstRow = Math.round((Math.min(firstSlot, lastFirstSlot) / lastFirstSlot) * lastFirstRow);
  return Math.min(rowCount - 1, Math.max(0, firstRow + slot - firstSlot));
};

/** The slot at which a row is in sight. */
export const slotOfRow = (row: number, slotsInSight: number, rowCount: number): number => {
  if (rowCount <= MAX_SLOTS) return row;
  const lastFirstSlot = Math.max(1, MAX_SLOTS - slotsInSight);
  const lastFirstRow = Math.max(1, rowCount - slotsInSight);
  return Math.min(MAX_SLOTS - 1, Math.round((Math.min(row, lastFirstRow) / lastFirstRow) * lastFirstSlot));
};
