import { type Projection, toPixel } from './view.ts';

/**
 * A line in pixels. `rows[i]` is the policy that vertex i comes from; GAP starts a new piece. Between two vertices that
 * were kept, every vertex left out lies in the same pixel column as its neighbours, between their extremes.
 */
export interface Polyline {
  readonly length: number;
  readonly px: Float64Array;
  readonly py: Float64Array;
  readonly rows: Int32Array;
}

export const GAP = -1;

/** Pixels beyond which a position only says "far outside": keeps -1e30 and 1e300 out of path strings. */
const FAR = 1e6;

/**
 * M4 (first, min, max, last per run of points in one pixel column): draws exactly the pixels that all points would draw,
 * with at most four vertices a column for a line that goes one way. Jugel, Jerzak, Hackenbroich, Markl, VLDB 2014.
 * Everything left of the plot is one column, and so is everything right of it.
 */
class ColumnDecimator {
  private readonly left: number;
  private readonly width: number;
  private px = new Float64Array(1024);
  private py = new Float64Array(1024);
  private rows = new Int32Array(1024);
  private length = 0;
  private column = Number.NaN;
  private at = 0;
  private first = { x: 0, y: 0, row: 0, at: 0 };
  private last = { x: 0, y: 0, row: 0, at: 0 };
  private low = { x: 0, y: 0, row: 0, at: 0 };
  private high = { x: 0, y: 0, row: 0, at: 0 };

  constructor(left: number, width: number) {
    this.left = left;
    this.width = width;
  }

  add(x: number, y: number, row: number): void {
    if (Number.isNaN(x) || Number.isNaN(y)) {
      this.gap();
      return;
    }
    const px = Math.min(FAR, Math.max(-FAR, x));
    const py = Math.min(FAR, Math.max(-FAR, y));
    const offset = px - this.left;
    const column = offset < 0 ? -1 : offset >= this.width ? this.width : Math.floor(offset);
    this.at += 1;
    const { first, last, low, high } = this;
    if (column !== this.column) {
      this.flush();
      this.column = column;
      first.x = low.x = high.x = px;
      first.y = low.y = high.y = py;
      first.row = low.row = high.row = row;
      first.at = low.at = high.at = this.at;
    } else if (py < low.y) {
      low.x = px;
      low.y = py;
      low.row = row;
      low.at = this.at;
    } else if (py > high.y) {
      high.x = px;
      high.y = py;
      high.row = row;
      high.at = this.at;
    }
    last.x = px;
    last.y = py;
    last.row = row;
    last.at = this.at;
  }

  gap(): void {
    this.flush();
    if (this.length > 0 && this.rows[this.length - 1] !== GAP) this.push(0, 0, GAP);
  }

  finish(): Polyline {
    this.gap();
    const { length } = this;
    return { length, px: this.px.slice(0, length), py: this.py.slice(0, length), rows: this.rows.slice(0, length) };
  }

  private flush(): void {
    if (Number.isNaN(this.column)) return;
    this.column = Number.NaN;
    const { first, low, high, last } = this;
    const [a, b] = low.at < high.at ? [low, high] : [high, low];
    this.push(first.x, first.y, first.row);
    if (a.at > first.at && a.at < last.at) this.push(a.x, a.y, a.row);
    if (b.at > first.at && b.at < last.at && b.at !== a.at) this.push(b.x, b.y, b.row);
    if (last.at > first.at) this.push(last.x, last.y, last.row);
  }

  private push(x: number, y: number, row: number): void {
    if (this.length === this.px.length) {
      this.px = grow(this.px, new Float64Array(this.length * 2));
      this.py = grow(this.py, new Float64Array(this.length * 2));
      this.rows = grow(this.rows, new Int32Array(this.length * 2));
    }
    this.px[this.length] = x;
    this.py[this.length] = y;
    this.rows[this.length] = row;
    this.length += 1;
  }
}

function grow<T extends Float64Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

export interface PlotColumns {
  readonly left: number;
  readonly width: number;
}

/**
 * The visible shape of a line through (x[i], y[i]) in row order. NaN in x or y is a gap, and so is mask[i] = 0. x may run
 * either way and turn around.
 */
export function decimateCurve(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  { x: ax, y: ay }: Projection,
  plot: PlotColumns,
  mask: ArrayLike<number> | null = null,
): Polyline {
  const out = new ColumnDecimator(plot.left, plot.width);
  for (let row = 0; row < x.length; row++) {
    if (mask !== null && mask[row] === 0) out.gap();
    else out.add(toPixel(ax, x[row]!), toPixel(ay, y[row]!), row);
  }
  return out.finish();
}

/** A position on a threshold axis, in pixels; the never-stop policy (+Infinity) has one too. */
export type ThresholdToPixel = (threshold: number) => number;

/**
 * The visible shape of a step curve: row r holds its value for every threshold above thresholds[r + 1], up to and
 * including thresholds[r]; the last row holds for all lower ones. Thresholds descend.
 */
export function decimateSteps(
  thresholds: Float64Array,
  y: ArrayLike<number>,
  toX: ThresholdToPixel,
  { y: ay }: Pick<Projection, 'y'>,
  plot: PlotColumns,
  mask: ArrayLike<number> | null = null,
): Polyline {
  const out = new ColumnDecimator(plot.left, plot.width);
  const count = thresholds.length;
  const right = plot.left + plot.width;
  let x = right;
  for (let row = 0; row < count && x >= plot.left; row++) {
    const next = row + 1 < count ? toX(thresholds[row + 1]!) : Math.min(plot.left - 1, x);
    // A row that lies wholly right of the plot changes nothing but where the line comes in.
    if (next <= right) {
      const py = mask !== null && mask[row] === 0 ? Number.NaN : toPixel(ay, y[row]!);
      out.add(Math.min(x, right), py, row);
      out.add(next, py, row);
    }
    x = next;
  }
  return out.finish();
}

/**
 * For lines that turn around so often that columns do not help: a piece between two pixel cells that has been drawn once
 * is not drawn again. The picture stays the same to within the pixel.
 */
export function dropRepeats(line: Polyline, limit: number): Polyline {
  if (line.length <= limit) return line;
  const seen = new Set<string>();
  const keep: number[] = [];
  let cell = '';
  for (let i = 0; i < line.length; i++) {
    const isGap = line.rows[i] === GAP;
    const here = isGap ? '' : `${Math.floor(line.px[i]!)},${Math.floor(line.py[i]!)}`;
    const piece = `${cell} ${here}`;
    const isNew = isGap || cell === '' || (here !== cell && !seen.has(piece));
    if (isNew) {
      // Coming back after pieces that were left out: start anew at the point before.
      if (!isGap && cell !== '' && keep[keep.length - 1] !== i - 1) keep.push(-1, i - 1);
      keep.push(isGap ? -1 : i);
      seen.add(piece);
      seen.add(`${here} ${cell}`);
    }
    cell = here;
  }
  const px = Float64Array.from(keep, (i) => (i < 0 ? 0 : line.px[i]!));
  const py = Float64Array.from(keep, (i) => (i < 0 ? 0 : line.py[i]!));
  const rows = Int32Array.from(keep, (i) => (i < 0 ? GAP : line.rows[i]!));
  return { length: keep.length, px, py, rows };
}
