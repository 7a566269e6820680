import { GAP, type Polyline } from './decimate.ts';

const round = (value: number): number => Math.round(value * 10) / 10;

/** SVG path data. A vertex alone between two gaps becomes a short dash, for a point has no length to stroke. */
export const toPath = ({ length, px, py, rows }: Polyline): string => {
  const parts: string[] = [];
  let run = 0;
  for (let i = 0; i < length; i++) {
    if (rows[i] === GAP) {
      if (run === 1) parts.push('h1.5');
      run = 0;
      continue;
    }
    const [x, y] = [round(px[i]!), round(py[i]!)];
    const isAlone = run === 0 && (i + 1 === length || rows[i + 1] === GAP);
    parts.push(`${run === 0 ? 'M' : 'L'}${isAlone ? round(x - 0.75) : x},${y}`);
    run += 1;
  }
  return parts.join('');
};

/** A closed area between two lines over the same policies: along the upper one and back along the lower one. */
export const toArea = (upper: Polyline, lower: Polyline): string => {
  const above = runsOf(upper);
  const below = runsOf(lower);
  return above
    .map((run, i) => {
      const back = below[i];
      if (!back) return '';
      return `M${run.join('L')}L${[...back].reverse().join('L')}Z`;
    })
    .join('');
};

const runsOf = ({ length, px, py, rows }: Polyline): string[][] => {
  const runs: string[][] = [];
  let run: string[] = [];
  for (let i = 0; i <= length; i++) {
    if (i < length && rows[i] !== GAP) run.push(`${round(px[i]!)},${round(py[i]!)}`);
    else if (run.length > 0) {
      runs.push(run);
      run = [];
    }
  }
  return runs;
};
