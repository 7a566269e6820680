/**
 * Browsers cap the height of an element (Firefox at about 17.8 million pixels, Chromium at about 33.5), so a long table
 * has two lengths: `physical`, what the scroll bar runs over, and `virtual`, what its rows would need. Row tops are drawn
 * at `virtual - offset`. Small scrolls (wheel, keys, touch) keep the offset, so that rows move pixel by pixel; a jump
 * (scroll bar) goes to the same share of both lengths. Between scrolls the offset is put right again.
 */
export const MAX_PHYSICAL = 8_000_000;

export interface ScrollMap {
  readonly virtual: number;
  readonly physical: number;
  /** Height of what is in sight. */
  readonly viewport: number;
}

export interface ScrollPosition {
  /** scrollTop of the element. */
  readonly top: number;
  readonly offset: number;
}

export const START: ScrollPosition = { top: 0, offset: 0 };

export const scrollMap = (rowCount: number, rowHeight: number, viewport: number): ScrollMap => {
  const virtual = rowCount * rowHeight;
  return { virtual, physical: Math.min(virtual, MAX_PHYSICAL), viewport };
};

const most = (length: number, viewport: number): number => Math.max(0, length - viewport);
const clamp = (value: number, high: number): number => Math.min(high, Math.max(0, value));

/** The position that shows the virtual pixel `at` first, both lengths in proportion. */
export function positionAt(map: ScrollMap, at: number): ScrollPosition {
  const virtualMost = most(map.virtual, map.viewport);
  const physicalMost = most(map.physical, map.viewport);
  const target = clamp(at, virtualMost);
  // Whole pixels: browsers round scrollTop, and what they round away must not be taken for a scroll.
  const top = virtualMost === 0 ? 0 : Math.round((target / virtualMost) * physicalMost);
  return { top, offset: target - top };
}

/** Follows the element to a new scrollTop. */
export function scrolledTo(map: ScrollMap, last: ScrollPosition, top: number): ScrollPosition {
  const virtualMost = most(map.virtual, map.viewport);
  const physicalMost = most(map.physical, map.viewport);
  if (virtualMost === physicalMost) return { top, offset: 0 };
  // The ends of the bar are the ends of the table, however one got there.
  if (top <= 0) return { top: 0, offset: 0 };
  if (top >= physicalMost) return { top, offset: virtualMost - top };
  const isJump = Math.abs(top - last.top) > map.viewport * 2;
  if (isJump) return { top, offset: (top / physicalMost) * virtualMost - top };
  return { top, offset: clamp(top + last.offset, virtualMost) - top };
}

/** First virtual pixel in sight. */
export const virtualTop = ({ top, offset }: ScrollPosition): number => top + offset;

/** Rows to draw: those in sight and `overscan` more on either side. `to` is not included. */
export function rowsInSight(
  map: ScrollMap,
  position: ScrollPosition,
  rowHeight: number,
  rowCount: number,
  overscan: number,
): { readonly from: number; readonly to: number } {
  const first = Math.floor(virtualTop(position) / rowHeight);
  const last = Math.ceil((virtualTop(position) + map.viewport) / rowHeight);
  return { from: Math.max(0, first - overscan), to: Math.min(rowCount, last + overscan) };
}

/** Where to scroll so that a row is wholly in sight; null when it is. */
export function scrollToRow(
  map: ScrollMap,
  position: ScrollPosition,
  rowHeight: number,
  row: number,
): ScrollPosition | null {
  const top = row * rowHeight;
  const now = virtualTop(position);
  if (top >= now && top + rowHeight <= now + map.viewport) return null;
  const isNear = Math.abs(top - now) < map.viewport * 2;
  // Near: just into sight. Far: into the middle.
  if (!isNear) return positionAt(map, top - (map.viewport - rowHeight) / 2);
  return positionAt(map, top < now ? top : top + rowHeight - map.viewport);
}
