import { GAP, type Polyline } from './decimate.ts';
import type { Samples } from './labels.ts';
import type { Plot } from './view.ts';

/** Pixels between two points that speak for a curve when labels look for room. */
const EVERY = 6;
/** Points of one straight piece at most: it may lead far out of the plot. */
const MOST = 300;

/** Points along lines, inside the plot, some pixels apart. */
export const sampleLines = (lines: readonly Polyline[], plot: Plot): Samples => {
  const x: number[] = [];
  const y: number[] = [];
  const add = (px: number, py: number) => {
    if (px < plot.left || px > plot.left + plot.width || py < plot.top || py > plot.top + plot.height) return;
    const last = x.length - 1;
    if (last >= 0 && Math.abs(px - x[last]!) + Math.abs(py - y[last]!) < EVERY) return;
    x.push(px);
    y.push(py);
  };
  for (const { length, px, py, rows } of lines) {
    for (let i = 0; i < length; i++) {
      if (rows[i] === GAP) continue;
      const hasPiece = i > 0 && rows[i - 1] !== GAP;
      const dx = hasPiece ? px[i]! - px[i - 1]! : 0;
      const dy = hasPiece ? py[i]! - py[i - 1]! : 0;
      const pieces = Math.min(MOST, Math.max(1, Math.ceil(Math.hypot(dx, dy) / EVERY)));
      for (let k = pieces - 1; k >= 0; k--) add(px[i]! - (dx * k) / pieces, py[i]! - (dy * k) / pieces);
    }
  }
  return { x, y };
};
