import { type Extent, panView, spanOf, type View } from './view.ts';

/** What of the zoom window is being dragged: the inside, an edge or a corner. North is the upper edge. */
export type WindowGrip = 'move' | 'n' | 's' | 'w' | 'e' | 'nw' | 'ne' | 'sw' | 'se';

/** The window after a drag of dx, dy (in values; dy upwards) that began at `start`. It stays inside `whole`. */
export const dragWindow = (start: View, grip: WindowGrip, dx: number, dy: number, whole: View): View => {
  if (grip === 'move') return panView(start, dx, dy, whole);
  return {
    x: resize(start.x, grip.includes('w') ? dx : 0, grip.includes('e') ? dx : 0, whole.x),
    y: resize(start.y, grip.includes('s') ? dy : 0, grip.includes('n') ? dy : 0, whole.y),
  };
};

/** The finest window by hand: a hundredth of everything. The wheel goes further. */
const FINEST = 0.01;

const resize = (extent: Extent, dLow: number, dHigh: number, whole: Extent): Extent => {
  const least = Math.min(spanOf(whole) * FINEST, spanOf(extent));
  const low = Math.min(Math.max(whole.low, extent.low + dLow), extent.high - least);
  const high = Math.max(Math.min(whole.high, extent.high + dHigh), extent.low + least);
  return { low, high };
};
